// Reads awk, sed, vim, Tcl, Lisp and AppleScript programs, and the shell lines of IPython. They are not split into
// tokens: regular expressions find the places at which such a program gives a command to a shell, or reads or writes a
// file, and the command is run (state/run-as-command.ts) or its source is read.

import { undoEscapes } from '../base/escapes.ts';
import { HOLE } from '../base/words.ts';
import { runAsCommand } from '../state/run-as-command.ts';
import {
  atMost,
  flow,
  fork,
  type Reader,
  readSource,
  recordSourceEffect,
  type State,
} from '../state/state.ts';
import { firstArgument, leadingLiteral, literalText } from './literals.ts';

/** A string of awk; the group is its content. */
const AWK_STRING = /"((?:\\.|[^"\\])*)"/.source;

/** How far back a statement of awk is looked at, in characters. */
const MAX_STATEMENT = 300;

/** `print x | command`, `print x | "git " command`: a pipe into a computed command, unless it only sorts or shows. */
const PIPES_TO_COMPUTED =
  /print[^;{}|]{0,300}\|&?\s*(?:[A-Za-z_]\w*\s*(?:[;}\n]|$)|"(?!(?:sort|uniq|cat|column|head|tail|wc|tee|nl|fmt|less|more)\b)(?:\\.|[^"\\])*"[ \t]*[\w$])/;

