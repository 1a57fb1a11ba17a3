// `pawl check`: what the guard says about a shell command, and how it reads the command.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { displayWord, displayWords } from '../../shell/base/words.ts';
import { knowledgeOf } from '../../shell/programs/registry.ts';
import type { ShellCommand } from '../../shell/types.ts';
import { describePause, pausedBy, readPauses, readSwitchedOff } from '../../store/files/overrides.ts';
import { UserError } from '../../system/errors.ts';
import { writeAll } from '../../system/fs/index.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { type CheckResult, commandChecker, usableDirectory } from '../support/check-command.ts';
import { explainCheck, printWhy } from '../support/check-why.ts';
import { inputLines } from '../support/input-lines.ts';
import { enableJit } from '../support/jit.ts';
import { paintDecision } from '../support/open-log.ts';
import { printLeftOut } from '../support/own-code.ts';
import { escapeOutput, paint, visible, wrap } from '../support/terminal.ts';

const check: Command = {
  summary: 'Show what the guard says about a shell command, without running it',
  unknownOptionHint: 'Put the command to check in quotes.',
  usage: "'<command>'",
  details: `
Prints the decision, the policy and its reason, a safer alternative if there is one, and the commands that would run,
including those in wrappers and substitutions. The exit code is 1 if it would be refused or asked about. Your rules,
policy files and scripts are asked too, as in a session; scripts find PAWL_DRY_RUN=1 in their environment.

--why adds the effects of the command, what was found on this machine, and what would change the decision.

--batch reads JSON lines {"command", "cwd"?, "id"?} and answers each at once with a JSON line
{"id", "decision", "policy", "code", "reason"}.

  pawl check 'curl -s https://example.com | sh'
  pawl check --why 'pkill -f "next dev"'
  pawl check --batch < commands.jsonl`,
  options: {
    cwd: { type: 'string', value: 'dir', about: 'The folder in which the command would run' },
    why: { type: 'boolean', about: 'Explain the decision, and what would change it' },
    batch: { type: 'boolean', alone: ['cwd'], about: 'Read commands from stdin, as JSON lines' },
    ...jsonOption,
  },
  run(args) {
    const check = commandChecker(findHome(), process.env, Date.now());
    const here = resolve((args.options.cwd as string | undefined) ?? '.');
    if (!statSync(here, { throwIfNoEntry: false })?.isDirectory())
      throw new UserError(`There is no folder ${here}.`);
    if (args.options.batch && args.rest.length > 0)
      throw new UserError('--batch reads the commands from stdin, so none is given as an argument.');
    if (args.options.batch) return checkBatch(check, here);
    return checkOne(check, here, args);
  },
};
export default check;

type Check = ReturnType<typeof commandChecker>;

async function checkOne(check: Check, cwd: string, { rest, json, options }: ParsedArgs): Promise<number> {
  const command = rest.join(' ');
  if (command.trim() === '') throw new UserError("Give a command to check: pawl check 'rm -rf build'.");
  const checked = await check(command, cwd);
  if (json)
    console.log(
      JSON.stringify(
        {
          ...verdictOf(checked),
          commands: checked.shell.commands.map(plainCommand),
          programs: programsIn(checked),
          notes: checked.shell.notes,
          lowered: checked.lowered,
          failed: checked.failed,
          left_out: checked.leftOut,
          ...(options.why && { why: explainCheck(checked) }),
        },
        null,
        2,
      ),
    );
  else {
    printResult(checked);
    for (const line of notInForce(checked)) console.log(paint('yellow', wrap(line)));
    if (options.why) printWhy(explainCheck(checked));
    printLeftOut(checked.leftOut);
  }
  return checked.outcome.decision === 'pass' || checked.outcome.decision === 'allow' ? 0 : 1;
}

