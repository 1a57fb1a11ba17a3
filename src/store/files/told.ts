// Remembers the texts that a conversation has been given already: as an empty file for each, so that no event has to open
// the database for it.

import type { Event } from '../../core/event.ts';
import { attempt } from '../../system/attempt.ts';
import { makeFolder } from '../../system/files.ts';
import { closeSync, existsSync, openSync, readdirSync, rmSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { dirname, join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';

/** The main conversation of a session, or one of its subagents: each has its own context. */
export interface Listener {
  session_id: string;
  agent_id?: string;
}

export function listenerOf({ session_id, agent_id }: Event): Listener {
  return { session_id, ...(agent_id && { agent_id }) };
}

/** After a compaction or `/clear` the model no longer knows what it was told. */
export function hasLostContext(event: Event): boolean {
  return event.hook_event_name === 'SessionStart' && ['compact', 'clear'].includes(event.source);
}

function toldFolder(home: Home, { session_id, agent_id }: Listener): string {
  return join(home.run, 'told', safeName(session_id), agent_id ? safeName(agent_id) : 'main');
}

/**
 * Marks the key as told. True for exactly one of several parallel processes. Also true when no file can be made: then
 * the text is repeated, which is better than never being told.
 */
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

/** Called after `hasLostContext`. Only the main conversation is compacted or cleared. */
export function forgetTold(home: Home, session_id: string): void {
  attempt(() => rmSync(toldFolder(home, { session_id }), { recursive: true, force: true }));
}

/** Marks as told to a fork what its parent was told, because its conversation begins as a copy of the parent's. */
export function inheritTold(home: Home, from: string, to: string): void {
  const keys = attempt(() => readdirSync(toldFolder(home, { session_id: from }))) ?? [];
  for (const key of keys) firstTime(home, { session_id: to }, key);
}
