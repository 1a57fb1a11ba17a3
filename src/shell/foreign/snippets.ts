// Searches code of other languages for calls that do what a shell command would, and runs those commands.
import { resolve } from '../base/paths.ts';
import { HOLE } from '../base/words.ts';
import { flow, fork, type Reader, readSource, type State } from '../state/state.ts';
import { CALLS, type Call, SHELL_CALLS } from './calls.ts';
import { withKnownNames } from './constants.ts';
import { FETCHES, opensShell, runsDecoded } from './decoded.ts';
import { readAwk, readLisp, readSed, readTcl, readVim } from './dialects.ts';
import { firstArgument, literalAt, literalText, strings } from './literals.ts';
import { runAsCommand } from './run-as-command.ts';

export type Language =
  | 'python'
  | 'node'
  | 'perl'
  | 'ruby'
  | 'php'
  | 'lua'
  | 'r'
  | 'applescript'
  | 'awk'
  | 'sed'
  | 'vim'
  | 'tcl'
  | 'lisp'
  | 'other'
  /** Source for a compiler: it is not searched, only its origin counts. */
  | 'compiled';

const MAX_FOUND = 40;

/** A piece of code, and the state in which it runs. */
interface Code {
  /** Without comments. */
  given: string;
  /** The same, with names replaced by the strings they hold. */
  text: string;
  language: Language;
  /** A whole program, not a snippet in a command: it may read its settings and delete files that it computed. */
  isProgram: boolean;
  state: State;
  reader: Reader;
}

const DIALECTS: Partial<Record<Language, typeof readAwk>> = {
  awk: readAwk,
  sed: readSed,
  vim: readVim,
  tcl: readTcl,
  lisp: readLisp,
};

const MAX_CODE = 50_000;

export function readForeign(
  language: Language,
  source: string,
  state: State,
  reader: Reader,
  isProgram = false,
): void {
  const dialect = DIALECTS[language];
  if (dialect) dialect(source, state, reader);
  else if (language !== 'compiled') readCode(codeOf(language, source, state, reader, isProgram));
}

