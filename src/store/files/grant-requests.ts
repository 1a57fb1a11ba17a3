// Grants that a typed command such as `/build` asked for. A hook can't tell a scheduled `/build` from a typed one, but
// the client's transcript can, a moment later: until then the request waits in a file beside the grants.

import type { Grant } from '../../core/facts.ts';
import { attempt } from '../../system/attempt.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { readFileSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { describeGrant, grantFile, grantFiles, recordGrant, type StoredGrant, writeGrant } from './grants.ts';
import { provedWithin, settleProof, type TypedProof } from './typed-proof.ts';

export interface StoredGrantRequest {
  grant: StoredGrant;
  /** The record that the transcript must contain for the grant to be given. */
  proof: TypedProof;
}

/** In a managed installation only root gives grants, so a typed command asks for nothing. */
export function addGrantRequest(home: Home, request: StoredGrantRequest): void {
  if (home.managed) return;
  writeFileAtomic(grantFile(home, request.grant, 'request'), `${JSON.stringify(request)}\n`);
}

/** Grants that are requested and not given yet, so that revoking them now prevents them from being given. */
export function requestedGrants(home: Home, session_id?: string): Grant[] {
  return grantFiles(home, session_id, 'request').flatMap(
    (file) => attempt(() => [requestedGrant(file)]) ?? [],
  );
}

function requestedGrant(file: string): Grant {
  const { grant } = JSON.parse(readFileSync(file, 'utf8')) as StoredGrantRequest;
  return { ...grant, until: grant.at + provedWithin };
}

/** Gives or refuses the requested grants of a session whose turn the client has recorded by now. */
export function settleGrantRequests(home: Home, session_id: string, now: number): void {
  for (const file of grantFiles(home, session_id, 'request')) attempt(() => settleRequest(home, file, now));
}

function settleRequest(home: Home, file: string, now: number): void {
  const request = JSON.parse(readFileSync(file, 'utf8')) as StoredGrantRequest;
  const { grant, proof } = request;
  const settled = settleProof(proof, grant.at, now);
  if (settled === 'waits') return;
  // Several hooks may get here at once: each writes the same grant, and only then the request is removed.
  if (settled === 'proved') writeGrant(home, grant, { provedBy: 'typed command', at: now });
  else recordGrant(home, 'pawl:revoke', grant, `${describeGrant(grant)} not given: ${settled.why}`);
  unlinkSync(file);
}
