// Entry point 1, the agent: the life of one event.
//   stdin -> parse -> config -> select -> run -> merge -> budget -> answer -> stdout -> record
import type { ClientName } from '../clients/client.ts';
import { type Answer, answerFailure, answerMalformed, emptyAnswer } from '../core/answer.ts';
import type { EventName } from '../core/channels.ts';
import { type Event, type ParsedEvent, parseEvent } from '../core/event.ts';
import { withLauncher } from '../domain/sessions/launcher.ts';
import type { World } from '../facts/facts.ts';
import { launcherToName } from '../store/files/launcher.ts';
import { readSwitchedOff } from '../store/files/overrides.ts';
import { addPending } from '../store/files/pending.ts';
import { spool } from '../store/files/spool.ts';
import type { EventRecord } from '../store/record.ts';
import { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { milliseconds } from '../system/clock.ts';
import { existsSync, readFileSync, writeAll } from '../system/fs/index.ts';
import { findHome, type Home } from '../system/home.ts';
import { loadBundle } from './bundles/load.ts';
import { type Decided, decide } from './decide.ts';
import { isDuplicate, markLive, type RegisteredIn, registeredIn } from './duplicate-registration.ts';
import { chain, type MaybePromise, settle } from './maybe-promise.ts';
import { eventRecord, forgedRecord, noteRecord } from './record.ts';

/**
 * `stdin` is given if it was read already. Returns the exit code; a promise only if the user's own policies or scripts
 * have to run.
 */
export function hook(args: readonly string[], stdin?: string): MaybePromise<number> {
  const text = stdin ?? attempt(() => readFileSync(0, 'utf8')) ?? '';
  if (args.includes('--client')) return loadBundle('other-clients').hookForClient(args, text);
  return chain(respond(text, args, eventNameIn(args)), send);
}

/** The answer to one event, and the record that is written afterwards. */
export interface Response {
  /** Undefined if Pawl does not know the event, or is switched off. */
  event: EventName | undefined;
  answer: Answer;
  record(): void;
}

/**
 * Decides on one event. Sending the answer and recording the event are left to the caller. `name` is the event as it was
 * registered, `client` the client that sent it if that is not Claude Code.
 */
export function respond(
  text: string,
  args: readonly string[],
  name: string | undefined,
  client?: ClientName,
): MaybePromise<Response> {
  const start = milliseconds();
  const home = findHome();
  const parsed = parseEvent(text, name);
  const arrival: Arrival = {
    home,
    parsed,
    via: client ?? registeredIn(args),
    elapsed: () => milliseconds() - start,
  };

  if (existsSync(home.off) && readSwitchedOff(home))
    return undecided(arrival, undefined, emptyAnswer, 'switched off by a person');
  if (parsed.kind === 'malformed')
    return undecided(arrival, parsed.name, answerMalformed(parsed.problem, parsed.name), parsed.problem);
  if (parsed.kind === 'unknown')
    return undecided(arrival, undefined, emptyAnswer, 'this version does not know the event');

  const { event } = parsed;
  // Claude Code's settings register nothing with other clients, so none of their events is a duplicate.
  if (client === undefined) {
    if (isDuplicate(home, event, process.env, args))
      return { event: event.hook_event_name, answer: emptyAnswer, record: () => {} };
    markLive(home, event, process.env, registeredIn(args));
  }
  return respondTo(event, arrival);
}

/** An event before anything is decided about it. */
interface Arrival {
  home: Home;
  parsed: ParsedEvent;
  via: ClientName | RegisteredIn;
  /** Milliseconds since it was read. */
  elapsed(): number;
}

/** The response to an event that no policy was asked about; `problem` is recorded. */
function undecided(
  { home, parsed, elapsed }: Arrival,
  event: EventName | undefined,
  answer: Answer,
  problem: string,
): Response {
  return {
    event,
    answer: nameLauncher(answer, home),
    record: () => spoolRecord(home, noteRecord(parsed, problem, elapsed())),
  };
}

function respondTo(event: Event, arrival: Arrival): MaybePromise<Response> {
  const { home, parsed, via, elapsed } = arrival;
  const { hook_event_name } = event;
  const store = new Store(home);
  const afterAnswer: ((sent: string) => void)[] = [];
  const later: World['later'] = (work) => void afterAnswer.push(work);
  const forged = changesSession.includes(hook_event_name) && isForged(event, store);
  // An event that the session's client did not send changes nothing, as in a dry run.
  const world: World = { home, env: process.env, now: Date.now(), ...(!forged && { later }) };

  const answered = (decided: Decided): Response => {
    const answer = nameLauncher(decided.answer, home);
    const record = () => {
      // The check reads processes, so a tool call goes without: what it queues neither ends a session nor takes mail.
      if (forged || (store.hasChanges && hook_event_name !== 'PreToolUse' && isForged(event, store)))
        return spoolRecord(home, forgedRecord(parsed, elapsed()));
      const sent = answer.stdout + answer.stderr;
      for (const work of afterAnswer) attempt(() => work(sent));
      addPending(home, decided.listener, decided.pending);
      for (const { listener, pending } of decided.forwarded) addPending(home, listener, pending);
      store.remember(eventRecord(decided, { ms: elapsed(), via }));
      startBackgroundWork(hook_event_name, home, world.now, decided.place.root);
    };
    return { event: hook_event_name, answer, record };
  };
  const failed = (error: unknown): Response => {
    const problem = `pawl failed: ${String((error as Error)?.message ?? error).replace(/\.$/, '')}`;
    return undecided(arrival, hook_event_name, answerFailure(problem, hook_event_name), problem);
  };
  return settle(() => decide(event, world, store), answered, failed);
}

/** The events that begin or end something: a session, its turn, its workers. They open the database anyway. */
const changesSession: readonly EventName[] = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
];

