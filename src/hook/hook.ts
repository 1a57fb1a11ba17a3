// Door 1, the agent: the life of one event.
//   stdin -> parse -> config -> select -> run -> merge -> budget -> answer -> stdout -> remember

import { type Answer, answerFailure, answerMalformed, silence } from '../core/answer.ts';
import { parseEvent } from '../core/event.ts';
import { spool } from '../store/files/spool.ts';
import { addPending } from '../store/files/told.ts';
import { Store } from '../store/store.ts';
import { tryTo } from '../system/attempt.ts';
import { existsSync, readFileSync, writeAll } from '../system/fs/index.ts';
import { findHome, type Home } from '../system/home.ts';
import { loadBundle } from './bundles/load.ts';
import { type Decided, decide } from './decide.ts';
import { markSeen, standsAside, viaOf } from './duplicate-registration.ts';
import { eventRecord, noteRecord } from './record.ts';

/** At once, unless somebody's own code has to be waited for: a wait alone costs an event 0.2 ms. */
export function hook(args: readonly string[]): number | Promise<number> {
  const start = performance.now();
  const home = findHome();
  const via = viaOf(args);
  const parsed = parseEvent(readStdin(), eventIn(args));
  const elapsed = () => performance.now() - start;

  if (existsSync(home.off))
    return finish(silence, () => note(home, parsed, 'switched off by a person', elapsed()));
  if (parsed.kind === 'malformed')
    return finish(answerMalformed(parsed.problem, parsed.name), () =>
      note(home, parsed, parsed.problem, elapsed()),
    );
  if (parsed.kind === 'unknown')
    return finish(silence, () => note(home, parsed, 'an event this version does not know', elapsed()));
  const { event } = parsed;
  if (standsAside(home, event, process.env, via)) return 0;
  markSeen(home, event.session_id, via);

  const store = new Store(home);
  const after: ((sent: string) => void)[] = [];
  const later = (work: (sent: string) => void) => void after.push(work);
  const world = { home, env: process.env, now: Date.now(), later };
  const failed = (error: unknown) => {
    const problem = `pawl failed: ${String((error as Error)?.message ?? error).replace(/\.$/, '')}`;
    return finish(answerFailure(problem, event.hook_event_name), () =>
      note(home, parsed, problem, elapsed()),
    );
  };
  const answered = (decided: Decided) =>
    finish(decided.answer, () => {
      for (const work of after) tryTo(() => work(decided.answer.stdout + decided.answer.stderr));
      addPending(home, decided.listener, decided.pending);
      store.remember(eventRecord(decided, { ms: elapsed(), via }));
      if (event.hook_event_name === 'SessionStart')
        loadBundle('stateful').housekeeping.keepHouse(home, world.now, decided.place.root);
    });
  let decided: Decided | Promise<Decided>;
  try {
    decided = decide(event, world, store);
  } catch (error) {
    return failed(error);
  }
  return decided instanceof Promise ? decided.then(answered, failed) : answered(decided);
}

/** The event that the registration says this is. */
function eventIn(args: readonly string[]): string | undefined {
  for (const arg of args) if (!arg.startsWith('-')) return arg;
  return undefined;
}

/** The answer first. A denial stands even if nothing can be recorded. */
function finish(answer: Answer, record: () => void): number {
  if (answer.stdout) writeAll(1, answer.stdout);
  if (answer.stderr) writeAll(2, answer.stderr);
  try {
    record();
  } catch {
    // A full or read-only disk: the answer is out, and there is nowhere to complain.
  }
  return answer.exit;
}

function readStdin(): string {
  try {
    return readFileSync(0, 'utf8');
  } catch {
    return '';
  }
}

function note(home: Home, parsed: ReturnType<typeof parseEvent>, problem: string, ms: number): void {
  const record = noteRecord(parsed, problem, ms);
  spool(home, record.at, record);
}
