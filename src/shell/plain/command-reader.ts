import { effect } from '../base/effect.ts';
import { resolve, target } from '../base/paths.ts';
import { oneOf } from '../base/words.ts';
import type { Effect, ShellCommand, Word } from '../types.ts';
import { isOrdinary } from './paths.ts';
import type { PlainCommand } from './table.ts';

/** The project, and what was read in it so far. */
export interface PlainLine {
  root: string;
  commands: ShellCommand[];
  effects: Effect[];
}

const NUMBER = /^-?\d+$/;

const HIDDEN = /^\.[A-Za-z]/;

/** Reads the words of one command by the table. Only if the command is plain, it and its files are added to the line. */
export class CommandReader {
  /** Kept apart, because the full reader lists files of options first: those read, then those written. */
  private readonly optionReads: Effect[] = [];
  private readonly optionWrites: Effect[] = [];
  private readonly effects: Effect[] = [];
  private expectsPattern = false;
  private operandCount = 0;
  private namesOnly = false;
  private at = 0;

  constructor(
    private readonly command: ShellCommand,
    private readonly line: PlainLine,
    /** Reads a command inside this one: adds it to the line and returns true if it is plain. */
    private readonly addIfPlain: (inner: ShellCommand) => boolean,
  ) {}

  /** Whether the words from index `from` on are plain by the entry. */
  read(entry: PlainCommand, from: number): boolean {
    const { words } = this.command;
    this.expectsPattern = entry.operands === 'pattern';
    this.namesOnly = entry.names !== undefined && words.some((w) => oneOf(entry.names!, w.text));
    this.operandCount = 0;
    for (this.at = from; this.at < words.length; this.at++) {
      const w = words[this.at]!;
      if (w.text === '--') return this.readOperandsOnly(entry);
      if (w.text.length > 1 && w.text.startsWith('-')) {
        if (entry.module === w.text) return this.readModule();
        if (!this.readOption(w.text, entry)) return false;
        continue;
      }
      const inner = this.operandCount === 0 && !w.quoted ? subcommand(entry, w.text) : undefined;
      if (inner) return this.read(inner, this.at + 1);
      if (entry.runs !== undefined && this.operandCount === entry.runs) return this.readInner();
      if (!this.readOperand(w, entry)) return false;
      this.operandCount++;
    }
    // Without `flags`, the program is plain only with one of its subcommands.
    return entry.runs === undefined && entry.flags !== undefined && this.addToLine();
  }

  /** Reads the words after `--`, which are all operands. */
  private readOperandsOnly(entry: PlainCommand): boolean {
    const { words } = this.command;
    if (entry.operands === undefined || entry.runs !== undefined) return false;
    while (++this.at < words.length) if (!this.readOperand(words[this.at]!, entry)) return false;
    return this.addToLine();
  }

  private addToLine(): boolean {
    this.line.commands.push(this.command);
    this.line.effects.push(...this.optionReads, ...this.optionWrites, ...this.effects);
    return true;
  }

  private readOption(text: string, entry: PlainCommand): boolean {
    if (entry.flags === '*') return true;
    if (entry.counts && NUMBER.test(text)) return true;
    const equals = text.indexOf('=');
    const name = equals > 0 && (text.startsWith('--') || entry.singleDash) ? text.slice(0, equals) : text;
    if (oneOf(entry.names ?? '', name)) return name === text;
    if (oneOf(entry.flags ?? '', name)) return true;
    if (isValued(entry, name)) {
      if (name !== text) return this.readValue(text.slice(equals + 1), name, entry);
      const next = this.command.words[++this.at];
      return next !== undefined && this.readValue(next.text, name, entry);
    }
    return !text.startsWith('--') && !entry.singleDash && this.readCluster(text, entry);
  }

