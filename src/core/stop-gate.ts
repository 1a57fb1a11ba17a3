// Every policy that wants to hold a stop goes through this one gate, so that a session is never held by many voices
// or for ever: one list, a budget per prompt below the client's own cap, and a release when holding changes nothing.
import type { BackgroundTask, EventOf } from './event.ts';
import type { Outcome, Reason } from './merge.ts';
import { packRank } from './pack.ts';

export type Stopping = EventOf<'Stop' | 'SubagentStop'>;

/** What is remembered of a session's (or an agent's) stops. */
export interface GateState {
  /** The prompt the numbers below belong to. */
  prompt: string;
  blocks: number;
  /** Blocks in a row after which nothing had moved. */
  unmoved: number;
  /** What the session had done when it was last held. */
  mark: string;
  /** Background commands by the prompt in which they were first seen. */
  shells: Record<string, string>;
}

export const freshGate: GateState = { prompt: '', blocks: 0, unmoved: 0, mark: '', shells: {} };

export const gateLimits = {
  /** Blocks for one prompt. The client overrides the ninth in a row; we end long before it has to. */
  blocks: 6,
  /** Blocks in a row that may change nothing. */
  unmoved: 2,
} as const;

/** Reasons that come before those of all packs. */
const urgent: readonly string[] = ['session/unfinished-merge'];

/** What a turn goes on with rather than what it lacks: each is said once, so it never holds anybody in a circle. */
const news: readonly string[] = ['session/messages'];
const isNews = ({ policy }: Reason) => news.includes(policy);

/** Commands that are started to stay: waiting for their end would open the gate for good. */
const servers =
  /\b(dev|serve|server|start|watch|up|tail -f|sleep infinity|http\.server|nodemon|vite|storybook|runserver|ngrok|port-forward)\b|--watch\b/;

export type Ruling =
  | { kind: 'hold'; outcome: Outcome; state: GateState; note: string }
  | { kind: 'wait'; outcome: Outcome; state: GateState; note: string }
  | { kind: 'release'; outcome: Outcome; state: GateState; note: string };

export interface GateInput {
  event: Stopping;
  outcome: Outcome;
  /** Undefined when the store can't be read: then a stop is held once, never twice. */
  state: GateState | undefined;
  /** Changes whenever the session has done something that could matter. */
  mark: string;
  /** The client's own cap, 0 for none. */
  cap?: number;
}

export function ruleStop({ event, outcome, state, mark, cap }: GateInput): Ruling {
  const before = forPrompt(state ?? freshGate, event);
  const seen = { ...before, shells: { ...shellsOf(event, before), ...before.shells } };
  const busy = working(event, before);
  if (busy)
    return { kind: 'wait', state: seen, outcome: open(outcome), note: `not held: ${busy} is still working` };
  const reasons = order(outcome.reasons);
  const alone = reasons.filter((reason) => !(reason.once && event.stop_hook_active));
  if (alone.length === 0)
    return { kind: 'release', state: seen, outcome: open(outcome), note: 'not held again: it was said once' };
  const moved = before.blocks === 0 || before.mark !== mark || reasons.some(isNews);
  const unmoved = moved ? 0 : before.unmoved + 1;
  const because = whyRelease({ ...before, unmoved }, state === undefined && event.stop_hook_active, cap);
  if (because) return release(outcome, reasons, seen, because);
  const after = { ...seen, blocks: before.blocks + 1, unmoved, mark };
  const note = `gate held: ${after.blocks} of ${gateLimits.blocks} for this prompt`;
  return { kind: 'hold', state: after, outcome: { ...outcome, reasons, lead: lead(reasons, after) }, note };
}

function forPrompt(state: GateState, event: Stopping): GateState {
  const prompt = event.prompt_id ?? '';
  // Without prompt ids a stop that does not follow a block begins a new count.
  const same = prompt ? state.prompt === prompt : event.stop_hook_active;
  return same ? state : { ...freshGate, prompt, shells: state.shells };
}

function whyRelease(state: GateState, blind: boolean, cap: number | undefined): string | undefined {
  const limit = cap ? Math.max(1, Math.min(gateLimits.blocks, cap - 1)) : gateLimits.blocks;
  if (blind) return 'the store can’t be read, so nobody is held twice';
  if (state.unmoved >= gateLimits.unmoved) return `${gateLimits.unmoved} blocks in a row changed nothing`;
  if (state.blocks >= limit) return `it was held ${state.blocks} times for this prompt`;
  return undefined;
}

function release(outcome: Outcome, all: readonly Reason[], state: GateState, because: string): Ruling {
  // Mail that this stop may not go on with finds another way.
  const reasons = all.filter((reason) => !isNews(reason));
  if (reasons.length === 0)
    return { kind: 'release', state, outcome: open(outcome), note: `gate released: ${because}; mail waits` };
  const missing = reasons.map(({ policy, text }) => `[${policy}] ${text.split('\n')[0]}`).join(' ');
  const text = `The session was let go although something is missing, because ${because}. ${missing}`;
  const messages = [...outcome.messages, { policy: 'pawl', text }];
  return {
    kind: 'release',
    state,
    outcome: { ...open(outcome), messages },
    note: `gate released: ${because}; missing: ${reasons.map(({ policy }) => policy).join(', ')}`,
  };
}

function open(outcome: Outcome): Outcome {
  return { ...outcome, decision: 'pass', reasons: [] };
}

function order(reasons: readonly Reason[]): Reason[] {
  const rank = ({ policy }: Reason) => (urgent.includes(policy) ? -1 : packRank(policy));
  return [...reasons].sort((a, b) => rank(a) - rank(b));
}

function lead(all: readonly Reason[], { blocks }: GateState): string {
  const reasons = all.filter((reason) => !isNews(reason));
  if (reasons.length === 0) return 'This came in while you were at work; it is not an error.';
  const things = reasons.length === 1 ? 'One thing is' : `${reasons.length} things are`;
  const last = blocks >= gateLimits.blocks ? ' This is the last reminder for this prompt.' : '';
  return `${things} missing before this turn can end.${last}`;
}

/** The work that a stop waits for, as a person would name it. */
function working(event: Stopping, state: GateState): string | undefined {
  // A compaction reports its end as a subagent without a type: nothing is to be held there.
  if (event.hook_event_name === 'SubagentStop' && !event.agent_type) return 'a compaction';
  const running = (event.background_tasks ?? []).filter(
    (task) => task.status === 'running' && task.id !== event.agent_id,
  );
  // An agent answers for itself; what others do beside it is not its work.
  const mine = event.hook_event_name === 'Stop' ? running : [];
  const found = mine.find((task) => isJob(task, event, state));
  return found && `${found.type} “${(found.description ?? found.command ?? found.id).slice(0, 60)}”`;
}

function isJob(task: BackgroundTask, event: Stopping, state: GateState): boolean {
  if (!isShell(task)) return true;
  const since = state.shells[task.id];
  const older = since !== undefined && since !== (event.prompt_id ?? '');
  return !older && !servers.test(task.command ?? task.description ?? '');
}

function isShell(task: BackgroundTask): boolean {
  return task.type === 'shell' || task.type === 'bash' || typeof task.command === 'string';
}

function shellsOf(event: Stopping, state: GateState): Record<string, string> {
  const shells = (event.background_tasks ?? []).filter(isShell).map((task) => task.id);
  return Object.fromEntries(shells.map((id) => [id, state.shells[id] ?? event.prompt_id ?? '']));
}
