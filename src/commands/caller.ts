// Which session a command was called in, from the variables the client gives to its tools.
import type { Database } from 'bun:sqlite';
import { conversationOf, type Session } from '../core/session.ts';
import { getSession } from '../store/sessions.ts';
import { CliError } from './command.ts';

type Env = Record<string, string | undefined>;

export const callerId = (env: Env = process.env) => env.CLAUDE_CODE_SESSION_ID || undefined;

export function caller(db: Database, env: Env = process.env): Session | undefined {
  const id = callerId(env);
  return id ? getSession(db, id) : undefined;
}

/** The line of work a command belongs to: as it was told, else that of the session it runs in. */
export function conversationHere(db: Database, told: string | undefined, env: Env = process.env): string {
  const session = caller(db, env);
  const found = told ?? env.CLAUDE_CONVERSATION_ID ?? (session ? conversationOf(session) : callerId(env));
  if (!found)
    throw new CliError('Whose work is it? Give --conversation <name>, or call this inside a session.');
  return found;
}
