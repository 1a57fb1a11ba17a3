// The steps by which code of another language is read: source → tokens (tokenize.ts) → calls (statements.ts) → shell
// commands that do the same (perform.ts), and beside them a few looks at the code as a whole. Languages without a
// tokenizer are read by dialects.ts. Nothing is executed.
import { pattern } from '../base/pattern.ts';
import { runAsCommand } from '../state/run-as-command.ts';
import { fork, type Reader, readSource, recordSourceEffect, type State } from '../state/state.ts';
import { LISTS_PROCESSES } from './actions/machine.ts';
import { type CodeContext, type CodeKind, isEverydayCallJudged } from './code-context.ts';
import {
  readAppleScript,
  readAwk,
  readIPythonLines,
  readLisp,
  readSed,
  readTcl,
  readVim,
} from './dialects.ts';
import { findExhaustion } from './exhaustion.ts';
import { LEXICAL_RULES, type TokenLanguage } from './lexical-rules.ts';
import { performCalls, type SeenKind } from './perform.ts';
import { connectedPlaces } from './places.ts';
import { runsReceived } from './received-code.ts';
import { findSecretSearches } from './searches.ts';
import { collectCalls } from './statements.ts';
import type { Token } from './token.ts';
import { tokenize } from './tokenize.ts';
import type { Call } from './value.ts';

export type Language = TokenLanguage | keyof typeof DIALECT_READERS;

