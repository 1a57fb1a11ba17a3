// Reads code of other languages: which calls it makes, and the shell commands that would do the same.
import { fork, type Reader, readSource, type State } from '../state/state.ts';
import { readAppleScript, readAwk, readLisp, readMagics, readSed, readTcl, readVim } from './dialects.ts';
import { exhausts } from './exhaustion.ts';
import { LEXES, type TokenLanguage } from './lexis.ts';
import { type CodeKind, perform, type Running } from './perform.ts';
import { runAsCommand } from './run-as-command.ts';
import { callsOf } from './statements.ts';
import { tokenize } from './tokenize.ts';

export type Language = TokenLanguage | keyof typeof DIALECTS;

const DIALECTS = {
  awk: readAwk,
  sed: readSed,
  vim: readVim,
  tcl: readTcl,
  lisp: readLisp,
  applescript: readAppleScript,
};

/** The longest code that is read. It is the limit of shell source too. */
export const MAX_CODE = 200_000;

/** Names that code can hardly do without if it runs commands, deletes files or hides what it does. */
const MAY_DO_HARM =
  /child_process|\bsubprocess\b|\bos\.(?:system|popen|exec|spawn|remove|unlink|rmdir)|\b(?:system|popen|shell_exec|passthru|proc_open|rmtree|remove_tree|rm_rf|rimraf|unlink|unlinkSync|execSync|spawnSync|rmSync|spawn|getattr|__import__|b64decode|atob|fromCharCode)\s*\(|\b(?:FileUtils|Bun|Deno)\./;

/** Code in strings of code. */
const MAX_EVALUATED = 3;

export function readForeign(
  language: Language,
  source: string,
  state: State,
  reader: Reader,
  kind: CodeKind = 'typed',
): void {
  if (source.length > MAX_CODE && MAY_DO_HARM.test(source)) reader.notes.add('code-too-long');
  const code = source.slice(0, MAX_CODE);
  const inner = fork(state);
  if (!isTokenLanguage(language)) {
    DIALECTS[language](code, inner, reader);
    return;
  }
  if (language === 'python' && kind === 'typed') readMagics(code, inner, reader);
  if (language === 'other' && /^\s*\(/.test(code)) readLisp(code, inner, reader);
  readTokens(language, code, inner, reader, kind, 0);
}

const isTokenLanguage = (language: Language): language is TokenLanguage => language in LEXES;

function readTokens(
  language: TokenLanguage,
  code: string,
  state: State,
  reader: Reader,
  kind: CodeKind,
  nesting: number,
): void {
  const tokens = tokenize(code, language);
  const isProgram = kind !== 'typed';
  const running: Running = {
    language,
    isProgram,
    readsCount: kind !== 'program',
    state,
    reader,
    evaluate: (inner) => {
      if (nesting >= MAX_EVALUATED) reader.notes.add('too-deep');
      else readTokens(language, inner, state, reader, kind, nesting + 1);
    },
  };
  const seen = perform(callsOf(tokens, language), running);
  const runs =
    seen.has('shell') || seen.has('process') || seen.has('words') || seen.has('argv') || seen.has('eval');
  if (seen.has('connect') && givesShell(seen, runs, isProgram))
    runAsCommand(['(reverse-shell)'], state, reader);
  const used = exhausts(tokens, kind);
  if (used) runAsCommand([used === 'memory' ? '(exhausts)' : '(fork-bomb)'], state, reader);
  // `python -c 'rm -rf x'`: a shell command that was given to the wrong program.
  if (!isProgram && SHELLISH.test(code)) readSource(code, state, reader);
}

/** A program may connect, and it may start others; a shell for whoever is at the other end takes more than that. */
const givesShell = (seen: ReturnType<typeof perform>, runs: boolean, isProgram: boolean) =>
  seen.has('bare shell') || (isProgram ? seen.has('dup') && runs : seen.has('dup') || runs);

const SHELLISH =
  /^\s*(?:sudo\s+)?(?:rm\s+-\w|git\s+(?:reset|clean|push|checkout)\s|find\s+\S+\s+-|dd\s+if=|mkfs)/;
