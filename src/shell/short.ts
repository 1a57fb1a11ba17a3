// The short way for what agents run most: plain commands that only look, build or test. They are read here as the
// reader would read them, without loading it, which is half the cost of an event. A test holds that both say the same.
import { resolve } from './paths.ts';
import type { ShellCommand, ShellReading, ShellRedirect, Word } from './types.ts';
import { oneOf } from './words.ts';

/** Do nothing to what they are given. */
const LOOKING = 'ls pwd echo which wc tree stat file du df true false seq sleep basename dirname';

/** With one of these as their first word, whatever follows. */
const WORKING: Record<string, string> = {
  npm: 'test t ls outdated view',
  pnpm: 'test ls',
  yarn: 'test',
  cargo: 'build check test clippy fmt tree',
  go: 'build test vet fmt list version',
};

/** A script of the project by a name that says what it does. */
const RUNNERS = 'npm pnpm yarn';
const SCRIPTS = 'build test lint format check typecheck types dev';

const GIT = 'status log branch diff';
const GIT_OPTIONS =
  '-s -b -sb --short --branch --porcelain --oneline --stat --graph --all --decorate -n --name-only --name-status --cached --staged --show-current -a -r -v -vv';

/** What comes down a pipe is shown, cut or counted. */
const FILTERS = 'head tail wc sort uniq cat';
const FILTER_OPTIONS = '-n -c -l -w -r -u -rn -nr -h';

/** An operator, a redirect that shows or drops output, or a word: plain, in single quotes, in double quotes. */
const TOKEN =
  /[ \t]*(?:(\n|;|(?:&&|\|\|?)(?=[ \t]))|(?:(2>&1|[12]?> ?\/dev\/null)|([\w.,:@%+/-][\w.,:@%+/=-]*)|'([^'\n]*)'|"([^"$`\\!\n]*)")(?=[ \t\n;]|$))/y;
const NUMBER = /^-?\d+$/;

/** Undefined: it takes the whole reader to say what this does. */
export function readShort(source: string, cwd: string): ShellReading | undefined {
  // What concerns the guard itself is never taken the short way.
  if (source.length > 400 || /pawl|claude/i.test(`${source}\n${cwd}`)) return undefined;
  const commands: ShellCommand[] = [];
  let words: Word[] = [];
  let redirects: ShellRedirect[] = [];
  let here: string | undefined = cwd;
  let piped = false;
  TOKEN.lastIndex = 0;
  for (;;) {
    const at = TOKEN.lastIndex;
    const token = at < source.length ? TOKEN.exec(source) : undefined;
    if (token === null) return undefined;
    const text = token?.[3] ?? token?.[4] ?? token?.[5];
    if (text !== undefined) {
      words.push({ text, glob: false, quoted: token?.[3] === undefined, origins: [] });
      continue;
    }
    if (token?.[2]) {
      redirects.push(redirectOf(token[2]));
      continue;
    }
    const pipes = token?.[1] === '|';
    if (!isHarmless(words, piped, pipes)) return undefined;
    const name = words[0]!.text;
    commands.push({
      name,
      words,
      assignments: [],
      redirects,
      cwd: here,
      stdin: piped ? { text: undefined, origins: [], by: 'pipe' } : undefined,
      code: undefined,
      via: [],
      remote: false,
      background: false,
      captured: false,
      script: undefined,
    });
    if (name === 'cd') here = resolve(words[1]!.text, here);
    if (token === undefined) return { commands, effects: [], notes: [], harmless: true };
    words = [];
    redirects = [];
    piped = pipes;
  }
}

function redirectOf(text: string): ShellRedirect {
  const merges = text === '2>&1';
  const target = { text: merges ? '1' : '/dev/null', glob: false, quoted: false, origins: [] };
  const fd = text.startsWith('>') ? undefined : Number(text[0]);
  return { operator: merges ? '>&' : '>', fd, target };
}

function isHarmless(words: readonly Word[], piped: boolean, pipes: boolean): boolean {
  const first = words[0];
  const second = words[1];
  if (!first || first.quoted) return false;
  const name = first.text;
  if (oneOf(LOOKING, name)) return true;
  if (piped && oneOf(FILTERS, name)) return words.every((w, i) => i === 0 || isOption(w, FILTER_OPTIONS));
  if (!second || second.quoted) return false;
  if (name === 'cd') return words.length === 2 && !piped && !pipes && !second.text.startsWith('-');
  if (name === 'git')
    return oneOf(GIT, second.text) && words.every((w, i) => i < 2 || isOption(w, GIT_OPTIONS));
  if (second.text === 'run' && oneOf(RUNNERS, name)) return oneOf(SCRIPTS, words[2]?.text ?? '');
  return Object.hasOwn(WORKING, name) && oneOf(WORKING[name]!, second.text);
}

const isOption = (w: Word, known: string) => NUMBER.test(w.text) || oneOf(known, w.text);
