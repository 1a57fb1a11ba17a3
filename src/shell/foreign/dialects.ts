// Searches awk, sed, vim, Tcl and Lisp programs for the shell commands they run.

import { undoEscapes } from '../base/escapes.ts';
import { HOLE } from '../base/words.ts';
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
import { runAsCommand } from './run-as-command.ts';

/** `print x | command`, `print x | "git " command`: a pipe into a computed command, unless it only sorts or shows. */
const PIPES_TO_COMPUTED =
  /print[^;{}|]{0,300}\|&?\s*(?:[A-Za-z_]\w*\s*(?:[;}\n]|$)|"(?!(?:sort|uniq|cat|column|head|tail|wc|tee|nl|fmt|less|more)\b)(?:\\.|[^"\\])*"[ \t]*[\w$])/;

export function readAwk(source: string, state: State, reader: Reader): void {
  const code = source.replace(/(^|\n|[;{}] )\s*#[^\n]*/g, '$1');
  if (/\bsystem\s*\(\s*[\w$]/.test(code)) recordSourceEffect('decoded-code', state, reader);
  if (PIPES_TO_COMPUTED.test(code)) recordSourceEffect('decoded-code', state, reader);
  if (/"\/inet\d?\/(tcp|udp)\//.test(code)) recordSourceEffect('reverse-shell', state, reader);
  const quoted = /"((?:\\.|[^"\\])*)"/.source;
  const forEachMatch = (pattern: string, act: (text: string) => void) => {
    for (const m of code.matchAll(new RegExp(pattern, 'g'))) act((m[1] ?? m[2] ?? '') as string);
  };
  forEachMatch(`(?<![\\w/])system\\s*\\(\\s*${quoted}\\s*\\)`, (text) =>
    readSource(literalText(undoEscapes(text), '"', ''), state, reader),
  );
  forEachMatch(`(?<![\\w/])system\\s*\\(\\s*${quoted}\\s*[^)\\s]`, (text) =>
    readSource(literalText(undoEscapes(text), '"', '') + HOLE, state, reader),
  );
  forEachMatch(`${quoted}\\s*\\|\\s*getline`, (text) =>
    readSource(literalText(undoEscapes(text), '"', ''), state, reader),
  );
  // `print x | "cmd"`: a shell runs the command, and what is printed is its input.
  for (const m of code.matchAll(new RegExp(`\\|&?\\s*${quoted}`, 'g'))) {
    const before = /[^;{}|]*$/.exec(code.slice(Math.max(0, m.index - 300), m.index))?.[0] ?? '';
    const stdin = flow(printedText(before, code), [{ kind: 'command', name: 'awk' }]);
    readSource(literalText(undoEscapes(m[1] as string), '"', ''), fork(state, { stdin }), reader);
  }
  forEachMatch(
    `print[^;}]{0,300}>>?\\s*${quoted}`,
    (text) => /^[/~.]/.test(text) && runAsCommand(['tee', text], state, reader),
  );
  forEachMatch(`getline[^<;]{0,300}<\\s*${quoted}`, (text) => runAsCommand(['cat', text], state, reader));
}

/** The text that `print "a", "b"` or `print name` prints; undefined when it is computed. */
function printedText(statement: string, code: string): string | undefined {
  const given = /^\s*printf?\b\s*\(?\s*([\s\S]*?)\s*\)?\s*$/.exec(statement)?.[1] ?? '';
  const named = /^\w+$/.test(given)
    ? new RegExp(`\\b${given}\\s*=\\s*("(?:\\\\.|[^"\\\\])*")`).exec(code)?.[1]
    : undefined;
  const list = named ?? given;
  if (!/^"(?:\\.|[^"\\%])*"(?:[\s,]*"(?:\\.|[^"\\%])*")*$/.test(list)) return undefined;
  const text = list.replace(/"\s*,\s*"/g, ' ').replace(/"\s*"/g, '');
  return `${literalText(undoEscapes(text.slice(1, -1)), '"', '')}\n`;
}

/** GNU sed runs a shell with `e`, writes files with `w` and inserts files with `r`. */
export function readSed(code: string, state: State, reader: Reader): void {
  for (const m of code.matchAll(/(?:^|[;\n{}]|^\d+|\$)\s*e\s+([^\n;]+)/g))
    readSource(m[1] as string, state, reader);
  // `s/…/cmd/e`: the result of the substitution is run.
  for (const m of code.matchAll(
    /(?:^|[;\n{}\s])s([/|,#@!])(?:\\.|(?!\1)[^\\\n])*\1((?:\\.|(?!\1)[^\\\n])*)\1[gpiIm\d]*e/g,
  ))
    readSource((m[2] as string).replace(/&|\\\d/g, HOLE), state, reader);
  // `sed e file`, `sed 's/^/ /e' file`: the lines of the file are run.
  if (
    /(?:^|[;\n{}\d$]\s*)e\s*(?:$|[;\n}])|(?:^|[;\n{}\s])s([/|,#@!])(?!\^?\.\*\$?\1)(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[gpiIm\d]*e/.test(
      code,
    )
  )
    recordSourceEffect('decoded-code', state, reader);
  const m = /(?:^|[;\n}]|\/[gpI\d]*)w\s+(\/\S+)\s*$/.exec(code);
  if (m) runAsCommand(['tee', m[1] as string], state, reader);
  const put = /(?:^|[;\n{}/$\d])\s*[rR]\s+([^\s;}]+)/.exec(code);
  if (put) runAsCommand(['cat', put[1] as string], state, reader);
}

