// Grants as small files: a tool call must learn whether there is one without opening the database. The modification
// time of a file is when the session last worked under the grant. Each has a seal (system/seal.ts).

import type { Grant, Project } from '../../core/facts.ts';
import { attempt } from '../../system/attempt.ts';
import { append } from '../../system/files.ts';
import { readdirSync, statSync, unlinkSync, utimesSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import type { Person } from '../../system/person.ts';
import { randomId } from '../../system/random-id.ts';
import { readSealed, writeSealed } from '../../system/seal.ts';
import { safeName } from './safe-name.ts';
import { spool } from './spool.ts';

/** The content of a file. The end is not in it, because it moves with the session's last activity. */
export type StoredGrant = Omit<Grant, 'until'> & { for_ms: number };

/** A grant ends after this time even if the session never pauses; then a person has to give a new one. */
export const maxGrantMs = 7 * 86_400_000;

/**
 * A grant is renewed at most once in this time, or in a quarter of what is left of it if that is shorter, so that a busy
 * session does not touch the file on every event.
 */
const renewalStep = 60_000;

type GrantKey = Pick<Grant, 'session_id' | 'id'>;

/** Files of grants end in `.json`, those of requests that wait for their proof in `.request`. */
export function grantFiles(home: Home, session_id: string | undefined, suffix: 'json' | 'request'): string[] {
  const folder = join(home.decisions, 'grants');
  const prefix = session_id === undefined ? '' : `${safeName(session_id)}.`;
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith(`.${suffix}`))
    .filter((name) => !names.includes(name.replace(/\.\w+$/, '.ended')))
    .map((name) => join(folder, name));
}

export const grantFile = (home: Home, { session_id, id }: GrantKey, suffix: 'json' | 'request' | 'ended') =>
  join(home.decisions, 'grants', `${safeName(session_id)}.${id}.${suffix}`);

/** The grants of one session, or of all; expired ones too. Newest first. */
export function listGrants(home: Home, session_id?: string): Grant[] {
  return grantFiles(home, session_id, 'json')
    .flatMap((file) => attempt(() => [readGrant(home, file)]) ?? [])
    .filter((grant) => session_id === undefined || grant.session_id === session_id)
    .sort((a, b) => b.at - a.at);
}

function readGrant(home: Home, file: string): Grant {
  // The file is touched while the session works, so its time does not reveal a copy. The mark of an ended grant does.
  const stored = readSealed<StoredGrant>(home, file, 'grant', { touched: true });
  if (!stored) throw new Error('not a grant');
  const { for_ms, ...grant } = stored;
  const until = Math.round(Math.min(statSync(file).mtimeMs + for_ms, grant.at + maxGrantMs));
  if (!Number.isFinite(until) || !grant.session_id || !grant.directory) throw new Error('not a grant');
  return { ...grant, until };
}

/** `gitDir` is absent outside git. */
type GrantPlace = Project & { gitDir?: string | undefined };

/** A grant is valid in its own directory, or in every worktree of its repository if it was given for those. */
export function coversPlace(grant: Grant, place: GrantPlace): boolean {
  if (place.root === grant.directory) return true;
  if (grant.worktrees) return place.repository === grant.repository;
  // Outside git the root is the session's current directory, so folders below the granted one count too.
  return !place.gitDir && place.root.startsWith(`${grant.directory}/`);
}

export function activeGrants(home: Home, session_id: string, place: GrantPlace, now: number): Grant[] {
  if (!session_id) return [];
  return listGrants(home, session_id).filter((grant) => grant.until > now && coversPlace(grant, place));
}

export function writeGrant(home: Home, grant: StoredGrant, person: Person): void {
  writeSealed(home, grantFile(home, grant, 'json'), 'grant', grant, person);
  recordGrant(home, 'pawl:grant', grant, `${describeGrant(grant)}, given by ${grant.by}`);
}

/** The session works, so the idle time of the grant starts again. */
export function renewGrant(home: Home, grant: Grant, now: number): void {
  const file = grantFile(home, grant, 'json');
  attempt(() => {
    const { mtimeMs } = statSync(file);
    if (now - mtimeMs > Math.min(renewalStep, (grant.until - mtimeMs) / 4))
      utimesSync(file, now / 1000, now / 1000);
  });
}

/** Ends a grant or a request for one. True for the one process that ended it. */
export function endGrant(home: Home, grant: Grant, why: string): boolean {
  const removed = (['request', 'json'] as const).filter((suffix) =>
    attempt(() => {
      unlinkSync(grantFile(home, grant, suffix));
      return true;
    }),
  );
  // Leaves a mark, so that a copy of the file does not bring the grant back.
  if (removed.length > 0) attempt(() => append(grantFile(home, grant, 'ended'), ''));
  if (removed.length > 0) recordGrant(home, 'pawl:revoke', grant, `${describeGrant(grant)}: ${why}`);
  return removed.length > 0;
}

export function describeGrant({ id, mode, allow }: Pick<Grant, 'id' | 'mode' | 'allow'>): string {
  return `grant ${id} (${[mode, ...allow].join(', ')})`;
}

/** Records a change of a grant as an event of its session, for `pawl log --grant`. */
export function recordGrant(
  home: Home,
  event: 'pawl:grant' | 'pawl:revoke',
  grant: StoredGrant | Grant,
  label: string,
): void {
  const at = Date.now();
  spool(home, at, {
    // Each grant is given once and ends once, however many processes record it.
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
  return `g${randomId(5)}`;
}
