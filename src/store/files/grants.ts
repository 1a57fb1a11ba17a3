// Grants as small files: a tool call must learn whether there is one without opening the database. A file's age is
// the time since the session last worked under it. The agent may not touch this folder (guard/self).

import type { Grant, Project } from '../../core/facts.ts';
import { attempt } from '../../system/attempt.ts';
import { writeWhole } from '../../system/files.ts';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  unlinkSync,
  utimesSync,
} from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';
import { spool } from './spool.ts';

/** What is kept: the end follows from the last activity. */
export type StoredGrant = Omit<Grant, 'until'> & { for_ms: number };

/** However busy the session is, a person has to say it again after this. */
export const longest = 7 * 86_400_000;

/** Renewed at most once in this time: a touched file a minute is enough. */
const step = 60_000;

const folder = (home: Home) => join(home.run, 'grants');

const fileOf = (home: Home, { session_id, id }: Pick<Grant, 'session_id' | 'id'>) =>
  join(folder(home), `${safeName(session_id)}.${id}.json`);

/** Those of one session, or all; past their time or not. Newest first. */
export function listGrants(home: Home, session_id?: string): Grant[] {
  const names = attempt(() => readdirSync(folder(home))) ?? [];
  const own = session_id === undefined ? '' : `${safeName(session_id)}.`;
  return names
    .filter((name) => name.endsWith('.json') && name.startsWith(own))
    .flatMap((name) => attempt(() => [readGrant(join(folder(home), name))]) ?? [])
    .filter((grant) => session_id === undefined || grant.session_id === session_id)
    .sort((a, b) => b.at - a.at);
}

function readGrant(file: string): Grant {
  const { for_ms, ...grant } = JSON.parse(readFileSync(file, 'utf8')) as StoredGrant;
  const until = Math.min(statSync(file).mtimeMs + for_ms, grant.at + longest);
  if (!Number.isFinite(until) || !grant.session_id || !grant.directory) throw new Error('no grant');
  return { ...grant, until };
}

/** A place, and whether git knows it. */
type Where = Project & { gitDir?: string | undefined };

/** Where a grant holds: its own directory, or any worktree of its repository if that was asked for. */
export function covers(grant: Grant, place: Where): boolean {
  if (place.root === grant.directory) return true;
  if (grant.worktrees) return place.repository === grant.repository;
  // Outside git the root is wherever the session stands, so a folder below counts.
  return !place.gitDir && place.root.startsWith(`${grant.directory}/`);
}

export function activeGrants(home: Home, session_id: string, place: Where, now: number): Grant[] {
  if (!session_id) return [];
  return listGrants(home, session_id).filter((grant) => grant.until > now && covers(grant, place));
}

export function writeGrant(home: Home, grant: StoredGrant): void {
  writeWhole(fileOf(home, grant), `${JSON.stringify(grant)}\n`);
  note(home, 'pawl:grant', grant, `${describe(grant)}, given by ${grant.by}`);
}

/** The session works: the time starts again. */
export function renewGrant(home: Home, grant: Grant, now: number): void {
  const file = fileOf(home, grant);
  attempt(() => {
    if (now - statSync(file).mtimeMs > step) utimesSync(file, now / 1000, now / 1000);
  });
}

/** True for the one process that ended it, given or only asked for. */
export function endGrant(home: Home, grant: Grant, why: string): boolean {
  const file = fileOf(home, grant);
  const gone = [waiting(file), file].filter((one) =>
    attempt(() => {
      unlinkSync(one);
      return true;
    }),
  );
  if (gone.length > 0) note(home, 'pawl:revoke', grant, `${describe(grant)}: ${why}`);
  return gone.length > 0;
}

/** A grant that was asked for by a typed command, and what must be in the client's own record for it to count. */
export interface Wish {
  grant: StoredGrant;
  proof: { transcript_path: string; prompt_id: string; command: string; origins: string[] };
}

/** A wish that was never proved is nobody's. */
const unprovedAfter = 10 * 60_000;

const waiting = (file: string) => file.replace(/json$/, 'wish');

export function addWish(home: Home, wish: Wish): void {
  writeWhole(waiting(fileOf(home, wish.grant)), `${JSON.stringify(wish)}\n`);
}

