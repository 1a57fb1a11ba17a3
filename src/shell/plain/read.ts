// The short way for what agents run most: plain commands that only look, build or test, or read and make ordinary
// files of the project. They are read here as the reader would read them, without loading it, which is half the cost
// of an event. Tests hold that both say the same, and that the guard has nothing against what goes this way.

import { effect } from '../base/effect.ts';
import { resolve, target } from '../base/paths.ts';
import { oneOf } from '../base/words.ts';
import type { Effect, ShellCommand, ShellReading, ShellRedirect, Word } from '../types.ts';
import { isOrdinary } from './paths.ts';
import { END, tokenAt } from './tokenize.ts';

/** Do nothing to what they are given. */
const LOOKING = 'ls pwd echo which stat df true false seq sleep basename dirname ps';

/** Nor do these, if they are given nothing. */
const ALONE = 'date whoami nproc make yarn';
const VERSION =
  'node npm npx pnpm yarn bun deno python python3 pip pip3 uv cargo rustc go java git gh docker make';

/** Neither, with these options; others name files to read from or to write. */
const MEASURING: Record<string, string> = { wc: '-l -c -w', du: '-s -h -sh', tree: '-a -d -L', file: '-b' };

/** With one of these as their first word, whatever follows. */
const WORKING: Record<string, string> = {
  npm: 'test t ls outdated view',
  pnpm: 'test ls',
  yarn: 'test',
  cargo: 'build check test clippy fmt tree',
  go: 'build test vet fmt list version',
};

/** What the lock file says, with at most this. */
const INSTALLING: Record<string, string> = {
  npm: 'install i ci',
  pnpm: 'install i',
  yarn: 'install',
  bun: 'install i',
};
const FROZEN = '--frozen-lockfile';

/** A script of the project by a name that says what it does. */
const RUNNERS = 'npm pnpm yarn bun';
const SCRIPTS = 'build test lint format check typecheck types dev';

/** Compile, check or test files of the project, with these words between them. */
const TOOLS = 'tsc jest vitest eslint prettier biome pytest mypy ruff';
const TOOL_WORDS =
  'run check lint format -x -q -v -vv -s -w --noEmit --run --check --fix --write --coverage --watch';

/** Look for files by name. */
const FINDING = '-name -iname -path -type -not -maxdepth -mindepth -o';

/** With these options and numbers only; `commit` also takes a message. */
const GIT: Record<string, string> = {
  status: '-s -b -sb --short --branch --porcelain',
  log: '--oneline --stat --graph --all --decorate -n --name-only --name-status',
  branch: '-a -r -v -vv --show-current',
  diff: '--stat --cached --staged --name-only --name-status',
  add: '-A -u --all',
  commit: '-a -m -am',
  fetch: 'origin --all --prune -p',
  remote: '-v',
  'rev-parse': 'HEAD --short --abbrev-ref --show-toplevel',
};

const GH: Record<string, string> = { pr: 'view list diff checks', run: 'view list', issue: 'view list' };

const GH_OPTIONS = '--json --jq -q --limit -L --state -s --comments --name-only';

/** What comes down a pipe is put in order. */
const FILTERS = 'sort uniq';
const FILTER_OPTIONS = '-n -c -r -u -rn -nr -h';

interface Use {
  how: 'read' | 'write';
  options: string;
  /** `-5`, `-n 5`. */
  counts?: true;
  /** The first word that is no option is not a file. */
  first?: RegExp;
}

/** Read or make the files they name. */
const FILES: Record<string, Use> = {
  cat: { how: 'read', options: '-n -A' },
  head: { how: 'read', options: '-n -c', counts: true },
  tail: { how: 'read', options: '-n -c -f', counts: true },
  grep: { how: 'read', options: '-r -n -rn -i -in -rin -l -rl -c -E -rnE -nE -w -v -F -o -q', first: /./ },
  rg: { how: 'read', options: '-n -i -l -c -w -v -F -q', first: /./ },
  sed: { how: 'read', options: '-n -E', first: /^[\d,$]+p$/ },
  jq: { how: 'read', options: '-r -c', first: /^\.[\w.[\]]*$/ },
  diff: { how: 'read', options: '-u -q -r' },
  touch: { how: 'write', options: '' },
  mkdir: { how: 'write', options: '-p -v' },
};

const NUMBER = /^-?\d+$/;

/** Not what every object has, as `constructor`. */
function entry(table: Record<string, string>, name: string): string | undefined {
  const found: unknown = table[name];
  return typeof found === 'string' ? found : undefined;
}

