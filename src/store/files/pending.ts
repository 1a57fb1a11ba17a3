// Notes that an event could not carry, kept for the next event of the same conversation that can.

import type { Note } from '../../core/merge.ts';
import { redact } from '../../core/redact.ts';
import { attempt } from '../../system/attempt.ts';
import { append } from '../../system/files.ts';
import { existsSync, readFileSync, renameSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';
import type { Listener } from './told.ts';

export interface Pending {
  to: 'model' | 'user';
  note: Note;
}

function pendingFile(home: Home, { session_id, agent_id }: Listener): string {
  return join(home.run, 'pending', `${safeName(session_id)}.${agent_id ? safeName(agent_id) : 'main'}.jsonl`);
}

export function addPending(home: Home, listener: Listener, pending: readonly Pending[]): void {
  if (pending.length === 0 || !listener.session_id) return;
  // Policies may quote the call in a note, and everything that is stored is redacted.
  const clean = pending.map(({ to, note }) => ({ to, note: { ...note, text: redact(note.text) } }));
  attempt(() =>
    append(pendingFile(home, listener), clean.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
  );
}

/** Takes all pending notes of this listener. The file is renamed first, so that two processes never take the same ones. */
export function takePending(home: Home, listener: Listener): Pending[] {
  const file = pendingFile(home, listener);
  if (!existsSync(file)) return [];
  const claimed = `${file}.${process.pid}`;
  try {
    renameSync(file, claimed);
    const lines = readFileSync(claimed, 'utf8').split('\n').filter(Boolean);
    unlinkSync(claimed);
    return lines.flatMap((line) => attempt(() => [JSON.parse(line) as Pending]) ?? []);
  } catch {
    return [];
  }
}
