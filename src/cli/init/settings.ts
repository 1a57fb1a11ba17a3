// The client's settings files: where they are, and how they are read and safely written.

import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { UserError } from '../../system/errors.ts';
import { clientHome } from '../../system/home.ts';
import { Malformed } from './json.ts';

export const scopes = ['user', 'project', 'local'] as const;
export type Scope = (typeof scopes)[number];

export function settingsFile(scope: Scope, root: string, env: Env): string {
  if (scope === 'user') return join(clientHome(env), 'settings.json');
  return join(root, '.claude', scope === 'project' ? 'settings.json' : 'settings.local.json');
}

export interface SettingsText {
  /** The path that the client uses. */
  file: string;
  /** The path after links are followed; a link of a dotfiles manager is kept. */
  target: string;
  exists: boolean;
  /** The byte order mark if there is one, else empty. */
  byteOrderMark: string;
  text: string;
}

export function readSettings(file: string): SettingsText {
  const target = follow(file);
  if (!existsSync(target)) return { file, target, exists: false, byteOrderMark: '', text: '' };
  const bytes = attempt(() => readFileSync(target));
  if (!bytes) throw new UserError(`Nothing was changed: ${file} can’t be read.`, 1);
  const whole = bytes.toString('utf8');
  if (!Buffer.from(whole).equals(bytes))
    throw new UserError(`Nothing was changed: ${file} is not UTF-8 text.`, 1);
  const byteOrderMark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  return { file, target, exists: true, byteOrderMark, text: whole.slice(byteOrderMark.length) };
}

function follow(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
    return link ? resolve(dirname(file), readlinkSync(file)) : file;
  }
}

/** Writes atomically and keeps mode and owner. Refuses to replace a read-only file. */
export function writeSettings(read: SettingsText, text: string, scope: Scope = 'user'): void {
  const { target, file } = read;
  const old = statSync(target, { throwIfNoEntry: false });
  const mode = old ? old.mode & 0o777 : scope === 'project' ? 0o644 : 0o600;
  if ((mode & 0o222) === 0)
    throw new UserError(`Make ${file} writable and try again: it is read-only. Nothing was changed.`, 1);
  const temporary = `${target}.${process.pid}.pawl`;
  try {
    makeFolderFor(target, scope);
    writeSynced(temporary, read.byteOrderMark + text, mode);
    if (old) attempt(() => chownSync(temporary, old.uid, old.gid));
    const now = readSettings(file);
    if (now.exists !== read.exists || now.text !== read.text) throw new ChangedMeanwhile();
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    const { code, message } = error as { code?: string; message: string };
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
      throw new UserError(`Nothing was changed: ${file} can’t be written (${message}).`, 1);
    throw error;
  }
}

/** The folder of a project's shared settings must be readable for the team. */
function makeFolderFor(file: string, scope: Scope): void {
  const folder = dirname(file);
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (scope === 'project') chmodSync(folder, 0o755);
}

/** Another program wrote the file after it was read; the caller must start again. */
export class ChangedMeanwhile extends Error {}

/** The client writes its files too, some of them often. If it did so in the meantime, this starts again with its version. */
export function retryIfChanged<T>(work: () => T): T {
  for (let left = 5; ; left--) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || left === 0) throw error;
    }
  }
}

function writeSynced(path: string, text: string, mode: number): void {
  const fd = openSync(path, 'wx', mode);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  chmodSync(path, mode); // The umask may have removed bits of the mode.
}

/** Turns a syntax error into a message for the user. */
export function explainMalformed<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new UserError(
      `${file}:${error.line}: ${error.message}. Fix that line and run this again; nothing was changed.`,
      1,
    );
  }
}

/** The scope of the options --user, --project and --local; undefined if there is none. */
export function scopeOf(options: Record<string, unknown>): Scope | undefined {
  const named = scopes.filter((scope) => options[scope] === true);
  if (named.length > 1)
    throw new UserError(`Use only one of ${named.map((scope) => `--${scope}`).join(' and ')}.`);
  return named[0];
}

/** Throws in the home directory: a project's settings file there is the user's own, which must not become a shared one. */
export function checkScope(scope: Scope, file: string): void {
  if (scope === 'project' && file === settingsFile('user', '', process.env))
    throw new UserError(
      `Use --user, or change to the folder of a project: ${file} is your own settings file.`,
    );
}
