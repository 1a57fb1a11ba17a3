// Finds commands that do more with a path of Pawl than look at it. The files that a program writes and deletes are known
// from its spec; this file is for the rest: unknown programs and options, rights, links, locks, statements for Pawl's database.
import type { Facts } from '../../../../core/facts.ts';
import { resolve } from '../../../../shell/base/paths.ts';
import { has } from '../../../../shell/programs/args.ts';
import { argsOf, hasTrait, programOf } from '../../../../shell/programs/registry.ts';
import type { ShellCommand, Word } from '../../../../shell/types.ts';
import { possiblePaths } from '../file-access.ts';
import { isProtected, makesClientFolder } from './paths.ts';

export function worksOnOwnFile(command: ShellCommand, facts: Facts): string | undefined {
  if (command.remote || hasTrait(command, 'only-looks')) return undefined;
  if (onlyQueries(command) || onlyChecks(command)) return undefined;
  const own = changedWords(command).find((w) => namesOwnFile(w, command, facts));
  return own && `works on ${own.text}`;
}

function namesOwnFile({ text }: Word, command: ShellCommand, facts: Facts): boolean {
  if (text === 'pawl' && locatesPawl(facts)) return true;
  const path = resolve(text.replace(/^\w+=/, ''), command.cwd);
  if (path === undefined || makesClientFolder(command, path, facts)) return false;
  return [path, ...possiblePaths(path, facts)].some((possible) => isProtected(possible, facts));
}

/** True for commands with `$(which pawl)`, the path of the launcher. */
const locatesPawl = ({ shell }: Facts) =>
  shell.commands.some(
    ({ name, words }) => /^(which|command|type|whereis)$/.test(name) && words.at(-1)?.text === 'pawl',
  );

/** The words that may name a changed path. The source of a copy is only read; one that is linked can be written later. */
function changedWords(command: ShellCommand): readonly Word[] {
  const words = command.words.slice(1);
  // Code for a shell is judged by its own commands.
  if (hasTrait(command, 'shell') || /^(eval|ssh)$/.test(command.name))
    return words.filter((w) => !/\s/.test(w.text));
  return copiesContent(command) ? words.slice(-1) : words;
}

/** True for `cp`, but not for its links (`-l`, `-s`), for `-t`, whose target does not come last, and for other machines. */
function copiesContent(command: ShellCommand): boolean {
  const { operands, behaviours } = programOf(command);
  if (operands !== 'copies' || behaviours?.includes('makesLinks') || hasTrait(command, 'network'))
    return false;
  return !has(argsOf(command), '-l --link -s --symbolic-link -t --target-directory');
}

const QUERY = /^\s*(select|with|explain|\.(schema|tables|indexes|dump|headers|mode|width))\b/i;

/** True if all statements for a database only query it. */
function onlyQueries({ name, words, stdin }: ShellCommand): boolean {
  const texts = words.slice(1).map(({ text }) => text);
  if (name !== 'sqlite3' || (stdin && !texts.includes('-readonly'))) return false;
  // `sqlite3 ~/.pawl/off` makes a file of that name, so the name has to be one of a database.
  if (!texts.some((text) => /\.db$/.test(text))) return false;
  const statements = texts.filter((text) => !text.startsWith('-')).slice(1);
  return statements
    .flatMap((text) => text.split(';'))
    .every((statement) => statement.trim() === '' || QUERY.test(statement));
}

/** True for commands that show or check the JSON of a single file: `python3 -m json.tool f`, `prettier --check f`. */
function onlyChecks({ name, words }: ShellCommand): boolean {
  const text = words.map((w) => w.text).join(' ');
  if (/^(python[\d.]*|json\.tool)$/.test(name)) return /^(\S+ -m )?json\.tool (--\S+ )*[^\s-]\S*$/.test(text);
  if (!/^(npx|pnpm|bunx|yarn|prettier)$/.test(name)) return false;
  const checks = /(^|\s|\/)prettier (--check|-c|-l|--list-different) [^-]/.test(text);
  return checks && !/ (-w|--write)\b/.test(text);
}
