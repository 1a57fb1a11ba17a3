// Requests of people who typed `/pawl allow-once` in the client. As with a grant that a typed command asks for, the
// permission is given only once the client's transcript says that a person typed it. The file is signed, because it names
// the call: another program could otherwise add a request for another call to a command that the person really typed.

import type { Project } from '../core/facts.ts';
import { attempt } from '../system/attempt.ts';
import { readText, writeFileAtomic } from '../system/files.ts';
import { existsSync, readdirSync, renameSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { signatureOf } from '../system/seal.ts';
import { type AllowOnce, addAllowOnce, onceFolder } from './files/overrides.ts';
import { safeName } from './files/safe-name.ts';
import { settleProof, type TypedProof } from './files/typed-proof.ts';
import { recordOverride } from './record-override.ts';

export interface AllowOnceRequest {
  entry: AllowOnce & { session_id: string };
  proof: TypedProof;
  place: Project;
}

/** A typed command makes one request. Once that is settled, sending the same event again does not make another. */
export function addAllowOnceRequest(home: Home, request: AllowOnceRequest): void {
  const file = requestFile(home, request);
  if (home.managed || existsSync(settledName(file))) return;
  const text = JSON.stringify(request);
  writeFileAtomic(file, JSON.stringify({ text, signature: signatureOf(home, text, { makeKey: true }) }));
}

const requestFile = (home: Home, { entry, proof }: AllowOnceRequest) =>
  join(onceFolder(home), `${safeName(entry.session_id)}.${safeName(proof.prompt_id)}.request`);

const settledName = (file: string) => file.replace(/request$/, 'settled');

/** Gives or refuses the requested permissions of a session whose turn the client has recorded by now. */
export function settleAllowOnceRequests(home: Home, session_id: string, now: number): void {
  const folder = onceFolder(home);
  for (const name of attempt(() => readdirSync(folder)) ?? [])
    if (name.startsWith(`${safeName(session_id)}.`) && name.endsWith('.request'))
      attempt(() => settleRequest(home, join(folder, name), now));
}

function settleRequest(home: Home, file: string, now: number): void {
  const request = readRequest(home, file);
  const settled = request ? settleProof(request.proof, request.entry.at, now) : undefined;
  if (settled === 'waits') return;
  // Several hooks may get here at once; only one can rename the file, so the permission is given once.
  renameSync(file, settledName(file));
  if (!request) return;
  const { entry, place } = request;
  if (settled === 'proved') addAllowOnce(home, entry, { provedBy: 'typed command', at: now });
  const refused = typeof settled === 'object' ? ` (not given: ${settled.why})` : '';
  recordOverride(home, place, {
    event: 'pawl:allow-once',
    label: `${entry.label ?? ''}${refused}`,
    session_id: entry.session_id,
    notes: refused ? [] : [`allow-once ${entry.id}`],
  });
}

/** Undefined for a file that Pawl did not write. */
function readRequest(home: Home, file: string): AllowOnceRequest | undefined {
  const { text, signature } = JSON.parse(readText(file) ?? '{}') as { text?: string; signature?: string };
  if (!text || !signature || signatureOf(home, text) !== signature) return undefined;
  return JSON.parse(text) as AllowOnceRequest;
}
