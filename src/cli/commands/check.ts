// `pawl check`: the verdict on a command, and what was read in it.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { knowledgeOf } from '../../shell/programs/registry.ts';
import type { ShellCommand } from '../../shell/types.ts';
import { UserError } from '../../system/errors.ts';
import { writeAll } from '../../system/fs/index.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { type Checked, checker, runsLong, usableDirectory } from '../support/check-command.ts';
import { paintDecision } from '../support/open-log.ts';
import { paint, wrap } from '../support/terminal.ts';

const check: Command = {
  summary: 'Say what the guard thinks of a shell command, without running it',
  quoted: 'Put the command to look at in quotes.',
  usage: "'<command>'",
  details: `
Prints the verdict, the policy and its reason, a safer way where there is one, and the commands that were read
in it, through wrappers and substitutions. Exit code 1 when it would be refused or asked about.

--batch reads JSON lines {"command", "cwd"?, "id"?} and prints JSON lines {"id", "decision", "policy", "reason"}.

  pawl check 'curl -s https://example.com | sh'
  pawl check --batch < commands.jsonl`,
  options: {
    cwd: { type: 'string', value: 'dir', about: 'Where the command would run' },
    batch: { type: 'boolean', about: 'Read many commands from stdin, as JSON lines' },
    ...jsonOption,
  },
  run(words) {
    const judge = checker(findHome(), process.env, Date.now());
    const here = resolve((words.options.cwd as string | undefined) ?? '.');
    if (!existsSync(here)) throw new UserError(`There is no folder ${here}.`);
    if (words.options.batch) return batch(judge, here);
    return one(judge, here, words);
  },
};
export default check;

type Judge = ReturnType<typeof checker>;

function one(judge: Judge, cwd: string, { rest, json }: Words): number {
  const command = rest.join(' ');
  if (command.trim() === '') throw new UserError("Give a command to look at: pawl check 'rm -rf build'.");
  const checked = judge(command, cwd);
  if (json)
    console.log(
      JSON.stringify(
        {
          ...verdictOf(checked),
          commands: checked.shell.commands.map(plainCommand),
          programs: programsIn(checked),
          notes: checked.shell.notes,
          lowered: checked.lowered,
        },
        null,
        2,
      ),
    );
  else print(checked);
  return checked.outcome.decision === 'pass' || checked.outcome.decision === 'allow' ? 0 : 1;
}

function verdictOf({ outcome }: Checked) {
  const [first] = outcome.reasons;
  const decision = outcome.decision === 'allow' ? 'pass' : outcome.decision;
  return {
    decision,
    policy: first?.policy ?? null,
    reason: first?.text ?? null,
    code: first?.code ?? null,
    instead: first?.instead ?? null,
  };
}

const shown = (text: string) => text.replaceAll('\u0000', '…');

const plainCommand = (c: ShellCommand) => ({
  name: c.name,
  words: c.words.map((w) => shown(w.text)),
  cwd: c.cwd ?? null,
  via: c.via,
  remote: c.remote,
});

/** The programs of a command, and where the guard knows them from. */
function programsIn({ shell, programs }: Checked) {
  const names = [...new Set(shell.commands.map(({ name }) => name))].filter(Boolean);
  return names.map((name) => ({ name, ...knowledgeOf(name, programs) }));
}

/** Only what a reader may wonder about: programs of the config, and programs nobody knows. */
function programNotes(checked: Checked): string[] {
  return programsIn(checked).flatMap(({ name, from }) => {
    if (from === 'config') return [`${name} is known from your config (programs).`];
    if (from === 'built-in') return [];
    return from === 'grammar'
      ? [`${name} has no spec: its options are known, its effects are not.`]
      : [`${name} is not known: it is judged by its words. Teach it with "programs" in the config.`];
  });
}

function print(checked: Checked): void {
  const { outcome, shell, lowered } = checked;
  console.log(paintDecision(outcome.decision));
  for (const reason of outcome.reasons) {
    console.log(wrap(`${reason.policy}${reason.code ? ` (${reason.code})` : ''}: ${reason.text}`, '  '));
    if (reason.instead) console.log(wrap(`Instead: ${reason.instead}`, '  '));
  }
  for (const { policy, level, decision, reason } of lowered) {
    const becomes = level === 'warn' ? 'a warning' : 'a line in the record';
    console.log(wrap(`${policy}: ${reason} (${decision}, but its level ${level} makes it ${becomes})`, '  '));
  }
  console.log(paint('dim', '\nRead in it:'));
  for (const c of shell.commands) {
    const through = c.via.length > 0 ? paint('dim', `  (through ${c.via.join(' → ')})`) : '';
    console.log(`${'  '.repeat(c.via.length + 1)}${shown(c.words.map((w) => w.text).join(' '))}${through}`);
  }
  for (const note of programNotes(checked)) console.log(paint('dim', wrap(note, '  ')));
  if (shell.notes.length > 0)
    console.log(paint('yellow', `  not all of it could be read: ${shell.notes.join(', ')}`));
}

interface Line {
  id?: unknown;
  command?: unknown;
  cwd?: unknown;
}

function batch(judge: Judge, here: string): number {
  runsLong();
  const out: string[] = [];
  let at = 0;
  for (const text of readFileSync(0, 'utf8').split('\n')) {
    if (text.trim() === '') continue;
    out.push(JSON.stringify(answer(judge, text, at++, here)));
  }
  writeAll(1, `${out.join('\n')}\n`);
  return 0;
}

function answer(judge: Judge, text: string, at: number, here: string) {
  const line = parseLine(text);
  const id = line?.id ?? at;
  if (typeof line?.command !== 'string')
    return { id, decision: 'ask', policy: null, reason: 'this line is no JSON object with a command' };
  const { decision, policy, reason } = verdictOf(judge(line.command, usableDirectory(line.cwd, here)));
  return { id, decision, policy, reason };
}

function parseLine(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}
