import { type Args, has, onlyAsks, readArgs, valuesOf } from './args.ts';
import type { EffectKind, ShellCommand, Weight, Word } from './types.ts';
import { HOLE, oneOf } from './words.ts';

/** One line of a family: when these words and options are given, this is what happens. */
export interface Rule {
  code: string;
  /** Operands from the first on: `a|b` either, `del*` a beginning, `*=*` a part, `*` any one, `…` an unknown one, `**` any number, `$` no more. */
  when: string;
  /** At least one of these options (blank-separated) is given; `-o=yaml|~son`: with a value that begins so, or holds it. */
  flags?: string;
  /** Any of these makes it harmless. */
  unless?: string;
  /** A word among the first three that makes it harmless. */
  except?: string;
  weight?: Weight;
  kind?: EffectKind;
  why: string;
  safer?: string;
}

/** Commands that share their options and rules. */
export interface Family {
  names: string;
  kind: EffectKind;
  /** Options that take a value and may stand before the words we look for. */
  values?: string;
  /** An option with a value, where it means this only before the first word. */
  before?: string;
  singleDash?: boolean;
  /** What follows the first operand belongs to another command. */
  stopAtOperand?: boolean;
  /** Options may be written in any case (Windows). */
  anyCase?: boolean;
  /** Options that only show what would happen. */
  dry?: string;
  /** The words with which its rules begin, where all do: for others they are not built. A test holds that none is missing. */
  first?: string;
  /** A function: built only for a command that needs it. */
  rules: () => readonly Rule[];
}

const DRY = '--dry-run --dryrun --dry_run --whatif --noop';

/** The rules of a family that fit a command. */
export function matchRules(family: Family, command: ShellCommand): readonly Rule[] {
  const given = family.before ? withoutFirst(command.words.slice(1), family) : command.words.slice(1);
  const args = readArgs(family.anyCase ? given.map(lowerOption) : given, {
    values: family.values,
    singleDash: family.singleDash,
    stopAtOperand: family.stopAtOperand,
  });
  if (onlyAsks(args) || isDry(args, family.dry) || isHelp(args, given, command.name)) return [];
  const words = argumentsAfter(args.operands.map((w) => w.text.toLowerCase()));
  const head = words[0] ?? '';
  if (family.first && !head.includes(HOLE) && !oneOf(family.first, head)) return [];
  return family.rules().filter((rule) => fits(rule, words, args));
}

/** Verbs that take names: what follows them is one, not another verb. */
const VERBS =
  'list ls get show describe info status view inspect logs log tail search diff validate lint ps top events history whoami check plan create new add init link open dev build start use switch import export set update edit test serve';

/** `fly status "$APP"`: a word that is not known, in a place where no verb stands. */
function argumentsAfter(words: string[]): string[] {
  if (!words.includes(HOLE)) return words;
  const verb = words.findIndex((text) => oneOf(VERBS, text.slice(text.lastIndexOf(':') + 1)));
  return verb < 0 ? words : words.map((text, i) => (i > verb && text === HOLE ? HOLE + HOLE : text));
}

/** `git -C dir switch x` is `git switch x`; `git switch -C x` is not. */
export function withoutFirst(words: readonly Word[], { before = '', values = '' }: Family): readonly Word[] {
  const at = words.findIndex((w, i) => !w.text.startsWith('-') && !takesNext(words[i - 1], before, values));
  const end = at < 0 ? words.length : at;
  return words
    .filter((w, i) => i >= end || !(w.text.startsWith(before) || words[i - 1]?.text === before))
    .map((w) => (w.text.startsWith(before) ? { ...w, text: before } : w));
}

const takesNext = (w: Word | undefined, before: string | undefined, values: string) =>
  w !== undefined && (w.text === before || oneOf(values, w.text));

/** `git help x`, `vault x -help`, `gh repo delete -h`, `aws s3 rm help`. */
const isHelp = ({ operands }: Args, given: readonly Word[], name: string) =>
  operands[0]?.text === 'help' ||
  given.at(-1)?.text === '-help' ||
  // Where `-h` halts the machine it asks for nothing.
  (given.at(-1)?.text === '-h' && operands.length > 0 && name !== 'shutdown') ||
  (operands.length === 3 && operands[2]?.text === 'help' && given.length === 3);

const lowerOption = (w: Word): Word =>
  w.text.startsWith('-') ? { ...w, text: w.text.toLowerCase().replace(':', '=') } : w;

function isDry(args: Args, own: string | undefined): boolean {
  // `--dry-run=client --dry-run=none`: the last one counts.
  const last = args.flags.findLast(
    (f) =>
      oneOf(DRY, f.name) || /^--dr(y(-|-r|-ru)?)?$/.test(f.name) || (own !== undefined && oneOf(own, f.name)),
  );
  return last !== undefined && !/^(none|false|0|no)$|\u0000/.test(last.value?.text ?? '');
}

/** The words first: they rule most rules out. */
function fits(rule: Rule, words: readonly string[], args: Args): boolean {
  if (rule.when !== '' && !matchWords(rule.when.split(' '), 0, words, 0)) return false;
  if (rule.except && words.slice(0, 3).some((w) => matchToken(rule.except as string, w))) return false;
  if (rule.unless?.split(' ').some((flag) => isGiven(flag, args))) return false;
  return !rule.flags || args.unclear || rule.flags.split(' ').some((flag) => isGiven(flag, args));
}

function isGiven(flag: string, args: Args): boolean {
  const equals = flag.indexOf('=');
  if (equals < 0) return has(args, flag);
  const starts = flag.slice(equals + 1).split('|');
  return valuesOf(args, flag.slice(0, equals)).some((w) =>
    starts.some((s) => {
      const text = w.text.toLowerCase();
      return s.startsWith('~') ? text.includes(s.slice(1)) : text.startsWith(s);
    }),
  );
}

function matchWords(pattern: readonly string[], p: number, words: readonly string[], w: number): boolean {
  if (p === pattern.length) return true;
  if (pattern[p] === '$') return w >= words.length;
  if (pattern[p] === '**') {
    for (let i = w; i <= words.length && i < w + 6; i++)
      if (matchWords(pattern, p + 1, words, i)) return true;
    return false;
  }
  const text = words[w];
  return (
    text !== undefined && matchToken(pattern[p] as string, text) && matchWords(pattern, p + 1, words, w + 1)
  );
}

function matchToken(token: string, text: string): boolean {
  if (token === '*') return true;
  return token.split('|').some((option) => {
    if (option === '…') return text.includes(HOLE);
    if (option.startsWith('*') && option.endsWith('*')) return text.includes(option.slice(1, -1));
    if (option.startsWith('*')) return text.endsWith(option.slice(1));
    if (option.endsWith('*')) return text.startsWith(option.slice(0, -1));
    return text === option || text === HOLE;
  });
}
