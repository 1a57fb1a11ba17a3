// One check of `pawl conform`: its title, why it matters, how to fix a failure, and the function that judges a program.
// docs/conformance.md and `pawl conform --list` are made from these texts.
import type { Answered, Harness } from './harness.ts';

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
   * The programs it applies to: those that refuse a dangerous command or ask about it, those that are asked about stops, or those that
   * are registered for all events.
   */
  needs?: 'guard' | 'stop' | 'every event';
  judge(harness: Harness): Promise<Case[]>;
}

/** Fails if the answer has mistakes that the usual answer does not have; those are reported by `events.*`. */
export function noNewMistakes(name: string, { mistakes }: Answered, usual: Answered): Case {
  const usualProblems = new Set(usual.mistakes.map(({ problem }) => problem));
  const added = mistakes.map(({ problem }) => problem).filter((problem) => !usualProblems.has(problem));
  return { name, problem: added.length > 0 ? added.join('; ') : undefined };
}

/** Fails if the answer has new mistakes, or another decision than the usual answer. */
export function sameDecision(name: string, answer: Answered, usual: Answered): Case {
  const result = noNewMistakes(name, answer, usual);
  const differs = answer.decision !== usual.decision || answer.code !== usual.code;
  if (result.problem !== undefined || !differs) return result;
  return { name, problem: `${describe(answer)}, but ${describe(usual)} without it` };
}

const describe = ({ decision, code }: Answered) => `${decision} (exit code ${code})`;