export function readAwk(source: string, state: State, reader: Reader): void {
  const code = source.replace(/(^|\n|[;{}] )\s*#[^\n]*/g, '$1');
  if (/\bsystem\s*\(\s*[\w$]/.test(code)) recordSourceEffect('decoded-code', state, reader);
  if (PIPES_TO_COMPUTED.test(code)) recordSourceEffect('decoded-code', state, reader);
  if (/"\/inet\d?\/(tcp|udp)\//.test(code)) recordSourceEffect('reverse-shell', state, reader);
  const stringsIn = (pattern: string): string[] =>
    [...code.matchAll(new RegExp(pattern, 'g'))].map(([, text = '']) => text);
  for (const text of stringsIn(`(?<![\\w/])system\\s*\\(\\s*${AWK_STRING}\\s*\\)`))
    readSource(awkText(text), state, reader);
  // `system("rm " name)`: something that is not known is added.
  for (const text of stringsIn(`(?<![\\w/])system\\s*\\(\\s*${AWK_STRING}\\s*[^)\\s]`))
    readSource(awkText(text) + HOLE, state, reader);
  for (const text of stringsIn(`${AWK_STRING}\\s*\\|\\s*getline`)) readSource(awkText(text), state, reader);
  readAwkPipes(code, state, reader);
  for (const path of stringsIn(`print[^;}]{0,300}>>?\\s*${AWK_STRING}`))
    if (/^[/~.]/.test(path)) runAsCommand(['tee', path], state, reader);
  for (const path of stringsIn(`getline[^<;]{0,300}<\\s*${AWK_STRING}`))
    runAsCommand(['cat', path], state, reader);
}

const awkText = (content: string) => literalText(undoEscapes(content), '"', '');

/** `print x | "cmd"`: a shell runs the command, and what is printed is its input. */
function readAwkPipes(code: string, state: State, reader: Reader): void {
  for (const pipe of code.matchAll(new RegExp(`\\|&?\\s*${AWK_STRING}`, 'g'))) {
    const before = code.slice(Math.max(0, pipe.index - MAX_STATEMENT), pipe.index);
    const statement = /[^;{}|]*$/.exec(before)?.[0] ?? '';
    const stdin = flow(printedText(statement, code), [{ kind: 'command', name: 'awk' }]);
    readSource(awkText(pipe[1] as string), fork(state, { stdin }), reader);
  }
}

/** The text that `print "a", "b"` or `print name` prints; undefined when it is computed. */
function printedText(statement: string, code: string): string | undefined {
  const printed = /^\s*printf?\b\s*\(?\s*([\s\S]*?)\s*\)?\s*$/.exec(statement)?.[1] ?? '';
  const assigned = /^\w+$/.test(printed)
    ? new RegExp(`\\b${printed}\\s*=\\s*("(?:\\\\.|[^"\\\\])*")`).exec(code)?.[1]
    : undefined;
  const strings = assigned ?? printed;
  if (!/^"(?:\\.|[^"\\%])*"(?:[\s,]*"(?:\\.|[^"\\%])*")*$/.test(strings)) return undefined;
  // A comma prints a blank; without one, strings are joined.
  const text = strings.replace(/"\s*,\s*"/g, ' ').replace(/"\s*"/g, '');
  return `${awkText(text.slice(1, -1))}\n`;
}

/** GNU sed runs a shell with `e`, writes files with `w` and inserts files with `r`. */
export function readSed(code: string, state: State, reader: Reader): void {
  for (const [, source = ''] of code.matchAll(/(?:^|[;\n{}]|^\d+|\$)\s*e\s+([^\n;]+)/g))
    readSource(source, state, reader);
  // `s/…/cmd/e`: the result of the substitution is run.
  for (const [, , replacement = ''] of code.matchAll(
    /(?:^|[;\n{}\s])s([/|,#@!])(?:\\.|(?!\1)[^\\\n])*\1((?:\\.|(?!\1)[^\\\n])*)\1[gpiIm\d]*e/g,
  ))
    readSource(replacement.replace(/&|\\\d/g, HOLE), state, reader);
  if (SED_RUNS_LINES.test(code)) recordSourceEffect('decoded-code', state, reader);
  const writtenFile = /(?:^|[;\n}]|\/[gpI\d]*)w\s+(\/\S+)\s*$/.exec(code)?.[1];
  if (writtenFile !== undefined) runAsCommand(['tee', writtenFile], state, reader);
  const insertedFile = /(?:^|[;\n{}/$\d])\s*[rR]\s+([^\s;}]+)/.exec(code)?.[1];
  if (insertedFile !== undefined) runAsCommand(['cat', insertedFile], state, reader);
}

/** `sed e file`, `sed 's/^/ /e' file`: the lines of the file are run. */
const SED_RUNS_LINES =
  /(?:^|[;\n{}\d$]\s*)e\s*(?:$|[;\n}])|(?:^|[;\n{}\s])s([/|,#@!])(?!\^?\.\*\$?\1)(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[gpiIm\d]*e/;

/** `:!cmd`, `:term cmd`, `:call system("cmd")`, and the files and languages of vim. */
export function readVim(code: string, state: State, reader: Reader): void {
  readVimFiles(code, state, reader);
  readVimScripts(code, state, reader);
  for (const [, source = ''] of code.matchAll(
    /(?:^|\n|\|)\s*:?(?:silent!?\s+)?(?:!\s*|term(?:inal)?\s+(?:\+\+\S+\s+)*)([^\n]+)/g,
  ))
    readSource(source, state, reader);
  for (const call of code.matchAll(/(?:^|\n)\s*:?(?:call|echo|let[^=\n]*=)\s+system\(/g)) {
    const source = leadingLiteral(sourceBehind(call, code));
    if (source) readSource(source, state, reader);
  }
}

const sourceBehind = (match: RegExpExecArray, code: string) => code.slice(match.index + match[0].length);

/** `:w file`, `:r file`, `:redir > file`: files that vim writes and reads. */
function readVimFiles(code: string, state: State, reader: Reader): void {
  for (const [, command = '', path = ''] of code.matchAll(
    /(?:^|\n|\|)\s*:?(w|wq|write|sav|saveas|r|read|e|edit|so|source)!?\s+([~/.][^\s|]*)/g,
  )) {
    const writes = /^(?:w|sa)/.test(command);
    runAsCommand([writes ? 'tee' : 'cat', path], state, reader);
  }
  for (const [, path = ''] of code.matchAll(/\bredir!?\s*>{1,2}\s*([~/.][^\s|]*)/g))
    runAsCommand(['tee', path], state, reader);
}

/** `:py3 os.system("cmd")`, `:py3 open("file", "w")`: code in other languages that vim runs. */
function readVimScripts(code: string, state: State, reader: Reader): void {
  for (const [, line = ''] of code.matchAll(/:?\b(?:py3?|pyx|python3?|lua|ruby|perl)\s+([^\n]+)/g))
    for (const [, , source = ''] of line.matchAll(
      /(?:\b(?:system|execute|popen|call|run|exec)\s*\(?\s*|["']-c["']\s*,\s*)(["'])(.*?)\1/g,
    ))
      readSource(source, state, reader);
  for (const [, , path = '', mode = ''] of code.matchAll(
    /:?\b(?:py3?|pyx|python3?|lua|ruby)\b[^\n]*?\bopen\s*\(\s*(["'])([^"'\n]+)\1(?:\s*,\s*["']([raw]))?/g,
  ))
    runAsCommand([/[aw]/.test(mode) ? 'tee' : 'cat', path], state, reader);
}

/** `file delete x`, `exec cmd`, `[open x w]`. */
export function readTcl(code: string, state: State, reader: Reader): void {
  for (const [, path = ''] of code.matchAll(/\bfile\s+delete\s+(?:-force\s+)?(?:--\s+)?"?([^\s\]};"]+)/g))
    runAsCommand(['rm', '-r', path.replace(/^\$.*/, HOLE)], state, reader);
  for (const [, source = ''] of code.matchAll(/\b(?:exec|spawn|system)\s+([^\n\];}]+)/g))
    readSource(source, state, reader);
  for (const [, path = '', mode = ''] of code.matchAll(/\[open\s+"?([~/.\w][^\s\]"]*)"?\s*([raw]\+?)?/g))
    runAsCommand([/^[aw]|\+/.test(mode) ? 'tee' : 'cat', path], state, reader);
}

/** `(delete-file "x")`, `(shell-command "cmd")`, `(call-process "rm" nil nil nil "x")`. */
export function readLisp(code: string, state: State, reader: Reader): void {
  for (const call of code.matchAll(/\((delete-(?:directory|file))\s+/g)) {
    const options = call[1] === 'delete-file' ? [] : ['-r'];
    runAsCommand(['rm', ...options, firstArgument(sourceBehind(call, code))], state, reader);
  }
  for (const call of code.matchAll(
    /\((?:async-)?(?:shell-command(?:-to-string)?|call-process-shell-command)\s+/g,
  )) {
    const source = leadingLiteral(sourceBehind(call, code));
    if (source) readSource(source, state, reader);
  }
  for (const call of code.matchAll(LISP_PROCESS)) {
    const callArguments = /^[^()]*(?:\(?[^()]*\)?)/.exec(sourceBehind(call, code))?.[0] ?? '';
    const words = [...callArguments.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
    if (words.length > 1) runAsCommand(words, state, reader);
    else if (words.length === 1) readSource(words[0] as string, state, reader);
  }
}

/** `(clojure.java.shell/sh "rm" "-r" "x")`, `(call-process "rm" nil nil nil "x")`, `(uiop:run-program '("rm" "x"))`. */
const LISP_PROCESS =
  /\((?:[\w.-]+[/:]+)?(?:sh|shell|system\*?|run-program|process|call-process|start-process)\s+/g;

/** `tell application "Finder" to empty trash`: commands for the desktop, and `do shell script "…"`. */
export function readAppleScript(code: string, state: State, reader: Reader): void {
  for (const script of code.matchAll(/\bdo\s+(?:shell\s+)?script\s+(?=")/gi)) {
    const source = leadingLiteral(sourceBehind(script, code));
    if (source) readSource(source, state, reader);
  }
  // JavaScript for Automation that evaluates what it fetches.
  if (/\beval\s*\(/.test(code) && /URLWithString|dataWithContentsOfURL|https?:\/\//.test(code))
    recordSourceEffect('decoded-code', state, reader);
  if (/\bto\s+(shut down|restart|log out|sleep)\b/i.test(code))
    runAsCommand(['shutdown', 'now'], state, reader);
  if (/\bto\s+(empty\b.*\btrash|delete\b)/i.test(code)) runAsCommand(['rm', '-r', '~/.Trash'], state, reader);
}

const MAX_IPYTHON_COMMANDS = 40;

/** A line that IPython gives to a shell; one of the two groups is the command. */
const IPYTHON_COMMAND = /^\s*(?:%%?\w+ |[\w, ]+=\s*)?(?:!!?\s*([^=].*)|%(?:sx|system|sh|cmd)\s+(.+))/;

/** `!cmd`, `%time !cmd`, `%sx cmd`, `%%bash`: lines that IPython gives to a shell. */
export function readIPythonLines(code: string, state: State, reader: Reader): void {
  const cell = /^\s*%%(?:(?:ba|z)?sh|script|sx|system|!)(?!\w)[^\n]*\n([\s\S]*)/.exec(code)?.[1];
  if (cell) readSource(cell, state, reader);
  const lines = code.split('\n').filter((line) => /[!%]/.test(line));
  const commands = lines.flatMap((line) => IPYTHON_COMMAND.exec(line)?.slice(1).find(Boolean) ?? []);
  // `!rm {path}` fills in a variable of Python; a variable of the shell stands for it.
  for (const command of atMost(commands, MAX_IPYTHON_COMMANDS, reader))
    readSource(command.replace(/\{(\w+)\}/g, '$$$1'), state, reader);
}
