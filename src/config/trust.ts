// A project's files count only after a person looked at them. What was trusted is their content, not their name:
// an edit, a swapped symlink or another branch makes them strangers again.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Home, readText, writeWhole } from '../home.ts';

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

export interface PolicyFile {
  name: string;
  text: string;
}

/** Every file below the folder, links followed: what would be loaded is what is hashed. */
export function readPolicyFolder(folder: string, below = '', depth = 0): PolicyFile[] {
  let names: string[];
  try {
    names = readdirSync(join(folder, below)).sort();
  } catch {
    return [];
  }
  return names.flatMap((name) => readPolicyEntry(folder, join(below, name), depth));
}

function readPolicyEntry(folder: string, name: string, depth: number): PolicyFile[] {
  try {
    const stat = statSync(join(folder, name));
    if (stat.isDirectory())
      return depth < 4 && !name.endsWith('node_modules') ? readPolicyFolder(folder, name, depth + 1) : [];
    return stat.isFile() && stat.size < 1_000_000
      ? [{ name, text: readFileSync(join(folder, name), 'utf8') }]
      : [];
  } catch {
    return [];
  }
}

export function hashFiles(files: readonly PolicyFile[]): string {
  return hashText(JSON.stringify(files.map(({ name, text }) => [name, text])));
}

export function readTrust(home: Home): TrustEntry[] {
  try {
    const entries: unknown = JSON.parse(readText(home.trust) ?? '[]');
    return Array.isArray(entries) ? entries : [];
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
  for (const { name, text } of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
  }
  return folder;
}

export function trustedFolder(home: Home, hash: string): string {
  return join(home.trusted, hash.slice(0, 32));
}
