// Finds the session in which a command runs, from the variables that the client sets for its tools.

import type { Database } from 'bun:sqlite';
import { conversationOf, type Session } from '../../domain/sessions/session.ts';
import { isFromElsewhere } from '../../facts/sender.ts';
import { unknownAgent } from '../../store/db/message-text.ts';
import { findSessions, getSession, listSessions } from '../../store/db/sessions.ts';
import type { Env } from '../../system/env.ts';
import { UserError } from '../../system/errors.ts';
import { agentAmong, ancestors, isClient } from '../../system/process.ts';

/** The session id that the client sets, or that of the session with the alias in CLAUDE_SESSION_ID. */
export function callerId(db: Database, env: Env = process.env): string | undefined {
  const { CLAUDE_CODE_SESSION_ID: id, CLAUDE_SESSION_ID: alias } = env;
  if (id || !alias) return id || undefined;
  return findSessions(db, alias).find((session) => session.alias === alias)?.session_id;
}

/**
 * The sender of a message: the session whose client is above this process, whatever the environment says. Undefined for
 * a person; `an unknown agent` if an agent runs this that has no session here.
 */
export function senderId(db: Database, env: Env = process.env): string | undefined {
  const above = ancestors(process.pid);
  const clients = above.filter(isClient);
  const isAbove = ({ client }: Session) =>
    clients.some(({ pid, started }) => pid === client?.pid && started === client.started);
  const open = clients.length > 0 ? listSessions(db, { open: true }).filter(isAbove) : [];
  const named = callerId(db, env);
  const found = open.find((session) => session.session_id === named) ?? open[0];
  return found?.session_id ?? named ?? (agentAmong(above) ? unknownAgent : undefined);
}

/**
 * Throws an error if an agent wants to write the records of a session that runs in another client. A person may, and so
 * may whatever the client of that session started.
 */
export function refuseForOtherSession(db: Database, session_id: string): void {
  const client = session_id ? getSession(db, session_id)?.client : undefined;
  if (!client || !isFromElsewhere(client) || !agentAmong(ancestors(process.pid))) return;
  throw new UserError(
    `Session ${session_id} runs in another client, so an agent can’t write its tasks, status or evidence from here. Tell it instead: pawl send ${session_id} "…"`,
    1,
  );
}

function caller(db: Database, env: Env): Session | undefined {
  const id = callerId(db, env);
  return id ? getSession(db, id) : undefined;
}

/** The conversation that a command is about: the given one, or that of the session in which it runs. */
export function requireConversation(db: Database, given: string | undefined, env: Env = process.env): string {
  const session = caller(db, env);
  const found =
    given ?? env.CLAUDE_CONVERSATION_ID ?? (session ? conversationOf(session) : callerId(db, env));
  if (!found) throw new UserError('Give --conversation <name>, or run this inside a session.');
  return found;
}
