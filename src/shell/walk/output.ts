// Finds out what a command prints, if that can be known, and where the text comes from.
import { displayWords, joinOrigins } from '../base/words.ts';
import { behavioursOf } from '../programs/behaviours-of.ts';
import { filesOf } from '../programs/files.ts';
import { programOf } from '../programs/registry.ts';
import { flow, type Reader, type State } from '../state/state.ts';
import type { Flow, Origin, ShellCommand, ShellWorld } from '../types.ts';

export function outputOf(command: ShellCommand, state: State, reader: Reader): Flow {
  for (const behaviour of behavioursOf(command)) {
    const printed = behaviour.prints?.(command, state, reader);
    if (printed) return printed;
  }
  return flow(undefined, joinOrigins(originsOf(command, reader.world), command.stdin?.origins));
}

const MAX_LABEL = 120;

function originsOf(command: ShellCommand, world: ShellWorld): Origin[] {
  const traits = programOf(command).traits ?? [];
  const name = displayWords(command.words).slice(0, MAX_LABEL);
  const origins: Origin[] = [];
  if (traits.includes('fetches')) origins.push({ kind: 'network', name });
  if (traits.includes('decodes')) origins.push({ kind: 'decoded', name });
  if (traits.includes('environment'))
    origins.push(...printedVariables(command, name, traits.includes('named-variables')));
  for (const { kind, target } of filesOf(command, world))
    if (kind === 'read' && target.path) origins.push({ kind: 'file', name: target.path });
  if (traits.includes('private-data')) origins.push({ kind: 'command', name: rawText(command) });
  return origins.length > 0 ? origins : [{ kind: 'command', name: rawText(command) }];
}

/** The variables that `env` or `printenv HOME` print. With more words they set variables or run a command. */
function printedVariables({ words }: ShellCommand, name: string, namesThem: boolean): Origin[] {
  if (words.length > 2) return [];
  const given = words[1]?.text ?? '';
  if (namesThem && given) return [{ kind: 'variable', name: given }];
  return /^(-i|--ignore-environment)$/.test(given) ? [] : [{ kind: 'environment', name }];
}

/** The command line with its `HOLE` characters, by which policies recognise well-known commands. */
export const rawText = ({ assignments, via, words }: ShellCommand) =>
  [...assignments.map((a) => `${a.name}=${a.value.text}`), ...via, ...words.map((w) => w.text)]
    .join(' ')
    .slice(0, MAX_LABEL);
