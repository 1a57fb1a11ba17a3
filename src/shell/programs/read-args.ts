// Splits the arguments of a command into options and operands, by the spec of its program.
import { HOLE } from '../base/words.ts';
import type { Word } from '../types.ts';
import type { Args, Option } from './args.ts';
import {
  type CommandSpec,
  type EffectRule,
  type OptionKind,
  type OptionSpec,
  type Syntax,
  takesValue,
} from './spec.ts';

/**
 * Says whether an option that the spec does not list takes a value, given the operands before it; undefined when the
 * grammar table does not list the option either.
 */
export type Grammar = (operands: readonly Word[], option: string) => boolean | undefined;

/** A spec with its keys split, so that options and subcommands are found by any of their spellings. */
interface Level {
  options: ReadonlyMap<string, OptionSpec>;
  subcommands: ReadonlyMap<string, CommandSpec>;
  /** Options that an effect rule names without a value; they are flags. */
  ruleFlags: ReadonlySet<string>;
}

/** An abbreviation shorter than this (`--po` for `--post-file`) is not completed: it could mean too many options. */
const MIN_ABBREVIATION = '--xxxx'.length;

const FLAG: OptionSpec = { kind: 'flag' };

const levels = new WeakMap<CommandSpec, Level>();

function levelOf(spec: CommandSpec): Level {
  const known = levels.get(spec);
  if (known) return known;
  const options = new Map<string, OptionSpec>();
  for (const [names, kind] of Object.entries(spec.options ?? {}))
    for (const name of names.split(' ')) options.set(name, typeof kind === 'string' ? { kind } : kind);
  const subcommands = new Map<string, CommandSpec>();
  for (const [names, sub] of Object.entries(spec.subcommands ?? {}))
    for (const name of names.split('|')) subcommands.set(name, sub);
  const level = { options, subcommands, ruleFlags: new Set((spec.effects ?? []).flatMap(flagsOf)) };
  levels.set(spec, level);
  return level;
}

const flagsOf = ({ flags = '', unless = '' }: EffectRule) =>
  `${flags} ${unless}`.split(' ').filter((flag) => !flag.includes('='));

/** The kind of an option, by any of its spellings. */
export const kindOf = (spec: CommandSpec, option: string): OptionKind | undefined =>
  levelOf(spec).options.get(option)?.kind;

/** Reads the words after the name of a program. */
export function readArgs(words: readonly Word[], spec: CommandSpec, grammar?: Grammar): Args {
  return new ArgReader(words, spec, grammar).read();
}

/** Reads the words from left to right. */
class ArgReader {
  private readonly options: Option[] = [];
  private readonly operands: Word[] = [];
  private readonly path: string[] = [];
  private readonly possibleValues: number[] = [];
  private readonly outer: Level[] = [];
  private readonly syntax: Syntax;
  private level: Level;
  private readonly ruleFlags: ReadonlySet<string>;
  private at = 0;
  private unclear = false;

  constructor(
    private readonly words: readonly Word[],
    private spec: CommandSpec,
    private readonly grammar: Grammar | undefined,
  ) {
    this.level = levelOf(spec);
    this.ruleFlags = this.level.ruleFlags;
    this.syntax = spec.syntax ?? {};
  }

  read(): Args {
    if (this.syntax.bareLetters) this.readBareLetters();
    while (this.at < this.words.length) {
      const w = this.words[this.at] as Word;
      this.at++;
      if (w.text === '--') break;
      if (this.syntax.slash && /^\/[a-z]$/i.test(w.text)) this.add(w.text.toLowerCase(), undefined);
      else if (w.text.length > 1 && w.text.startsWith('-')) {
        this.readOption(w);
        // `python -m pytest -c x`: the words after the module are its arguments.
        if (this.options.at(-1)?.kind === 'module') break;
      } else if (!this.readAssignment(w) && this.readOperand(w)) break;
    }
    this.operands.push(...this.words.slice(this.at));
    const { options, operands, possibleValues, spec, unclear } = this;
    const globalFirst = this.syntax.globalFirst === true;
    return { options, operands, possibleValues, depth: this.path.length, spec, unclear, globalFirst };
  }

