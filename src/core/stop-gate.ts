// The one gate for all policies that block a stop. It merges their reasons into one list, allows a limited number of
// blocks per prompt (below the client's own cap), and releases the session when blocking changes nothing.
import type { BackgroundTask, EventOf } from './event.ts';
import type { Outcome, Reason } from './merge.ts';
import { packRank } from './pack.ts';
import { clip, oneLine } from './text.ts';

export type StopEvent = EventOf<'Stop' | 'SubagentStop'>;

/** The history of one session's (or subagent's) stops. It is stored as JSON, so its keys must not change. */
export interface GateState {
  /** The prompt that the counts below belong to. */
  prompt: string;
  blocks: number;
  /** Blocks in a row without progress of the session. */
  unmoved: number;
  /** The session's progress mark at the last block. */
  mark: string;
  /** Ids of background commands, with the prompt during which each was first seen. */
  shells: Record<string, string>;
}

export const initialGateState: GateState = { prompt: '', blocks: 0, unmoved: 0, mark: '', shells: {} };

export const gateLimits = {
  /** Blocks per prompt. The client overrides the ninth block in a row; we stop well before that. */
  blocks: 6,
  /** Blocks in a row without progress. */
  unmoved: 2,
} as const;

/** Policies whose reasons come before those of all packs. */
const urgentPolicies: readonly string[] = ['session/unfinished-merge'];

/** Asks for a note before the context is lost. */
const contextPolicy = 'session/context-use';
/** A message of another session. Each is shown once, so it can't block for ever. */
const isNews = ({ news }: Reason) => news === true;

/** Commands that run until they are killed. A stop that waited for them would never be checked. */
export const endlessCommand =
  /\b(dev|serve|server|start|watch|up|tail -f|sleep infinity|http\.server|nodemon|vite|storybook|runserver|ngrok|port-forward)\b|--watch\b/;

export interface StopDecision {
  kind: 'block' | 'wait' | 'release';
  outcome: Outcome;
  /** The state to store. */
  state: GateState;
  /** A line for the record of this event. */
  note: string;
}

export interface GateInput {
  event: StopEvent;
  outcome: Outcome;
  /** Undefined if the store can't be read; then a stop is blocked only once. */
  state: GateState | undefined;
  /** A text that changes whenever the session made progress. */
  mark: string;
  /** The client's own cap on blocks in a row; 0 or undefined if there is none. */
  cap?: number;
  /** True if no person is there to answer a question. */
  unattended?: boolean;
  /** True if the context is nearly full: then the session is asked only for the note that outlives its context. */
  full?: boolean;
}

export function decideStop(input: GateInput): StopDecision {
  const { event, state, mark, cap } = input;
  const outcome = keepOnlyContextDemand(input);
  const before = stateForPrompt(state ?? initialGateState, event);
  const seen = { ...before, shells: { ...backgroundShells(event), ...before.shells } };
  const letStop = (kind: 'wait' | 'release', note: string): StopDecision => ({
    kind,
    state: seen,
    outcome: withoutBlock(outcome),
    note: `stop not blocked: ${note}`,
  });
  // A compaction ends with a SubagentStop without an agent type.
  if (event.hook_event_name === 'SubagentStop' && !event.agent_type)
    return letStop('release', 'this is the end of a compaction, not of an agent');
  const busy = runningWork(event, before);
  if (busy) return letStop('wait', `${busy} is still running`);
  const reasons = sortReasons(outcome.reasons);
  const exemption = reasons.some(isNews) ? undefined : whyNotBlocked(input);
  if (exemption) return letStop('release', exemption);
  if (reasons.length === 0)
    return release(outcome, input.outcome.reasons, seen, 'its context is nearly full');
  const blocksByItself = ({ once }: Reason) => !(once && event.stop_hook_active);
  if (!reasons.some(blocksByItself)) return letStop('release', 'its reasons block only once');
  const progressed = before.blocks === 0 || before.mark !== mark || reasons.some(isNews);
  const unmoved = progressed ? 0 : before.unmoved + 1;
  const blockedWithoutStore = state === undefined && event.stop_hook_active;
  const because = releaseReason({ ...before, unmoved }, blockedWithoutStore, cap);
  if (because) return release(outcome, reasons, seen, because);
  const after = { ...seen, blocks: before.blocks + 1, unmoved, mark };
  const note = `stop blocked: ${after.blocks} of ${gateLimits.blocks} for this prompt`;
  const lead = leadSentence(reasons, after);
  const blocked = { ...outcome, reasons, ...(lead && { lead }) };
  return { kind: 'block', state: after, outcome: blocked, note };
}

/** Why no policy may block this stop: in plan mode nothing was changed, and a question waits for the person. */
function whyNotBlocked({ event, unattended }: GateInput): string | undefined {
  if (event.hook_event_name !== 'Stop') return undefined;
  if (event.permission_mode === 'plan') return 'plan mode changes nothing';
  return !unattended && endsWithQuestion(event.last_assistant_message)
    ? 'it ended with a question'
    : undefined;
}

