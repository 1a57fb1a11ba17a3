// A project's files count only after a person looked at them. What was trusted is their content, not their name:
// an edit, a swapped symlink or another branch makes them strangers again.

import { attempt } from '../system/attempt.ts';
import { readText, writeWhole } from '../system/files.ts';
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { isAbsolute, join, relative, resolve } from '../system/path.ts';

export const units = ['config', 'local', 'policies'] as const;
export type Unit = (typeof units)[number];

export interface TrustEntry {
  repository: string;
  unit: Unit;
  hash: string;
  at: number;
}

export function unitPath(root: string, unit: Unit): string {
  const names: Record<Unit, string> = {
    config: 'config.jsonc',
    local: 'config.local.jsonc',
    policies: 'policies',
  };
  return join(root, '.pawl', names[unit]);
}

export function hashText(text: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}

const fileLimit = 1_000_000;

/** A stranger's file may be a link to a device that never ends, or huge: only so many bytes of a plain file. */
export function readStranger(path: string): string | undefined {
  return attempt(() => {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > fileLimit) return undefined;
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(stat.size);
      return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(file);
    }
  });
}

/** The hash of a config file. Scripts of the project that it names are part of what is trusted. */
export function hashConfig(text: string, scripts: readonly PolicyFile[]): string {
  return scripts.length === 0 ? hashText(text) : hashText(JSON.stringify([text, hashFiles(scripts)]));
}

/** The files inside the project that these commands name, in whatever word or part of one. */
export function scriptsOf(root: string, commands: readonly (readonly string[])[]): PolicyFile[] {
  const words = commands.flat().flatMap((word) => [word, ...word.split(/[\s'"=;&|()<>]+/)]);
  const named = words.map((word) => resolve(root, word.replace(/^\$\{?CLAUDE_PROJECT_DIR\}?\//, './')));
  const paths = [...new Set(named)].sort().map((path) => inside(root, path));
  return [...new Set(paths)].flatMap((name) => {
    const text = name && (readStranger(join(root, name)) ?? unread(join(root, name)));
    return name && text !== undefined ? [{ name, text }] : [];
  });
}

/** A program too large to read at every event: its change time, which nobody can set, stands for its content. */
function unread(path: string): string | undefined {
  return attempt(() => {
    const stat = statSync(path);
    return stat.isFile() ? `not read: ${stat.ino} ${stat.size} ${stat.ctimeMs}` : undefined;
  });
}

/** The path from the root, by its own name or by where it really is; undefined outside. */
function inside(root: string, path: string): string | undefined {
  const spellings = [path, attempt(() => realpathSync(path)) ?? path].map((one) => relative(root, one));
  return spellings.find((name) => name !== '' && !name.startsWith('..') && !isAbsolute(name));
}

export interface PolicyFile {
  name: string;
  text: string;
}

/** Room for real policies, not for a link to the whole disk. What is beyond is not read, so it never runs. */
const roomFor = () => ({ entries: 500, bytes: 5_000_000 });

/** Every file below the folder, links to files followed: what would be loaded is what is hashed. */
export function readPolicyFolder(folder: string, below = '', depth = 0, room = roomFor()): PolicyFile[] {
  const names = attempt(() => readdirSync(join(folder, below)).sort()) ?? [];
  return names.flatMap((name) => readPolicyEntry(folder, join(below, name), depth, room));
}

function readPolicyEntry(
  folder: string,
  name: string,
  depth: number,
  room: ReturnType<typeof roomFor>,
): PolicyFile[] {
  if (room.entries-- <= 0 || room.bytes <= 0) return [];
  const path = join(folder, name);
  if (attempt(() => lstatSync(path).isDirectory()))
    return depth < 4 && !name.endsWith('node_modules') ? readPolicyFolder(folder, name, depth + 1, room) : [];
  const text = readStranger(path);
  if (text === undefined) return [];
  room.bytes -= text.length;
  return [{ name, text }];
}

export function hashFiles(files: readonly PolicyFile[]): string {
  return hashText(JSON.stringify(files.map(({ name, text }) => [name, text])));
}

export function readTrust(home: Home): TrustEntry[] {
  try {
    const entries: unknown = JSON.parse(readText(home.trust) ?? '[]');
    return Array.isArray(entries) ? entries.filter((one) => typeof one?.hash === 'string') : [];
  } catch {
    return []; // An unreadable list trusts nobody.
  }
}

export function isTrusted(
  entries: readonly TrustEntry[],
  repository: string,
  unit: Unit,
  hash: string,
): boolean {
  return entries.some(
    (entry) => entry.repository === repository && entry.unit === unit && entry.hash === hash,
  );
}

/** Remembers contents as trusted; the newest twenty per unit, so that switching branches does not ask again. */
export function trust(home: Home, added: readonly TrustEntry[]): void {
  const same = (a: TrustEntry, b: TrustEntry) => a.repository === b.repository && a.unit === b.unit;
  const rest = readTrust(home).filter((old) => !added.some((one) => same(one, old) && one.hash === old.hash));
  const all = [...rest, ...added];
  const kept = all.filter((one) => all.filter((other) => same(one, other) && other.at > one.at).length < 20);
  writeWhole(home.trust, `${JSON.stringify(kept, null, 2)}\n`);
}

export function untrust(home: Home, repository: string): number {
  const entries = readTrust(home);
  const kept = entries.filter((entry) => entry.repository !== repository);
  if (kept.length < entries.length) writeWhole(home.trust, `${JSON.stringify(kept, null, 2)}\n`);
  return entries.length - kept.length;
}

/** Policies are loaded from this copy, so nothing can change between the look and the run. */
export function keepCopy(home: Home, hash: string, files: readonly PolicyFile[]): string {
  const folder = trustedFolder(home, hash);
  for (const { name, text } of files) writeWhole(join(folder, name), text);
  return folder;
}

export function trustedFolder(home: Home, hash: string): string {
  return join(home.trusted, hash.slice(0, 32));
}
