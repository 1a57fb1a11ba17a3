// Finds shell source inside a command: in an option (`tar --to-command`), a variable (`GIT_SSH_COMMAND`) or its words.

import { shellSources } from '../effects/unknown-program.ts';
import { behavioursOf } from '../programs/behaviours-of.ts';
import { argsOf, programOf } from '../programs/registry.ts';
import type { OptionSpec } from '../programs/spec.ts';
import { COMMAND_VARIABLES } from '../programs/variables.ts';
import type { ShellCommand } from '../types.ts';

export function embeddedSources(command: ShellCommand): string[] {
  const args = argsOf(command);
  const out = [
    ...command.assignments.flatMap((a) => variableSources(a.name, a.value.text)),
    ...(command.name === 'export' ? exportedSources(command) : []),
    ...(args.spec.runs ? [] : optionSources(command)),
    ...behavioursOf(command).flatMap((one) => one.sources?.(command, args) ?? []),
    ...shellSources(command),
  ];
  return out;
}

/** Source in a variable: a command, or code after an exported function, which old shells run (Shellshock). */
function variableSources(name: string, text: string): string[] {
  if (COMMAND_VARIABLES.test(name)) return [name.startsWith('PS') ? promptSource(text) : text];
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

/** The values of options of kind `runs`. */
export function optionSources(command: ShellCommand): string[] {
  const args = argsOf(command);
  return args.options.flatMap(({ name, value, kind }) => {
    if (kind !== 'runs' || !value) return [];
    const { only, strip } = detailsOf(name, programOf(command).options, args.spec.options);
    if (only && !new RegExp(only, 'i').test(value.text)) return [];
    return [strip ? value.text.replace(new RegExp(strip, 'i'), '') : value.text];
  });
}

type Options = Readonly<Record<string, string | OptionSpec>> | undefined;

function detailsOf(name: string, ...tables: Options[]): Partial<OptionSpec> {
  for (const table of tables)
    for (const [names, spec] of Object.entries(table ?? {}))
      if (typeof spec === 'object' && names.split(' ').includes(name)) return spec;
  return {};
}
