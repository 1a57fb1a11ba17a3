// Entry point 1, the agent: the life of one event.
//   stdin -> parse -> config -> select -> run -> merge -> budget -> answer -> stdout -> record
import { type Answer, answerFailure, answerMalformed, emptyAnswer } from '../core/answer.ts';
import { type ParsedEvent, parseEvent } from '../core/event.ts';
import type { World } from '../facts/facts.ts';
import { addPending } from '../store/files/pending.ts';
import { spool } from '../store/files/spool.ts';
import { Store } from '../store/store.ts';
import { attempt } from '../system/attempt.ts';
import { existsSync, readFileSync, writeAll } from '../system/fs/index.ts';
import { findHome, type Home } from '../system/home.ts';
import { loadBundle } from './bundles/load.ts';
import { type Decided, decide } from './decide.ts';
import { isDuplicate, markRegistrationSeen, registeredIn } from './duplicate-registration.ts';
import { type MaybePromise, settle } from './maybe-promise.ts';
import { eventRecord, noteRecord } from './record.ts';

/** Returns the exit code; a promise only if the user's own policies or scripts have to run. */
export function hook(args: readonly string[]): MaybePromise<number> {
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  const home = findHome();
  const parsed = parseEvent(attempt(() => readFileSync(0, 'utf8')) ?? '', eventNameIn(args));
  const answerUndecided = (answer: Answer, problem: string) =>
    finish(answer, () => recordProblem(home, parsed, problem, elapsed()));

  if (existsSync(home.off)) return answerUndecided(emptyAnswer, 'switched off by a person');
  if (parsed.kind === 'malformed')
    return answerUndecided(answerMalformed(parsed.problem, parsed.name), parsed.problem);
  if (parsed.kind === 'unknown') return answerUndecided(emptyAnswer, 'this version does not know the event');

  const { event } = parsed;
  const via = registeredIn(args);
  if (isDuplicate(home, event, process.env, via)) return 0;
  markRegistrationSeen(home, event.session_id, via);

  const store = new Store(home);
  const afterAnswer: ((sent: string) => void)[] = [];
  const later: World['later'] = (work) => void afterAnswer.push(work);
  const world: World = { home, env: process.env, now: Date.now(), later };
  const answered = (decided: Decided) =>
    finish(decided.answer, () => {
      const sent = decided.answer.stdout + decided.answer.stderr;
      for (const work of afterAnswer) attempt(() => work(sent));
      addPending(home, decided.listener, decided.pending);
      store.remember(eventRecord(decided, { ms: elapsed(), via }));
      if (event.hook_event_name === 'SessionStart')
        loadBundle('stateful').daily.startDailyWork(home, world.now, decided.place.root);
    });
  const failed = (error: unknown) => {
    const problem = `pawl failed: ${String((error as Error)?.message ?? error).replace(/\.$/, '')}`;
    return answerUndecided(answerFailure(problem, event.hook_event_name), problem);
  };
  return settle(() => decide(event, world, store), answered, failed);
}

/** The event name from the command line, as the registration gives it: `pawl hook PreToolUse`. */
function eventNameIn(args: readonly string[]): string | undefined {
  for (const arg of args) if (!arg.startsWith('-')) return arg;
  return undefined;
}

/** Writes the answer before it records the event, so that a denial stands even if nothing can be recorded. */
function finish(answer: Answer, record: () => void): number {
  if (answer.stdout) writeAll(1, answer.stdout);
  if (answer.stderr) writeAll(2, answer.stderr);
  try {
    record();
  } catch {
    // The disk may be full or read-only. The answer has been sent, and there is nowhere to report the error.
  }
  return answer.exit;
}

function recordProblem(home: Home, parsed: ParsedEvent, problem: string, ms: number): void {
  const record = noteRecord(parsed, problem, ms);
  spool(home, record.at, record);
}