const wishFiles = (home: Home, session_id: string | undefined) => {
  const own = session_id === undefined ? '' : `${safeName(session_id)}.`;
  const names = attempt(() => readdirSync(folder(home))) ?? [];
  return names
    .filter((name) => name.startsWith(own) && name.endsWith('.wish'))
    .map((name) => join(folder(home), name));
};

/** Asked for and not given yet: who takes it back now must not get it a moment later. */
export function wishedGrants(home: Home, session_id?: string): Grant[] {
  return wishFiles(home, session_id).flatMap((file) => {
    const wish = attempt(() => JSON.parse(readFileSync(file, 'utf8')) as Wish);
    return wish ? [{ ...wish.grant, until: wish.grant.at + unprovedAfter }] : [];
  });
}

/** Hooks can't tell a scheduled `/build` from a typed one; the client's record can, a moment later. */
export function settleWishes(home: Home, session_id: string, now: number): void {
  for (const file of wishFiles(home, session_id)) attempt(() => settle(home, file, now));
}

function settle(home: Home, file: string, now: number): void {
  const wish = JSON.parse(readFileSync(file, 'utf8')) as Wish;
  const age = now - wish.grant.at;
  const origin = turnOrigin(wish) ?? (age < 30_000 ? turnOriginSoon(wish) : undefined);
  if (origin === undefined && age < unprovedAfter) return;
  // Several calls at once may all get here: each gives the same grant, and then the wish goes.
  if (origin !== undefined && wish.proof.origins.includes(origin)) writeGrant(home, wish.grant);
  else note(home, 'pawl:revoke', wish.grant, `${describe(wish.grant)} not given: ${whyNot(origin)}`);
  unlinkSync(file);
}

/** The client writes its record beside its work; a moment is worth a dialog that nobody answers. */
function turnOriginSoon(wish: Wish): string | undefined {
  for (let tries = 0; tries < 6; tries++) {
    Bun.sleepSync(50);
    const origin = turnOrigin(wish);
    if (origin !== undefined) return origin;
  }
  return undefined;
}

const whyNot = (origin: string | undefined) =>
  origin ? `the turn was not begun by a person (${origin})` : 'the client has no record of the turn';

/** Who began this turn, from the end of the transcript; undefined while it is not written yet. */
function turnOrigin({ proof, grant }: Wish): string | undefined {
  const { transcript_path, prompt_id } = proof;
  const tail = prompt_id ? (attempt(() => readTail(transcript_path, 2_000_000)) ?? '') : '';
  for (const line of tail.split('\n').filter((one) => one.includes(prompt_id))) {
    const entry = attempt(() => JSON.parse(line) as Line);
    if (entry?.type !== 'user' || entry.promptId !== prompt_id || entry.isMeta) continue;
    return isThisTurn(entry, proof.command, grant.at) ? (entry.turnOrigin ?? 'unknown') : 'another turn';
  }
  return undefined;
}

/** What is looked at in a line of the client's record. */
interface Line {
  type?: string;
  promptId?: string;
  isMeta?: boolean;
  turnOrigin?: string;
  timestamp?: string;
  message?: { content?: unknown };
}

/** This command and now: an old turn must not be shown again to get its grant again. */
function isThisTurn({ timestamp, message }: Line, command: string, at: number): boolean {
  const written = Date.parse(String(timestamp));
  const said = JSON.stringify(message?.content ?? '');
  return Math.abs(written - at) < 120_000 && said.includes(`<command-name>${command}</command-name>`);
}

function readTail(path: string, bytes: number): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, bytes));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}

export function describe({ id, mode, allow }: Pick<Grant, 'id' | 'mode' | 'allow'>): string {
  return `grant ${id} (${[mode, ...allow].join(', ')})`;
}

/** History: a row beside the events it concerns. */
function note(home: Home, event: string, grant: StoredGrant | Grant, label: string): void {
  const at = Date.now();
  spool(home, at, {
    // Each grant is given once and ends once, however many processes say so.
    uid: `${event}-${grant.id}-${grant.at.toString(36)}`,
    at,
    event,
    session_id: grant.session_id,
    cwd: grant.directory,
    project: grant.directory,
    repository: grant.repository,
    label,
    decision: 'pass',
    ms: 0,
    notes: [`grant ${grant.id}`],
  });
}

export function grantId(): string {
  return `g${Math.random().toString(36).slice(2, 7).padEnd(5, '0')}`;
}
