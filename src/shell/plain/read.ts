// The fast path: reads plain commands, which only look, build or test, or use ordinary files of the project. Most
// commands of agents are plain. The result is the same as that of the full reader, but without loading it, which is half
// the cost of an event. The table is generated from the specs; tests compare both readers.
import { effect } from '../base/effect.ts';
import { resolve, target } from '../base/paths.ts';
import { oneOf } from '../base/words.ts';
import { findTasks } from '../tasks/index.ts';
import type { Effect, ShellCommand, ShellReading, ShellRedirect, Word } from '../types.ts';
import { isOrdinary } from './paths.ts';
import { PLAIN, VERSIONED } from './table.generated.ts';
import type { PlainCommand } from './table.ts';
import { END, type Token, tokenAt } from './tokenize.ts';

const MAX_SOURCE = 400;

/** Returns undefined for anything but plain commands, so that the full reader is used. */
export function readPlain(
  source: string,
  cwd: string,
  root: string,
  files?: ProjectFiles,
): ShellReading | undefined {
  if (source.length > MAX_SOURCE || concernsPawl(source, cwd)) return undefined;
  const line: Line = { root, cwd, files, commands: [], effects: [], piped: false };
  let words: Word[] = [];
  let redirects: ShellRedirect[] = [];
  for (let at = 0; ; ) {
    const token = at < source.length ? tokenAt(source, at) : END;
    if (!token) return undefined;
    at = token.end;
    if (token.kind === 'word' || token.kind === 'quoted') words.push(wordOf(token));
    else if (token.kind === 'redirect') redirects.push(redirectOf(token.text));
    else {
      if (!readCommand(words, redirects, token.text === '|', line)) return undefined;
      if (token === END) return { commands: line.commands, effects: line.effects, notes: [], harmless: true };
      words = [];
      redirects = [];
    }
  }
}

/** The files of the project, for programs that run tasks or code of the project. Without them nothing is looked up. */
export interface ProjectFiles {
  read: (path: string) => string | undefined;
  /** How many tasks may still run tasks: `npm run a` runs `npm run b`. */
  nesting: number;
}

/** The state while a line of commands is read. */
interface Line {
  root: string;
  files: ProjectFiles | undefined;
  cwd: string | undefined;
  commands: ShellCommand[];
  effects: Effect[];
  /** The previous command writes into a pipe. */
  piped: boolean;
}

/** Whether the command mentions Pawl or Claude, or runs in one of their directories. Such commands are never plain. */
function concernsPawl(source: string, cwd: string): boolean {
  const lower = source.toLowerCase();
  if (lower.includes('pawl') || lower.includes('claude')) return true;
  const place = cwd.replace('/.claude/worktrees/', '/');
  return place.includes('/.pawl') || place.includes('/.claude');
}

const wordOf = (token: Token): Word => ({
  text: token.text,
  glob: false,
  quoted: token.kind === 'quoted',
  origins: [],
});

function redirectOf(text: string): ShellRedirect {
  const merges = text === '2>&1';
  const to = { text: merges ? '1' : '/dev/null', glob: false, quoted: false, origins: [] };
  const fd = text.startsWith('>') ? undefined : Number(text[0]);
  return { operator: merges ? '>&' : '>', fd, target: to };
}

function readCommand(words: Word[], redirects: ShellRedirect[], pipes: boolean, line: Line): boolean {
  const command: ShellCommand = {
    name: words[0]?.text ?? '',
    words,
    assignments: [],
    redirects,
    cwd: line.cwd,
    stdin: line.piped ? { text: undefined, origins: [], kind: 'pipe' } : undefined,
    code: undefined,
    via: [],
    remote: false,
    background: false,
    captured: false,
    script: undefined,
  };
  if (command.name === 'cd') return changeDirectory(command, pipes, line);
  line.piped = pipes;
  return isPlain(command, line);
}

/** `cd x`: sets the directory of later commands. */
function changeDirectory(command: ShellCommand, pipes: boolean, line: Line): boolean {
  const to = command.words[1];
  if (command.words.length !== 2 || !to || line.piped || pipes) return false;
  if (command.words[0]?.quoted || to.text.startsWith('-')) return false;
  line.commands.push(command);
  line.cwd = resolve(to.text, line.cwd);
  return true;
}