const DIALECT_READERS = {
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
const MAY_DO_HARM = pattern(String.raw`
  # Modules and functions that run commands.
  child_process|\bsubprocess\b|\bos\.(?:system|popen|exec|spawn|remove|unlink|rmdir)|
  # Calls that run commands, delete files, or compute names and text.
  \b(?:system|popen|shell_exec|passthru|proc_open|rmtree|remove_tree|rm_rf|rimraf|unlink|unlinkSync|
  execSync|spawnSync|rmSync|spawn|getattr|__import__|b64decode|atob|fromCharCode)\s*\(|
  # Objects of Ruby, Bun and Deno for files and processes.
  \b(?:FileUtils|Bun|Deno)\.
`);

/** How deeply code may be nested in strings that code evaluates. */
const MAX_EVAL_NESTING = 3;

/** Reads code, and runs the shell commands that do the same in a copy of the state. */
export function readForeign(
  language: Language,
  source: string,
  state: State,
  reader: Reader,
  kind: CodeKind = 'typed',
): void {
  if (source.length > MAX_CODE && MAY_DO_HARM.test(source)) reader.notes.add('code-too-long');
  const code = source.slice(0, MAX_CODE);
  const innerState = fork(state);
  if (!isTokenLanguage(language)) {
    DIALECT_READERS[language](code, innerState, reader);
    return;
  }
  if (language === 'python' && kind === 'typed') readIPythonLines(code, innerState, reader);
  if (language === 'other' && /^\s*\(/.test(code)) readLisp(code, innerState, reader);
  readByTokens(language, code, innerState, reader, kind, 0);
}

const isTokenLanguage = (language: Language): language is TokenLanguage => language in LEXICAL_RULES;

function readByTokens(
  language: TokenLanguage,
  source: string,
  state: State,
  reader: Reader,
  kind: CodeKind,
  nesting: number,
): void {
  const code = parseCode(language, source);
  const isLeftOut = judgeCode(code, kind, state, reader, nesting);
  // A short script that nobody has seen yet is judged like the snippet that it is.
  if (isLeftOut && state.script !== undefined && reader.world.isNewFile?.(state.script))
    judgeCode(code, 'written', state, reader, nesting);
  // `python -c 'rm -rf x'`: a shell command that was given to the wrong program.
  if (kind === 'typed' && LOOKS_LIKE_SHELL.test(source)) readSource(source, state, reader);
}

/** A piece of code, and facts about it as a whole. */
interface ParsedCode extends Pick<CodeContext, 'language' | 'places' | 'mentions' | 'listsProcesses'> {
  source: string;
  tokens: readonly Token[];
  calls: readonly Call[];
  /** All names and texts in the code. */
  texts: readonly string[];
}

function parseCode(language: TokenLanguage, source: string): ParsedCode {
  const tokens = tokenize(source, language);
  const calls = collectCalls(tokens, language);
  // Tokens don't keep the text of a regular expression.
  const hasPatterns = tokens.some(({ kind }) => kind === 'pattern');
  const patterns = hasPatterns ? (source.match(REGEX_LITERAL) ?? []) : [];
  const texts = [...tokens.flatMap((token) => wordsIn(token)), ...patterns];
  return {
    language,
    source,
    tokens,
    calls,
    texts,
    places: connectedPlaces(calls),
    mentions: (pattern) => texts.some((text) => pattern.test(text)),
    listsProcesses:
      calls.some(({ callee }) => LISTS_PROCESSES.test(callee)) ||
      texts.some((text) => /^Proc(?:ess)?Table$/.test(text)),
  };
}

const REGEX_LITERAL = /\/(?:[^/\n\\]|\\.){2,200}\//g;

/** The name or the text of a token, and the names and texts of the code in it. */
const wordsIn = ({ kind, text, parts }: Token): readonly string[] =>
  kind === 'name' || kind === 'number'
    ? [text]
    : (parts ?? []).flatMap((part) =>
        typeof part === 'string' ? [part] : part.flatMap((inner) => wordsIn(inner)),
      );

/**
 * Runs the commands that code amounts to, by the rules for its kind. Returns whether those rules have left something
 * out.
 */
function judgeCode(
  code: ParsedCode,
  kind: CodeKind,
  outerState: State,
  reader: Reader,
  nesting: number,
): boolean {
  const { language, source, tokens, calls, texts, places, mentions, listsProcesses } = code;
  const state = fork(outerState);
  const context: CodeContext = {
    language,
    places,
    mentions,
    listsProcesses,
    ...judgementRules(kind, tokens.length <= MAX_SNIPPET_TOKENS),
    state,
    reader,
    evaluate: (inner) => {
      if (nesting >= MAX_EVAL_NESTING) reader.notes.add('too-deep');
      else readByTokens(language, inner, state, reader, kind, nesting + 1);
    },
  };
  const seen = performCalls(calls, context);
  // Typed code that runs what it receives is judged with its command (effects/received.ts).
  const receives = kind !== 'typed' && runsReceived(source) && isEverydayCallJudged(context);
  if (receives || givesShell(seen, context)) recordSourceEffect('reverse-shell', state, reader);
  for (const words of findSecretSearches(calls, source, texts, language))
    if (isEverydayCallJudged(context)) runAsCommand(words, state, reader);
  const exhaustion = findExhaustion(tokens, context);
  if (exhaustion) recordSourceEffect(exhaustion, state, reader);
  return context.leftOut;
}

/** In tokens. Longer code is a program, which may delete objects, send requests and drop tables as part of its work. */
const MAX_SNIPPET_TOKENS = 800;

/** The rules by which code of a kind is judged. */
function judgementRules(kind: CodeKind, isShort: boolean) {
  return {
    isProgram: kind !== 'typed',
    readsAreJudged: kind !== 'program',
    everydayCallsAreJudged: kind === 'typed' || (kind === 'written' && isShort),
    isShort,
    leftOut: false,
  };
}

/**
 * Whether code gives a shell to the other end of a connection. To connect and to start programs is not enough, because
 * ordinary programs do both.
 */
function givesShell(seen: ReadonlySet<SeenKind>, context: CodeContext): boolean {
  if (!seen.has('connect')) return false;
  const runsProgram = RUNS_PROGRAM.some((kind) => seen.has(kind));
  if (seen.has('bare shell') || (seen.has('dup') && runsProgram)) return true;
  return (seen.has('dup') || seen.has('unknown command')) && isEverydayCallJudged(context);
}

const RUNS_PROGRAM = ['shell', 'process', 'words', 'argv', 'eval'] as const;

const LOOKS_LIKE_SHELL =
  /^\s*(?:sudo\s+)?(?:rm\s+-\w|git\s+(?:reset|clean|push|checkout)\s|find\s+\S+\s+-|dd\s+if=|mkfs)/;
