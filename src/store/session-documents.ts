// A JSON document of a session (its workflow runs, its handoffs). A file marks that there is one, so that events of
// sessions without it do not open the database.
import type { Database } from 'bun:sqlite';
import { redactDeep } from '../core/redact.ts';
import { append } from '../system/files.ts';
import { existsSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { changeState, listSessionStates, readState, type StoredState } from './db/policy-state.ts';
import { safeName } from './files/safe-name.ts';
import type { Store } from './store.ts';

export interface SessionDocument<T> {
  exists(): boolean;
  get(): T;
  /** True if there is a document that can't be read. */
  unreadable(): boolean;
  /** The change is applied to the newest value when the event is recorded. */
  change(change: (value: T) => T): void;
}

export interface DocumentKey {
  kind: 'workflow' | 'handoff';
  session_id: string;
  now: number;
}

const markOf = (home: Home, { kind, session_id }: DocumentKey) => join(home.run, kind, safeName(session_id));

export function sessionDocument<T>(
  store: Store,
  home: Home,
  document: DocumentKey,
  initial: T,
): SessionDocument<T> {
  const stateKey = { policy: document.kind, scope: 'session', key: document.session_id };
  const mark = markOf(home, document);
  // Events without a session id share no document.
  const exists = () => document.session_id !== '' && existsSync(mark);
  return {
    exists,
    get: () =>
      exists() ? ((store.read((db) => readState(db, stateKey)) as T | undefined) ?? initial) : initial,
    unreadable: () => exists() && !store.read((db) => ({ value: readState(db, stateKey) })),
    change: (change) => {
      if (!document.session_id) return;
      store.later((db) => {
        changeState(db, stateKey, initial, (value) => redactDeep(change(value as T)), document.now);
        if (!existsSync(mark)) append(mark, '');
      });
    },
  };
}

/** For commands: the documents of all sessions, last changed first. */
export function listDocuments<T>(db: Database, kind: DocumentKey['kind']): StoredState<T>[] {
  return listSessionStates(db, kind) as StoredState<T>[];
}

/** For commands: changes a document at once, and returns it. */
export function changeDocument<T>(
  db: Database,
  home: Home,
  document: DocumentKey,
  initial: T,
  update: (value: T) => T,
): T {
  const stateKey = { policy: document.kind, scope: 'session', key: document.session_id };
  let changed = initial;
  const change = (value: unknown) => {
    changed = redactDeep(update(value as T)) as T;
    return changed;
  };
  db.transaction(() => changeState(db, stateKey, initial, change, document.now)).immediate();
  if (!existsSync(markOf(home, document))) append(markOf(home, document), '');
  return changed;
}