/** A question mark of any script. Formatting, an emoji or the possible answers in brackets may follow. */
const questionAtEnd =
  /[?？؟](?:\s*[([][^()[\]]{1,40}[)\]])?(?:[\s*_`"'”’)\]]|\p{Extended_Pictographic}|\uFE0F)*$/u;
/** Questions that are written without a question mark, in Japanese, Chinese, Korean, Thai and Greek. */
const questionWithoutMark =
  /(?:(?:です|ます|でしょう|ましょう|ません|でした|ました)か|[吗嗎]|까요?|나요|ไหม|หรือไม่)[。．.]?\s*$|\p{Script=Greek};\s*$/u;
/** A question to the person, with a remark after it, or a request for a decision. */
const asksPerson =
  /\b(?:(?:shall|should|may|can) (?:I|we)|(?:do|would|could|can|are) you|want me to|which (?:one|of))\b[^.?!]*\?|\bplease (?:confirm|choose|pick|decide)\b|\b(?:let me know|tell me) (?:which|whether)\b|\b(?:wait(?:ing)? for|need) your (?:answer|reply|decision|confirmation|approval|go-ahead)\b/i;

/** A choice after a question, a row of a table, or a line across. */
const afterQuestion = /^\s*(?:[-*•]\s|\(?\w{1,2}[.):]\s|\||[-*_]{3,}\s*$)/;

/** Looks at the last line that is neither code nor one of the choices listed after a question. */
export function endsWithQuestion(message: string | undefined): boolean {
  const lines = (message ?? '')
    .replace(/```[\s\S]*?(?:```|$)/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  while (lines.length > 1 && afterQuestion.test(lines.at(-1)!)) lines.pop();
  const last = lines.at(-1) ?? '';
  return [questionAtEnd, questionWithoutMark, asksPerson].some((pattern) => pattern.test(last));
}

/**
 * With a nearly full context, a session can still write its note, but not do what other policies ask for. News is kept.
 */
function keepOnlyContextDemand({ outcome, full, event }: GateInput): Outcome {
  if (!full || event.hook_event_name !== 'Stop') return outcome;
  const reasons = outcome.reasons.filter((reason) => isNews(reason) || reason.policy === contextPolicy);
  return { ...outcome, reasons };
}

function stateForPrompt(state: GateState, event: StopEvent): GateState {
  const prompt = event.prompt_id ?? '';
  // Without prompt ids, a stop that does not follow a block starts a new count.
  const samePrompt = prompt ? state.prompt === prompt : event.stop_hook_active;
  return samePrompt ? state : { ...initialGateState, prompt, shells: state.shells };
}

function releaseReason(
  state: GateState,
  blockedWithoutStore: boolean,
  cap: number | undefined,
): string | undefined {
  const limit = cap ? Math.max(1, Math.min(gateLimits.blocks, cap - 1)) : gateLimits.blocks;
  if (blockedWithoutStore) return 'the store can’t be read, and then a stop is blocked only once';
  if (state.unmoved >= gateLimits.unmoved) return `${gateLimits.unmoved} blocks in a row changed nothing`;
  if (state.blocks >= limit) return `it was blocked ${state.blocks} times for this prompt`;
  return undefined;
}

function release(
  outcome: Outcome,
  allReasons: readonly Reason[],
  state: GateState,
  because: string,
): StopDecision {
  // Messages that can't be shown at this stop are delivered another way.
  const reasons = allReasons.filter((reason) => !isNews(reason));
  if (reasons.length === 0)
    return {
      kind: 'release',
      state,
      outcome: withoutBlock(outcome),
      note: `stop not blocked: ${because}; messages wait for another event`,
    };
  const missing = reasons
    .map(({ policy, text }) => `[${policy}] ${clip(oneLine(text).trim(), 600)}`)
    .join('\n');
  const text = `The session may stop although something is missing, because ${because}. Missing:\n${missing}`;
  const messages = [...outcome.messages, { policy: 'pawl', text }];
  return {
    kind: 'release',
    state,
    outcome: { ...withoutBlock(outcome), messages },
    note: `stop not blocked: ${because}; missing: ${reasons.map(({ policy }) => policy).join(', ')}`,
  };
}

function withoutBlock(outcome: Outcome): Outcome {
  return { ...outcome, decision: 'pass', reasons: [] };
}

function sortReasons(reasons: readonly Reason[]): Reason[] {
  const rank = ({ policy }: Reason) => (urgentPolicies.includes(policy) ? -1 : packRank(policy));
  return [...reasons].sort((a, b) => rank(a) - rank(b));
}

/**
 * The first sentence of a blocked stop's text. Some clients send that text back as a prompt, and clients/prompts.ts
 * recognises it by this sentence, because no person typed it.
 */
export const blockedStopLead = 'Something is missing before this turn can end.';

function leadSentence(all: readonly Reason[], { blocks }: GateState): string | undefined {
  const reasons = all.filter((reason) => !isNews(reason));
  if (reasons.length === 0) return undefined;
  const last = blocks >= gateLimits.blocks ? ' This is the last reminder for this prompt.' : '';
  // The sentence gives no number, because one reason may list several things.
  return `${blockedStopLead}${last}`;
}

/** The running background work that a stop waits for, described for a person. */
function runningWork(event: StopEvent, state: GateState): string | undefined {
  const running = (event.background_tasks ?? []).filter(
    (task) => task.status === 'running' && task.id !== event.agent_id,
  );
  // A subagent is responsible only for itself, not for work that runs beside it.
  const ownTasks = event.hook_event_name === 'Stop' ? running : [];
  const found = ownTasks.find((task) => isAwaited(task, event, state));
  return found && `${found.type} “${(found.description ?? found.command ?? found.id).slice(0, 60)}”`;
}

function isAwaited(task: BackgroundTask, event: StopEvent, state: GateState): boolean {
  if (!isShell(task)) return true;
  const since = state.shells[task.id];
  const older = since !== undefined && since !== (event.prompt_id ?? '');
  return !older && !endlessCommand.test(task.command ?? task.description ?? '');
}

function isShell(task: BackgroundTask): boolean {
  return task.type === 'shell' || task.type === 'bash' || typeof task.command === 'string';
}

function backgroundShells(event: StopEvent): Record<string, string> {
  const shells = (event.background_tasks ?? []).filter(isShell).map((task) => task.id);
  return Object.fromEntries(shells.map((id) => [id, event.prompt_id ?? '']));
}
