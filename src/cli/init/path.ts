// Makes `pawl` a command of the person's shell: a link in a folder that is on PATH already, or a line in the start-up
// file of the shell. `pawl uninstall` takes both away again.
import {
  appendFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { makeFolder, readText } from '../../system/files.ts';
import { type Home, userHome } from '../../system/home.ts';
import { isOnPath } from '../../system/on-path.ts';

export interface PathOffer {
  kind: 'link' | 'line';
  /** The link, or the start-up file. */
  file: string;
  /** The target of the link, or the line that is added. */
  text: string;
}

const mark = '# added by pawl init';

/** Folders in the home directory that many systems have on PATH. */
const ownFolders = ['.local/bin', 'bin'];

/** Offers a change that makes the command `pawl` work; undefined if it works already, or if the shell is not known. */
export function offerPath(home: Home, env: Env = process.env): PathOffer | undefined {
  if (isOnPath(home, env)) return undefined;
  const user = userHome(env);
  const onPath = (env.PATH ?? '').split(':');
  const folder = ownFolders.map((name) => join(user, name)).find((path) => onPath.includes(path));
  if (folder && !lexists(join(folder, 'pawl')))
    return { kind: 'link', file: join(folder, 'pawl'), text: home.launcher };
  const line = startupLine(basename(env.SHELL ?? ''), dirname(home.launcher), user);
  return line && { kind: 'line', ...line };
}

/** Like `existsSync`, but also true for a dangling link. */
const lexists = (path: string) => attempt(() => lstatSync(path)) !== undefined;

function startupLine(shell: string, folder: string, user: string): Omit<PathOffer, 'kind'> | undefined {
  const shown = folder.startsWith(`${user}/`) ? `$HOME${folder.slice(user.length)}` : folder;
  if (/["$`\\\n]/.test(folder)) return undefined;
  if (shell === 'fish')
    return { file: join(user, '.config/fish/config.fish'), text: `fish_add_path "${shown}" ${mark}` };
  const files: Record<string, string> = { bash: '.bashrc', zsh: '.zshrc', sh: '.profile', dash: '.profile' };
  const file = files[shell];
  return file ? { file: join(user, file), text: `export PATH="${shown}:$PATH" ${mark}` } : undefined;
}

export function addToPath({ kind, file, text }: PathOffer): void {
  if (kind === 'link') {
    symlinkSync(text, file);
    return;
  }
  makeFolder(dirname(file));
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (before.includes(text)) return;
  appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${text}\n`);
}

/** Removes the link and the lines that `addToPath` made; returns the files that were changed. */
export function removeFromPath(home: Home, env: Env = process.env): string[] {
  const user = userHome(env);
  const links = ownFolders
    .map((name) => join(user, name, 'pawl'))
    .filter((path) => attempt(() => readlinkSync(path)) === home.launcher);
  for (const path of links) rmSync(path, { force: true });
  const files = ['.bashrc', '.zshrc', '.profile', '.config/fish/config.fish'].map((name) => join(user, name));
  return [...links, ...files.filter(removeLines)];
}

function removeLines(file: string): boolean {
  const before = readText(file);
  if (!before?.includes(mark)) return false;
  const after = before
    .split('\n')
    .filter((line) => !line.endsWith(mark))
    .join('\n');
  // Written in place: the file may be a link into a folder of dotfiles.
  return attempt(() => writeFileSync(file, after) ?? true) ?? false;
}
