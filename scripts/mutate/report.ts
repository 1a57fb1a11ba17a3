// Prints the result: the share of mutants that a test killed, and the survivors.
import type { Mutant } from './mutants.ts';
import { GENERATED, type Verdict } from './stage.ts';

export interface Tried extends Mutant, Verdict {
  before: string;
  after: string;
}

/** The changed lines before and after, without leading and trailing white space. */
export function excerpt(source: string, { start, end, text }: Mutant): { before: string; after: string } {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = source.indexOf('\n', end);
  const to = lineEnd < 0 ? source.length : lineEnd;
  const before = source.slice(from, to);
  const after = source.slice(from, start) + text + source.slice(end, to);
  return { before: short(before, start - from), after: short(after, start - from) };
}

/** Shortens a line so that the changed part stays visible. */
function short(text: string, at: number, max = 140): string {
  const from = Math.max(0, Math.min(at - max / 2, text.length - max));
  const part = text.slice(from, from + max);
  const line = part.replace(/\s*\n\s*/g, ' ⏎ ').trim();
  return `${from > 0 ? '…' : ''}${line}${from + max < text.length ? '…' : ''}`;
}

export const rateOf = (tried: readonly Tried[]): number =>
  tried.length === 0 ? 0 : tried.filter(({ killedBy }) => killedBy).length / tried.length;

export const placeOf = ({ file, line }: Mutant): string => `${file}:${line}`;

export function printed(tried: readonly Tried[], seed: number): string {
  const survivors = tried.filter(({ killedBy }) => !killedBy);
  const killed = tried.length - survivors.length;
  const late = tried.filter(({ timedOut }) => timedOut).length;
  const generated = tried.filter(({ killedBy }) => killedBy === GENERATED).length;
  const rate = `${(100 * rateOf(tried)).toFixed(0)} %`;
  return [
    ...survivors.flatMap((mutant) => [
      `survived  ${placeOf(mutant)}  ${mutant.kind}${mutant.reachedBy === 0 ? ', no test runs it' : ''}`,
      `  - ${mutant.before}`,
      `  + ${mutant.after}`,
    ]),
    ...(survivors.length > 0 ? [''] : []),
    `${killed} of ${tried.length} mutants killed, ${generated} of them by ${GENERATED}, ${late} by timeout: ${rate} (seed ${seed})`,
  ].join('\n');
}
