// Whether a person typed a slash command. A hook can't tell a scheduled `/build` from a typed one, but the client's
// transcript can, a moment later.

import { attempt } from '../../system/attempt.ts';
import { closeSync, fstatSync, openSync, readSync } from '../../system/fs/index.ts';

/** The record that the transcript must contain. */
export interface TypedProof {
  transcript_path: string;
  prompt_id: string;
  /** The command as it was typed, for example `/build`. */
  command: string;
  /** The beginning of its arguments; absent: any. */
  args?: string;
  /** The origins that may have started the turn: `human`, or also `sdk`. */
  origins: string[];
}

/** A request that is not proved within this time is refused. */
export const provedWithin = 10 * 60_000;

/** The age of a request, in milliseconds, up to which it is worth waiting for the client to write its transcript. */
const maxAgeToWait = 30_000;

export type Settled = 'proved' | 'waits' | { why: string };

/** `at`: when the command arrived. Waits a moment for a transcript that the client is about to write. */
export function settleProof(proof: TypedProof, at: number, now: number): Settled {
  const age = now - at;
  const origin = turnOrigin(proof, at) ?? (age < maxAgeToWait ? awaitTurnOrigin(proof, at) : undefined);
  if (origin === undefined)
    return age < provedWithin ? 'waits' : { why: 'the client has no record of the turn' };
  return proof.origins.includes(origin)
    ? 'proved'
    : { why: `the turn was not begun by a person (${origin})` };
}

/** Waits up to 0.3 seconds for the client to write its transcript, which it does in the background. */
function awaitTurnOrigin(proof: TypedProof, at: number): string | undefined {
  for (let tries = 0; tries < 6; tries++) {
    Bun.sleepSync(50);
    const origin = turnOrigin(proof, at);
    if (origin !== undefined) return origin;
  }
  return undefined;
}

/** Returns the origin of this turn, from the end of the transcript; undefined while the client has not written it. */
function turnOrigin(proof: TypedProof, at: number): string | undefined {
  const { transcript_path, prompt_id } = proof;
  const tail = prompt_id ? (attempt(() => readTail(transcript_path, 2_000_000)) ?? '') : '';
  for (const line of tail.split('\n').filter((text) => text.includes(prompt_id))) {
    const entry = attempt(() => JSON.parse(line) as TranscriptLine);
    if (entry?.type !== 'user' || entry.promptId !== prompt_id || entry.isMeta) continue;
    return isRequestedTurn(entry, proof, at) ? (entry.turnOrigin ?? 'unknown') : 'another turn';
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

/** The line holds this command and is recent: an old turn must not be replayed to get its grant again. */
function isRequestedTurn(
  { timestamp, message }: TranscriptLine,
  { command, args = '' }: TypedProof,
  at: number,
): boolean {
  const written = Date.parse(String(timestamp));
  const content = JSON.stringify(message?.content ?? '');
  return (
    Math.abs(written - at) < 120_000 &&
    content.includes(`<command-name>${command}</command-name>`) &&
    (!args || content.includes(`<command-args>${args}`))
  );
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
