// Finds shell commands that weaken Pawl in other ways than by the files that their programs write.

import type { Facts } from '../../../../core/facts.ts';
import { pattern } from '../../../../shell/base/pattern.ts';
import { specOf } from '../../../../shell/programs/registry.ts';
import { hasUnreadCode } from '../../../../shell/programs/unexplained.ts';
import type { ShellCommand } from '../../../../shell/types.ts';
import { fillsClientFolder, readsHome, renamesInto, unpacksInto } from './folders.ts';
import { objectionToGit } from './git.ts';
import { worksOnOwnFile } from './own-files.ts';
import { PATCHES_REGISTRATION } from './patches.ts';
import { forbiddenToAgents, isPawl } from './pawl-commands.ts';
import { signalsOwnProcess } from './processes.ts';
import { setsOwnVariable } from './variables.ts';

/** Says what a command does to weaken Pawl, in one way of many; undefined if it does not. */
type Check = (command: ShellCommand, facts: Facts) => string | undefined;

const checks: readonly Check[] = [
  signalsOwnProcess,
  startsClientWithOtherSettings,
  changesClientSettings,
  patchesRegistration,
  unpacksInto,
  renamesInto,
  fillsClientFolder,
  readsHome,
  namesPawlInUnreadCode,
  objectionToGit,
  worksOnOwnFile,
  setsOwnVariable,
];

export function whyWeakens(command: ShellCommand, facts: Facts): string | undefined {
  if (isPawl(command, facts)) return forbiddenToAgents(command) ?? setsOwnVariable(command, facts);
  for (const check of checks) {
    const action = check(command, facts);
    if (action !== undefined) return action;
  }
  return undefined;
}

const argumentsOf = ({ words }: ShellCommand) => words.slice(1).map(({ text }) => text);

function startsClientWithOtherSettings(command: ShellCommand): string | undefined {
  if (command.name !== 'claude' && command.name !== 'npx') return undefined;
  const other = argumentsOf(command).some((w) =>
    /^--(settings|setting-sources|bare|disable-hooks)\b/.test(w),
  );
  return other ? 'starts the client with other settings' : undefined;
}

/** How each program changes the client's settings. */
const CLIENT_SETTINGS: Readonly<Record<string, RegExp>> = {
  claude: /^config (set|add|remove|rm)\b|^plugins? (disable|uninstall|remove|rm)\b.*\bpawl\b/,
  defaults: /^(write|delete|import|rename)\b.*\bcom\.anthropic\./,
};

function changesClientSettings(command: ShellCommand): string | undefined {
  const changes = Object.hasOwn(CLIENT_SETTINGS, command.name) ? CLIENT_SETTINGS[command.name] : undefined;
  return changes?.test(argumentsOf(command).join(' ')) ? 'changes the settings of the client' : undefined;
}

function patchesRegistration({ name, stdin }: ShellCommand): string | undefined {
  const patches = (name === 'git' || name === 'patch') && PATCHES_REGISTRATION.test(stdin?.text ?? '');
  return patches ? 'patches the registration of the hooks' : undefined;
}

/** Code that names files of Pawl beside a call that writes or runs something, or that names a command of Pawl. */
const NAMES_PAWL = pattern(
  String.raw`
  # A call or a redirect that changes something, and a file of Pawl or the settings beside it.
  ^(?=.*[(>|!{"])(?=.*\b(write|delete|remove|rename|copy|save|append|open|print|spit|system|exec|run|spawn|call|chdir|unlink|signal|raise|put|!)\w*).*(\.pawl\/|\.pawl["')]|\.claude\/settings)|
  # pawl off, or the same as a list of words.
  \bpawl[\s"',\]]+(off|pause|allow-once|grant|trust|uninstall|config)\b
`,
  's',
);

/** Languages of which the guard reads only a part. */
const HALF_READ = /^(awk|vim)$/;

function namesPawlInUnreadCode(command: ShellCommand): string | undefined {
  const isUnread = hasUnreadCode(command) || HALF_READ.test(specOf(command)?.language ?? '');
  return isUnread && argumentsOf(command).some((w) => NAMES_PAWL.test(w))
    ? 'names Pawl or its registration in code that the guard does not read'
    : undefined;
}
