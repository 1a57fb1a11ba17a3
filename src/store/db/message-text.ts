// The text of a message as the session that gets it reads it: with its tag and its sender.
import type { Database } from 'bun:sqlite';
import { clip, oneLine } from '../../core/text.ts';
import { messageTag, type SessionMessage, withoutTags, workersText } from '../../domain/sessions/messages.ts';
import type { Message } from './messages.ts';
import { getSession } from './sessions.ts';
import { listWorkers } from './workers.ts';

/** Longer texts are cut: several messages have to fit into what the client accepts from one hook. */
const maxText = 6_000;

/** The sender of a message from an agent that has no session here. */
export const unknownAgent = 'an unknown agent';

/** The ages of workers in the text are counted from `now`. */
export function messageForSession(db: Database, message: Message, now: number): SessionMessage {
  const { id, kind, sender, text } = message;
  if (kind === 'workers') return { id, text: `${messageTag(id)} ${workersReport(db, message, now)}` };
  const from = sender === unknownAgent ? sender : sender ? senderName(db, sender) : 'a person';
  const clipped =
    text.length <= maxText
      ? text
      : `${text.slice(0, maxText)}… (cut; \`pawl send --list --json\` has the whole text)`;
  return {
    id,
    text: `${messageTag(id)} Message from ${from}:${sender ? quoteLines(clipped) : ` ${clipped}`}`,
  };
}

/** Every line of an agent's text is marked, so that none of them looks like the beginning of another message. */
function quoteLines(text: string): string {
  const lines = withoutTags(text).split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  return lines.length > 1 ? lines.map((line) => `\n> ${line}`).join('') : ` ${lines[0]}`;
}

function workersReport(db: Database, { id, to_name }: Message, now: number): string {
  const filter = { kind: 'worker', conversation: to_name, limit: 10_000 } as const;
  const ended = listWorkers(db, { ...filter, message: id }).reverse();
  return workersText(ended, listWorkers(db, { ...filter, state: 'running' }).length, now);
}

function senderName(db: Database, sender: string): string {
  const session = getSession(db, sender);
  const name = session?.alias ?? sender.slice(0, 8);
  return `session ${plainName(name)}${session?.role ? ` (${plainName(session.role)})` : ''}`;
}

/** Shortened and without markup, because names come from variables that a repository can set. */
const plainName = (name: string) =>
  clip(
    oneLine(withoutTags(name))
      .replace(/[:()]+/g, ' ')
      .trim(),
    60,
  );
