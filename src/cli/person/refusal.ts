// The refusal of a command that only a person may run: three paragraphs, wrapped, because both people and agents read
// it.
import { UserError } from '../../system/errors.ts';
import { wrap } from '../support/terminal.ts';

/** The prefix that the error handler of the commands prints before every message. */
const mark = 'pawl: ';

/**
 * `observation` and `why` complete the sentence "Only a person can run …, and", `advice` completes "If you are a person, ".
 */
export function personOnly(command: string, observation: string, why: string, advice: string): UserError {
  const first = wrap(`${mark}Only a person can run \`pawl ${command}\`, and ${observation}:`).slice(
    mark.length,
  );
  const more = [
    `If you are a person, ${advice}`,
    'If you are an agent, ask the person. `pawl help security` says how a person is recognised.',
  ];
  return new UserError([first, wrap(`${why}.`, '  '), ...more.map((text) => wrap(text))].join('\n'), 1);
}
