// `pawl checkpoint`: what a session says about its work before it stops.
import { readFileSync } from 'node:fs';
import { type Checked, checkFile, formOf, writeCheckpoint } from '../continuity/checkpoint.ts';
import { deskOf } from '../continuity/desk.ts';
import { CliError, type Command, jsonOption } from './command.ts';
import { guessSession, here, sessionOption } from './here.ts';

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
    const where = here(words);
    const desk = deskOf(where.home, where.place, guessSession(where));
    if (words.options.template) {
      console.log(JSON.stringify(formOf(desk), null, 2));
      return 0;
    }
    const [file] = words.rest;
    const reads = file !== undefined || (!words.options.check && process.stdin.isTTY !== true);
    const text = reads ? input(file) : '';
    const checked = text.trim() === '' ? checkFile(desk) : writeCheckpoint(desk, parse(text));
    return report(checked, words.json);
  },
} satisfies Command;

function input(file: string | undefined): string {
  try {
    return readFileSync(file === undefined || file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    if (file === undefined || file === '-') return '';
    throw new CliError(`${file} can’t be read: ${(error as Error).message}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`The checkpoint is not JSON: ${(error as Error).message}`, 1);
  }
}

function report({ file, ok, failures }: Checked, json: boolean): number {
  if (json) console.log(JSON.stringify({ file, ok, failures }, null, 2));
  else if (ok) console.log(`${file} is complete.`);
  else
    console.log(
      [`${file} is not complete:`, ...failures.map(({ rule, message }) => `  ${rule} ${message}`)].join('\n'),
    );
  return ok ? 0 : 1;
}
