// Recognises words that look like the name of a secret file but name none (a placeholder, a setting, a field in code),
// and uses of a secret file that neither show nor lose anything.
import type { Facts } from '../../../../core/facts.ts';
import { appends, type PathAccess } from '../file-access.ts';

/** Names of settings and fields that are also names of files. */
const SETTING = /^(api[-_]?keys?|(auth|access|refresh)[-_]?token|tokens?|secrets?|credentials?)$/i;

/** True for `tool config api_key X` and `tool --sql "SELECT f.key …"`: a file would be a word of its own. */
export function isNoFile({ kind, text, command }: PathAccess): boolean {
  if (kind !== 'names' || text.includes('/')) return false;
  if (SETTING.test(text)) return true;
  return /^\w*\.key$/.test(text) && !command?.words.some((w) => w.text.split('=').at(-1) === text);
}

/** True for `tool --token <token>`, as documentation writes it, unless there is such a file. */
export const isPlaceholder = ({ text, path }: PathAccess, source: string, { files }: Facts): boolean =>
  /^[A-Za-z][\w-]*$/.test(text) && source.includes(`<${text}>`) && !files.exists(path);

/** Programs that check or format code, to which a name without a dot is a folder of it: `eslint nodes credentials`. */
const LINTER = /^(eslint|prettier|biome|tsc|oxlint|stylelint|ruff|black|flake8|mypy|pylint|gofmt|rubocop)$/;

export const isLintedFolder = ({ path, command }: PathAccess): boolean =>
  LINTER.test(command?.name ?? '') && SETTING.test(path.slice(path.lastIndexOf('/') + 1));

/** Options for a file of variables, and programs that set the variables of such a file for another program. */
const FILE_OPTION = /^--[\w-]*(env|secret|var)s?-?file$/;
const LOADER = /^(dotenv-[\w-]+|env-cmd|dotenvx|envdir|varlock)$/;

/** True for `act --secret-file .env`, `dotenv-run-script .env -- build`: the file is used, and not shown. */
export function isLoaded({ text, path, command }: PathAccess): boolean {
  if (!command || !ENVIRONMENT_FILE.test(path)) return false;
  const words = command.words.map((w) => w.text);
  const at = words.findIndex((word) => word === text || word.endsWith(`=${text}`));
  const option = words[at] === text ? words[at - 1] : words[at]?.replace(/=.*$/s, '');
  if (FILE_OPTION.test(option ?? '')) return true;
  return LOADER.test(command.name) && words.includes('--') && at < words.indexOf('--');
}

const ENVIRONMENT_FILE = /\/(\.env(\.[\w-]+)*|[\w-]+\.env)$/i;

/** True for `echo PORT=3000 >> .env` in the project: what the file holds is neither shown nor lost. */
export const isAppended = ({ kind, path, glob, command }: PathAccess, { project }: Facts): boolean =>
  kind === 'write' &&
  !glob &&
  command !== undefined &&
  !command.remote &&
  appends(command) &&
  path.startsWith(`${project.root}/`) &&
  ENVIRONMENT_FILE.test(path);
