// Checkpoints for commands and MCP tools: the template, a check of the existing file, and writing a new one.
import { join } from 'node:path';
import {
  type CheckpointProblem,
  checkCheckpoint,
  checkpointTemplate,
} from '../domain/checkpoint/checkpoint.ts';
import { checkpointContext } from '../domain/checkpoint/work.ts';
import { writeFileAtomic } from '../system/files.ts';
import { excludeProofsFromGit } from './checkpoint-exclude.ts';
import type { SessionWork } from './session-work.ts';
import { checkpointFile, claimCheckpoint } from './work.ts';

export interface CheckpointResult {
  file: string;
  ok: boolean;
  failures: CheckpointProblem[];
}

export function emptyCheckpoint({ changes, version }: SessionWork): Record<string, unknown> {
  return checkpointTemplate({ version, changed: changes.length > 0 });
}

const stateMessages = {
  foreign: 'is from another session; write your own',
  old: 'was written before the last changes; review it and write it again',
} as const;

export function checkCheckpointFile(session: SessionWork): CheckpointResult {
  const { changes, version, work } = session;
  const found = work.checkpoint(changes);
  session.store.applyChanges();
  const failures = (): CheckpointProblem[] => {
    if (!found) return [{ rule: 'file', message: 'is missing' }];
    if (found.state !== 'mine') return [{ rule: 'file', message: stateMessages[found.state] }];
    return checkCheckpoint(found.body, checkpointContext(work, version, changes.length > 0));
  };
  const list = failures();
  return { file: checkpointFile, ok: list.length === 0, failures: list };
}

/** Writes the checkpoint only if it is complete; an incomplete one would be refused at the stop anyway. */
export function writeCheckpoint(session: SessionWork, body: unknown): CheckpointResult {
  const { changes, version, place, work, store, session_id } = session;
  const failures = checkCheckpoint(body, checkpointContext(work, version, changes.length > 0));
  if (failures.length > 0) return { file: checkpointFile, ok: false, failures };
  excludeProofsFromGit(place);
  const text = `${JSON.stringify(body, null, 2)}\n`;
  writeFileAtomic(join(place.root, checkpointFile), text, 0o644);
  // The time of the file may be a part of a millisecond later.
  claimCheckpoint(session_id, place.root, text, changes, store, Date.now() + 1);
  store.applyChanges();
  return { file: checkpointFile, ok: true, failures };
}