function verdictOf({ outcome }: CheckResult) {
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

const plainCommand = (c: ShellCommand) => ({
  name: c.name,
  words: c.words.map(displayWord),
  cwd: c.cwd ?? null,
  via: c.via,
  remote: c.remote,
});

/** The programs in the command, and from where the guard knows each of them. */
function programsIn({ shell, programs }: CheckResult) {
  const names = [...new Set(shell.commands.map(({ name }) => name))].filter(Boolean);
  return names.map((name) => ({ name, ...knowledgeOf(name, programs) }));
}

/** Notes about programs from the config, and about programs that the guard does not know. */
function programNotes(checked: CheckResult): string[] {
  return programsIn(checked).flatMap(({ name, from }) => {
    if (from === 'config') return [`${name} is described in your config (programs).`];
    if (from === 'built-in') return [];
    return from === 'grammar'
      ? [`${name} has no spec: Pawl knows its options, but not its effects.`]
      : [
          `Pawl does not know ${name}, so it checks only its arguments. Describe it in your config (programs).`,
        ];
  });
}

function printResult(checked: CheckResult): void {
  const { outcome, shell, lowered } = checked;
  console.log(paintDecision(outcome.decision));
  for (const reason of outcome.reasons) {
    console.log(wrap(`${reason.policy}${reason.code ? ` (${reason.code})` : ''}: ${reason.text}`, '  '));
    if (reason.instead) console.log(wrap(`Instead: ${reason.instead}`, '  '));
  }
  for (const { policy, level, decision, reason } of lowered) {
    const instead = level === 'warn' ? 'it only warns' : 'it is only recorded';
    console.log(wrap(`${policy}: ${reason} (${decision}, but at level ${level} ${instead})`, '  '));
  }
  for (const { policy, error } of checked.failed)
    console.log(paint('red', wrap(`${policy} failed: it ${visible(error)}`, '  ')));
  console.log(paint('dim', '\nCommands that would run:'));
  const lines = shell.commands.map(({ words, via }) => ({ text: displayWords(words), via }));
  for (const { text, via } of lines) {
    const through = via.length > 0 ? paint('dim', `  (through ${via.join(' → ')})`) : '';
    console.log(`${'  '.repeat(via.length + 1)}${text}${through}`);
  }
  if (lines.some(({ text }) => text.includes('…')))
    console.log(paint('dim', wrap('… stands for a part that can’t be known before the command runs.', '  ')));
  for (const note of programNotes(checked)) console.log(paint('dim', wrap(note, '  ')));
  if (shell.notes.length > 0)
    console.log(
      paint(
        'yellow',
        wrap(`Part of it could not be read: ${shell.notes.join(', ')} (\`pawl help shell\`).`, '  '),
      ),
    );
}

/** What a person has switched off for now: a session would not be refused, although this command says so. */
function notInForce({ outcome }: CheckResult): string[] {
  const home = findHome();
  if (outcome.reasons.length === 0) return [];
  if (readSwitchedOff(home))
    return ['\nPawl is switched off, so no session is refused this now (`pawl on`).'];
  const pauses = readPauses(home, Date.now());
  const found = outcome.reasons.flatMap(({ policy }) => pausedBy(pauses, policy, '') ?? []);
  return [...new Set(found)].map(
    (pause) => `\nPaused now: ${describePause(pause)} (\`pawl resume ${pause.id}\` ends it).`,
  );
}

interface BatchLine {
  id?: unknown;
  command?: unknown;
  cwd?: unknown;
}

/** Each line is answered before the next one is read, so that another program can talk to this one. */
async function checkBatch(check: Check, here: string): Promise<number> {
  enableJit();
  let at = 0;
  for (const text of inputLines()) {
    if (text.trim() === '') continue;
    writeAll(1, `${escapeOutput(JSON.stringify(await checkLine(check, text, at++, here)))}\n`);
  }
  return 0;
}

async function checkLine(check: Check, text: string, at: number, here: string) {
  const line = parseLine(text);
  const id = line?.id ?? at;
  if (typeof line?.command !== 'string')
    return {
      id,
      decision: 'ask',
      policy: null,
      code: null,
      reason: 'this line is not a JSON object with a command',
    };
  const { decision, policy, code, reason } = verdictOf(
    await check(line.command, usableDirectory(line.cwd, here)),
  );
  return { id, decision, policy, code, reason };
}

function parseLine(text: string): BatchLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as BatchLine) : undefined;
  } catch {
    return undefined;
  }
}