/** Undefined: it takes the whole reader to say what this does. */
export function readShort(source: string, cwd: string, root: string): ShellReading | undefined {
  if (source.length > 400) return undefined;
  // What concerns the guard itself, or is done where it lives, is never taken the short way.
  const lower = source.toLowerCase();
  const place = cwd.replace('/.claude/worktrees/', '/');
  if (lower.includes('pawl') || lower.includes('claude')) return undefined;
  if (place.includes('/.pawl') || place.includes('/.claude')) return undefined;
  const commands: ShellCommand[] = [];
  const effects: Effect[] = [];
  let words: Word[] = [];
  let redirects: ShellRedirect[] = [];
  let here: string | undefined = cwd;
  let piped = false;
  for (let at = 0; ; ) {
    const token = at < source.length ? tokenAt(source, at) : END;
    if (!token) return undefined;
    at = token.end;
    if (token.kind === 'word' || token.kind === 'quoted') {
      words.push({ text: token.text, glob: false, quoted: token.kind === 'quoted', origins: [] });
      continue;
    }
    if (token.kind === 'redirect') {
      redirects.push(redirectOf(token.text));
      continue;
    }
    const pipes = token.text === '|';
    const name = words[0]?.text ?? '';
    const command: ShellCommand = {
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
    };
    const inner = behind(words);
    const run = inner
      ? { ...command, name: inner.words[0]!.text, words: inner.words, via: inner.via }
      : command;
    if (!isHarmless(run, root, piped, pipes) && !usesFiles(run, root, effects)) return undefined;
    if (inner?.via.length === 0) commands.push(run, command);
    else if (inner) commands.push(command, run);
    else commands.push(command);
    if (name === 'cd') here = resolve(words[1]!.text, here);
    if (token === END) return { commands, effects, notes: [], harmless: true };
    words = [];
    redirects = [];
    piped = pipes;
  }
}

function redirectOf(text: string): ShellRedirect {
  const merges = text === '2>&1';
  const to = { text: merges ? '1' : '/dev/null', glob: false, quoted: false, origins: [] };
  const fd = text.startsWith('>') ? undefined : Number(text[0]);
  return { operator: merges ? '>&' : '>', fd, target: to };
}

interface Inner {
  words: Word[];
  via: string[];
}

/** The command that another one runs: `npx tsc`, `uv run pytest`, `timeout 60 npm test`, `python -m pytest`. */
function behind(words: readonly Word[]): Inner | undefined {
  const name = words[0]?.text;
  const at = name === 'npx' ? 1 : 2;
  const tool = words[at];
  if (!tool || words[0]!.quoted || words[1]!.quoted || tool.quoted) return undefined;
  const second = words[1]!.text;
  const via =
    name === 'npx' || (name === 'uv' && second === 'run')
      ? [name]
      : (name === 'python' || name === 'python3') && second === '-m'
        ? []
        : undefined;
  if (via) return oneOf(TOOLS, tool.text) ? { words: words.slice(at), via } : undefined;
  if (name === 'timeout' && NUMBER.test(second) && tool.text !== 'cd')
    return { words: words.slice(2), via: [name] };
  return undefined;
}

function isHarmless({ words, cwd }: ShellCommand, root: string, piped: boolean, pipes: boolean): boolean {
  const first = words[0];
  const second = words[1];
  if (!first || first.quoted || nameResults(words)) return false;
  const name = first.text;
  if (oneOf(LOOKING, name)) return true;
  if (oneOf(TOOLS, name)) return areOptionsAndFiles(words, TOOL_WORDS, cwd, root);
  if (!second) return oneOf(ALONE, name);
  if (name === 'find') return isSearch(words, cwd, root);
  const measures = entry(MEASURING, name);
  if (measures !== undefined) return hasOnly(words, measures);
  if (piped && oneOf(FILTERS, name)) return areOptions(words, 1, FILTER_OPTIONS);
  if (second.quoted) return false;
  if (words.length === 2 && second.text === '--version') return oneOf(VERSION, name);
  if (name === 'cd') return words.length === 2 && !piped && !pipes && !second.text.startsWith('-');
  if (name === 'git') return isPlainGit(words, second.text);
  if (name === 'gh') return isLook(words, second.text);
  if (name === 'make') return words.length === 2 && oneOf(SCRIPTS, second.text);
  if (name === 'bun' && second.text === 'test') return areOptionsAndFiles(words, 'test', cwd, root);
  if (second.text === 'run' && oneOf(RUNNERS, name)) return oneOf(SCRIPTS, words[2]?.text ?? '');
  if (oneOf(entry(INSTALLING, name) ?? '', second.text)) return areOptions(words, 2, FROZEN);
  return oneOf(entry(WORKING, name) ?? '', second.text);
}

