// Handoffs: finds in an agent's last message that it passes the work on to another agent. Pure.
import { clip, nearest, oneLine } from '../core/text.ts';

export interface Handoff {
  id: string;
  at: number;
  from: string;
  /** The id of the agent that handed off. */
  from_id: string;
  to: string;
  /** The task of the next agent, in the words of the first. */
  task?: string;
  /** The handoff token it was given with. */
  stamp?: string;
  /** The agent that must start the next one; empty for the main conversation. */
  parent: string;
  /** The event with which the parent was told, when, and during which prompt. */
  told_by?: string;
  told_at?: number;
  told_prompt?: string;
  /** When the parent called the next agent. */
  taken_at?: number;
  /** The agent that did the work of this handoff and has stopped. */
  ended_by?: string;
  /** When the parent's stop was blocked because it had not called the next agent. */
  reminded_at?: number;
  /** Why it was not passed on, if it was blocked. */
  held?: string;
  /** Handoffs that follow from each other share the id of the first. */
  chain?: string;
}

export interface Handoffs {
  /** All handoffs of this session, oldest first. */
  all(): readonly Handoff[];
  /** Handoffs of agents that have stopped, which the agent of this event has not been told about yet. */
  waiting(): readonly Handoff[];
  /** Handoffs that it was told about during this prompt and has not followed. */
  ignored(): readonly Handoff[];
  /** The handoff that the work of this stopping agent came from. */
  before(type: string, id: string): Handoff | undefined;
  /** Sets what an agent hands off. Replaces an earlier handoff of the same agent that was not announced yet. */
  put(from: { type: string; id: string }, handoff: Handoff | undefined): void;
  markTold(ids: readonly string[], event: string): void;
  /** The agent of this event calls another one. */
  markTaken(to: string): void;
  markReminded(ids: readonly string[]): void;
}

/** True if the parent does not know of it yet. A handoff that the parent followed by itself need not be announced. */
export const isUntold = (handoff: Handoff) => !handoff.told_at && !handoff.taken_at && !handoff.held;

/** The parent was told during this prompt, did not follow it, and was not reminded yet. */
export function isIgnored(handoff: Handoff, parent: string, prompt: string | undefined): boolean {
  const told = handoff.told_at !== undefined && handoff.told_prompt === prompt;
  return told && handoff.parent === parent && !handoff.taken_at && !handoff.held && !handoff.reminded_at;
}

/** The last handoff to this type of agent that was followed, and whose work no other agent has done. */
export function handoffBefore(handoffs: readonly Handoff[], type: string, id: string): Handoff | undefined {
  return handoffs.findLast(
    (handoff) => handoff.to === type && handoff.taken_at !== undefined && (handoff.ended_by ?? id) === id,
  );
}

/** Dashes that an editor or a model may write instead of a hyphen. */
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

export function normaliseDashes(text: string): string {
  return text.replace(dashes, '-').replace(/[ \t\u00A0]+/g, ' ');
}

export interface RequestedHandoff {
  /** The name of a known agent. */
  to: string;
  task?: string;
}

/** A handoff to a name that no agent has; `near` is the agent that was probably meant. */
export interface MisspelledHandoff {
  name: string;
  near: string;
  task?: string;
}

const handoffPhrase =
  /\buse\s+(?:the\s+)?(?!(?:an?|any|another|one|that|the|this|your)\s)[`"'“@*]*([a-z0-9][\w:-]*)[`"'”*]*\s+(sub-?agent|agent)\s+to\b(?=\s*([^\n]*))/gi;

/**
 * Finds the first “Use the X subagent to …” outside code blocks that names a known agent. A misspelled name before it
 * is returned instead, so that it can be corrected. Other names are skipped: people also write “use the ssh agent to
 * forward keys”.
 */
export function findHandoff(
  message: string,
  known: readonly string[],
): RequestedHandoff | MisspelledHandoff | undefined {
  const prose = normaliseDashes(message).replace(/```[\s\S]*?(?:```|$)/g, ' ');
  for (const { 1: name, 2: word, 3: rest, index } of prose.matchAll(handoffPhrase)) {
    if (isNegated(prose, index)) continue;
    const task = firstSentence(rest!);
    const to = knownAgent(name!, known);
    if (to) return { to, ...(task && { task }) };
    const near = word!.toLowerCase() === 'agent' ? undefined : nearest(name!, known);
    if (near) return { name: name!, near, ...(task && { task }) };
  }
  return undefined;
}

