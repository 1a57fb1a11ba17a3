// MCP tools about sessions: status, list, messages, and workers whose end a session waits for.

import { redact } from '../core/redact.ts';
import { conversationOf } from '../domain/sessions/session.ts';
import { isAlive } from '../facts/identity.ts';
import { keepNote } from '../facts/notes.ts';
import { refreshSessions } from '../facts/refresh-sessions.ts';
import { deliver } from '../messages/deliver.ts';
import { addressOf, send } from '../messages/send.ts';
import { finishWorker } from '../store/db/finish-worker.ts';
import { changeSession, getSession, listSessions } from '../store/db/sessions.ts';
import { findWorkers, startWorker } from '../store/db/workers.ts';
import { markOnce, writeStatus } from '../store/files/marks.ts';
import { findHome } from '../system/home.ts';
import { randomId } from '../system/random-id.ts';
import { type Tool, type ToolContext, ToolError } from './tools.ts';

const text = (description: string) => ({ type: 'string', description });

function textOf(input: Record<string, unknown>, key: string): string {
  const value = input[key];
  if (typeof value !== 'string' || value.trim() === '')
    throw new ToolError(`\`${key}\` must be a non-empty string.`);
  return redact(value.trim());
}

function requireSession({ db, session: { session_id } }: ToolContext) {
  const session = getSession(db, session_id);
  if (!session) throw new ToolError('This session is not registered yet; try again after the next prompt.');
  return session;
}

const openSessions = (db: ToolContext['db']) =>
  listSessions(db, { open: true }).filter((session) => isAlive(session) !== false);

export const sessionTools: readonly Tool[] = [
  {
    name: 'session_status',
    description:
      'Say in a few words what this session is working on, which people see in the list of sessions, or keep a note that you get back after a compaction or a clear.',
    input: {
      text: text('What you are working on.'),
      note: text('What is done, what is open, what comes next.'),
    },
    run: (context, input) => {
      const session = requireSession(context);
      const { session_id } = session;
      const note = input.note === undefined ? undefined : textOf(input, 'note');
      if (note) keepNote(findHome(), session, 'written', note);
      if (note && input.text === undefined) return { session_id, note };
      const status_text = textOf(input, 'text').slice(0, 300);
      changeSession(context.db, session_id, (changed) => {
        changed.status_text = status_text;
      });
      writeStatus(findHome(), session_id, status_text);
      return { session_id, status_text, ...(note && { note }) };
    },
  },
  {
    name: 'session_list',
    description: 'List the open sessions on this machine, with role, state and what they are working on.',
    input: {},
    reads: true,
    run: ({ db }) => ({
      sessions: openSessions(db).map((session) => ({
        session_id: session.session_id,
        role: session.role,
        state: session.state,
        conversation_id: conversationOf(session),
        project: session.project,
        status_text: session.status_text,
      })),
    }),
  },
  {
    name: 'message_send',
    description:
      'Send a message to another session, conversation or role. It never interrupts a running turn.',
    input: { to: text('A session id or alias, a conversation, or a role.'), text: text('The message.') },
    required: ['to', 'text'],
    run: ({ db, session, now }, input) => {
      refreshSessions(db, now);
      const to = addressOf(db, textOf(input, 'to'));
      return send(db, findHome(), {
        to,
        text: textOf(input, 'text'),
        sender: session.session_id || undefined,
      });
    },
  },
  {
    name: 'worker_start',
    description:
      'Register a worker: work that runs outside this session. When the last worker of a conversation ends, its session gets a message.',
    input: {
      title: text('What the worker does.'),
      conversation: text('The conversation the work belongs to; default: this session’s.'),
    },
    required: ['title'],
    run: (context, input) => {
      const conversation = input.conversation
        ? textOf(input, 'conversation')
        : conversationOf(requireSession(context));
      const id = randomId();
      const work = { id, kind: 'worker' as const, conversation, title: textOf(input, 'title') };
      startWorker(context.db, {
        ...work,
        session_id: context.session.session_id || null,
        started_at: context.now,
      });
      return { worker: findWorkers(context.db, id)[0] };
    },
  },
  {
    name: 'worker_finish',
    description: 'Report that a worker has ended, with a summary of the result.',
    input: {
      id: text('The worker’s id.'),
      summary: text('The result, in a sentence or two.'),
      failed: { type: 'boolean', description: 'Whether the work failed.' },
    },
    required: ['id', 'summary'],
    run: async ({ db, session, now }, input) => {
      const home = findHome();
      refreshSessions(db, now);
      const sender = session.session_id ? { sender: session.session_id } : {};
      const state = input.failed === true ? 'failed' : 'complete';
      const ended = finishWorker(db, textOf(input, 'id'), {
        state,
        now,
        summary: textOf(input, 'summary'),
        ...sender,
      });
      if (!ended) throw new ToolError('No running worker has that id.');
      if (session.session_id) markOnce(home, session.session_id, 'report');
      return { ...ended, delivery: ended.message ? await deliver(db, home, ended.message) : null };
    },
  },
];
