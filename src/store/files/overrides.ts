// What a person overrides policies with: pauses and allow-once permissions. Files in Pawl's home, which the agent may
// not touch (guard/self).

import { attempt } from '../../system/attempt.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import { readdirSync, readFileSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

export interface Pause {
  id: string;
  at: number;
  /** Milliseconds since 1970. */
  until: number;
  /** Absent: every session. */
  session_id?: string;
  /** A policy or a pack; absent: all policies. */
  policy?: string;
  reason?: string;
}

export interface AllowOnce {
  id: string;
  at: number;
  until: number;
  session_id?: string;
  /** Allows exactly the call that was refused. */
  input_hash?: string;
  /** Without `input_hash`: allows the next call that this policy alone refuses. */
  policy?: string;
  label?: string;
}

const pauseFile = (home: Home) => join(home.run, 'pause.json');
const onceFolder = (home: Home) => join(home.run, 'allow-once');

export function readPauses(home: Home, now: number): Pause[] {
  const text = readText(pauseFile(home));
  if (text === undefined) return [];
  try {
    return (JSON.parse(text) as Pause[]).filter((pause) => pause.until > now);
  } catch {
    return []; // A file that can't be read pauses nothing.
  }
}

export function writePauses(home: Home, pauses: readonly Pause[]): void {
  writeFileAtomic(pauseFile(home), `${JSON.stringify(pauses, null, 2)}\n`);
}

/** The first pause that covers this policy in this session. */
export function pausedBy(pauses: readonly Pause[], policy: string, session_id: string): Pause | undefined {
  return pauses.find(
    (pause) =>
      (!pause.session_id || pause.session_id === session_id) &&
      (!pause.policy || pause.policy === policy || policy.startsWith(`${pause.policy}/`)),
  );
}

export function addAllowOnce(home: Home, entry: AllowOnce): void {
  writeFileAtomic(join(onceFolder(home), `${entry.id}.json`), `${JSON.stringify(entry)}\n`);
}

export interface RefusedCall {
  session_id: string;
  input_hash: string | undefined;
  /** All policies that refused the call. */
  policies: readonly string[];
}

/** Uses up a permission that covers this call. Of several parallel processes only one gets it. */
export function takeAllowOnce(home: Home, refused: RefusedCall, now: number): AllowOnce | undefined {
  for (const { file, entry } of readAll(home)) {
    if (!(entry.until > now) || !covers(entry, refused)) continue;
    try {
      unlinkSync(file);
      return entry;
    } catch {
      // Another process has used it.
    }
  }
  return undefined;
}

function readAll(home: Home): { file: string; entry: AllowOnce }[] {
  const names = attempt(() => readdirSync(onceFolder(home))) ?? [];
  return names
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = join(onceFolder(home), name);
      const entry = readAllowOnce(file);
      return entry ? [{ file, entry }] : [];
    });
}

function readAllowOnce(path: string): AllowOnce | undefined {
  return attempt(() => JSON.parse(readFileSync(path, 'utf8')) as AllowOnce);
}

/** A permission for a policy covers the call only if no other policy refused it. */
function covers(entry: AllowOnce, { session_id, input_hash, policies }: RefusedCall): boolean {
  if (entry.session_id && entry.session_id !== session_id) return false;
  if (entry.input_hash) return entry.input_hash === input_hash;
  return policies.length > 0 && policies.every((policy) => policy === entry.policy);
}

export function listAllowOnce(home: Home, now: number): AllowOnce[] {
  return readAll(home)
    .map(({ entry }) => entry)
    .filter((entry) => entry.until > now);
}

export function removeAllowOnce(home: Home, id: string): void {
  attempt(() => unlinkSync(join(onceFolder(home), `${id}.json`)));
}

/** The text that commands and records show. */
export function describePause({ policy, session_id, until }: Pause): string {
  const where = session_id ? `session ${session_id.slice(0, 8)}` : 'every session';
  return `${policy ?? 'all policies'} in ${where} until ${new Date(until).toLocaleString('sv')}`;
}
