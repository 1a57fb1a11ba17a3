// A person's overrides: the kill switch, pauses and allow-once permissions. Each is a file in Pawl's home with a seal
// (system/seal.ts): a file that something else made is reported and has no effect.

import { attempt } from '../../system/attempt.ts';
import { makeFolder } from '../../system/files.ts';
import { closeSync, existsSync, openSync, readdirSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import type { Person } from '../../system/person.ts';
import { readSealed, writeSealed } from '../../system/seal.ts';
import { safeName } from './safe-name.ts';

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
  /** The content of the files that this call names, as it was when the call was refused. */
  files_hash?: string;
  /** Without `input_hash`: allows the next call that this policy alone refuses. */
  policy?: string;
  label?: string;
}

/** The kill switch: every event passes while it is on. */
export interface SwitchedOff {
  at: number;
  reason: string;
}

export function readSwitchedOff(home: Home): SwitchedOff | undefined {
  return existsSync(home.off) ? attempt(() => readSealed<SwitchedOff>(home, home.off, 'off')) : undefined;
}

export function switchOff(home: Home, reason: string, person: Person): void {
  writeSealed<SwitchedOff>(home, home.off, 'off', { at: Date.now(), reason }, person);
}

const pauseFolder = (home: Home) => join(home.decisions, 'pauses');
export const onceFolder = (home: Home) => join(home.decisions, 'allow-once');

/** The pauses that have not ended at this time. */
export function readPauses(home: Home, now: number): Pause[] {
  return readAll<Pause>(home, pauseFolder(home), 'pause')
    .map(({ entry }) => entry)
    .filter((pause) => pause.until > now);
}

export function addPause(home: Home, pause: Pause, person: Person): void {
  writeSealed(home, join(pauseFolder(home), `${pause.id}.json`), 'pause', pause, person);
}

export function endPause(home: Home, id: string): void {
  attempt(() => unlinkSync(join(pauseFolder(home), `${id}.json`)));
}

/** The first pause that covers this policy in this session. */
export function pausedBy(pauses: readonly Pause[], policy: string, session_id: string): Pause | undefined {
  return pauses.find(
    (pause) =>
      (!pause.session_id || pause.session_id === session_id) &&
      (!pause.policy || pause.policy === policy || policy.startsWith(`${pause.policy}/`)),
  );
}

export function addAllowOnce(home: Home, entry: AllowOnce, person: Person): void {
  writeSealed(home, join(onceFolder(home), `${entry.id}.json`), 'allow-once', entry, person);
}

/** Whether a request made with `/pawl allow-once` is not settled yet, in any session. */
export function hasAllowOnceRequests(home: Home): boolean {
  const folder = onceFolder(home);
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.request'));
}

export interface RefusedCall {
  session_id: string;
  input_hash: string | undefined;
  files_hash?: string | undefined;
  /** All policies that refused the call. */
  policies: readonly string[];
}

/** Uses up a permission that covers this call. Of several parallel processes only one gets it. */
export function takeAllowOnce(home: Home, refused: RefusedCall, now: number): AllowOnce | undefined {
  for (const { file, entry } of readAll<AllowOnce>(home, onceFolder(home), 'allow-once')) {
    if (!(entry.until > now) || !covers(entry, refused)) continue;
    try {
      useUp(home, file, entry.id);
      return entry;
    } catch {
      // Another process has used it.
    }
  }
  return undefined;
}

/** Throws if it was used before. A managed installation's files belong to root, so its use is noted in the user's folder. */
function useUp(home: Home, file: string, id: string): void {
  if (!home.managed) {
    unlinkSync(file);
    return;
  }
  const folder = join(home.run, 'used-once');
  makeFolder(folder);
  closeSync(openSync(join(folder, safeName(id)), 'wx', 0o600));
}

function readAll<T>(home: Home, folder: string, kind: 'pause' | 'allow-once'): { file: string; entry: T }[] {
  if (!existsSync(folder)) return [];
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = join(folder, name);
      const entry = attempt(() => readSealed<T>(home, file, kind));
      return entry ? [{ file, entry }] : [];
    });
}

/** A permission for a policy covers the call only if no other policy refused it. */
function covers(entry: AllowOnce, { session_id, input_hash, files_hash, policies }: RefusedCall): boolean {
  if (entry.session_id && entry.session_id !== session_id) return false;
  if (entry.input_hash) return entry.input_hash === input_hash && entry.files_hash === files_hash;
  return policies.length > 0 && policies.every((policy) => policy === entry.policy);
}

export function listAllowOnce(home: Home, now: number): AllowOnce[] {
  return readAll<AllowOnce>(home, onceFolder(home), 'allow-once')
    .map(({ entry }) => entry)
    .filter((entry) => entry.until > now);
}

export function removeAllowOnce(home: Home, id: string): void {
  attempt(() => unlinkSync(join(onceFolder(home), `${id}.json`)));
}

/** The text that commands and records show. */
export function describePause({ policy, session_id, until }: Pause): string {
  const scope = session_id ? `session ${session_id.slice(0, 8)}` : 'every session';
  return `${policy ?? 'all policies'} in ${scope} until ${new Date(until).toLocaleString('sv')}`;
}
