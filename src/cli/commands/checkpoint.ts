// `pawl checkpoint`: writes or checks the checkpoint, in which a session describes its work before it stops.
import { readFileSync } from 'node:fs';
import {
  type CheckpointResult,
  checkCheckpointFile,
  emptyCheckpoint,
  writeCheckpoint,
} from '../../facts/checkpoint.ts';
import { UserError } from '../../system/errors.ts';
import { type Command, jsonOption } from '../command.ts';
import { sessionOption, sessionWork, treeOption } from '../support/session-option.ts';

export default {
  summary: 'Write or check a checkpoint',
  usage: '[file | - | JSON]',
  details: `
Reads a checkpoint as JSON from a file, from stdin or from its argument, checks it, and saves it for this session and
the current files (.claude/completion-checkpoint.json). If it breaks a rule, every broken rule is listed and nothing is
saved.

  pawl checkpoint --template > c.json    print a template, with the known values filled in
  pawl checkpoint c.json                 check and save it
  pawl checkpoint '{"self_report": …}'   the same, as one argument
  pawl checkpoint --check                check the saved checkpoint

Exit codes: 0 the checkpoint is complete, 1 it breaks a rule.
`,
  options: {
    template: { type: 'boolean', about: 'Print a template' },
    check: { type: 'boolean', about: 'Only check the saved checkpoint' },
    ...treeOption,
    ...sessionOption,
    ...jsonOption,
  },
  run: (args) => {
    const session = sessionWork(args);
    if (args.options.template) {
      console.log(JSON.stringify(emptyCheckpoint(session), null, 2));
      return 0;
    }
    const [file, ...more] = args.rest;
    if (more.length > 0) throw new UserError('`pawl checkpoint` takes one file.');
    const reads = file !== undefined || (!args.options.check && process.stdin.isTTY !== true);
    const text = reads ? readInput(file) : '';
    if (text.trim() === '') return report(checkCheckpointFile(session), args.json);
    const checked = writeCheckpoint(session, parseCheckpoint(text));
    return report(checked, args.json, file === '-' || file?.includes('{') ? undefined : file);
  },
} satisfies Command;

function readInput(file: string | undefined): string {
  if (file?.trim().startsWith('{')) return file;
  try {
    return readFileSync(file === undefined || file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    if (file === undefined || file === '-') return '';
    throw new UserError(`${file} can’t be read: ${(error as Error).message}.`);
  }
}

function parseCheckpoint(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(
      `The checkpoint is not valid JSON: ${(error as Error).message}. \`pawl checkpoint --template\` prints a template.`,
      1,
    );
  }
}

/** `source`: the file it was read from, if that is not where it is saved. */
function report({ file, ok, failures }: CheckpointResult, json: boolean, source?: string): number {
  if (json) console.log(JSON.stringify({ file, ok, failures }, null, 2));
  else if (ok) console.log(`${file} is complete.`);
  else
    console.log(
      [...problemLines(source ?? file, failures), '`pawl checkpoint --template` prints a template.'].join(
        '\n',
      ),
    );
  return ok ? 0 : 1;
}

/** A problem of the file as a whole, such as one that is missing, is a sentence about the file; others are listed. */
function problemLines(file: string, failures: CheckpointResult['failures']): string[] {
  const whole = failures.find(({ rule }) => rule === 'file');
  if (whole) return [`${file} ${whole.message}.`];
  return [`${file} is not complete:`, ...failures.map(({ rule, message }) => `  ${rule} ${message}`)];
}