/** No other options; what is none may be anything. */
function hasOnly(words: readonly Word[], known: string): boolean {
  for (let i = 1; i < words.length; i++) {
    const { text } = words[i]!;
    if (text.startsWith('-') && !oneOf(known, text)) return false;
  }
  return true;
}

function isLook(words: readonly Word[], sub: string): boolean {
  return oneOf(entry(GH, sub) ?? '', words[2]?.text ?? '') && hasOnly(words, GH_OPTIONS);
}

function areOptionsAndFiles(
  words: readonly Word[],
  known: string,
  cwd: string | undefined,
  root: string,
): boolean {
  for (let i = 1; i < words.length; i++) {
    const { text } = words[i]!;
    if (oneOf(known, text)) continue;
    if (text.startsWith('-') || !isOrdinary(resolve(text, cwd), root)) return false;
  }
  return true;
}

/** Where to look, then by what; nothing that does something with what is found. */
function isSearch(words: readonly Word[], cwd: string | undefined, root: string): boolean {
  let i = 1;
  for (; i < words.length && !words[i]!.text.startsWith('-'); i++)
    if (!isOrdinary(resolve(words[i]!.text, cwd), root)) return false;
  for (; i < words.length; i++) {
    const { text } = words[i]!;
    if (text.startsWith('-') && !oneOf(FINDING, text)) return false;
  }
  return true;
}

/** `--outputFile x`, `--log=x`: by how they begin, where any program puts what it makes. */
function nameResults(words: readonly Word[]): boolean {
  for (const { text } of words)
    if (text.startsWith('--') && oneOf('out sav rep log exp dum', text.slice(2, 5).toLowerCase()))
      return true;
  return false;
}

function isPlainGit(words: readonly Word[], sub: string): boolean {
  const options = entry(GIT, sub);
  if (options === undefined) return false;
  const message = sub === 'commit' ? words.findIndex((w) => w.text === '-m' || w.text === '-am') : -1;
  if (sub === 'commit' && (message < 0 || message !== words.length - 2 || words.at(-1)!.text.startsWith('-')))
    return false;
  return areOptions(message < 0 ? words : words.slice(0, -1), 2, options);
}

function areOptions(words: readonly Word[], from: number, known: string): boolean {
  for (let i = from; i < words.length; i++) {
    const { text } = words[i]!;
    if (oneOf(known, text)) continue;
    if (!NUMBER.test(text) || !(text.startsWith('-') || words[i - 1]!.text === '-n')) return false;
  }
  return true;
}

/** Subcommands of git that read the files they name. */
const GIT_FILES: Record<string, Use> = {
  add: { how: 'read', options: GIT.add! },
  diff: { how: 'read', options: '--cached --staged' },
};

const useIn = (table: Record<string, Use>, name: string) => (table[name]?.how ? table[name] : undefined);

function useOf(words: readonly Word[]): Use | undefined {
  const first = words[0];
  if (!first || first.quoted) return undefined;
  if (first.text !== 'git') return useIn(FILES, first.text);
  return words[1]?.quoted ? undefined : useIn(GIT_FILES, words[1]?.text ?? '');
}

/** Adds what is read or made, if it is all ordinary: options, then a pattern, then files. */
function usesFiles(command: ShellCommand, root: string, effects: Effect[]): boolean {
  const { name, words } = command;
  const use = useOf(words);
  if (!use) return false;
  let i = name === 'git' ? 2 : 1;
  for (; words[i]?.text.startsWith('-'); i++) {
    const { text } = words[i]!;
    if (use.counts && NUMBER.test(text)) continue;
    if (!oneOf(use.options, text)) return false;
    if (use.counts && (text === '-n' || text === '-c') && !NUMBER.test(words[++i]?.text ?? '')) return false;
  }
  if (use.first && !use.first.test(words[i++]?.text ?? '')) return false;
  for (; i < words.length; i++) {
    const { text } = words[i]!;
    // Up from a link is up from where it leads.
    if (text.startsWith('-') || text.includes('..') || !isOrdinary(resolve(text, command.cwd), root))
      return false;
    const parts = { kind: use.how, weight: 'plain', code: use.how, reason: `${use.how}s a file.` } as const;
    effects.push(effect(command, { ...parts, targets: [target(words[i]!, command.cwd)] }));
  }
  return true;
}
