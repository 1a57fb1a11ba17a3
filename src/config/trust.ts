// A project's files are used only after a person trusted them with `pawl trust`. Trust is bound to their content, not
// to their name: after an edit, a changed symlink or a switch to another branch they are untrusted again.

import { attempt } from '../system/attempt.ts';
import { readText, writeFileAtomic } from '../system/files.ts';
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
import type { Person } from '../system/person.ts';
import { openSealed, sealed, unproved } from '../system/seal.ts';

/** The parts of a project that are trusted separately. */
export const units = ['config', 'local', 'policies'] as const;
export type Unit = (typeof units)[number];

export interface TrustEntry {
  repository: string;
  unit: Unit;
  hash: string;
  at: number;
}

/** A stored entry, with the seal that only `pawl trust` writes. */
interface StoredEntry extends TrustEntry {
  seal: string;
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

const maxFileSize = 1_000_000;

/**
 * Reads a file that an untrusted project controls. Returns undefined for anything but a regular file of at most 1 MB:
 * it could be huge, or a link to a device that never ends.
 */
export function readUntrusted(path: string): string | undefined {
  return attempt(() => {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > maxFileSize) return undefined;
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(stat.size);
      return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(file);
    }
  });
}

/** The hash includes the project's scripts that the config runs, because they are trusted with it. */
export function hashConfig(text: string, scripts: readonly FileText[]): string {
  return scripts.length === 0 ? hashText(text) : hashText(JSON.stringify([text, hashFiles(scripts)]));
}

/** The files inside the project that any word of these commands names, or any part of a word (`--script=check.sh`). */
export function scriptsOf(root: string, commands: readonly (readonly string[])[]): FileText[] {
  const words = commands.flat().flatMap((word) => [word, ...word.split(/[\s'"=;&|()<>]+/)]);
  const resolved = words.map((word) => resolve(root, word.replace(/^\$\{?CLAUDE_PROJECT_DIR\}?\//, './')));
  const paths = [...new Set(resolved)].sort().map((path) => pathInside(root, path));
  return [...new Set(paths)].flatMap((name) => {
    const text = name && (readUntrusted(join(root, name)) ?? programStamp(join(root, name)));
    return name && text !== undefined ? [{ name, text }] : [];
  });
}

/** Identifies a program that is too large to be read for every event, by its change time, which no program can set. */
function programStamp(path: string): string | undefined {
  return attempt(() => {
    const stat = statSync(path);
    return stat.isFile() ? `not read: ${stat.ino} ${stat.size} ${stat.ctimeMs}` : undefined;
  });
}

/** The path relative to the root, as written or with links resolved; undefined if it is outside. */
function pathInside(root: string, path: string): string | undefined {
  const spellings = [path, attempt(() => realpathSync(path)) ?? path].map((spelling) =>
    relative(root, spelling),
  );
  return spellings.find((name) => name !== '' && !name.startsWith('..') && !isAbsolute(name));
}

/** A file of a config or of policies: its name in the folder, and the text that a person trusts. */
export interface FileText {
  name: string;
  text: string;
}

/** Enough for real policies, but not for a link to the whole disk. Files beyond it are not read and never run. */
const readBudget = () => ({ entries: 500, bytes: 5_000_000 });

/** Every file below the folder, with links to files followed, so that whatever would be loaded is hashed. */
export function readPolicyFolder(folder: string, below = '', depth = 0, budget = readBudget()): FileText[] {
  const names = attempt(() => readdirSync(join(folder, below)).sort()) ?? [];
  return names.flatMap((name) => readPolicyEntry(folder, join(below, name), depth, budget));
}

function readPolicyEntry(
  folder: string,
  name: string,
  depth: number,
  budget: ReturnType<typeof readBudget>,
): FileText[] {
  if (budget.entries-- <= 0 || budget.bytes <= 0) return [];
  const path = join(folder, name);
  if (attempt(() => lstatSync(path).isDirectory()))
    return depth < 4 && !name.endsWith('node_modules')
      ? readPolicyFolder(folder, name, depth + 1, budget)
      : [];
  const text = readUntrusted(path);
  if (text === undefined) return [];
  budget.bytes -= text.length;
  return [{ name, text }];
}

export function hashFiles(files: readonly FileText[]): string {
  return hashText(JSON.stringify(files.map(({ name, text }) => [name, text])));
}

/** The entries that a person made; others are reported. */
export function readTrust(home: Home): TrustEntry[] {
  return readStored(home).filter((entry) => {
    const opened = openSealed<TrustEntry>(home, 'trust', entry.seal)?.content;
    const isProved =
      opened?.repository === entry.repository && opened.unit === entry.unit && opened.hash === entry.hash;
    if (!isProved) unproved.add(home.trust);
    return isProved;
  });
}

function readStored(home: Home): StoredEntry[] {
  try {
    const entries: unknown = JSON.parse(readText(home.trust) ?? '[]');
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry?.hash === 'string') : [];
  } catch {
    return []; // Nothing is trusted if the list can't be read.
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

/** Adds trusted contents. The newest twenty per unit are kept, so that switching branches does not ask again. */
export function trust(home: Home, added: readonly TrustEntry[], person: Person): void {
  const sameUnit = (a: TrustEntry, b: TrustEntry) => a.repository === b.repository && a.unit === b.unit;
  const rest = readStored(home).filter(
    (old) => !added.some((entry) => sameUnit(entry, old) && entry.hash === old.hash),
  );
  const all = [...rest, ...added.map((entry) => ({ ...entry, seal: sealed(home, 'trust', entry, person) }))];
  const kept = all.filter(
    (entry) => all.filter((other) => sameUnit(entry, other) && other.at > entry.at).length < 20,
  );
  writeFileAtomic(home.trust, `${JSON.stringify(kept, null, 2)}\n`);
}

export function untrust(home: Home, repository: string): number {
  const entries = readStored(home);
  const kept = entries.filter((entry) => entry.repository !== repository);
  if (kept.length < entries.length) writeFileAtomic(home.trust, `${JSON.stringify(kept, null, 2)}\n`);
  return entries.length - kept.length;
}

/** Policies are loaded from this copy, so that they can't change between the review and the run. */
export function keepCopy(home: Home, hash: string, files: readonly FileText[]): string {
  const folder = trustedFolder(home, hash);
  for (const { name, text } of files) writeFileAtomic(join(folder, name), text);
  return folder;
}

export function trustedFolder(home: Home, hash: string): string {
  return join(home.trusted, hash.slice(0, 32));
}

/** Files that only editors read, so that new types for them change nothing that runs. */
const forEditors = /\.d\.ts$|(^|\/)tsconfig\.json$/;

/**
 * A policy file in Pawl's home together with everything below the folder that it may import. Other policy files are
 * left out, so that a new one does not concern those that a person has accepted.
 */
export function ownPolicyContent(
  file: string,
  folder: string,
  isPolicy: (path: string) => boolean,
): FileText[] {
  return readPolicyFolder(folder).filter(({ name }) => {
    const path = join(folder, name);
    return path === file || (!isPolicy(path) && !forEditors.test(name));
  });
}
