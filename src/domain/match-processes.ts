// Finds the processes that a selector means, by the rules of pgrep, killall and `ps | grep`.
import type { ProcessSelector } from '../core/look.ts';
import { basename } from '../system/path.ts';

/** The properties that a selector looks at. */
export interface Selectable {
  pid: number;
  user: number;
  /** The name as the kernel keeps it. */
  name: string;
  args: readonly string[];
}

type Matcher = (candidate: Selectable) => boolean;

/** Undefined if the pattern can't be read, or might take too long. */
export function matcherOf(selector: ProcessSelector): Matcher | undefined {
  switch (selector.by) {
    case 'port':
      return () => false;
    case 'pid':
      return ({ pid }) => pid === selector.pid;
    case 'name':
      return byName(selector.name, selector.ignoreCase === true);
    case 'pattern':
      return byPattern(selector);
    case 'line':
      return byLine(selector.patterns);
  }
}

/** Linux keeps only so much of a program's name. */
const nameLength = 15;
/** Longer command lines are cut, so that a pattern can't take long. */
const maxLineLength = 4_096;

function byName(wanted: string, ignoreCase: boolean): Matcher {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const names = [fold(wanted), fold(wanted.slice(0, nameLength))];
  return ({ name, args }) => [name, basename(args[0] ?? '')].some((known) => names.includes(fold(known)));
}

function byPattern({
  pattern,
  full,
  exact,
  ignoreCase,
}: Extract<ProcessSelector, { by: 'pattern' }>): Matcher | undefined {
  const re = extendedRegExp(exact ? `^(${pattern})$` : pattern, ignoreCase === true);
  return (
    re &&
    ((candidate) => re.test(full && candidate.args.length > 0 ? commandLine(candidate) : candidate.name))
  );
}

function byLine(patterns: Extract<ProcessSelector, { by: 'line' }>['patterns']): Matcher | undefined {
  const regExps = patterns.map(({ pattern, fixed, ignoreCase }) =>
    extendedRegExp(fixed ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : pattern, ignoreCase === true),
  );
  if (regExps.includes(undefined)) return undefined;
  return (candidate) =>
    regExps.every((re) =>
      re!.test(`${candidate.user} ${candidate.pid} ${candidate.name} ${commandLine(candidate)}`),
    );
}

const commandLine = ({ args }: Selectable) => args.join(' ').slice(0, maxLineLength);

/** A repeated group that itself repeats may take exponential time. */
const nestedRepeat = /[+*}]\)[+*{]/;

function extendedRegExp(pattern: string, ignoreCase: boolean): RegExp | undefined {
  if (pattern.length > 300 || nestedRepeat.test(pattern)) return undefined;
  const source = pattern
    .replace(/\[:(\w+):\]/g, (whole, name: string) => characterClasses[name] ?? whole)
    .replace(/\\[<>]/g, '\\b');
  try {
    return new RegExp(source, ignoreCase ? 'i' : '');
  } catch {
    return undefined;
  }
}

/** The character classes of POSIX, as they are written between the brackets of a set. */
const characterClasses: Record<string, string> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9a-fA-F',
};
