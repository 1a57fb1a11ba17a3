// `pawl checkpoint`: what a session says about its work before it stops.
import { readFileSync } from 'node:fs';
import {
  type CheckpointResult,
  checkCheckpointFile,
  emptyCheckpoint,
  writeCheckpoint,
} from '../../facts/checkpoint.ts';
import { UserError } from '../../system/errors.ts';
import { type Command, jsonOption } from '../command.ts';
import { sessionOption, sessionWork } from '../support/session-option.ts';

export default {
  summary: 'Write, check or start a checkpoint',
  usage: '[file | -]',
  details: `
Reads a checkpoint as JSON from a file or from standard input, checks it and keeps it for this session and this tree
(.claude/completion-checkpoint.json). Every rule that is not kept is named; then nothing is written.

  pawl checkpoint --template > c.json    the form, with what is known filled in
  pawl checkpoint c.json                 check it and keep it
  pawl checkpoint --check                look at the one that is there

Exit code: 0 it is good, 1 a rule is not kept.
`,
  options: {
    template: { type: 'boolean', about: 'Print the form' },
    check: { type: 'boolean', about: 'Only check the checkpoint that is there' },
    ...sessionOption,
    ...jsonOption,
  },
  run: (words) => {
    const session = sessionWork(words);
    if (words.options.template) {
      console.log(JSON.stringify(emptyCheckpoint(session), null, 2));
      return 0;
    }
    const [file, ...more] = words.rest;
    if (more.length > 0) throw new UserError('`pawl checkpoint` takes one file.');
    const reads = file !== undefined || (!words.options.check && process.stdin.isTTY !== true);
    const text = reads ? input(file) : '';
    if (text.trim() === '') return report(checkCheckpointFile(session), words.json);
    const checked = writeCheckpoint(session, parse(text));
    return report(checked, words.json, file === '-' ? undefined : file);
  },
} satisfies Command;

function input(file: string | undefined): string {
  try {
    return readFileSync(file === undefined || file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    if (file === undefined || file === '-') return '';
    throw new UserError(`${file} can’t be read: ${(error as Error).message}.`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(
      `The checkpoint is not JSON: ${(error as Error).message}. \`pawl checkpoint --template\` prints the form.`,
      1,
    );
  }
}

/** `read`: where it was read from, when that is not where it is kept. */
function report({ file, ok, failures }: CheckpointResult, json: boolean, read?: string): number {
  if (json) console.log(JSON.stringify({ file, ok, failures }, null, 2));
  else if (ok) console.log(`${file} is complete.`);
  else
    console.log(
      [
        `${read ?? file} is not complete:`,
        ...failures.map(({ rule, message }) => `  ${rule} ${message}`),
        '`pawl checkpoint --template` prints the form.',
      ].join('\n'),
    );
  return ok ? 0 : 1;
}
