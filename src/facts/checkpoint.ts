// Checkpoints from outside a stop: the form, a look at the one that is there, and a new one.
import { join } from 'node:path';
import {
  type CheckpointProblem,
  checkCheckpoint,
  checkpointTemplate,
} from '../domain/checkpoint/checkpoint.ts';
import { writeFileAtomic } from '../system/files.ts';
import type { SessionWork } from './session-work.ts';
import { checkpointFile } from './work.ts';

export interface Checked {
  file: string;
  ok: boolean;
  failures: CheckpointProblem[];
}

export function formOf({ changes, version }: SessionWork): Record<string, unknown> {
  return checkpointTemplate({ version, changed: changes.length > 0 });
}

const states = {
  foreign: 'is from another session; write your own',
  old: 'was written before the last changes; look at it again and write it anew',
} as const;

export function checkFile(session: SessionWork): Checked {
  const { changes, version, work } = session;
  const found = work.checkpoint(changes);
  session.store.applyChanges();
  const failures = (): CheckpointProblem[] => {
    if (!found) return [{ rule: 'file', message: 'is missing' }];
    if (found.state !== 'mine') return [{ rule: 'file', message: states[found.state] }];
    return checkCheckpoint(found.body, { version, changed: changes.length > 0 });
  };
  const list = failures();
  return { file: checkpointFile, ok: list.length === 0, failures: list };
}

/** Written only if every rule is kept: half a checkpoint would only be refused later. */
export function writeCheckpoint(session: SessionWork, body: unknown): Checked {
  const { changes, version, place, work, store } = session;
  const failures = checkCheckpoint(body, { version, changed: changes.length > 0 });
  if (failures.length > 0) return { file: checkpointFile, ok: false, failures };
  writeFileAtomic(join(place.root, checkpointFile), `${JSON.stringify(body, null, 2)}\n`, 0o644);
  work.checkpoint(changes);
  store.applyChanges();
  return { file: checkpointFile, ok: true, failures };
}
