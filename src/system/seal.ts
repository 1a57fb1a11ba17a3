// Sealed records: pauses, grants, permissions and trust, which count only if Pawl wrote them after proof of a person.
// The seal is a hash of the content with a key that only this user can read. A file that another program makes or
// copies has no valid seal, so it is reported and not obeyed. A program written to read the key and forge a seal is not
// stopped by this; docs/decisions/020-proof.md says why that is enough.
import { attempt } from './attempt.ts';
import { readText, writeFileAtomic } from './files.ts';
import { statSync } from './fs/index.ts';
import type { Home } from './home.ts';
import type { Person } from './person.ts';

export type SealedKind = 'off' | 'pause' | 'allow-once' | 'grant' | 'trust' | 'settings';

interface SealedRecord<T> {
  kind: SealedKind;
  at: number;
  by: Person['provedBy'];
  content: T;
  seal: string;
}

/**
 * Files without proof that this process found. The answer of the event reports them (hook/notices.ts). It is kept on
 * the global object, because every bundle has its own copy of this module.
 */
const shared = globalThis as { pawlUnproved?: Set<string> };
shared.pawlUnproved ??= new Set();
export const unproved: Set<string> = shared.pawlUnproved;

/** The last key that was read. */
let cached: { file: string; key: string } | undefined;

function readKey(home: Home): string | undefined {
  const key = cached?.file === home.key ? cached.key : readText(home.key);
  if (!key) return undefined;
  cached = { file: home.key, key };
  return key;
}

/** The key is made by `pawl init`, or with the first record that needs it. */
export function requireKey(home: Home): string {
  const key = readKey(home);
  if (key) return key;
  const newKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  writeFileAtomic(home.key, newKey);
  return newKey;
}

function sealOf(key: string, parts: readonly unknown[]): string {
  return new Bun.CryptoHasher('sha256', key).update(JSON.stringify(parts)).digest('hex');
}

/** The text of a record with its seal. */
export function sealed<T>(home: Home, kind: SealedKind, content: T, { provedBy: by, at }: Person): string {
  const seal = sealOf(requireKey(home), [kind, at, by, content]);
  return JSON.stringify({ kind, at, by, content, seal } satisfies SealedRecord<T>);
}

export function writeSealed<T>(home: Home, file: string, kind: SealedKind, content: T, person: Person): void {
  writeFileAtomic(file, `${sealed(home, kind, content, { ...person, at: Date.now() })}\n`);
}

/** A record with its content; undefined if the seal does not fit. */
export function openSealed<T>(home: Home, kind: SealedKind, text: string): SealedRecord<T> | undefined {
  const record = attempt(() => JSON.parse(text) as SealedRecord<T>);
  const key = readKey(home);
  if (!key || record?.kind !== kind) return undefined;
  return record.seal === sealOf(key, [kind, record.at, record.by, record.content]) ? record : undefined;
}

/** The signature of a text that Pawl keeps for itself: no other program wrote it. Undefined without a key. */
export function signatureOf(home: Home, text: string, { makeKey = false } = {}): string | undefined {
  const key = makeKey ? requireKey(home) : readKey(home);
  return key && sealOf(key, ['own', text]);
}

/** Writes a text of Pawl's own with its signature on the first line. Files of a managed installation need none. */
export function writeSigned(home: Home, file: string, content: string): void {
  const signature = home.managed ? '' : signatureOf(home, content, { makeKey: true });
  writeFileAtomic(file, `${signature}\n${content}`);
}

/** Reads what `writeSigned` wrote. A file that another program wrote or changed is reported and not used. */
export function readSigned(home: Home, file: string): string | undefined {
  const text = readText(file);
  if (text === undefined) return undefined;
  const end = text.indexOf('\n');
  const content = text.slice(end + 1);
  if (home.managed || signatureOf(home, content) === text.slice(0, end)) return content;
  unproved.add(file);
  return undefined;
}

/** Allows for a network disk whose clock differs from ours. */
const writtenWithinMs = 60_000;

interface ReadOptions {
  /** Set if Pawl touches the file after it was written, so that its change time says nothing. */
  touched?: boolean;
}

/**
 * Reads a record that another program may have put there. Its change time, which no program can set, must be the time
 * at which it was written: a copy that is put back after the person ended the record does not count.
 */
export function readSealed<T>(
  home: Home,
  file: string,
  kind: SealedKind,
  { touched = false }: ReadOptions = {},
): T | undefined {
  const text = readText(file);
  const record = text === undefined ? undefined : openSealed<T>(home, kind, text);
  // A managed installation’s files belong to root, whose commands set their owner again.
  const isOriginal =
    touched || home.managed || (record && statSync(file).ctimeMs < record.at + writtenWithinMs);
  // A record from the future was made before the clock was set back, and would count for longer than it was given.
  if (record && isOriginal && record.at < Date.now() + writtenWithinMs) return record.content;
  unproved.add(file);
  return undefined;
}
