// Handoffs: how an agent's last words pass the work on, and what is remembered of it. Pure.

export interface Handoff {
  id: string;
  at: number;
  from: string;
  /** The agent that handed off, by its id. */
  from_id: string;
  to: string;
  /** What the next agent should do, as the first one put it. */
  task?: string;
  /** The token it came with. */
  stamp?: string;
  /** Who has to start the next agent; empty: the main conversation. */
  parent: string;
  /** The event that told it, and when. */
  told_by?: string;
  told_at?: number;
  /** Why it was not passed on. */
  held?: string;
}

export interface Handoffs {
  /** Of this session, oldest first. */
  all(): readonly Handoff[];
  /** Of agents that have really stopped, not yet told to the one whose event this is. */
  waiting(): readonly Handoff[];
  /** What an agent hands off now, in place of what it said before and nobody was told. */
  put(from_id: string, handoff: Handoff | undefined): void;
  told(ids: readonly string[], by: string): void;
}

/** Every dash an editor or a model may write for a plain one. */
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

export function plain(text: string): string {
  return text.replace(dashes, '-').replace(/[ \t\u00A0]+/g, ' ');
}

export interface Wish {
  to: string;
  task?: string;
}

const pattern =
  /\buse\s+the\s+[`"'“@*]*([a-z0-9][\w:-]*)[`"'”*]*\s+(sub-?agent|agent)\s+to\b(?=\s*([^\n]*))/gi;

/**
 * “Use the X subagent to …”: the last one counts, as the last word does; quoted code does not speak. Of a plain
 * “agent” the name must be one that is known: people use the ssh agent to forward keys.
 */
export function findHandoff(message: string, known: readonly string[]): Wish | undefined {
  const spoken = plain(message).replace(/```[\s\S]*?(?:```|$)/g, ' ');
  const names = known.map((name) => name.toLowerCase());
  const found = [...spoken.matchAll(pattern)].filter(
    ({ 1: name, 2: word, index }) =>
      !negated(spoken, index) && (word!.toLowerCase() !== 'agent' || names.includes(name!.toLowerCase())),
  );
  const last = found.at(-1);
  if (!last) return undefined;
  // Its first sentence; what else is on the line is not part of the task.
  const task = last[3]!
    .split(/[.!?](?:\s|$)/)[0]!
    .trim()
    .slice(0, 300);
  return { to: last[1]!.toLowerCase(), ...(task && { task }) };
}

/** “Do not use the X subagent to …” hands nothing off. */
function negated(text: string, at: number): boolean {
  return /(?:\b(?:not|never|don['’]t|instead of|without)\s+(?:\w+\s+)?)$/i.test(
    text.slice(Math.max(0, at - 40), at),
  );
}

export const readyMark = 'COLLECTIVE_HANDOFF_READY';

export function saysReady(message: string): boolean {
  return plain(message).includes(readyMark);
}

/** `PLAN_READY_20260131_142500`. Something that looks like one and is not is told apart. */
export function findToken(message: string): { token?: string; malformed?: string } {
  const text = plain(message);
  const whole = /\b[A-Z][A-Z_]*_\d{8}_\d{6}\b/.exec(text)?.[0];
  if (whole) return { token: whole };
  const named = /\b(?:handoff[_ ]token|token)\b\s*[:=]\s*[`"']?([\w-]+)/i.exec(text)?.[1];
  return named ? { malformed: named } : {};
}

/** A contract lists what is handed over, a line a file, or files in backticks. */
export function contractFiles(message: string): string[] {
  const text = plain(message);
  const block = /(?:state|handoff)[ _-]contract\b[^\n]*\n([\s\S]*?)(?:\n\s*\n|$)/i.exec(text)?.[1] ?? '';
  const listed = block.matchAll(/(?:^\s*[-*+]\s+|`)((?:[\w.@-]+\/)*[\w.@-]+\.[a-z]\w{0,7})(?=[`\s,:;]|$)/gim);
  return [...new Set([...listed].map((match) => match[1]!))].slice(0, 20);
}

const phaseMarks = [
  /ORCHESTRATION STATUS\b.*\bCOMPLETED?\b/i,
  /ALL TASKS SUCCESSFULLY COMPLETED/i,
  /\bPHASE\b.*\bHAS BEEN COMPLETED\b/i,
];

export function phaseComplete(message: string): boolean {
  const text = plain(message);
  return phaseMarks.some((mark) => mark.test(text));
}

/** The same pair of agents again and again, or one agent met too often on the way round. */
export function loopOf(
  all: readonly Handoff[],
  wish: { from: string; to: string },
  limit: number,
): string | undefined {
  const same = all.filter((one) => one.from === wish.from && one.to === wish.to && !one.held);
  if (same.length < limit) return undefined;
  const way = [...all.slice(-4).map((one) => one.from), wish.from, wish.to].join(' → ');
  return `${wish.from} has handed off to ${wish.to} ${same.length} times in this session (${way})`;
}
