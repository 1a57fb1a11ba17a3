// Judges the effects of a shell command: the gravest of the kinds that a policy is about.

import type { Facts } from '../../../core/facts.ts';
import { clip } from '../../../core/text.ts';
import { ask, deny } from '../../../index.ts';
import { displayWords } from '../../../shell/base/words.ts';
import { specOf } from '../../../shell/programs/registry.ts';
import type { Effect, EffectKind, Origin, ShellCommand } from '../../../shell/types.ts';
import { inScript } from './scripts.ts';

/** Tools that run a shell command: also MCP tools with a `command` input, and notebooks with lines such as `!ls`. */
export const SHELLS = ['Bash', 'PowerShell', 'Monitor', 'NotebookEdit', 'mcp__*'] as const;

/** The option with which a person accepts some effects; every policy about effects has it. */
export const acceptOption = {
  accept: {
    default: [] as string[],
    weaker: 'more items',
    about: 'Codes of effects that are accepted without a verdict.',
  },
} as const;

export function judgeEffects(facts: Facts, kinds: readonly EffectKind[], accept: readonly string[] = []) {
  return verdictFor(objections(facts, kinds, accept));
}

/** The effects of these kinds that are refused or asked about. */
export function objections(facts: Facts, kinds: readonly EffectKind[], accept: readonly string[]): Effect[] {
  const concerned = facts.shell.effects.filter(
    (e) => e.weight !== 'plain' && kinds.includes(e.kind) && !accept.includes(e.code),
  );
  return concerned.flatMap((e) => inScript(e, facts) ?? []);
}

const MAX_TEXT = 120;

const textOf = ({ words }: ShellCommand) =>
  words
    .map((w) => w.text)
    .join(' ')
    .slice(0, MAX_TEXT);

const isOutput = ({ kind }: Origin) => kind === 'command' || kind === 'network' || kind === 'decoded';

/** True if the text is the output of this command, as in `$(op read x)`. */
export function isPrintedBy(origin: Origin, command: ShellCommand): boolean {
  const text = textOf(command);
  return isOutput(origin) && text !== '' && origin.name.endsWith(text);
}

const commandsByText = new WeakMap<readonly ShellCommand[], ReadonlyMap<string, readonly ShellCommand[]>>();

/** A long script has thousands of commands, so they are looked up by their text. */
function byText(all: readonly ShellCommand[]): ReadonlyMap<string, readonly ShellCommand[]> {
  const known = commandsByText.get(all) ?? Map.groupBy(all, textOf);
  commandsByText.set(all, known);
  return known;
}

/** The command that printed a text; undefined if it is not known. */
export function printerOf(
  origin: Origin,
  all: readonly ShellCommand[],
  except: ShellCommand,
): ShellCommand | undefined {
  if (!isOutput(origin)) return undefined;
  const { name } = origin;
  for (let at = Math.max(0, name.length - MAX_TEXT); at < name.length; at++) {
    const printer = byText(all)
      .get(name.slice(at))
      ?.find((command) => command !== except);
    if (printer) return printer;
  }
  return undefined;
}

export function verdictFor(effects: readonly Effect[]) {
  const worst = effects.find((e) => e.weight === 'irreversible') ?? effects[0];
  if (!worst) return undefined;
  const verdict = worst.weight === 'irreversible' ? deny : ask;
  return verdict(describeEffect(worst), { code: worst.code, ...(worst.safer && { instead: worst.safer }) });
}

/** The reason and, for a command inside another one, the command and its wrappers. */
function describeEffect({ reason, command }: Effect): string {
  if (command.via.length === 0) return reason;
  const shown = clip(displayWords(command.words), 80);
  const nested = [...(shown ? [`\`${shown}\``] : []), `through ${command.via.join(' → ')}`];
  return `${reason.replace(/\.$/, '')} (${nested.join(', ')})`;
}

/** For messages about a path that is given to something unknown: a program, or an option of a known program. */
export function unknownReceiver(command: ShellCommand | undefined): string {
  const name = command?.name ?? '';
  return command && specOf(command)
    ? `an option of ${name} that Pawl does not know`
    : `${name}, which Pawl does not know`;
}
