// `pawl worker`: pieces of work that a conversation waits for.
import type { Database } from 'bun:sqlite';
import { type Delivery, deliver } from '../../messages/deliver.ts';
import { finishWorker } from '../../store/db/letters.ts';
import { findWorkers, listWorkers, startWorker, type Worker } from '../../store/db/workers.ts';
import { markOnce } from '../../store/files/marks.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { callerId, conversationHere } from '../support/caller.ts';
import { openFleet } from '../support/fleet.ts';
import { ago, paint, table, visible } from '../support/terminal.ts';
import { sentence } from './send.ts';

const worker: Command = {
  summary: 'Work that a session waits for: start, finish, fail, list',
  usage: 'start "title" | finish <id> ["summary"] | fail <id> ["reason"] | list',
  details: `
\`start\` prints the id. When the last running worker of a conversation ends, its session is woken and told what came of
them; with --urgent it is told at once. Subagents and background commands of sessions are listed too; the client wakes
its session for those itself.

  id=$(pawl worker start "run the long tests")
  … && pawl worker finish "$id" "all green" || pawl worker fail "$id" "3 red"`,
  options: {
    conversation: {
      type: 'string',
      value: 'name',
      about: 'Whose work; default: that of the session it is called in',
    },
    id: { type: 'string', value: 'id', about: 'start: an id of your own' },
    urgent: { type: 'boolean', about: 'start: tell of its end at once, whoever else is still at work' },
    all: { type: 'boolean', about: 'list: of every conversation' },
    ...jsonOption,
  },
  run(words) {
    const [verb, ...rest] = words.rest;
    const home = findHome();
    const db = openFleet(home);
    switch (verb) {
      case 'start':
        return start(db, rest.join(' ').trim(), words);
      case 'finish':
      case 'fail':
        return end(db, home, verb, rest, words.json);
      case 'list':
        return list(db, words);
      default:
        throw new UserError('Use `pawl worker start|finish|fail|list`.');
    }
  },
};
export default worker;

function start(db: Database, title: string, { options, json }: Words): number {
  if (!title) throw new UserError('Say what it does: `pawl worker start "run the long tests"`.');
  const conversation = conversationHere(db, options.conversation as string | undefined);
  const id = (options.id as string | undefined) ?? Math.random().toString(36).slice(2, 10).padEnd(8, '0');
  const urgent = options.urgent === true;
  const session_id = callerId(db) ?? null;
  const made = { id, kind: 'worker' as const, conversation, session_id, title, urgent };
  if (!startWorker(db, { ...made, started_at: Date.now() }))
    throw new UserError(`There is a worker "${id}" already.`, 1);
  console.log(json ? JSON.stringify(findWorkers(db, id)[0], null, 2) : id);
  return 0;
}

async function end(
  db: Database,
  home: Home,
  verb: 'finish' | 'fail',
  rest: string[],
  json: boolean,
): Promise<number> {
  const [start, ...words] = rest;
  if (!start) throw new UserError(`Which one? \`pawl worker ${verb} <id> "summary"\`.`);
  const found = findWorkers(db, start);
  const one = found.find((row) => row.id === start) ?? (found.length === 1 ? found[0] : undefined);
  if (!one)
    throw new UserError(
      `No worker, or more than one, is called "${start}". \`pawl worker list --all\` shows them.`,
      1,
    );
  const caller = callerId(db);
  if (caller) markOnce(home, caller, 'report');
  // Whoever started it waits for it, also when the script that reports its end was started there.
  const sender = caller === one.session_id ? undefined : caller;
  const summary = words.join(' ').trim() || undefined;
  const state = verb === 'finish' ? 'complete' : 'failed';
  const ended = finishWorker(db, one.id, {
    state,
    now: Date.now(),
    ...(summary && { summary }),
    ...(sender && { sender }),
  });
  if (!ended) throw new UserError(`Worker ${one.id} has ended already (${one.state}).`, 1);
  const delivery = ended.message ? await deliver(db, home, ended.message) : undefined;
  print(ended.worker, delivery, json);
  return 0;
}

function print(one: Worker, delivery: Delivery | undefined, json: boolean): void {
  if (json) console.log(JSON.stringify({ worker: one, delivery: delivery ?? null }, null, 2));
  else
    console.log(
      `Worker ${one.id} ${one.state}. ${delivery ? sentence(delivery) : 'Others of its conversation are still at work; it is told when they are done.'}`,
    );
}

function list(db: Database, { options, json }: Words): number {
  const told = options.conversation as string | undefined;
  const everywhere =
    options.all === true || (told === undefined && !callerId(db) && !process.env.CLAUDE_CONVERSATION_ID);
  const workers = listWorkers(db, everywhere ? {} : { conversation: conversationHere(db, told) });
  if (json) console.log(JSON.stringify(workers, null, 2));
  else console.log(workers.length > 0 ? table(workers.map(row)) : 'No workers.');
  return 0;
}

const colours = { running: 'green', complete: 'dim', failed: 'red' } as const;

function row(one: Worker): string[] {
  const when = ago(one.ended_at ?? one.started_at);
  return [
    paint(colours[one.state], one.state),
    visible(one.id),
    one.kind,
    when,
    visible(one.title),
    paint('dim', visible(one.summary ?? '')),
  ];
}
