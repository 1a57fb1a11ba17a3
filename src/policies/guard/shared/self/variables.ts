// Variables that would make the client or Pawl use other settings or another folder.
import type { Facts } from '../../../../core/facts.ts';
import { resolve } from '../../../../shell/base/paths.ts';
import { hasTrait } from '../../../../shell/programs/registry.ts';
import type { ShellCommand } from '../../../../shell/types.ts';
import { isProtected } from './paths.ts';

const NAMES =
  'PAWL_\\w+|CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE|CLAUDE_CODE_(?:DISABLE|SKIP)_\\w*HOOK\\w*|DISABLE_HOOKS';
const OWN = new RegExp(`^(?:${NAMES})$`);
const ASSIGNMENT = new RegExp(`(?:^|\\n|export\\s+)\\s*(${NAMES})=`);

export function setsOwnVariable(command: ShellCommand, facts: Facts): string | undefined {
  const name = variablesSetBy(command).find((variable) => OWN.test(variable));
  if (name) return `sets ${name}`;
  const line = writesVariables(facts) && command.words.find((w) => ASSIGNMENT.test(w.text));
  if (line) return `sets ${ASSIGNMENT.exec(line.text)?.[1]} in a file of variables`;
  const folder = command.words.length > 0 && ownFolderOf(command, facts);
  return folder ? `lets \`${command.name}\` work in ${folder}` : undefined;
}

const variablesSetBy = (command: ShellCommand): string[] => [
  ...command.assignments.map((assignment) => assignment.name),
  ...(hasTrait(command, 'sets-variables')
    ? command.words.slice(1).map((w) => w.text.replace(/=.*$/s, ''))
    : []),
];

/** `echo NAME=1 >> .env`: tools load such a file before they start a program. */
const writesVariables = ({ shell }: Facts): boolean =>
  shell.effects.some(
    (e) => e.kind === 'write' && e.targets.some(({ text }) => /(^|\/)\.env[\w.]*$/.test(text)),
  );

/** `GOBIN=~/.pawl/bin go install`: a program takes its folder from a variable. */
function ownFolderOf(command: ShellCommand, facts: Facts): string | undefined {
  const { assignments, cwd, remote } = command;
  if (remote || hasTrait(command, 'only-looks')) return undefined;
  const own = assignments.find(({ value }) => {
    const path = resolve(value.text, cwd);
    return path !== undefined && /[/~]/.test(value.text) && isProtected(path, facts);
  });
  return own?.value.text;
}
