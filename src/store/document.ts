// One small document of a session: a mark on the disk says that it exists, so that most events never open the database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { append, type Home } from '../home.ts';
import { changeState, readState } from './state.ts';
import type { Store } from './store.ts';

export interface Document<T> {
  exists(): boolean;
  get(): T;
  /** Applied to the newest value when the event is recorded. */
  change(how: (value: T) => T): void;
}

export interface Which {
  kind: 'workflow' | 'handoff';
  session_id: string;
  now: number;
}

const safe = (id: string) => (/^[A-Za-z0-9_-]{1,80}$/.test(id) ? id : `h${Bun.hash(id).toString(36)}`);
const markOf = (home: Home, { kind, session_id }: Which) => join(home.run, kind, safe(session_id));

export function sessionDocument<T>(store: Store, home: Home, which: Which, initial: T): Document<T> {
  const where = { policy: which.kind, scope: 'session', key: which.session_id };
  const mark = markOf(home, which);
  // A missing session id is nobody's, never everybody's.
  const exists = () => which.session_id !== '' && existsSync(mark);
  return {
    exists,
    get: () =>
      exists() ? ((store.read((db) => readState(db, where)) as T | undefined) ?? initial) : initial,
    change: (how) => {
      if (!which.session_id) return;
      store.later((db) => {
        changeState(db, where, initial, (value) => how(value as T), which.now);
        if (!existsSync(mark)) append(mark, '');
      });
    },
  };
}