/** Whether a command is plain; if so, it and its files are added to the line. */
function isPlain(command: ShellCommand, line: Line): boolean {
  const first = command.words[0];
  if (!first || first.quoted || namesOutputFile(command.words)) return false;
  if (command.words.length === 2 && command.words[1]?.text === '--version' && oneOf(VERSIONED, first.text)) {
    line.commands.push(command);
    return true;
  }
  const found = plainCommand(first.text);
  if (found === undefined || !new PlainReader(command, line).read(found, 1)) return false;
  return (found.tasks === undefined && found.code === undefined) || runsPlainCode(command, found, line);
}

function plainCommand(program: string): PlainCommand | undefined {
  const at = PLAIN.indexOf(`\t${program}\t`);
  if (at < 0) return undefined;
  const from = PLAIN.indexOf('{', at);
  return JSON.parse(PLAIN.slice(from, PLAIN.indexOf('\n', from))) as PlainCommand;
}

/** Whether the tasks that the command runs are plain themselves, and no code of the project runs besides. */
function runsPlainCode(
  command: ShellCommand,
  { tasks, code }: PlainCommand,
  { files, root, cwd }: Line,
): boolean {
  if (!files) return true;
  if (!cwd || files.nesting <= 0) return false;
  for (const file of code?.split(' ') ?? []) if (!onlySetsOptions(files.read(`${cwd}/${file}`))) return false;
  if (!tasks) return true;
  const operands = command.words
    .slice(1)
    .map((w) => w.text)
    .filter((text) => !text.startsWith('-'));
  const found = findTasks(tasks, operands, { cwd, root, read: files.read });
  const inner = { ...files, nesting: files.nesting - 1 };
  const folder = found?.file.slice(0, found.file.lastIndexOf('/')) ?? cwd;
  return found?.sources.every((source) => readPlain(source, folder, root, inner) !== undefined) ?? true;
}

