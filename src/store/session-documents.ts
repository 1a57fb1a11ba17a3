// One small document of a session: a mark on the disk says that it exists, so that most events never open the database.
import type { Database } from 'bun:sqlite';
import { redactDeep } from '../core/redact.ts';
import { append } from '../system/files.ts';
import { existsSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { changeState, listSessionStates, readState, type Stored } from './db/policy-state.ts';
import { safeName } from './files/safe-name.ts';
import type { Store } from './store.ts';

export interface Document<T> {
  exists(): boolean;
  get(): T;
  /** It is there and can't be read. */
  lost(): boolean;
  /** Applied to the newest value when the event is recorded. */
  change(how: (value: T) => T): void;
}

export interface Which {
  kind: 'workflow' | 'handoff';
  session_id: string;
  now: number;
}

const markOf = (home: Home, { kind, session_id }: Which) => join(home.run, kind, safeName(session_id));

export function sessionDocument<T>(store: Store, home: Home, which: Which, initial: T): Document<T> {
  const where = { policy: which.kind, scope: 'session', key: which.session_id };
  const mark = markOf(home, which);
  // A missing session id is nobody's, never everybody's.
  const exists = () => which.session_id !== '' && existsSync(mark);
  return {
    exists,
    get: () =>
      exists() ? ((store.read((db) => readState(db, where)) as T | undefined) ?? initial) : initial,
    lost: () => exists() && !store.read((db) => ({ value: readState(db, where) })),
    change: (how) => {
      if (!which.session_id) return;
      store.later((db) => {
        changeState(db, where, initial, (value) => redactDeep(how(value as T)), which.now);
        if (!existsSync(mark)) append(mark, '');
      });
    },
  };
}

/** For commands: every session that has one, newest first. */
export function listDocuments<T>(db: Database, kind: Which['kind']): Stored<T>[] {
  return listSessionStates(db, kind) as Stored<T>[];
}

/** For commands: changed at once. */
export function changeDocument<T>(
  db: Database,
  home: Home,
  which: Which,
  initial: T,
  how: (value: T) => T,
): T {
  const where = { policy: which.kind, scope: 'session', key: which.session_id };
  let changed = initial;
  const change = (value: unknown) => {
    changed = how(value as T);
    return changed;
  };
  db.transaction(() => changeState(db, where, initial, change, which.now)).immediate();
  if (!existsSync(markOf(home, which))) append(markOf(home, which), '');
  return changed;
}
