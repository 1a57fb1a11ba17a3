// `pawl verify`: run the project's checks; a stop believes their result as long as the tree stays as it is.

import type { Check } from '../../domain/checkpoint/checks.ts';
import { type CheckProgress, type CheckResult, runChecks } from '../../facts/run-checks.ts';
import { changedDuringCheck } from '../../facts/work.ts';
import { UserError } from '../../system/errors.ts';
import { type Command, duration, jsonOption, type Words } from '../command.ts';
import { sessionOption, sessionWork } from '../support/session-option.ts';
import { paint, table } from '../support/terminal.ts';

export default {
  summary: 'Run the project’s checks and remember the result for exactly this tree',
  usage: '[check…]',
  details: `
Finds lint, type and test checks in package.json, tsconfig.json, pyproject.toml, Cargo.toml, go.mod and Makefile;
config can name others: {"policies": {"checkpoint/proof": {"checks": {"test": "make ci"}}}}.
A result counts until the tree changes or there is a commit, merge or deploy.

Exit code: 0 all passed, 1 something failed or there is nothing to run.
`,
  options: {
    list: { type: 'boolean', about: 'Show what would be run' },
    timeout: { type: 'string', value: '10m', about: 'Give up on a check after this long' },
    ...sessionOption,
    ...jsonOption,
  },
  run: async (words) => {
    const timeout = duration((words.options.timeout as string | undefined) ?? '10m', 'timeout');
    const session = sessionWork(words);
    const checks = chosen(session.work.checks(session.configured), words.rest);
    if (words.options.list && (words.json || checks.length > 0)) return list(checks, words.json);
    if (checks.length === 0) throw new UserError(none, 1);
    const results = await runChecks(session, checks, words.json ? quiet : live(), timeout);
    return report(results, words);
  },
} satisfies Command;

const none =
  'No checks were found here. Name them in .pawl/config.jsonc: {"policies": {"checkpoint/proof": {"checks": {"test": "…"}}}}.';

function chosen(checks: readonly Check[], names: readonly string[]): Check[] {
  if (names.length === 0) return [...checks];
  const found = checks.filter(({ name, kind }) => names.includes(name) || names.includes(kind));
  if (found.length === 0)
    throw new UserError(
      `No check is called "${names.join('" or "')}"; there ${checks.length === 1 ? 'is' : 'are'} ${checks.map(({ name }) => name).join(', ') || 'none'}.`,
    );
  return found;
}

function list(checks: readonly Check[], json: boolean): number {
  console.log(
    json
      ? JSON.stringify(checks, null, 2)
      : table(checks.map(({ kind, name, command }) => [kind, name, paint('dim', command)])),
  );
  return 0;
}

const quiet: CheckProgress = { start: () => {}, line: () => {}, end: () => {} };

/** On a terminal the running check has one line that is written over; elsewhere every line stays. */
function live(): CheckProgress {
  const screen = process.stdout.isTTY === true;
  const room = () => (process.stdout.columns || 80) - 1;
  let started = 0;
  const over = (text: string) => process.stdout.write(`\r\x1b[2K${text.slice(0, room())}`);
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  return {
    start: ({ kind, command }) => {
      started = performance.now();
      if (screen) over(`… ${kind}  ${command}`);
      else console.log(`… ${kind}  ${command}`);
    },
    line: ({ kind }, text) => screen && over(`… ${kind}  ${seconds()}  ${Bun.stripANSI(text)}`),
    end: (_check, result) => {
      if (screen) over('');
      console.log(line(result));
      if (!result.ok)
        console.log(
          result.tail
            .split('\n')
            .slice(-30)
            .map((one) => `  ${one}`)
            .join('\n'),
        );
    },
  };
}

function line({ ok, kind, command, ms, exit }: CheckResult): string {
  const mark = ok ? paint('green', '✓') : paint('red', '✗');
  return `${mark} ${kind}  ${command}  ${paint('dim', `${(ms / 1000).toFixed(1)} s`)}${ok ? '' : `  exit ${exit}`}`;
}

function passed(results: readonly CheckResult[]): string {
  const moved = results.filter(({ tree }) => tree === changedDuringCheck).map(({ name }) => name);
  return moved.length === 0
    ? 'All passed; it counts for the tree as it is now.'
    : `All passed, but the tree changed while ${moved.join(', ')} ran, so that does not count: run it again.`;
}

function report(results: readonly CheckResult[], { json }: Words): number {
  const failed = results.filter((one) => !one.ok);
  if (json) console.log(JSON.stringify(results, null, 2));
  else
    console.log(
      failed.length === 0
        ? passed(results)
        : `${failed.length} of ${results.length} failed: ${failed.map(({ name }) => name).join(', ')}.`,
    );
  return failed.length === 0 ? 0 : 1;
}
