// Small files of a running session, which hooks and the status line read without opening the database.

import type { SessionNotes } from '../../domain/sessions/session.ts';
import { attempt } from '../../system/attempt.ts';
import { makeFolder, readText, writeFileAtomic } from '../../system/files.ts';
import { closeSync, existsSync, openSync, statSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';

const folder = (home: Home, session: string) => join(home.run, 'session', safeName(session));
const fileOf = (home: Home, session: string, key: string) => join(folder(home, session), safeName(key));

/** Makes the mark. True for exactly one of several parallel processes; false if it can't be made. */
export function markOnce(home: Home, session: string, key: string): boolean {
  if (!session) return false;
  const path = fileOf(home, session, key);
  return attempt(() => create(path)) ?? attempt(() => createBelow(folder(home, session), path)) ?? false;
}

function create(path: string): boolean {
  if (existsSync(path)) return false;
  closeSync(openSync(path, 'wx', 0o600));
  return true;
}

function createBelow(parent: string, path: string): boolean {
  makeFolder(parent);
  return create(path);
}

/** Used in place of a session id for marks of a client process, which all sessions in that client share. */
export const clientMark = (pid: number): string => `client-${pid}`;

export function isMarked(home: Home, session: string, key: string): boolean {
  return existsSync(fileOf(home, session, key));
}

export function unmark(home: Home, session: string, key: string): void {
  const path = fileOf(home, session, key);
  if (existsSync(path)) attempt(() => unlinkSync(path));
}

/** When the mark was made; undefined if there is none. */
export function markedAt(home: Home, session: string, key: string): number | undefined {
  return attempt(() => statSync(fileOf(home, session, key)).mtimeMs);
}

/** The client's last report on the size of this session's context. */
export interface StoredContextUse {
  at: number;
  used: number;
  window: number;
  /** Null if the client does not know it: before the first answer and after a compaction. */
  percent: number | null;
  model?: string;
}

export function writeContextUse(home: Home, session: string, use: StoredContextUse): void {
  attempt(() => writeFileAtomic(fileOf(home, session, 'gauge'), JSON.stringify(use)));
}

export function readContextUse(home: Home, session: string): StoredContextUse | undefined {
  const path = fileOf(home, session, 'gauge');
  // This runs on frequent events, and checking for the file is cheaper than a failed read.
  const text = existsSync(path) ? readText(path) : undefined;
  return text === undefined ? undefined : attempt(() => JSON.parse(text) as StoredContextUse);
}

/** Writes the status text of a session. The database has it too; with this copy a prompt need not open it. */
export function writeStatus(home: Home, session: string, text: string): void {
  attempt(() => writeFileAtomic(fileOf(home, session, 'status'), text));
}

export function readStatus(home: Home, session: string): string | undefined {
  return readText(fileOf(home, session, 'status'));
}

/**
 * The notes that outlive a session's context. `owner` is the session (for a compaction), or its client: a clear begins
 * another session, but keeps the client.
 */
export interface StoredNotes extends SessionNotes {
  /** For a client: when it started, because process numbers are used again. */
  started?: string;
}

export function writeNotes(home: Home, owner: string, notes: StoredNotes): void {
  attempt(() => writeFileAtomic(fileOf(home, owner, 'notes'), JSON.stringify(notes)));
}

export function readNotes(home: Home, owner: string): StoredNotes {
  const text = readText(fileOf(home, owner, 'notes'));
  return (text === undefined ? undefined : attempt(() => JSON.parse(text) as StoredNotes)) ?? {};
}

/** The client's own socket for messages, and the secret token for it. Removed when the session ends. */
export interface Inbox {
  socket: string;
  token: string;
}

export function writeInbox(home: Home, session: string, inbox: Inbox): void {
  attempt(() => writeFileAtomic(fileOf(home, session, 'inbox'), JSON.stringify(inbox)));
}

export function readInbox(home: Home, session: string): Inbox | undefined {
  const text = readText(fileOf(home, session, 'inbox'));
  return text === undefined ? undefined : attempt(() => JSON.parse(text) as Inbox);
}

/** The process that waits beside an idle session to wake it (hook/waker.ts). */
export interface Waiter {
  pid: number;
  started: string;
}

export function writeWaiter(home: Home, session: string, waiter: Waiter): void {
  writeFileAtomic(fileOf(home, session, 'waiter'), JSON.stringify(waiter));
}

export function readWaiter(home: Home, session: string): Waiter | undefined {
  const text = readText(fileOf(home, session, 'waiter'));
  return text === undefined ? undefined : attempt(() => JSON.parse(text) as Waiter);
}
