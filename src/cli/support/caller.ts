// Which session a command was called in, from the variables the client gives to its tools.

import type { Database } from 'bun:sqlite';
import { conversationOf, type Session } from '../../domain/sessions/session.ts';
import { findSessions, getSession } from '../../store/db/sessions.ts';
import type { Env } from '../../system/env.ts';
import { UserError } from '../../system/errors.ts';

/** As the client says it; else by the name that a person gave to the session. */
export function callerId(db: Database, env: Env = process.env): string | undefined {
  const { CLAUDE_CODE_SESSION_ID: id, CLAUDE_SESSION_ID: alias } = env;
  if (id || !alias) return id || undefined;
  return findSessions(db, alias).find((one) => one.alias === alias)?.session_id;
}

function caller(db: Database, env: Env): Session | undefined {
  const id = callerId(db, env);
  return id ? getSession(db, id) : undefined;
}

/** The line of work a command belongs to: as it was told, else that of the session it runs in. */
export function conversationHere(db: Database, told: string | undefined, env: Env = process.env): string {
  const session = caller(db, env);
  const found = told ?? env.CLAUDE_CONVERSATION_ID ?? (session ? conversationOf(session) : callerId(db, env));
  if (!found)
    throw new UserError('Whose work is it? Give --conversation <name>, or call this inside a session.');
  return found;
}
