// The agent's tools around its session: its status, messages, and work that is waited for.

import { redact } from '../core/redact.ts';
import { conversationOf } from '../domain/sessions/session.ts';
import { isAlive } from '../facts/identity.ts';
import { deliver } from '../messages/deliver.ts';
import { addressOf, send } from '../messages/send.ts';
import { finishWorker } from '../store/db/letters.ts';
import { changeSession, getSession, listSessions, reap } from '../store/db/sessions.ts';
import { findWorkers, startWorker } from '../store/db/workers.ts';
import { markOnce, writeStatus } from '../store/files/marks.ts';
import { findHome } from '../system/home.ts';
import { type Tool, type ToolContext, ToolError } from './tools.ts';

const text = (description: string) => ({ type: 'string', description });

function words(input: Record<string, unknown>, key: string): string {
  const value = input[key];
  if (typeof value !== 'string' || value.trim() === '') throw new ToolError(`\`${key}\` must be a text.`);
  return redact(value.trim());
}

function registered({ db, session: { session_id } }: ToolContext) {
  const session = getSession(db, session_id);
  if (!session) throw new ToolError('This session is not known yet; try again after the next prompt.');
  return session;
}

const living = (db: ToolContext['db']) =>
  listSessions(db, { open: true }).filter((one) => isAlive(one) !== false);

export const sessionTools: readonly Tool[] = [
  {
    name: 'session_status',
    about: 'Say in a few words what this session is working on; the person sees it in the list of sessions.',
    input: { text: text('What you are working on.') },
    required: ['text'],
    run: (context, input) => {
      const { session_id } = registered(context);
      const status_text = words(input, 'text').slice(0, 300);
      changeSession(context.db, session_id, (one) => {
        one.status_text = status_text;
      });
      writeStatus(findHome(), session_id, status_text);
      return { session_id, status_text };
    },
  },
  {
    name: 'session_list',
    about: 'Sessions that are open on this machine, with role, state and what they work on.',
    input: {},
    reads: true,
    run: ({ db }) => ({
      sessions: living(db).map((one) => ({
        session_id: one.session_id,
        role: one.role,
        state: one.state,
        conversation_id: conversationOf(one),
        project: one.project,
        status_text: one.status_text,
      })),
    }),
  },
  {
    name: 'message_send',
    about: 'Send a message to another session, conversation or role. It never interrupts a running turn.',
    input: { to: text('A session id or alias, a conversation, or a role.'), text: text('The message.') },
    required: ['to', 'text'],
    run: ({ db, session, now }, input) => {
      reap(db, isAlive, now);
      const to = addressOf(db, words(input, 'to'));
      return send(db, findHome(), {
        to,
        text: words(input, 'text'),
        sender: session.session_id || undefined,
      });
    },
  },
  {
    name: 'worker_start',
    about: 'Note work that goes on elsewhere. When the last one of a conversation ends, its session is told.',
    input: { title: text('What it does.'), conversation: text('Whose work; default: this session’s.') },
    required: ['title'],
    run: (context, input) => {
      const conversation = input.conversation
        ? words(input, 'conversation')
        : conversationOf(registered(context));
      const id = Math.random().toString(36).slice(2, 10).padEnd(8, '0');
      const work = { id, kind: 'worker' as const, conversation, title: words(input, 'title') };
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
    about: 'Report the end of such work, with a summary of what came of it.',
    input: { id: text('Its id.'), summary: text('What came of it.'), failed: { type: 'boolean' } },
    required: ['id', 'summary'],
    run: async ({ db, session, now }, input) => {
      const home = findHome();
      reap(db, isAlive, now);
      const sender = session.session_id ? { sender: session.session_id } : {};
      const state = input.failed === true ? 'failed' : 'complete';
      const ended = finishWorker(db, words(input, 'id'), {
        state,
        now,
        summary: words(input, 'summary'),
        ...sender,
      });
      if (!ended) throw new ToolError('No worker of that id is running.');
      if (session.session_id) markOnce(home, session.session_id, 'report');
      return { ...ended, delivery: ended.message ? await deliver(db, home, ended.message) : null };
    },
  },
];
