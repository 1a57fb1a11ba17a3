// The person's ways out: pause, allow-once, and the kill switch. Files in Pawl's home, which the agent may not touch.

import { attempt } from '../../system/attempt.ts';
import { readText, writeWhole } from '../../system/files.ts';
import { readdirSync, readFileSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

export interface Pause {
  id: string;
  at: number;
  /** Milliseconds since 1970. */
  until: number;
  /** Only this session; absent: all. */
  session_id?: string;
  /** Only this policy or pack; absent: all. */
  policy?: string;
  reason?: string;
}

export interface AllowOnce {
  id: string;
  at: number;
  until: number;
  session_id?: string;
  /** The exact call that was refused. */
  input_hash?: string;
  /** Or the next refusal by this policy. */
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
    return []; // An unreadable pause pauses nothing.
  }
}

export function writePauses(home: Home, pauses: readonly Pause[]): void {
  writeWhole(pauseFile(home), `${JSON.stringify(pauses, null, 2)}\n`);
}

/** The pause that covers this policy in this session. */
export function pausedBy(pauses: readonly Pause[], policy: string, session_id: string): Pause | undefined {
  return pauses.find(
    (pause) =>
      (!pause.session_id || pause.session_id === session_id) &&
      (!pause.policy || pause.policy === policy || policy.startsWith(`${pause.policy}/`)),
  );
}

export function addAllowOnce(home: Home, entry: AllowOnce): void {
  writeWhole(join(onceFolder(home), `${entry.id}.json`), `${JSON.stringify(entry)}\n`);
}

export interface Refused {
  session_id: string;
  input_hash: string | undefined;
  /** All policies that refused: one that was not named keeps its refusal. */
  policies: readonly string[];
}

/** Uses up a matching permission; of several processes only one gets it. */
export function takeAllowOnce(home: Home, refused: Refused, now: number): AllowOnce | undefined {
  for (const { file, entry } of waiting(home)) {
    if (entry.until < now || !covers(entry, refused)) continue;
    try {
      unlinkSync(file);
      return entry;
    } catch {
      // Another process was faster.
    }
  }
  return undefined;
}

function waiting(home: Home): { file: string; entry: AllowOnce }[] {
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

function covers(entry: AllowOnce, { session_id, input_hash, policies }: Refused): boolean {
  if (entry.session_id && entry.session_id !== session_id) return false;
  if (entry.input_hash) return entry.input_hash === input_hash;
  return policies.length > 0 && policies.every((policy) => policy === entry.policy);
}

export function listAllowOnce(home: Home, now: number): AllowOnce[] {
  return waiting(home)
    .map(({ entry }) => entry)
    .filter((entry) => entry.until > now);
}

export function removeAllowOnce(home: Home, id: string): void {
  attempt(() => unlinkSync(join(onceFolder(home), `${id}.json`)));
}

/** As commands and records show it. */
export function describePause({ policy, session_id, until }: Pause): string {
  const where = session_id ? `session ${session_id.slice(0, 8)}` : 'every session';
  return `${policy ?? 'all policies'} in ${where} until ${new Date(until).toLocaleString('sv')}`;
}