/** The known agent of this name, in any case, with or without the name of its plugin and the ending `-agent`. */
function knownAgent(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const spellings = [
    (agent: string) => agent === wanted,
    (agent: string) => agent.endsWith(`:${wanted}`),
    (agent: string) => agent === `${wanted}-agent`,
  ];
  return spellings
    .map((matches) => known.find((agent) => matches(agent.toLowerCase())))
    .find((agent) => agent !== undefined);
}

/** The task is the first sentence; the rest of the line is something else. */
function firstSentence(text: string): string {
  return text
    .split(/[.!?](?:\s+(?![a-z])|$)/)[0]!
    .trim()
    .slice(0, 300);
}

/** The agent's own words, short and marked as a quotation: they are a report, not an order. */
export function quoteTask(task: string): string {
  return `“${clip(
    oneLine(task)
      .replace(/[“”"`]/g, '’')
      .trim(),
    120,
  )}”`;
}

/** True for “There is no need to use the X subagent to …”, which hands nothing off: a negation in the same clause. */
function isNegated(text: string, at: number): boolean {
  const clause = text
    .slice(Math.max(0, at - 100), at)
    .split(/[.!?;:,\n]|\b(?:so|and|but|then|please)\b/i)
    .at(-1)!;
  return /\b(?:no|not|never|cannot|without|instead of|rather than|avoid|unnecessary|wrong)\b|n['’]t\b/i.test(
    clause,
  );
}

export const readyMarker = 'COLLECTIVE_HANDOFF_READY';

export function hasReadyMarker(message: string): boolean {
  return normaliseDashes(message).includes(readyMarker);
}

/** Finds a token such as `PLAN_READY_20260131_142500`, or a text that is called a token but has another form. */
export function findToken(message: string): { token?: string; malformed?: string } {
  const text = normaliseDashes(message);
  const whole = /\b[A-Z][A-Z_]*_\d{8}_\d{6}\b/.exec(text)?.[0];
  if (whole) return { token: whole };
  const named = /\b(?:handoff[_ ]token|token)\b\s*[:=]\s*[`"']?([\w-]+)/i.exec(text)?.[1];
  return named ? { malformed: named } : {};
}

/** The files that a state contract lists: one per line, or in backticks. */
export function contractFiles(message: string): string[] {
  const text = normaliseDashes(message);
  const block = /(?:state|handoff)[ _-]contract\b[^\n]*\n([\s\S]*?)(?:\n\s*\n|$)/i.exec(text)?.[1] ?? '';
  const listed = block.matchAll(/(?:^\s*[-*+]\s+|`)((?:[\w.@-]+\/)*[\w.@-]+\.[a-z]\w{0,7})(?=[`\s,:;]|$)/gim);
  return [...new Set([...listed].map((match) => match[1]!))].slice(0, 20);
}

const phaseMarkers = [
  /ORCHESTRATION STATUS\b.*\bCOMPLETED?\b/i,
  /ALL TASKS SUCCESSFULLY COMPLETED/i,
  /\bPHASE\b.*\bHAS BEEN COMPLETED\b/i,
];

export function hasPhaseMarker(message: string): boolean {
  const text = normaliseDashes(message);
  return phaseMarkers.some((mark) => mark.test(text));
}

export interface LoopLimits {
  /** How often the same work may go from one agent to the same other one. */
  times: number;
  /** The same for any work, while each handoff follows from the one before. */
  rounds: number;
}

/**
 * Describes a loop: handoffs that follow from each other and pass between the same two agents too often. A new piece of
 * work begins a new chain, so a session may pass any number of features from one agent to another.
 */
export function describeLoop(
  handoffs: readonly Handoff[],
  next: Pick<Handoff, 'from' | 'to' | 'task' | 'chain'>,
  { times, rounds }: LoopLimits,
): string | undefined {
  const chain = handoffs.filter((handoff) => handoff.chain !== undefined && handoff.chain === next.chain);
  const samePair = chain.filter(
    (handoff) => handoff.from === next.from && handoff.to === next.to && !handoff.held,
  );
  const sameWork = samePair.filter((handoff) => sameTask(handoff.task, next.task));
  if (sameWork.length < times && samePair.length < rounds) return undefined;
  const agents = [...chain.slice(-4).map((handoff) => handoff.from), next.from, next.to];
  const route = agents.filter((name, index) => name !== agents[index - 1]).join(' → ');
  const [work, count] =
    sameWork.length < times ? ['work', samePair.length] : ['the same work', sameWork.length];
  return `${next.from} has handed ${work} to ${next.to} ${count} times in a row (${route})`;
}

function sameTask(a = '', b = ''): boolean {
  const words = (text: string) => text.toLowerCase().replace(/\W+/g, ' ').trim();
  return words(a) === words(b);
}
