// The fast path: reads plain commands, which only look, build or test, or use ordinary files of the project. Most
// commands of agents are plain. The result is the same as that of the full reader, but without loading it, which is half
// the cost of an event. The table is generated from the specs; tests compare both readers.
import { resolve } from '../base/paths.ts';
import { OUTPUT_WORDS, oneOf } from '../base/words.ts';
import { findTasks } from '../tasks/index.ts';
import type { ShellCommand, ShellReading, ShellRedirect, Word } from '../types.ts';
import { CommandReader, type PlainLine } from './command-reader.ts';
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
interface Line extends PlainLine {
  files: ProjectFiles | undefined;
  cwd: string | undefined;
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
  const target = { text: merges ? '1' : '/dev/null', glob: false, quoted: false, origins: [] };
  const fd = text.startsWith('>') ? undefined : Number(text[0]);
  return { operator: merges ? '>&' : '>', fd, target };
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
  return addIfPlain(command, line);
}

/** `cd x`: sets the directory of later commands. */
function changeDirectory(command: ShellCommand, pipes: boolean, line: Line): boolean {
  const folder = command.words[1];
  if (command.words.length !== 2 || !folder || line.piped || pipes) return false;
  if (command.words[0]?.quoted || folder.text.startsWith('-')) return false;
  line.commands.push(command);
  line.cwd = resolve(folder.text, line.cwd);
  return true;
}

/** Adds a command and its files to the line and returns true if the command is plain. */
function addIfPlain(command: ShellCommand, line: Line): boolean {
  const first = command.words[0];
  if (!first || first.quoted || namesOutputFile(command.words)) return false;
  if (command.words.length === 2 && command.words[1]?.text === '--version' && oneOf(VERSIONED, first.text)) {
    line.commands.push(command);
    return true;
  }
  const entry = tableEntry(first.text);
  if (
    entry === undefined ||
    !new CommandReader(command, line, (inner) => addIfPlain(inner, line)).read(entry, 1)
  )
    return false;
  return (entry.tasks === undefined && entry.code === undefined) || runsPlainCode(command, entry, line);
}

function tableEntry(program: string): PlainCommand | undefined {
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

/** Whether an option is named like an output (`--outputFile x`, `--log=x`), whatever the program. */
function namesOutputFile(words: readonly Word[]): boolean {
  for (const { text } of words)
    if (
      text.startsWith('--') &&
      OUTPUT_WORDS.split(' ').some((word) => text.toLowerCase().startsWith(word, 2))
    )
      return true;
  return false;
}
