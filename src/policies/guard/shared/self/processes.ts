// Finds commands that signal Pawl's own processes or the client, by the way they choose processes. Whether such a process
// runs at this moment does not matter, because one runs at the next tool call.
import type { Facts } from '../../../../core/facts.ts';
import type { ProcessSelector } from '../../../../core/look.ts';
import { matcherOf } from '../../../../domain/match-processes.ts';
import { hasTrait } from '../../../../shell/programs/registry.ts';
import type { ShellCommand, Word } from '../../../../shell/types.ts';
import { foundProcesses, processSelectors } from '../process-selectors.ts';

const PAWL = { pid: 0, user: 0, name: 'pawl', args: ['.pawl/bin/pawl', 'hook', 'PreToolUse'] };
const CLIENT = { pid: 0, user: 0, name: 'claude', args: ['claude'] };

export function signalsOwnProcess(command: ShellCommand, facts: Facts): string | undefined {
  if (command.remote) return undefined;
  if (hasTrait(command, 'signals'))
    return bySelector(processSelectors(command, facts.shell.commands)) ?? byWord(command, facts);
  if (hasTrait(command, 'holds-processes') && command.words.some(isParentProcess))
    return 'holds up the client';
  return hasTrait(command, 'words') ? undefined : bySelector(foundProcesses(command, facts.shell.commands));
}

function bySelector(selectors: readonly ProcessSelector[] | undefined): string | undefined {
  if (selectors?.some((selector) => matches(selector, PAWL) || /\.pawl\/bin/.test(textOf(selector))))
    return 'stops Pawl';
  const stopsClient = selectors?.some(
    (selector) => matches(selector, CLIENT) || /(?<![\w-])claude-code\b/.test(textOf(selector)),
  );
  return stopsClient ? 'stops the client' : undefined;
}

/** An empty pattern chooses by something else, such as a parent or a terminal; guard/processes looks that up. */
const matches = (selector: ProcessSelector, process: typeof PAWL) =>
  textOf(selector) !== '' && matcherOf(selector)?.(process) === true;

function textOf(selector: ProcessSelector): string {
  if (selector.by === 'name') return selector.name;
  if (selector.by === 'pattern') return selector.pattern;
  return selector.by === 'line' ? selector.patterns.map(({ pattern }) => pattern).join(' ') : '';
}

const isParentProcess = (w: Word) =>
  w.origins.some(({ kind, name }) => kind === 'variable' && name === 'PPID');

/** `taskkill /im pawl.exe`, `kill -STOP $PPID`, `kill 4242` */
function byWord({ name, words, script }: ShellCommand, { look }: Facts): string | undefined {
  const targets = words.slice(1);
  if (/^(taskkill|fkill|stop-process|spps|skill|snice)$/.test(name)) {
    const own = targets.find((w) => /^(pawl|claude)(\.exe)?$/i.test(w.text));
    return own && `stops ${/^pawl/i.test(own.text) ? 'Pawl' : 'the client'}`;
  }
  // In a tool call the parent of the shell is the client; in a script it is the process that started the script.
  if (!script && targets.some(isParentProcess)) return 'stops the client';
  const pids = name === 'kill' ? targets.flatMap((w) => /^-?(\d{2,})$/.exec(w.text)?.[1] ?? []) : [];
  const found = look.processes(pids.slice(0, 20).map((pid) => ({ by: 'pid', pid: Number(pid) })));
  return pids.length > 0 && found?.some(({ owner }) => owner === 'client') ? 'stops the client' : undefined;
}
