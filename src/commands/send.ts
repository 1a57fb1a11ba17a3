// `pawl send`: a message to a session, a conversation or whoever has a role.
import type { Database } from 'bun:sqlite';
import { redact } from '../core/redact.ts';
import { type Delivery, deliver } from '../deliver/deliver.ts';
import { findHome, type Home } from '../home.ts';
import { markOnce } from '../store/marks.ts';
import { type Address, addMessage, getMessage, listMessages } from '../store/messages.ts';
import { latest, newId } from '../store/post.ts';
import { findSessions, listSessions } from '../store/sessions.ts';
import { listWorkers } from '../store/workers.ts';
import { ago, table } from '../terminal.ts';
import { callerId } from './caller.ts';
import { CliError, type Command, jsonOption } from './command.ts';
import { openFleet } from './fleet.ts';

const send: Command = {
  summary: 'Send a message to another session',
  usage: '<session|conversation|role> "text"',
  details: `
A running turn is not interrupted: the message comes when the turn ends. An idle session is woken, by the client’s own
means where they are open (a waiting hook, its inbox), else by typing into its tmux pane; else it hears the message with
its next prompt. Each message arrives once; --list shows how.

  pawl send 3f2a "the API is frozen until noon"
  pawl send reviewer "branch parser is ready"`,
  options: {
    list: { type: 'boolean', about: 'Show messages and how they arrived' },
    ...jsonOption,
  },
  async run({ options, rest, json }) {
    const home = findHome();
    const db = openFleet(home);
    if (options.list) return list(db, json);
    const [to, ...words] = rest;
    const text = words.join(' ').trim();
    if (!to || !text)
      throw new CliError('Say to whom and what: `pawl send <session|conversation|role> "text"`.');
    const delivery = await post(db, home, addressOf(db, to), text);
    console.log(json ? JSON.stringify(delivery, null, 2) : sentence(delivery));
    return 0;
  },
};
export default send;

/** Names are looked up in this order: a session, a line of work, a role. */
export function addressOf(db: Database, name: string): Address {
  const found = findSessions(db, name);
  const exact = found.find((one) => one.session_id === name || one.alias === name);
  const open = found.filter((one) => one.state !== 'ended');
  const session = exact ?? (open.length === 1 ? open[0] : undefined);
  if (session)
    return { kind: 'session', name: latest(db, session.session_id)?.session_id ?? session.session_id };
  if (isConversation(db, name)) return { kind: 'conversation', name };
  if (listSessions(db, { role: name, limit: 1 }).length > 0) return { kind: 'role', name };
  if (open.length > 1)
    throw new CliError(
      `Several sessions begin with "${name}": ${open.map((one) => one.session_id).join(', ')}.`,
    );
  throw new CliError(
    `No session, conversation or role is called "${name}". \`pawl sessions --all\` lists them.`,
    1,
  );
}

function isConversation(db: Database, name: string): boolean {
  return (
    listSessions(db, { conversation: name, limit: 1 }).length > 0 ||
    listWorkers(db, { conversation: name, limit: 1 }).length > 0
  );
}

async function post(db: Database, home: Home, to: Address, text: string): Promise<Delivery> {
  const now = Date.now();
  const id = newId(now);
  const sender = callerId();
  addMessage(db, { id, kind: 'message', text: redact(text), created_at: now, to, ...(sender && { sender }) });
  // A session that writes to somebody has reported.
  if (sender) markOnce(home, sender, 'report');
  return deliver(db, home, id);
}

const words: Record<string, string> = {
  stop: 'at the end of its turn',
  rewake: 'it was idle and has been woken',
  inbox: 'through its inbox',
  tmux: 'typed into its terminal',
  prompt: 'with a prompt',
  start: 'at its start',
};

export function sentence({ to, by, waits, message }: Delivery): string {
  const whom = to ? `session ${to.slice(0, 8)}` : 'nobody yet';
  return by ? `Delivered to ${whom}: ${words[by]}.` : `Message ${message} for ${whom} waits ${waits}.`;
}

function list(db: Database, json: boolean): number {
  const all = listMessages(db);
  if (json) console.log(JSON.stringify(all, null, 2));
  else if (all.length === 0) console.log('No messages.');
  else
    console.log(
      table(
        all.map((one) => [
          ago(one.created_at),
          `${one.to_kind} ${one.to_name.slice(0, 12)}`,
          one.delivered_by ? `${one.delivered_by} → ${one.delivered_to?.slice(0, 8)}` : 'waits',
          (getMessage(db, one.id)?.text || one.kind).replace(/\s+/g, ' ').slice(0, 80),
        ]),
      ),
    );
  return 0;
}
