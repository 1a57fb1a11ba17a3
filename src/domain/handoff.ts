// Handoffs: finds in an agent's last message that it passes the work on to another agent. Pure.

export interface Handoff {
  id: string;
  at: number;
  from: string;
  /** The id of the agent that handed off. */
  from_id: string;
  to: string;
  /** What the next agent should do, in the words of the first. */
  task?: string;
  /** The handoff token it was given with. */
  stamp?: string;
  /** The agent that must start the next one; empty for the main conversation. */
  parent: string;
  /** The event with which the parent was told, and when. */
  told_by?: string;
  told_at?: number;
  /** Why it was not passed on, if it was blocked. */
  held?: string;
}

export interface Handoffs {
  /** All handoffs of this session, oldest first. */
  all(): readonly Handoff[];
  /** Handoffs of agents that have stopped, which the agent of this event has not been told about yet. */
  waiting(): readonly Handoff[];
  /** Sets what an agent hands off, replacing an earlier handoff of it that nobody was told about. */
  put(from_id: string, handoff: Handoff | undefined): void;
  markTold(ids: readonly string[], by: string): void;
}

/** Dashes that an editor or a model may write instead of a hyphen. */
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

export function normaliseDashes(text: string): string {
  return text.replace(dashes, '-').replace(/[ \t\u00A0]+/g, ' ');
}

export interface RequestedHandoff {
  to: string;
  task?: string;
}

const handoffPhrase =
  /\buse\s+the\s+[`"'“@*]*([a-z0-9][\w:-]*)[`"'”*]*\s+(sub-?agent|agent)\s+to\b(?=\s*([^\n]*))/gi;

/**
 * Finds “Use the X subagent to …” outside code blocks; the last one counts. With plain “agent” the name must be a
 * known agent, because people also write “use the ssh agent to forward keys”.
 */
export function findHandoff(message: string, known: readonly string[]): RequestedHandoff | undefined {
  const spoken = normaliseDashes(message).replace(/```[\s\S]*?(?:```|$)/g, ' ');
  const names = known.map((name) => name.toLowerCase());
  const found = [...spoken.matchAll(handoffPhrase)].filter(
    ({ 1: name, 2: word, index }) =>
      !isNegated(spoken, index) && (word!.toLowerCase() !== 'agent' || names.includes(name!.toLowerCase())),
  );
  const last = found.at(-1);
  if (!last) return undefined;
  // The task is the first sentence; the rest of the line is something else.
  const task = last[3]!
    .split(/[.!?](?:\s|$)/)[0]!
    .trim()
    .slice(0, 300);
  return { to: last[1]!.toLowerCase(), ...(task && { task }) };
}

/** True for “Do not use the X subagent to …”, which hands nothing off. */
function isNegated(text: string, at: number): boolean {
  return /(?:\b(?:not|never|don['’]t|instead of|without)\s+(?:\w+\s+)?)$/i.test(
    text.slice(Math.max(0, at - 40), at),
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

/** Describes a loop if the same two agents handed off to each other `limit` times or more. */
export function describeLoop(
  all: readonly Handoff[],
  next: { from: string; to: string },
  limit: number,
): string | undefined {
  const same = all.filter((one) => one.from === next.from && one.to === next.to && !one.held);
  if (same.length < limit) return undefined;
  const way = [...all.slice(-4).map((one) => one.from), next.from, next.to].join(' → ');
  return `${next.from} has handed off to ${next.to} ${same.length} times in this session (${way})`;
}