export function readVim(code: string, state: State, reader: Reader): void {
  readVimFiles(code, state, reader);
  for (const m of code.matchAll(
    /(?:^|\n|\|)\s*:?(?:silent!?\s+)?(?:!\s*|term(?:inal)?\s+(?:\+\+\S+\s+)*)([^\n]+)/g,
  ))
    readSource(m[1] as string, state, reader);
  for (const m of code.matchAll(/(?:^|\n)\s*:?(?:call|echo|let[^=\n]*=)\s+system\(/g)) {
    const source = leadingLiteral(code.slice((m.index ?? 0) + m[0].length));
    if (source) readSource(source, state, reader);
  }
}

/** `:w file`, `:r file`, `:py3 os.system("cmd")`: what vim writes, reads and runs by itself. */
function readVimFiles(code: string, state: State, reader: Reader): void {
  for (const m of code.matchAll(
    /(?:^|\n|\|)\s*:?(w|wq|write|sav|saveas|r|read|e|edit|so|source)!?\s+([~/.][^\s|]*)/g,
  ))
    runAsCommand(
      [/^[ws]a?/.test(m[1] as string) && m[1] !== 'so' ? 'tee' : 'cat', m[2] as string],
      state,
      reader,
    );
  for (const m of code.matchAll(/\bredir!?\s*>{1,2}\s*([~/.][^\s|]*)/g))
    runAsCommand(['tee', m[1] as string], state, reader);
  for (const m of code.matchAll(/:?\b(?:py3?|pyx|python3?|lua|ruby|perl)\s+([^\n]+)/g))
    for (const call of (m[1] as string).matchAll(
      /(?:\b(?:system|execute|popen|call|run|exec)\s*\(?\s*|["']-c["']\s*,\s*)(["'])(.*?)\1/g,
    ))
      readSource(call[2] as string, state, reader);
  for (const m of code.matchAll(
    /:?\b(?:py3?|pyx|python3?|lua|ruby)\b[^\n]*?\bopen\s*\(\s*(["'])([^"'\n]+)\1(?:\s*,\s*["']([raw]))?/g,
  ))
    runAsCommand([/[aw]/.test(m[3] ?? '') ? 'tee' : 'cat', m[2] as string], state, reader);
}

export function readTcl(code: string, state: State, reader: Reader): void {
  for (const m of code.matchAll(/\bfile\s+delete\s+(?:-force\s+)?(?:--\s+)?"?([^\s\]};"]+)/g))
    runAsCommand(['rm', '-r', (m[1] as string).replace(/^\$.*/, HOLE)], state, reader);
  for (const m of code.matchAll(/\b(?:exec|spawn|system)\s+([^\n\];}]+)/g))
    readSource(m[1] as string, state, reader);
  for (const m of code.matchAll(/\[open\s+"?([~/.\w][^\s\]"]*)"?\s*([raw]\+?)?/g))
    runAsCommand([/^[aw]|\+/.test(m[2] ?? '') ? 'tee' : 'cat', m[1] as string], state, reader);
}

export function readLisp(code: string, state: State, reader: Reader): void {
  for (const m of code.matchAll(/\((delete-(?:directory|file))\s+/g)) {
    const rest = code.slice((m.index ?? 0) + m[0].length);
    runAsCommand(['rm', ...(m[1] === 'delete-file' ? [] : ['-r']), firstArgument(rest)], state, reader);
  }
  for (const m of code.matchAll(
    /\((?:async-)?(?:shell-command(?:-to-string)?|call-process-shell-command)\s+/g,
  )) {
    const source = leadingLiteral(code.slice((m.index ?? 0) + m[0].length));
    if (source) readSource(source, state, reader);
  }
  for (const m of code.matchAll(LISP_PROCESS)) {
    const rest = code.slice((m.index ?? 0) + m[0].length);
    const words = [...(/^[^()]*(?:\(?[^()]*\)?)/.exec(rest)?.[0] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)];
    if (words.length > 1)
      runAsCommand(
        words.map((match) => match[1] as string),
        state,
        reader,
      );
    else if (words[0]) readSource(words[0][1] as string, state, reader);
  }
}

/** `(clojure.java.shell/sh "rm" "-r" "x")`, `(call-process "rm" nil nil nil "x")`, `(uiop:run-program '("rm" "x"))`. */
const LISP_PROCESS =
  /\((?:[\w.-]+[/:]+)?(?:sh|shell|system\*?|run-program|process|call-process|start-process)\s+/g;

/** `tell application "Finder" to empty trash`: commands for the desktop, and `do shell script "…"`. */
export function readAppleScript(code: string, state: State, reader: Reader): void {
  for (const m of code.matchAll(/\bdo\s+(?:shell\s+)?script\s+(?=")/gi)) {
    const source = leadingLiteral(code.slice(m.index + m[0].length));
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
const IPYTHON_COMMAND = /^\s*(?:%%?\w+ |[\w, ]+=\s*)?(?:!!?\s*([^=].*)|%(?:sx|system|sh|cmd)\s+(.+))/;

/** `!cmd`, `%time !cmd`, `%sx cmd`, `%%bash`: lines that IPython gives to a shell. */
export function readIPythonLines(code: string, state: State, reader: Reader): void {
  const cell = /^\s*%%(?:(?:ba|z)?sh|script|sx|system|!)(?!\w)[^\n]*\n([\s\S]*)/.exec(code)?.[1];
  if (cell) readSource(cell, state, reader);
  const lines = code.split('\n').filter((line) => /[!%]/.test(line));
  for (const line of atMost(
    lines.flatMap((line) => IPYTHON_COMMAND.exec(line)?.slice(1).find(Boolean) ?? []),
    MAX_IPYTHON_COMMANDS,
    reader,
  ))
    readSource(line.replace(/\{(\w+)\}/g, '$$$1'), state, reader);
}
