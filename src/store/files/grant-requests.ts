// Grants that a typed command such as `/build` asked for. A hook can't tell a scheduled `/build` from a typed one, but
// the client's transcript can, a moment later: until then the request waits in a file beside the grants.

import type { Grant } from '../../core/facts.ts';
import { attempt } from '../../system/attempt.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { closeSync, fstatSync, openSync, readFileSync, readSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { describeGrant, grantFile, grantFiles, recordGrant, type StoredGrant, writeGrant } from './grants.ts';

export interface StoredGrantRequest {
  grant: StoredGrant;
  /** What the transcript must say for the grant to be given. */
  proof: { transcript_path: string; prompt_id: string; command: string; origins: string[] };
}

/** A request that is not proved within this time is refused. */
const provedWithin = 10 * 60_000;

/** For this long after the request it is worth waiting for the client to write its transcript. */
const worthWaiting = 30_000;

/** In a managed installation only root gives grants, so a typed command asks for nothing. */
export function addGrantRequest(home: Home, request: StoredGrantRequest): void {
  if (home.managed) return;
  writeFileAtomic(grantFile(home, request.grant, 'wish'), `${JSON.stringify(request)}\n`);
}

/** Grants that are requested and not given yet, so that revoking them now prevents them from being given. */
export function requestedGrants(home: Home, session_id?: string): Grant[] {
  return grantFiles(home, session_id, 'wish').flatMap((file) => attempt(() => [requestedGrant(file)]) ?? []);
}

function requestedGrant(file: string): Grant {
  const { grant } = JSON.parse(readFileSync(file, 'utf8')) as StoredGrantRequest;
  return { ...grant, until: grant.at + provedWithin };
}

/** Gives or refuses the grants of a session whose turn the client has recorded by now. */
export function settleGrantRequests(home: Home, session_id: string, now: number): void {
  for (const file of grantFiles(home, session_id, 'wish')) attempt(() => settle(home, file, now));
}

function settle(home: Home, file: string, now: number): void {
  const request = JSON.parse(readFileSync(file, 'utf8')) as StoredGrantRequest;
  const { grant, proof } = request;
  const age = now - grant.at;
  const origin = turnOrigin(request) ?? (age < worthWaiting ? awaitTurnOrigin(request) : undefined);
  if (origin === undefined && age < provedWithin) return;
  // Several calls at once may all get here: each writes the same grant, and only then the request is removed.
  if (origin !== undefined && proof.origins.includes(origin))
    writeGrant(home, grant, { provedBy: 'typed command', at: now });
  else recordGrant(home, 'pawl:revoke', grant, `${describeGrant(grant)} not given: ${whyRefused(origin)}`);
  unlinkSync(file);
}

/** Waits up to 0.3 seconds for the client to write its transcript, which it does beside its work. */
function awaitTurnOrigin(request: StoredGrantRequest): string | undefined {
  for (let tries = 0; tries < 6; tries++) {
    Bun.sleepSync(50);
    const origin = turnOrigin(request);
    if (origin !== undefined) return origin;
  }
  return undefined;
}

const whyRefused = (origin: string | undefined) =>
  origin ? `the turn was not begun by a person (${origin})` : 'the client has no record of the turn';

/** Who began this turn, from the end of the transcript; undefined while the client has not written it. */
function turnOrigin({ proof, grant }: StoredGrantRequest): string | undefined {
  const { transcript_path, prompt_id, command } = proof;
  const tail = prompt_id ? (attempt(() => readTail(transcript_path, 2_000_000)) ?? '') : '';
  for (const line of tail.split('\n').filter((text) => text.includes(prompt_id))) {
    const entry = attempt(() => JSON.parse(line) as TranscriptLine);
    if (entry?.type !== 'user' || entry.promptId !== prompt_id || entry.isMeta) continue;
    return isRequestedTurn(entry, command, grant.at) ? (entry.turnOrigin ?? 'unknown') : 'another turn';
  }
  return undefined;
}

/** The fields of a transcript line that are read here. */
interface TranscriptLine {
  type?: string;
  promptId?: string;
  isMeta?: boolean;
  turnOrigin?: string;
  timestamp?: string;
  message?: { content?: unknown };
}

/** The line holds this command and is recent: an old turn must not be shown again to get its grant again. */
function isRequestedTurn({ timestamp, message }: TranscriptLine, command: string, at: number): boolean {
  const written = Date.parse(String(timestamp));
  const content = JSON.stringify(message?.content ?? '');
  return Math.abs(written - at) < 120_000 && content.includes(`<command-name>${command}</command-name>`);
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
