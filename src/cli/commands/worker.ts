// `pawl worker`: work that runs outside a session, and whose end its conversation waits for.
import type { Database } from 'bun:sqlite';
import { type Delivery, deliver } from '../../messages/deliver.ts';
import { finishWorker } from '../../store/db/finish-worker.ts';
import { findWorkers, listWorkers, startWorker, type Worker } from '../../store/db/workers.ts';
import { markOnce } from '../../store/files/marks.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { randomId } from '../../system/random-id.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { callerId, requireConversation } from '../support/caller.ts';
import { openFleet } from '../support/fleet.ts';
import { ago, fitTable, paint, visible } from '../support/terminal.ts';
import { describeDelivery } from './send.ts';

const worker: Command = {
  summary: 'Manage workers that a session waits for: start, finish, fail, list',
  subcommands: { start: Infinity, finish: Infinity, fail: Infinity, list: 0 },
  usage: 'start "title" | finish <id> ["summary"] | fail <id> ["reason"] | list',
  details: `
\`start\` prints the id. When the last running worker of a conversation ends, its session is woken and gets a summary of
all of them; with --urgent it gets a message at once. Subagents and background commands of sessions are listed too; for
those the client wakes the session itself.

  id=$(pawl worker start "run the long tests")
  … && pawl worker finish "$id" "all green" || pawl worker fail "$id" "3 red"`,
  options: {
    conversation: {
      type: 'string',
      value: 'name',
      of: ['start', 'list'],
      about: 'The conversation (default: that of the session in which this runs)',
    },
    id: { type: 'string', value: 'id', of: ['start'], about: 'The id of the worker (default: a random one)' },
    urgent: {
      type: 'boolean',
      of: ['start'],
      about: 'Report its end at once, even if other workers still run',
    },
    all: { type: 'boolean', of: ['list'], about: 'Workers of every conversation' },
    ...jsonOption,
  },
  run(args) {
    const [verb, ...rest] = args.rest;
    const home = findHome();
    const db = openFleet(home);
    switch (verb) {
      case 'start':
        return startOne(db, rest.join(' ').trim(), args);
      case 'finish':
      case 'fail':
        return endOne(db, home, verb, rest, args.json);
      default:
        return printWorkers(db, args);
    }
  },
};
export default worker;

function startOne(db: Database, title: string, { options, json }: ParsedArgs): number {
  if (!title) throw new UserError('Give a title: `pawl worker start "run the long tests"`.');
  const conversation = requireConversation(db, options.conversation as string | undefined);
  const id = (options.id as string | undefined) ?? randomId();
  const urgent = options.urgent === true;
  const session_id = callerId(db) ?? null;
  const made = { id, kind: 'worker' as const, conversation, session_id, title, urgent };
  if (!startWorker(db, { ...made, started_at: Date.now() }))
    throw new UserError(`The worker "${id}" exists already.`, 1);
  console.log(json ? JSON.stringify(findWorkers(db, id)[0], null, 2) : id);
  return 0;
}

async function endOne(
  db: Database,
  home: Home,
  verb: 'finish' | 'fail',
  rest: string[],
  json: boolean,
): Promise<number> {
  const [name, ...texts] = rest;
  if (!name) throw new UserError(`Give the id of a worker: \`pawl worker ${verb} <id> "summary"\`.`);
  const found = findWorkers(db, name);
  const worker = found.find((row) => row.id === name) ?? (found.length === 1 ? found[0] : undefined);
  if (!worker)
    throw new UserError(
      `${found.length === 0 ? 'There is no worker' : 'Several workers begin with'} "${name}". \`pawl worker list --all\` lists them.`,
      1,
    );
  const caller = callerId(db);
  // What a session says about its work is its report, so session/report does not ask for another one.
  if (caller) markOnce(home, caller, 'report');
  // The session that started the worker gets the message even if a script of its own reports the end.
  const sender = caller === worker.session_id ? undefined : caller;
  const summary = texts.join(' ').trim() || undefined;
  const state = verb === 'finish' ? 'complete' : 'failed';
  const ended = finishWorker(db, worker.id, {
    state,
    now: Date.now(),
    ...(summary && { summary }),
    ...(sender && { sender }),
  });
  if (!ended) throw new UserError(`Worker ${worker.id} has ended already (${worker.state}).`, 1);
  const delivery = ended.message ? await deliver(db, home, ended.message) : undefined;
  printEnded(ended.worker, delivery, json);
  return 0;
}

function printEnded(worker: Worker, delivery: Delivery | undefined, json: boolean): void {
  if (json) console.log(JSON.stringify({ worker, delivery: delivery ?? null }, null, 2));
  else
    console.log(
      `Worker ${worker.id} has ${worker.state === 'failed' ? 'failed' : 'finished'}. ${delivery ? describeDelivery(delivery) : 'Its session gets a message when the other workers of the conversation have ended.'}`,
    );
}

function printWorkers(db: Database, { options, json }: ParsedArgs): number {
  const given = options.conversation as string | undefined;
  const everywhere =
    options.all === true || (given === undefined && !callerId(db) && !process.env.CLAUDE_CONVERSATION_ID);
  const workers = listWorkers(db, everywhere ? {} : { conversation: requireConversation(db, given) });
  if (json) console.log(JSON.stringify(workers, null, 2));
  else
    console.log(
      workers.length > 0 ? fitTable(workers.map(row), { shrink: [[5, 20], 4, 5] }) : 'There are no workers.',
    );
  return 0;
}

const colours = { running: 'green', complete: 'dim', failed: 'red' } as const;

function row(worker: Worker): string[] {
  const when = ago(worker.ended_at ?? worker.started_at);
  return [
    paint(colours[worker.state], worker.state),
    visible(worker.id),
    worker.kind,
    when,
    visible(worker.title),
    paint('dim', visible(worker.summary ?? '')),
  ];
}
