// Short-lived marks of running sessions, as files: what must be claimed or seen without opening the database.

import type { Note } from '../../core/merge.ts';
import { redact } from '../../core/redact.ts';
import { attempt } from '../../system/attempt.ts';
import { append, makeFolder } from '../../system/files.ts';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
} from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { dirname, join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';

/** Who has been told something: the main conversation and each subagent have a context of their own. */
export interface Listener {
  session_id: string;
  agent_id?: string;
}

function toldFolder(home: Home, { session_id, agent_id }: Listener): string {
  return join(home.run, 'told', safeName(session_id), agent_id ? safeName(agent_id) : 'main');
}

/** True for exactly one of several parallel processes; also true when we can't tell. */
export function firstTime(home: Home, listener: Listener, key: string): boolean {
  if (!listener.session_id) return true;
  const path = join(toldFolder(home, listener), safeName(key));
  for (const retry of [true, false]) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
      return true;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'EEXIST') return false;
      if (code !== 'ENOENT' || !retry) return true;
      attempt(() => makeFolder(dirname(path)));
    }
  }
  return true;
}

export function wasTold(home: Home, listener: Listener, key: string): boolean {
  return existsSync(join(toldFolder(home, listener), safeName(key)));
}

/** After compaction or a clear the session has forgotten what it was told. */
export function forgetTold(home: Home, session_id: string): void {
  attempt(() => rmSync(toldFolder(home, { session_id }), { recursive: true, force: true }));
}

export interface Pending {
  to: 'model' | 'user';
  note: Note;
}

function pendingFile(home: Home, { session_id, agent_id }: Listener): string {
  return join(home.run, 'pending', `${safeName(session_id)}.${agent_id ? safeName(agent_id) : 'main'}.jsonl`);
}

/** Keeps what this event could not carry, for the next one that can. */
export function addPending(home: Home, listener: Listener, pending: readonly Pending[]): void {
  if (pending.length === 0 || !listener.session_id) return;
  // It lies on disk until then, so what policies quoted is redacted like everything that is stored.
  const clean = pending.map(({ to, note }) => ({ to, note: { ...note, text: redact(note.text) } }));
  attempt(() => append(pendingFile(home, listener), clean.map((one) => `${JSON.stringify(one)}\n`).join('')));
}

/** Takes what waits for this listener; two processes never take the same. */
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

/** Proof that the settings registration fires in this session, so that a plugin beside it can stand aside. */
export function markLive(home: Home, session_id: string): void {
  const file = join(home.run, 'live', safeName(session_id));
  if (!session_id || existsSync(file)) return;
  attempt(() => append(file, ''));
}

export function isLive(home: Home, session_id: string): boolean {
  return existsSync(join(home.run, 'live', safeName(session_id)));
}

/** Keeps a text that was too long to inject; returns where it is. */
export function keepText(home: Home, listener: Listener, text: string): string | undefined {
  const file = join(
    home.run,
    'context',
    `${safeName(listener.session_id)}-${Bun.hash(text).toString(36)}.md`,
  );
  return attempt(() => {
    // The name tells the content: a second time would only double it.
    if (!existsSync(file)) append(file, redact(text));
    return file;
  });
}