function codeOf(language: Language, source: string, state: State, reader: Reader, isProgram: boolean): Code {
  if (source.length > MAX_CODE) reader.notes.add('too-long');
  // `fs["readFile"](…)`
  const plainCalls = source.slice(0, MAX_CODE).replace(/\[(['"])([a-zA-Z]+)\1\](?=\()/g, '.$2');
  const given = withoutRuns(withoutComments(plainCalls, language));
  const text = withKnownNames(language === 'php' ? given.replace(PHP_CALL, lower) : given);
  return { given, text, language, isProgram, state, reader };
}

function readCode(code: Code): void {
  changeDirectory(code);
  readFileCalls(code);
  readShellCalls(code.text, code.language, code.state, code.reader);
  readEvaluated(code);
  readKnownSnippets(code);
}

/** `os.chdir('/etc')`: later paths are relative to that directory. */
function changeDirectory({ text, state }: Code): void {
  const moved = CHDIR.exec(text);
  if (moved) state.cwd = resolve(literalAt(text.slice(moved.index + moved[0].length)) ?? HOLE, state.cwd);
}

function readFileCalls({ given, text, language, isProgram, state, reader }: Code): void {
  if (language === 'python') readMagics(text, state, reader);
  readCalls(given.includes('64') ? withKnownNames(withDecoded(given)) : text, state, reader, isProgram);
  if (state.files.size > 0) readFetched(text, state, reader);
  if (isProgram) return;
  for (const m of [...text.matchAll(SHOWN)].slice(0, 4))
    runAsCommand(['printenv', m[1] as string], state, reader);
  if (DROPS.test(given)) deleteListed(given, state, reader);
}

/** Code in a string that is evaluated. */
function readEvaluated({ text, isProgram, state, reader }: Code): void {
  for (const m of [...text.matchAll(EVALUATED)].slice(0, 8)) {
    const inner = literalAt(text.slice((m.index ?? 0) + m[0].length));
    if (inner) readCalls(withKnownNames(inner), state, reader, isProgram);
  }
}

function readKnownSnippets({ text, language, isProgram, state, reader }: Code): void {
  // `python -c 'rm -rf x'`: a shell command that was given to the wrong program.
  if (SHELLISH.test(text)) readSource(text, state, reader);
  for (const { pattern, like, typedOnly } of KNOWN_SNIPPETS)
    if (!(typedOnly && isProgram) && pattern.test(text)) runAsCommand(like, state, reader);
  // `"cmd".execute()`, `"cmd".!`
  if (language === 'other')
    for (const m of text.matchAll(/"([^"\n]+)"\s*\.(?:execute\(|!)/g))
      readSource(m[1] as string, state, reader);
  if (language === 'applescript') readAppleScript(text, state, reader);
  if (opensShell(text)) runAsCommand(['(reverse-shell)'], state, reader);
  if (runsDecoded(text))
    runAsCommand(['(encoded-code)', FETCHES.test(text) ? 'network' : 'decoded'], state, reader);
}

/** Deletes a file whose name is a variable, as loops over files do. */
const DROPS =
  /\b(?:os\.(?:remove|unlink|rmdir)|unlink(?:Sync)?|File\.(?:delete|unlink)|rmtree|rmSync|rm_rf)\b\s*\(?\s*(?!['"\s(])|\w\.(?:unlink|rmdir)\(|array_map\(\s*['"]unlink/;

/** Lists files by a pattern, or all files of a folder. */
const LISTED =
  /(?:\bglob\.i?glob|(?<![\w.])glob|\bDir\.glob)\s*\(?\s*['"]([^'"\n]+)|\bDir\[\s*['"]([^'"\n]+)|<([~/$][^<>\n]*\*[^<>\n]*)>|(?:\bos\.(?:listdir|walk|scandir)|\breaddir(?:Sync)?|\bscandir|\bDir\.(?:each_child|children|entries)|\bPath)\s*\(\s*['"]([^'"\n]+)|\bPath\.(home)\(\)\.(?:r?glob|iterdir)/g;

/** `for f in glob('/etc/*'): os.remove(f)` */
function deleteListed(text: string, state: State, reader: Reader): void {
  for (const m of [...text.matchAll(LISTED)].slice(0, 8)) {
    const pattern = (m[1] ?? m[2] ?? m[3])?.replace(/^\$ENV\{HOME\}/, '~');
    const source = pattern ? `rm ${pattern}` : `rm -r ${m[5] ? '~' : m[4]}/*`;
    // Only outside the project: inside it, the code may have picked the files with care.
    if (/^rm (-r )?(~|\/|\.\.)[\w~./*?[\]-]*$/.test(source)) readSource(source, state, reader);
  }
}

/** `do './x.pl'`, `require './x'`: loads a file that the source downloaded before. */
function readFetched(text: string, state: State, reader: Reader): void {
  for (const m of text.matchAll(
    /\b(?:do|require|load|include|source|import|execfile)\b[\s(]*['"]([^'"\n]+)['"]/g,
  )) {
    const path = resolve(m[1] as string, state.cwd);
    if (path && state.files.get(path)?.origins.some((o) => o.kind === 'network'))
      runAsCommand(['bash', path], state, reader);
  }
}

/** PHP ignores the case of function names. */
const PHP_CALL = /\b[A-Z][A-Za-z_]+(?=\s*\()/g;
const lower = (text: string) => text.toLowerCase();

const CHDIR = /\b(?:os|process|Dir)\.chdir\s*\(?\s*(?=['"])/;

/** `!cmd`, `%time !cmd`, `%%bash`: lines that IPython gives to a shell. */
function readMagics(text: string, state: State, reader: Reader): void {
  const cell = /^\s*%%(?:ba|z)?sh\b[^\n]*\n([\s\S]*)/.exec(text)?.[1];
  if (cell) readSource(cell, state, reader);
  const magic = /run_cell_magic\(\s*['"](?:ba|z)?sh['"]\s*,\s*['"][^'"]*['"]\s*,\s*/.exec(text);
  const line = magic && literalAt(text.slice(magic.index + magic[0].length));
  if (line) readSource(line, state, reader);
  for (const m of [...text.matchAll(/(?:^|\n)\s*(?:%%?\w+ )?!!?\s*([^\n=][^\n]*)/g)].slice(0, MAX_FOUND))
    readSource((m[1] as string).replace(/\{(\w+)\}/g, '$$$1'), state, reader);
}

/** Removes lines that are only a comment. */
const withoutComments = (code: string, language: Language) =>
  /^(python|ruby|perl|r)$/.test(language)
    ? code.replace(/^[ \t]*#(?!!)[^\n]*$/gm, '')
    : code.replace(/^[ \t]*\/\/[^\n]*$/gm, '');

/** Collapses blanks and empty lines, because patterns would scan long runs again and again. */
const withoutRuns = (code: string) =>
  code
    .replace(/[ \t\r]+/g, ' ')
    .replaceAll('\n ', '\n')
    .replace(/\n{2,}/g, '\n');

/** Replaces `b64decode('LmVudg==')` by the decoded literal. */
const withDecoded = (code: string) =>
  code.replace(
    /\b(?:[\w.]{0,40}(?:b64decode|decode64|atob)|Buffer\.from)\(\s*b?(['"])([\w+/-]{4,}={0,2})\1(?:\s*,\s*['"]base64(?:url)?['"])?\s*\)(?:\.(?:decode|toString)\([^()]*\))?/g,
    (all, quote: string, packed: string) => {
      const text = Buffer.from(packed, 'base64').toString();
      return /^[\x20-\x7e]+$/.test(text) && !/['"\\]/.test(text) ? quote + text + quote : all;
    },
  );

/** `print(os.environ['KEY'])`: an environment variable that is shown, not just used. */
const SHOWN =
  /(?<![\w.])(?:print|puts|console\.log|echo)\b\s*\(?\s*(?:f?["'`][^"'`\n]{0,60}[{,+]\s*)?(?:os\.environ(?:\[|\.get\()|os\.getenv\(|process\.env(?:\.|\[)|ENV(?:\[|\.fetch\()|getenv\()\s*['"]?(\w+)['"]?[\])]{0,2}\s*(?=[)};\n]|$)/g;

/** Calls that evaluate a string as code. */
const EVALUATED = /\b(?:eval|exec|compile|instance_eval|class_eval|Function)\s*\(?\s*(?=[frbu]{0,2}['"`])/g;

const SHELLISH = /^\s*(sudo\s+)?(rm\s+-\w|git\s+(reset|clean|push|checkout)\s|find\s+\S+\s+-|dd\s+if=|mkfs)/;

/** Calls of payment services that can't be undone. */
const PAYMENTS = /\b(braintree|stripe)\b(\.|::)\w+\.(delete|del|cancel|refund|void)\b/i;

const FORKS = /\bfork\b(\(\))?\s+while\b|\bwhile\b[^\n;{]{0,40}[\n:{)]\s*(os\.)?fork\b/;

/** Patterns of code, and the command that would do the same. */
const KNOWN_SNIPPETS: readonly { pattern: RegExp; like: readonly string[]; typedOnly?: true }[] = [
  { pattern: PAYMENTS, like: ['stripe', 'customers', 'delete'] },
  { pattern: /\.drop_all\s*\(/, like: ['psql', '-c', 'DROP ALL'], typedOnly: true },
  { pattern: FORKS, like: ['(fork-bomb)'] },
  { pattern: /\bos\.kill\(\s*-1\b/, like: ['kill', '-9', '-1'] },
];

/** `tell application "Finder" to empty trash`: commands for the desktop. */
function readAppleScript(text: string, state: State, reader: Reader): void {
  if (/\bto\s+(shut down|restart|log out|sleep)\b/i.test(text))
    runAsCommand(['shutdown', 'now'], state, reader);
  if (/\bto\s+(empty\b.*\btrash|delete\b)/i.test(text)) runAsCommand(['rm', '-r', '~/.Trash'], state, reader);
}

const EVALUATES = /\b(exec|eval|Function|compile|instance_eval|runIn\w+)\b/;

/** Whether a position is inside a string: `print("rmtree('/')")`. Strings end with the line, for apostrophes in comments. */
function isQuoted(text: string, index: number): boolean {
  let quote = '';
  let filled = false;
  let held = '';
  for (let i = 0; i < index; i++) {
    const c = text[i] as string;
    if (!quote) filled = /[fF]/.test(text[i - 1] ?? '');
    if (c === '\\') i++;
    // Code in `#{…}`, or in `{…}` of an f-string, runs.
    else if (quote && c === '{' && (filled || (quote === '"' && text[i - 1] === '#'))) {
      held = quote;
      quote = '';
    } else if (held && !quote && c === '}') {
      quote = held;
      held = '';
    } else if (quote ? c === quote || c === '\n' : c === '"' || c === "'") quote = quote ? '' : c;
  }
  return quote !== '';
}

function readCalls(text: string, state: State, reader: Reader, program: boolean): void {
  let found = 0;
  for (const { call, like } of CALLS) {
    for (const m of text.matchAll(call)) {
      if (++found > MAX_FOUND) {
        reader.notes.add('too-many');
        return;
      }
      if (!EVALUATES.test(text) && isQuoted(text, m.index ?? 0)) continue;
      const rest = text.slice((m.index ?? 0) + m[0].length);
      if (!program || isPlain(like, rest)) runLike(like, m[0], rest, state, reader);
    }
  }
}

/** Whether a call in a whole program counts: only with a literal argument, because computed paths are its business. */
function isPlain(like: Call['like'], rest: string): boolean {
  if (like === 'sql' || (like === 'cat' && !OPENED.test(rest))) return false;
  return !firstArgument(rest.replace(/^\s*\[/, '')).startsWith(HOLE);
}

/** A call that was found: its text up to the first argument, and what follows. */
interface FoundCall {
  like: Call['like'];
  call: string;
  rest: string;
  args: string[];
  state: State;
  reader: Reader;
}

function runLike(like: Call['like'], call: string, rest: string, state: State, reader: Reader): void {
  LIKE[like]?.({ like, call, rest, args: strings(rest, like === 'words'), state, reader });
}

function runWords({ rest, args, state, reader }: FoundCall): void {
  if (/^rm\s*\(/.test(rest)) args.unshift('rm');
  if (args.length > 0) runAsCommand(args, state, reader);
}

function runChmod({ rest, args, state, reader }: FoundCall): void {
  const mode = /\b0o?([0-7]{3,4})\b/.exec(rest.slice(0, 200))?.[1];
  const path = args.find((text) => /[/~.]/.test(text));
  if (mode && path) runAsCommand(['chmod', mode, path], state, reader);
}

function runFetch({ args, state, reader }: FoundCall): void {
  if (args[1]) runAsCommand(['curl', '-o', args[1], args[0] as string], state, reader);
}

function runDelete({ like, rest, args, state, reader }: FoundCall): void {
  runAsCommand([...like.split(' '), firstArgument(rest), ...args.slice(1).filter(isPath)], state, reader);
}

/** Opens a file for reading, or for writing if the mode says so; in Perl it may be a command. */
function runOpen({ call, rest, state, reader }: FoundCall): void {
  const [, mode = '', file = ''] = /^\s*(\+?[<>]*)\s*([\s\S]*)$/.exec(firstArgument(opened(rest))) ?? [];
  const writes = OPENED.exec(rest)?.[1] || /['"]>{1,2}['"]\s*,\s*$/.test(call) || mode.includes('>');
  if (/^\||\|\s*$/.test(file)) runPipe(file, state, reader);
  else if (file !== HOLE)
    runAsCommand([...(writes === 'a' ? ['tee', '-a'] : [writes ? 'tee' : 'cat']), file], state, reader);
}

/** `open(P, "cmd |")` in Perl runs a command. */
function runPipe(file: string, state: State, reader: Reader): void {
  const stdin = file.startsWith('|') ? flow(undefined, [{ kind: 'command', what: 'perl' }]) : state.stdin;
  readSource(file.replace(/^\||\|\s*$/g, ''), fork(state, { stdin }), reader);
}

function runCopy({ like, rest, args, state, reader }: FoundCall): void {
  if (/\bdst\s*=[^)]*\bsrc\s*=/.test(rest)) args.reverse();
  // `copy(source, '/etc/x')`: only the destination is known.
  if (args.length === 1 && firstArgument(rest) === HOLE) args.unshift(HOLE);
  if (args.length > 1) runAsCommand([like, args.at(0) as string, args.at(1) as string], state, reader);
}

function runSql({ args, state, reader }: FoundCall): void {
  if (args[0] && /(^|;)\s*(DROP|TRUNCATE|DELETE|UPDATE|ALTER|BEGIN|WITH)\b/i.test(args[0]))
    runAsCommand(['psql', '-c', args[0]], state, reader);
}

/** The shell command that does the same as a call. */
const LIKE: Partial<Record<Call['like'], (found: FoundCall) => void>> = {
  words: runWords,
  chmod: runChmod,
  fetch: runFetch,
  rm: runDelete,
  'rm -r': runDelete,
  cat: runOpen,
  write: ({ rest, state, reader }) => runAsCommand(['tee', firstArgument(rest)], state, reader),
  mv: runCopy,
  cp: runCopy,
  sql: runSql,
};

/** The mode of a file that is opened to be written. */
const OPENED = /^(?:(?:[^,()]|\([^()]*\))*,\s*|[^)]*\bmode\s*[=:]\s*)['"](w|a(?!\+)|a\+|r\+|x)/;

/** `open(mode='w', file='x')`: the arguments from the file name on. */
const opened = (rest: string) => rest.slice(/^[^)]*\bfile\s*=\s*(?=['"])/.exec(rest)?.[0].length ?? 0);

const isPath = (text: string) => /^[~./]/.test(text);

/** Regular expressions and databases have a method `exec` too. */
const OTHER_EXEC = /\/[a-z]*\.$|\$(?:db|dbh|pdo|conn|sqlite|mysqli)\w*->$/;

/** A string for the `exec` or `run` of a database driver. */
const SQL = /^\s*(DROP|TRUNCATE|DELETE|UPDATE|ALTER|SELECT|INSERT|CREATE|WITH|BEGIN)\s/;

/** `print("os.system('x')")`: the call is only text that is printed. */
const isShown = (text: string, index: number) =>
  /(?:^|[;\n{}])\s*(?:print|puts|echo|console\.\w+|logger?\.\w+)\b[^;\n]*$/.test(text.slice(0, index)) &&
  !EVALUATES.test(text.replace(/\bexec(?=Sync|File)/g, '')) &&
  isQuoted(text, index);

function readShellCalls(text: string, language: Language, state: State, reader: Reader): void {
  let found = 0;
  for (const m of text.matchAll(SHELL_CALLS)) {
    if (++found > MAX_FOUND) {
      reader.notes.add('too-many');
      return;
    }
    const rest = text.slice((m.index ?? 0) + m[0].length);
    if (OTHER_EXEC.test(text.slice(Math.max(0, (m.index ?? 0) - 16), m.index))) continue;
    if (isShown(text, m.index ?? 0)) continue;
    // A template string in code that runs nothing.
    if (language === 'node' && m[0] === '`' && !RUNS.test(text)) continue;
    const ticked = m[0] === '`' || /^(qx|%x)/.test(m[0]);
    // `"… | sh"`: the last word and the end of a string, not a call.
    if (/\w$/.test(m[0]) && isQuoted(text, m.index ?? 0)) continue;
    const source = ticked ? literalText(untilClosed(rest, m[0].at(-1) as string), '"', '') : literalAt(rest);
    if (source?.trim() && !SQL.test(source)) readSource(source, state, reader);
  }
}

/** JavaScript that runs commands, also with the `$` of zx and Bun. */
const RUNS = /\b(exec\w*|spawn\w*|child_process|system|execa)\b|\$`/;

const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

function untilClosed(rest: string, open: string): string {
  const end = rest.indexOf(CLOSERS[open] ?? open);
  return end < 0 ? rest : rest.slice(0, end);
}
