// Collects the files that a command reads, writes and deletes.
import { OUTPUT_WORDS } from '../base/words.ts';
import type { ShellCommand, ShellWorld } from '../types.ts';
import { access, namedFiles } from './access.ts';
import type { Args } from './args.ts';
import type { FileAccess } from './behaviour.ts';
import { behavioursOf } from './behaviours-of.ts';
import { argsOf } from './registry.ts';

export function filesOf(command: ShellCommand, world: ShellWorld): FileAccess[] {
  const args = argsOf(command);
  const behaviours = behavioursOf(command);
  const more = behaviours.flatMap((behaviour) => behaviour.moreFiles?.(command, args, world) ?? []);
  const behaviourFiles = behaviours.find((behaviour) => behaviour.files)?.files?.(command, args, world);
  if (behaviourFiles) return [...behaviourFiles, ...more];
  return [...namedFiles(command, args, world), ...more, ...scriptOf(command), ...resultsOf(command, args)];
}

/** Names of options whose value is an output file, whatever the program. */
const OUTPUT_OPTION = new RegExp(
  `^--(${OUTPUT_WORDS.replaceAll(' ', '|')}|output)s?(-?(file|path|dir|directory|to|as|json|html|xml))?$`,
  'i',
);

/** `tool --save-json=f`: files behind options that no spec lists, but whose names say that they are outputs. */
function resultsOf(command: ShellCommand, args: Args): FileAccess[] {
  return command.words.flatMap((w, i) => {
    if (!w.text.startsWith('--')) return [];
    const equals = w.text.indexOf('=');
    const name = equals > 0 ? w.text.slice(0, equals) : w.text;
    const value = equals > 0 ? { ...w, text: w.text.slice(equals + 1) } : command.words[i + 1];
    if (!OUTPUT_OPTION.test(name) || !value || !/^[/~.]/.test(value.text) || isListed(name, args)) return [];
    return [access('write', value, command)];
  });
}

const isListed = (name: string, args: Args) =>
  args.options.some((option) => option.name === name && option.kind !== undefined);

/** A shell or interpreter reads the script it runs. */
function scriptOf(command: ShellCommand): FileAccess[] {
  const paths = command.code?.kind === 'file' ? command.code.origins.filter((o) => o.kind === 'file') : [];
  return paths.map((o) => ({
    kind: 'read',
    target: { text: o.name, path: o.name.startsWith('/') ? o.name : undefined, glob: false },
  }));
}
