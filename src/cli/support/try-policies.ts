// Asks chosen policies about past events, or about an event in a file: `pawl policies test --last` and `--event`.
// Nothing is recorded, and the state of policies does not change.
import { readFileSync } from 'node:fs';
import { appliesTo, type Finding, withSettings } from '../../core/engine.ts';
import { type Event, parseEvent } from '../../core/event.ts';
import type { Policy } from '../../core/policy.ts';
import { machineFacts } from '../../facts/facts.ts';
import { findPlace } from '../../facts/project.ts';
import { factSettings, type HookContext } from '../../hook/context.ts';
import { runPolicies } from '../../hook/run.ts';
import { Store } from '../../store/store.ts';
import { milliseconds } from '../../system/clock.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import type { InForce } from '../../user-policies/in-force.ts';
import { callsIn, type PastCall, recordedCalls, transcripts } from './past-calls.ts';

export interface Tried {
  event: Event;
  findings: Finding[];
}

/** Long enough for scripts; the session is not waiting here. */
const timeLimit = 30_000;

export async function tryPolicies(
  policies: readonly Policy[],
  event: Event,
  { home, config }: InForce,
  { past = false } = {},
): Promise<Tried> {
  const place = findPlace(event.cwd || process.cwd());
  const store = new Store(home);
  const world = { home, env: process.env, now: Date.now() };
  const selected = withSettings(
    policies.filter((policy) => appliesTo(policy, event)),
    config.setting,
  );
  const facts = machineFacts(event, place, world, { store, ...factSettings(config), past });
  const deadline = milliseconds() + timeLimit;
  const context: HookContext = {
    event,
    place,
    world,
    store,
    config,
    userPolicies: policies,
    deadline,
    dry: true,
  };
  return { event, findings: await runPolicies(selected, facts, context) };
}

/** The event in a file, or on stdin for `-`. */
export function readEventFile(file: string): Event {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UserError(`--event: ${file} can’t be read (${(error as Error).message}).`);
  }
  const parsed = parseEvent(text, 'PreToolUse');
  if (parsed.kind === 'event') return parsed.event;
  const problem = parsed.kind === 'malformed' ? parsed.problem : 'Pawl does not know this event';
  throw new UserError(
    `--event: ${file} is not an event (${problem}). An event is JSON like {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}.`,
  );
}

/** The newest calls of transcripts and of Pawl's own log, newest first. */
export function lastCalls(home: Home, count: number): PastCall[] {
  const newestFirst = (a: PastCall, b: PastCall) => b.at - a.at;
  const all = [...transcripts([], 0).flatMap((file) => callsIn(file, 0)), ...recordedCalls(home, 0)];
  const seen = new Set<string>();
  return all
    .sort(newestFirst)
    .filter(({ event, at }) => {
      const id = ('tool_use_id' in event && event.tool_use_id) || `${event.session_id} ${at}`;
      return !seen.has(id) && seen.add(id);
    })
    .slice(0, count);
}

/** Describes a tool call in one line. */
export function labelOf(event: Event): string {
  const input = 'tool_input' in event ? event.tool_input : {};
  const name = 'tool_name' in event ? event.tool_name : event.hook_event_name;
  return String(input.command ?? input.file_path ?? input.path ?? input.url ?? name);
}