const isForged = ({ session_id }: Event, store: Store): boolean =>
  loadBundle('stateful').sender.isForged(session_id, store);

/** Starts the daily work, and the synchronisation if a marker file says that this machine is in a team or exports. */
function startBackgroundWork(event: EventName, home: Home, now: number, root: string): void {
  if (event === 'SessionStart') loadBundle('stateful').daily.startDailyWork(home, now, root);
  if (event !== 'SessionStart' && event !== 'Stop') return;
  if (existsSync(`${home.dir}/team/on`) || existsSync(`${home.run}/export.on`))
    loadBundle('stateful').backgroundSync.startBackgroundSync(home, now, root);
}

/** The event name from the command line, as the registration gives it: `pawl hook PreToolUse`. */
function eventNameIn(args: readonly string[]): string | undefined {
  for (const arg of args) if (!arg.startsWith('-')) return arg;
  return undefined;
}

/** If `pawl` is not on PATH, writes the launcher's path into the commands of the answer, so that they work as printed. */
function nameLauncher(answer: Answer, home: Home): Answer {
  const { stdout, stderr } = answer;
  const launcher = `${stdout}${stderr}`.includes('`pawl ') ? launcherToName(home, process.env) : undefined;
  if (!launcher) return answer;
  const inJson = JSON.stringify(launcher).slice(1, -1);
  return { ...answer, stdout: withLauncher(stdout, inJson), stderr: withLauncher(stderr, launcher) };
}

/** Writes the answer before it records the event, so that a denial takes effect even if nothing can be recorded. */
export function send({ answer, record }: Pick<Response, 'answer' | 'record'>): number {
  if (answer.stdout) writeAll(1, answer.stdout);
  if (answer.stderr) writeAll(2, answer.stderr);
  try {
    record();
  } catch {
    // The disk may be full or read-only. The answer has been sent, and there is nowhere to report the error.
  }
  return answer.exit;
}

const spoolRecord = (home: Home, record: EventRecord): void => spool(home, record.at, record);