/** Code without any of these words can hardly run, delete, write or send anything. */
const MAY_ACT =
  /exec|spawn|system|popen|proc|eval|function\s*\(|unlink|\brm|remov|delet|trunc|write|open|fetch|http|socket|\bnet\b|import\s*\(|getattr|__|decod|atob|char|chr|`|\$\(|\bfs\b|\bos\b|shutil|child|\benv\b|request|load|\bsh\b|backtick|kill/i;

/** Whether code of the project can only set options, so that the full reader need not read it. */
const onlySetsOptions = (code: string | undefined) =>
  code === undefined || (code.length < 20_000 && !MAY_ACT.test(code));

/** Whether an option is named like an output file (`--outputFile x`, `--log=x`), whatever the program. */
function namesOutputFile(words: readonly Word[]): boolean {
  for (const { text } of words)
    if (text.startsWith('--') && oneOf('out sav rep log exp dum', text.slice(2, 5).toLowerCase()))
      return true;
  return false;
}

const NUMBER = /^-?\d+$/;

const HIDDEN = /^\.[A-Za-z]/;

/** Reads the words of one command by the table. */
class PlainReader {
  /** Kept apart, because the full reader lists files of options first: those read, then those written. */
  private readonly optionReads: Effect[] = [];
  private readonly optionWrites: Effect[] = [];
  private readonly effects: Effect[] = [];
  private pattern = false;
  private operands = 0;
  private namesOnly = false;
  private at = 0;

  constructor(
    private readonly command: ShellCommand,
    private readonly line: Line,
  ) {}

  read(table: PlainCommand, from: number): boolean {
    const { words } = this.command;
    this.pattern = table.operands === 'pattern';
    this.namesOnly = table.names !== undefined && words.some((w) => oneOf(table.names!, w.text));
    this.operands = 0;
    for (this.at = from; this.at < words.length; this.at++) {
      const w = words[this.at]!;
      if (w.text === '--') return this.rest(table);
      if (w.text.length > 1 && w.text.startsWith('-')) {
        if (table.module === w.text) return this.runModule();
        if (!this.option(w.text, table)) return false;
        continue;
      }
      const sub = this.operands === 0 && !w.quoted ? subcommand(table, w.text) : undefined;
      if (sub) return this.read(sub, this.at + 1);
      if (table.runs !== undefined && this.operands === table.runs) return this.runInner();
      if (!this.operand(w, table)) return false;
      this.operands++;
    }
    // Without `flags`, the program is plain only with one of its subcommands.
    return table.runs === undefined && table.flags !== undefined && this.done();
  }

  /** Reads the words after `--`, which are all operands. */
  private rest(table: PlainCommand): boolean {
    const { words } = this.command;
    if (table.operands === undefined || table.runs !== undefined) return false;
    while (++this.at < words.length) if (!this.operand(words[this.at]!, table)) return false;
    return this.done();
  }

  private done(): boolean {
    this.line.commands.push(this.command);
    this.line.effects.push(...this.optionReads, ...this.optionWrites, ...this.effects);
    return true;
  }

  private option(text: string, table: PlainCommand): boolean {
    if (table.flags === '*') return true;
    if (table.counts && NUMBER.test(text)) return true;
    const equals = text.indexOf('=');
    const name = equals > 0 && (text.startsWith('--') || table.singleDash) ? text.slice(0, equals) : text;
    if (oneOf(table.names ?? '', name)) return name === text;
    if (oneOf(table.flags ?? '', name)) return true;
    if (isValued(table, name)) {
      if (name !== text) return this.value(text.slice(equals + 1), name, table);
      const next = this.command.words[++this.at];
      return next !== undefined && this.value(next.text, name, table);
    }
    return !text.startsWith('--') && !table.singleDash && this.cluster(text, table);
  }

  /** `-rn`, `-n5`: every letter is a known option. */
  private cluster(text: string, table: PlainCommand): boolean {
    for (let i = 1; i < text.length; i++) {
      const name = `-${text[i]}`;
      if (oneOf(table.flags ?? '', name)) {
        if (text[i + 1] === '=') return false;
        continue;
      }
      if (!isValued(table, name)) return false;
      const rest = text.slice(i + 1);
      const value = rest === '' ? this.command.words[++this.at]?.text : rest.replace(/^=/, '');
      return value !== undefined && this.value(value, name, table);
    }
    return true;
  }

  private value(text: string, name: string, table: PlainCommand): boolean {
    // `--include=.env`: the full reader knows which hidden files matter.
    if (oneOf(table.values ?? '', name)) return !HIDDEN.test(text);
    if (oneOf(table.patterns ?? '', name)) {
      this.pattern = false;
      // If there was an operand, it was already taken for the pattern.
      return this.operands === 0;
    }
    const w = { text, glob: false, quoted: false, origins: [] };
    if (oneOf(table.writes ?? '', name)) return this.file('write', w, this.optionWrites);
    return this.file('read', w, this.optionReads);
  }

  private operand(w: Word, table: PlainCommand): boolean {
    // An operand of the wrapper itself: the seconds of `timeout`.
    if (table.runs !== undefined) return NUMBER.test(w.text);
    if (this.pattern) {
      this.pattern = false;
      return table.pattern === undefined || new RegExp(table.pattern).test(w.text);
    }
    if (this.namesOnly) return table.operands !== undefined;
    switch (table.operands) {
      case 'text':
        return true;
      case 'reads':
      case 'pattern':
        return this.file('read', w);
      case 'writes':
        return this.file('write', w);
      default:
        return false;
    }
  }

  /** Adds a file that is read or written; false unless it is an ordinary file of the project. */
  private file(kind: 'read' | 'write', w: Word, effects = this.effects): boolean {
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
  private runInner(): boolean {
    const words = this.command.words.slice(this.at);
    const name = words[0]?.text ?? '';
    if (name === 'cd') return false;
    this.done();
    return isPlain(
      { ...this.command, name, words, via: [...this.command.via, this.command.name] },
      this.line,
    );
  }

  /** `python -m pytest …`: reads the module as a program. */
  private runModule(): boolean {
    const words = this.command.words.slice(this.at + 1);
    const inner = { ...this.command, name: words[0]?.text.toLowerCase() ?? '', words };
    return isPlain(inner, this.line) && this.done();
  }
}

function subcommand({ subs }: PlainCommand, name: string): PlainCommand | undefined {
  for (const names in subs) if (oneOf(names, name)) return subs[names];
  return undefined;
}

const isValued = (table: PlainCommand, name: string) =>
  oneOf(table.values ?? '', name) ||
  oneOf(table.patterns ?? '', name) ||
  oneOf(table.reads ?? '', name) ||
  oneOf(table.writes ?? '', name);