  /** Adds an operand or enters a subcommand. True if everything that follows belongs to another command. */
  private readOperand(w: Word): boolean {
    // `git $options commit`: a subcommand follows, so the unknown word before it is an option.
    if (w.text === HOLE && this.operands.length === 0 && this.isSubcommand(this.words[this.at])) return false;
    // `aws $options ssm send-command`: where nothing or an option comes of it, the verbs follow.
    if (w.text === HOLE && (!w.quoted || this.operands.length === 0))
      this.possibleValues.push(this.operands.length);
    this.operands.push(w);
    const inPath = this.path.length === this.operands.length - 1;
    const sub = inPath ? this.level.subcommands.get(w.text) : undefined;
    if (!sub) return this.optionsFirst();
    this.path.push(w.text);
    this.outer.push(this.level);
    this.spec = sub;
    this.level = levelOf(sub);
    return false;
  }

  private isSubcommand(w: Word | undefined): boolean {
    return w !== undefined && this.level.subcommands.has(w.text);
  }

  /** Whether the words after the first operand belong to another command, as for wrappers and interpreters. */
  private optionsFirst(): boolean {
    const { syntax, runs, operands } = this.spec;
    if (syntax?.optionsFirst !== undefined) return syntax.optionsFirst;
    // `ssh host -o LocalCommand=…`: the wrapper's own options may follow its own operands.
    if (runs?.skip && runs.operands !== 'none') return this.operands.length - this.path.length > runs.skip;
    return (runs !== undefined && runs.operands !== 'none') || operands === 'script' || operands === 'code';
  }

  private readAssignment(w: Word): boolean {
    const equals = this.syntax.assignments ? w.text.indexOf('=') : -1;
    if (equals < 0 || !this.find(w.text.slice(0, equals + 1))) return false;
    this.add(w.text.slice(0, equals + 1), { ...w, text: w.text.slice(equals + 1) });
    return true;
  }

  private readOption(given: Word): void {
    const w = this.syntax.anyCase ? { ...given, text: given.text.toLowerCase().replace(':', '=') } : given;
    // `git log -3 src`, `git log -$n src`: a number takes no value.
    const isCount = this.spec.syntax?.counts && (/^-\d+$/.test(w.text) || w.text === `-${HOLE}`);
    if (w.text.includes(HOLE) && !w.text.includes('=') && !isCount) this.unclear = true;
    if (isCount) this.add(w.text, undefined);
    else if (w.text.startsWith('--') || w.text === '-help' || this.syntax.singleDash) this.readLong(w);
    else if (w.text.length > 2 && this.find(w.text)) this.addWithValue(w.text);
    else this.readCluster(w);
  }

  private readLong(w: Word): void {
    const equals = w.text.indexOf('=');
    const name = this.fullName(equals > 0 ? w.text.slice(0, equals) : w.text);
    const short = this.syntax.singleDash && !this.find(name) ? this.attachedOption(w.text) : undefined;
    if (short) this.add(short, valueIn(w, w.text.slice(short.length)));
    else if (equals > 0) this.add(name, { ...w, text: w.text.slice(equals + 1) });
    else if (name.startsWith('--no-') && !this.find(name)) this.removeNegated(name);
    else this.addWithValue(name);
  }

  /** `--post-fil` is `--post-file`: GNU programs take any beginning that only one of their options has. */
  private fullName(name: string): string {
    if (name.length < MIN_ABBREVIATION || !name.startsWith('--') || this.find(name)) return name;
    const levels = [this.level, ...(this.syntax.globalFirst ? [] : this.outer)];
    const known = levels.flatMap(({ options }) =>
      [...options.keys()].filter((option) => option.startsWith(name)),
    );
    return known.length === 1 ? (known[0] as string) : name;
  }

  /** The `-o` of `7z -o/tmp/x`, for programs whose options are words: only options whose value must be attached. */
  private attachedOption(text: string): string | undefined {
    const all = [this.level, ...this.outer].flatMap(({ options }) => [...options]);
    return all.find(
      ([name, { attached, kind }]) => attached && takesValue(kind) && text.startsWith(name),
    )?.[0];
  }

  /** `--force --no-force`: the last one wins. */
  private removeNegated(name: string): void {
    const negated = `--${name.slice(5)}`;
    for (let i = this.options.length - 1; i >= 0; i--)
      if (this.options[i]?.name === negated) this.options.splice(i, 1);
    this.add(name, undefined);
  }

