// The client's settings files: where they are, how they are read, and how one is written without harm.

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
  /** As the client names it. */
  file: string;
  /** Where the bytes are: a link of a dotfiles manager is followed and kept. */
  target: string;
  exists: boolean;
  /** A byte order mark, kept as it was. */
  mark: string;
  text: string;
}

export function readSettings(file: string): SettingsText {
  const target = follow(file);
  if (!existsSync(target)) return { file, target, exists: false, mark: '', text: '' };
  const bytes = attempt(() => readFileSync(target));
  if (!bytes) throw new UserError(`${file} can’t be read; nothing was changed.`, 1);
  const whole = bytes.toString('utf8');
  if (!Buffer.from(whole).equals(bytes))
    throw new UserError(`${file} is not UTF-8 text; nothing was changed.`, 1);
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  return { file, target, exists: true, mark, text: whole.slice(mark.length) };
}

function follow(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
    return link ? resolve(dirname(file), readlinkSync(file)) : file;
  }
}

/** Whole or not at all, with the mode and owner the file had; refuses a file that somebody made read-only. */
export function writeSettings(read: SettingsText, text: string, scope: Scope = 'user'): void {
  const { target, file } = read;
  const old = statSync(target, { throwIfNoEntry: false });
  const mode = old ? old.mode & 0o777 : scope === 'project' ? 0o644 : 0o600;
  if ((mode & 0o222) === 0)
    throw new UserError(`${file} is read-only; nothing was changed. Make it writable and try again.`, 1);
  const temporary = `${target}.${process.pid}.pawl`;
  try {
    makeFolderFor(target, scope);
    writeSynced(temporary, read.mark + text, mode);
    if (old) attempt(() => chownSync(temporary, old.uid, old.gid));
    const now = readSettings(file);
    if (now.exists !== read.exists || now.text !== read.text) throw new Changed();
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    const { code, message } = error as { code?: string; message: string };
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
      throw new UserError(`${file} can’t be written (${message}); nothing was changed.`, 1);
    throw error;
  }
}

/** What a project shares, its team must be able to read. */
function makeFolderFor(file: string, scope: Scope): void {
  const folder = dirname(file);
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (scope === 'project') chmodSync(folder, 0o755);
}

/** Somebody else wrote the file while we were thinking; whoever gets this thinks again. */
export class Changed extends Error {}

function writeSynced(path: string, text: string, mode: number): void {
  const fd = openSync(path, 'wx', mode);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  chmodSync(path, mode); // The umask may have taken bits away that the file had.
}

/** Turns a syntax problem into what a person can act on. */
export function explainMalformed<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new UserError(
      `${file}:${error.line}: ${error.message}. The file can’t be changed safely as it is, so nothing was changed. Mend line ${error.line}, then run this again.`,
      1,
    );
  }
}

/** The scope a person named; undefined if none. */
export function scopeOf(options: Record<string, unknown>): Scope | undefined {
  const named = scopes.filter((scope) => options[scope] === true);
  if (named.length > 1) throw new UserError(`Choose one of ${named.map((one) => `--${one}`).join(' and ')}.`);
  return named[0];
}

/** In the home directory a project's file is the person's own; it must not become a shared one by accident. */
export function explainScope(scope: Scope, file: string): void {
  if (scope === 'project' && file === settingsFile('user', '', process.env))
    throw new UserError(
      `${file} is your own settings file, not a project’s. Use --user, or go into a project.`,
    );
}
