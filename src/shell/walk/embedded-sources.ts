// Finds shell source inside a command: in an option (`tar --to-command`), a variable (`GIT_SSH_COMMAND`) or its words.

import { commandsInText, shellSources } from '../effects/unknown-program.ts';
import { behavioursOf } from '../programs/behaviours-of.ts';
import { argsOf } from '../programs/registry.ts';
import { CODE_TEXTS, COMMAND_VARIABLES } from '../programs/variables.ts';
import type { ShellCommand } from '../types.ts';

export function embeddedSources(command: ShellCommand): string[] {
  const args = argsOf(command);
  const out = [
    ...command.assignments.flatMap((a) => variableSources(a.name, a.value.text)),
    ...(command.name === 'export' ? exportedSources(command) : []),
    ...(args.spec.runs ? [] : optionSources(command)),
    ...behavioursOf(command).flatMap((behaviour) => behaviour.sources?.(command, args) ?? []),
    ...shellSources(command),
  ];
  return out;
}

/** Source in a variable: a command, or code after an exported function, which old shells run (Shellshock). */
function variableSources(name: string, text: string): string[] {
  if (COMMAND_VARIABLES.test(name)) return [/^PS\d$/.test(name) ? promptSource(text) : text];
  if (CODE_TEXTS.test(name)) return commandsInText(text);
  return text.startsWith('() {') ? [text.replace(/^\(\) \{[^}]*\}\s*;?/, '')] : [];
}

function exportedSources(command: ShellCommand): string[] {
  return command.words.slice(1).flatMap((w) => {
    const m = /^(\w+)=([\s\S]*)$/.exec(w.text);
    return m ? variableSources(m[1] as string, m[2] as string) : [];
  });
}

/** The source that a prompt runs: only its substitutions. */
const promptSource = (text: string) => (/\$\(|`/.test(text) ? `: "${text}"` : '');

/** The values of options of kind `runs`, and outputs that are a pipe: `strace -o '|cmd'`, `psql -o '|cmd'`. */
export const optionSources = (command: ShellCommand): string[] =>
  argsOf(command).options.flatMap(({ value, kind }) => {
    if (!value) return [];
    if (kind === 'writes' && /^[|!]/.test(value.text)) return [value.text.slice(1)];
    return kind === 'runs' ? [value.text] : [];
  });