  /** `-rn`, `-n5`: every letter is a known option. */
  private readCluster(text: string, entry: PlainCommand): boolean {
    for (let i = 1; i < text.length; i++) {
      const name = `-${text[i]}`;
      if (oneOf(entry.flags ?? '', name)) {
        if (text[i + 1] === '=') return false;
        continue;
      }
      if (!isValued(entry, name)) return false;
      const rest = text.slice(i + 1);
      const value = rest === '' ? this.command.words[++this.at]?.text : rest.replace(/^=/, '');
      return value !== undefined && this.readValue(value, name, entry);
    }
    return true;
  }

  private readValue(text: string, name: string, entry: PlainCommand): boolean {
    // `--include=.env`: the full reader knows which hidden files matter, and whether a text is an option itself.
    if (oneOf(entry.values ?? '', name))
      return !HIDDEN.test(text) && !text.startsWith('--') && !mattersAs(entry.only?.[name], text);
    if (oneOf(entry.patterns ?? '', name)) {
      this.expectsPattern = false;
      // If there was an operand, it was already taken for the pattern.
      return this.operandCount === 0;
    }
    const w = { text, glob: false, quoted: false, origins: [] };
    if (oneOf(entry.writes ?? '', name)) return this.addFile('write', w, this.optionWrites);
    return this.addFile('read', w, this.optionReads);
  }

  private readOperand(w: Word, entry: PlainCommand): boolean {
    // An operand of the wrapper itself: the seconds of `timeout`.
    if (entry.runs !== undefined) return NUMBER.test(w.text);
    if (this.expectsPattern) {
      this.expectsPattern = false;
      return hasPattern(entry, w);
    }
    if (this.namesOnly) return entry.operands !== undefined;
    switch (entry.operands) {
      case 'text':
        return hasPattern(entry, w);
      case 'reads':
      case 'pattern':
        return this.addFile('read', w);
      case 'writes':
        return this.addFile('write', w);
      default:
        return false;
    }
  }

  /** Adds a file that is read or written; false unless it is an ordinary file of the project. */
  private addFile(kind: 'read' | 'write', w: Word, effects = this.effects): boolean {
    const { command, line } = this;
    if (w.text === '-') return false;
    // After a symbolic link, `..` is the parent of its target, which is not known here.
    if (w.text.includes('..') || !isOrdinary(resolve(w.text, command.cwd), line.root)) return false;
    const parts = {
      kind,
      weight: 'plain',
      code: kind,
      reason: kind === 'read' ? 'Reads a file.' : 'Writes a file.',
    } as const;
    effects.push(effect(command, { ...parts, targets: [target(w, command.cwd)] }));
    return true;
  }

  /** `timeout 60 npm test`: reads the command inside a wrapper. */
  private readInner(): boolean {
    const words = this.command.words.slice(this.at);
    const name = words[0]?.text ?? '';
    if (name === 'cd') return false;
    this.addToLine();
    return this.addIfPlain({ ...this.command, name, words, via: [...this.command.via, this.command.name] });
  }

  /** `python -m pytest …`: reads the module as a program. */
  private readModule(): boolean {
    const words = this.command.words.slice(this.at + 1);
    const inner = { ...this.command, name: words[0]?.text.toLowerCase() ?? '', words };
    return this.addIfPlain(inner) && this.addToLine();
  }
}

function subcommand({ subs }: PlainCommand, name: string): PlainCommand | undefined {
  for (const names in subs) if (oneOf(names, name)) return subs[names];
  return undefined;
}

/** `--cov-report=xml:out`: whether the option means something for this value only. */
const mattersAs = (only: string | undefined, text: string) =>
  only !== undefined && new RegExp(only, 'i').test(text);

const hasPattern = ({ pattern }: PlainCommand, w: Word) =>
  pattern === undefined || new RegExp(pattern).test(w.text);

const isValued = (entry: PlainCommand, name: string) =>
  oneOf(entry.values ?? '', name) ||
  oneOf(entry.patterns ?? '', name) ||
  oneOf(entry.reads ?? '', name) ||
  oneOf(entry.writes ?? '', name);
