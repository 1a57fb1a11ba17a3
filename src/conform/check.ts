// One check: what it asks, why it matters, what to do when it fails, and how it is judged. docs/conformance.md and
// `pawl conform --list` are made from these texts.
import type { Answered, Bench } from './bench.ts';

export interface Case {
  name: string;
  /** A description of the mistake, if there is one. */
  problem?: string | undefined;
}

export interface Check {
  /** Stable: scripts name it. The part before the dot is its group. */
  id: string;
  title: string;
  why: string;
  fix: string;
  /**
   * The programs it applies to: those that refuse a dangerous command, those that are asked about stops, or those that
   * are registered for all events.
   */
  needs?: 'guard' | 'stop' | 'every event';
  judge(bench: Bench): Promise<Case[]>;
}

/** Nothing wrong with the answer, besides what is wrong with every answer: `events.*` has counted that. */
export function sound(name: string, { mistakes }: Answered, usual: Answered): Case {
  const known = new Set(usual.mistakes.map(({ problem }) => problem));
  const added = mistakes.map(({ problem }) => problem).filter((one) => !known.has(one));
  return { name, problem: added.length > 0 ? added.join('; ') : undefined };
}

/** Sound, and the same decision as without the oddity. */
export function alike(name: string, answer: Answered, usual: Answered): Case {
  const one = sound(name, answer, usual);
  const differs = answer.decision !== usual.decision || answer.code !== usual.code;
  if (one.problem !== undefined || !differs) return one;
  return { name, problem: `${said(answer)}, but ${said(usual)} without it` };
}

const said = ({ decision, code }: Answered) => `${decision} (exit code ${code})`;