  /** `-xzf file`, `-ofile`, `-i.bak`, `-i=false`. */
  private readCluster(w: Word): void {
    for (let i = 1; i < w.text.length; i++) {
      const name = `-${w.text[i]}`;
      const rest = w.text.slice(i + 1);
      const spec = this.find(name);
      const takes = spec ? takesValue(spec.kind) && !(spec.attached && rest === '') : w.text.length === 2;
      if (takes && rest === '') this.addWithValue(name);
      else this.add(name, takes || rest.startsWith('=') ? valueIn(w, rest) : undefined);
      if (takes || rest.startsWith('=')) return;
      // `-0777pe`, `-i.bak`: digits and a suffix are a value, not more options.
      if (spec?.attached) i += /^(\d+|\.[\s\S]*)?/.exec(rest)?.[0].length ?? 0;
    }
  }

  /** `tar czf archive dir`: each letter that takes a value takes the next word. */
  private readBareLetters(): void {
    const letters = this.words[0]?.text ?? '';
    if (!/^[a-zA-Z]+$/.test(letters)) return;
    this.at = 1;
    for (const letter of letters) this.addWithValue(`-${letter}`);
  }

  /** Adds an option, with the next word as its value if it takes one. */
  private addWithValue(name: string): void {
    const count = this.wordsOf(name);
    const value = count > 0 ? this.words[this.at + count - 1] : undefined;
    this.at += Math.min(count, Math.max(this.words.length - this.at, 0));
    this.add(name, value);
  }

  private wordsOf(name: string): number {
    const spec = this.find(name);
    if (!spec) return this.isValueOfUnknown(name) ? 1 : 0;
    const mayLackValue = spec.kind === 'text' && this.isActingOption(this.words[this.at]);
    return takesValue(spec.kind) && !spec.attached && !mayLackValue ? (spec.words ?? 1) : 0;
  }

  /**
   * `pytest --tb --basetemp=x`: some values may be left out. A text that is spelled like an option which reads, writes or
   * runs its value is read as that option.
   */
  private isActingOption(w: Word | undefined): boolean {
    const kind = w?.text.startsWith('--') ? this.find(w.text.split('=', 1)[0]!)?.kind : undefined;
    return kind !== undefined && kind !== 'text' && takesValue(kind);
  }

  /** Whether the next word is the value of an option that the spec does not list. */
  private isValueOfUnknown(name: string): boolean {
    const next = this.words[this.at]?.text;
    if (next === undefined || /^-./.test(next) || this.namesFiles()) return false;
    const takes = this.grammar?.(this.operands, name);
    if (takes === false) return false;
    // An unknown word would match every subcommand if it were read as an operand.
    if (next === HOLE) return true;
    if (takes === undefined) this.possibleValues.push(this.operands.length);
    return takes === true && !this.level.subcommands.has(next);
  }

  /** Whether operands are files. In doubt a word is then read as an operand, because a path that is read as a value is not judged. */
  private namesFiles(): boolean {
    const { operands } = this.spec;
    return operands !== undefined && !['text', 'host', 'script'].includes(operands);
  }

  private add(name: string, value: Word | undefined): void {
    const spec = this.find(name);
    const depth = this.path.length;
    // The kind is about other values of this option: `gdb -ex 'break main'` runs nothing.
    if (value && spec?.only && !new RegExp(spec.only, 'i').test(value.text))
      this.options.push({ name, value, kind: 'text', depth });
    else this.options.push({ name, value: stripped(value, spec?.strip), kind: spec?.kind, depth });
  }

  /** Finds an option by its full name; options of the program may also stand after a subcommand. */
  private find(name: string): OptionSpec | undefined {
    const optionOfCommand = this.level.options.get(name) ?? (this.ruleFlags.has(name) ? FLAG : undefined);
    if (optionOfCommand || this.syntax.globalFirst) return optionOfCommand;
    for (let i = this.outer.length - 1; i >= 0; i--) {
      const found = this.outer[i]?.options.get(name);
      if (found) return found;
    }
    return undefined;
  }
}

/** The part of a value that counts: `ls` in `gdb -ex 'shell ls'`. */
const stripped = (value: Word | undefined, strip: string | undefined) =>
  value && strip ? { ...value, text: value.text.replace(new RegExp(strip, 'i'), '') } : value;

/** The value in `-ofile` or `-o=file`. */
const valueIn = (w: Word, rest: string): Word => ({ ...w, text: rest.replace(/^=/, '') });
