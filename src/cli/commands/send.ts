// `pawl send`: sends a message to a session, a conversation or a role.

import type { Database } from 'bun:sqlite';
import { oneLine } from '../../core/text.ts';
import type { Delivery } from '../../messages/deliver.ts';
import { addressOf, send as post } from '../../messages/send.ts';
import { listMessages } from '../../store/db/messages.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { senderId } from '../support/caller.ts';
import { openFleet } from '../support/fleet.ts';
import { ago, fitTable, visible } from '../support/terminal.ts';

const send: Command = {
  summary: 'Send a message to another session',
  usage: '<session|conversation|role> "text"',
  details: `
A running turn is not interrupted: the message is delivered when the turn ends. An idle session is woken by the client’s
own means if possible (the background hook or its inbox), otherwise by typing into its tmux pane; otherwise it gets the
message with its next prompt. Each message is delivered once; --list shows how.

  pawl send 3f2a "the API is frozen until noon"
  pawl send reviewer "branch parser is ready"`,
  options: {
    list: { type: 'boolean', alone: [], about: 'List messages and how they were delivered' },
    ...jsonOption,
  },
  async run({ options, rest, json }) {
    const home = findHome();
    const db = openFleet(home);
    if (options.list) return printMessages(db, json);
    const [to, ...words] = rest;
    const text = words.join(' ').trim();
    if (!to || !text)
      throw new UserError('Give a recipient and a text: `pawl send <session|conversation|role> "text"`.');
    const delivery = await post(db, home, { to: addressOf(db, to), text, sender: senderId(db) });
    console.log(json ? JSON.stringify(delivery, null, 2) : describeDelivery(delivery));
    return 0;
  },
};
export default send;

const ways: Record<string, string> = {
  stop: 'at the end of its turn',
  rewake: 'it was idle and has been woken',
  inbox: 'through its inbox',
  tmux: 'typed into its terminal',
  prompt: 'with a prompt',
  start: 'at its start',
};

export function describeDelivery({ to, by, waits, message }: Delivery): string {
  if (!to) return `Message ${message} waits until one of its recipients opens a session; none is open now.`;
  const whom = `session ${to.slice(0, 8)}`;
  return by ? `Delivered to ${whom}: ${ways[by]}.` : `Message ${message} for ${whom} waits ${waits}.`;
}

function printMessages(db: Database, json: boolean): number {
  const all = listMessages(db);
  if (json) console.log(JSON.stringify(all, null, 2));
  else if (all.length === 0) console.log('There are no messages.');
  else
    console.log(
      fitTable(
        all.map((message) => [
          ago(message.created_at),
          `${message.to_kind} ${visible(message.to_name.slice(0, 12))}`,
          message.delivered_by ? `${message.delivered_by} → ${message.delivered_to?.slice(0, 8)}` : 'waiting',
          visible(oneLine(message.text || message.kind).slice(0, 80)),
        ]),
      ),
    );
  return 0;
}
