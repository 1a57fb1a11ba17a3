// Matches the effect rules of a spec against a command.
import { effect } from '../base/effect.ts';
import { HOLE, oneOf } from '../base/words.ts';
import type { Effect, ShellCommand, Word } from '../types.ts';
import { type Args, has, onlyPrintsHelp, valuesOf } from './args.ts';
import { UNLISTED_PROGRAM } from './common-rules.ts';
import { additionsTo, argsOf, isDescribed, programOf } from './registry.ts';
import type { CommandSpec, EffectRule } from './spec.ts';
import { matchToken, matchWords } from './word-patterns.ts';

type Words = readonly string[];

export function ruleEffects(command: ShellCommand): Effect[] {
  const spec = programOf(command);
  const args = argsOf(command);
  const inner = args.spec === spec ? [] : rulesOf(args.spec, args, args.depth);
  const unlisted = isUnlisted(command) ? rulesOf(UNLISTED_PROGRAM, withoutUnknownVerbs(args), 0) : [];
  const added = additionsTo(command).flatMap((more) => rulesOf(more.spec, more.args, 0));
  return effectsBy(command, [...rulesOf(spec, args, 0), ...inner, ...unlisted, ...added]);
}

const effectsBy = (command: ShellCommand, rules: ReturnType<typeof rulesOf>): Effect[] =>
  rules.map(({ rule, kind }) =>
    effect(command, {
      kind: rule.kind ?? kind,
      weight: rule.weight ?? 'risky',
      code: rule.code,
      reason: rule.why,
      safer: rule.safer,
    }),
  );

/** `tool "$file"`: an unknown word of an unknown program need not be a verb, so it is made to match no verb of a rule. */
const withoutUnknownVerbs = (args: Args): Args => ({
  ...args,
  operands: args.operands.map((w) => (w.text === HOLE ? { ...w, text: HOLE + HOLE } : w)),
});

/** Whether nobody described the program. A script of the project is read itself, also behind an interpreter: `node cli.js`. */
const isUnlisted = (command: ShellCommand) =>
  /^[a-z][\w.+-]*$/i.test(command.name) &&
  !/\.([cm]?[jt]sx?|py|rb|php|pl|sh)$/i.test(command.name) &&
  !command.words[0]?.text.includes('/') &&
  !isDescribed(command);

/** The matching rules of a program, or of a subcommand whose words are the first `skip` operands. */
function rulesOf(spec: CommandSpec, args: Args, skip: number) {
  if (!spec.effects || onlyPrintsHelp(args) || isDry(args) || isHelp(args)) return [];
  const kind = spec.kind ?? 'system';
  const lines = wordLines(args, skip);
  return spec.effects
    .filter((rule) => !hasHarmlessVerb(rule, lines[0]) && lines.some((words) => fits(rule, words, args)))
    .map((rule) => ({ rule, kind }));
}

/** The operands; if some may be values of unknown options, both readings: with them and without them. */
function wordLines({ operands, possibleValues }: Args, skip: number): [Words, ...Words[]] {
  const texts = operands.map((w) => w.text.toLowerCase());
  const sure = texts.filter((_, i) => !possibleValues.includes(i));
  const line = (words: string[]) => withoutArguments(words.slice(skip));
  return possibleValues.length > 0 ? [line(texts), line(sure)] : [line(texts)];
}

/**
 * Whether a rule for every verb but the harmless ones finds one of those. A word that may be the value of an unknown option
 * counts as well, because such values are rarely verbs.
 */
const hasHarmlessVerb = ({ harmless }: EffectRule, words: Words) =>
  harmless !== undefined && words.some((text) => text !== HOLE && matchToken(harmless, text));

/** Verbs that are followed by a name, not by another verb. */
const VERBS =
  'list ls get show describe info status view inspect logs log tail search diff validate lint ps top events history whoami check plan create new add init link open dev build start use switch import export set update edit test serve';

/** `fly status "$APP"`: an unknown word after a verb is a name, so it must not match every verb in a rule. */
function withoutArguments(words: string[]): string[] {
  if (!words.includes(HOLE)) return words;
  const verb = words.findIndex((text) => oneOf(VERBS, text.slice(text.lastIndexOf(':') + 1)));
  return verb < 0 ? words : words.map((text, i) => (i > verb && text === HOLE ? HOLE + HOLE : text));
}

/** Whether the command asks for help: `git help x`, `vault x -help`, `gh repo delete -h`, `aws s3 rm help`. */
function isHelp({ operands, options }: Args): boolean {
  if (operands[0]?.text === 'help') return true;
  const last = options.at(-1);
  if (last?.name === '-help') return true;
  if (last?.name === '-h' && last.kind === undefined && operands.length > 0) return true;
  return operands.length === 3 && operands[2]?.text === 'help' && options.length === 0;
}

const DRY = '--dry-run --dryrun --dry_run --whatif --noop';

function isDry(args: Args): boolean {
  // `--dry-run=client --dry-run=none`: the last one counts.
  const last = args.options.findLast(
    ({ name, kind }) => kind === 'dry' || oneOf(DRY, name) || /^--dr(y(-|-r|-ru)?)?$/.test(name),
  );
  return last !== undefined && !/^(none|false|0|no)$|\u0000/.test(last.value?.text ?? '');
}

/** Whether a rule applies. Checks the words first, because they exclude most rules. */
function fits(rule: EffectRule, words: readonly string[], args: Args): boolean {
  if (rule.when && !matchWords(rule.when.split(' '), words)) return false;
  const { except } = rule;
  if (except && words.slice(0, 4).some((w, i) => isExcept(except, w, i))) return false;
  if (rule.unless?.split(' ').some((flag) => isGiven(flag, args))) return false;
  return !rule.flags || args.unclear || rule.flags.split(' ').some((flag) => isGiven(flag, args));
}

/** `^config`: only as the first operand. */
const isExcept = (except: string, text: string, index: number) =>
  matchToken(index === 0 ? except.replaceAll('^', '') : except, text);

function isGiven(flag: string, args: Args): boolean {
  const equals = flag.indexOf('=');
  const name = equals < 0 ? flag : flag.slice(0, equals);
  if (equals < 0)
    return name.includes('*') ? args.options.some((o) => matchToken(name, o.name)) : has(args, flag);
  const starts = flag.slice(equals + 1).split('|');
  const values = name.includes('*')
    ? args.options.flatMap((o) => (o.value && matchToken(name, o.name) ? [o.value] : []))
    : valuesOf(args, name);
  return values.some((w) => starts.some((start) => hasValue(w, start)));
}

function hasValue(w: Word, start: string): boolean {
  const text = w.text.toLowerCase();
  return start.startsWith('~') ? text.includes(start.slice(1)) : text.startsWith(start);
}
