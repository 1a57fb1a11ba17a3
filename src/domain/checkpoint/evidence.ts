// Recognises checks that an agent runs itself, and whether the exit code it saw is the check's own.
import type { CheckKind } from './checks.ts';

interface Known {
  kind: CheckKind;
  /** The words a command begins with, `npx` and the like taken off. */
  words: RegExp;
}

const known: readonly Known[] = [
  {
    kind: 'test',
    words:
      /^((npm|pnpm|yarn|bun|deno)( run)? (t|test|tests|unit|test:\S+)|bun test|vitest|jest|mocha|ava|node (\S+ )*--test|playwright test|cypress run|pytest|py\.test|python3? -m (pytest|unittest)|tox|nox|cargo (nextest|test)|go test|make (test|tests|check)|dotnet test|mvn (\S+ )*(test|verify)|(\.\/)?gradlew? (\S+ )*(test|check)|rspec|phpunit|ctest|mix test|swift test)( |$)/,
  },
  {
    kind: 'lint',
    words:
      /^((npm|pnpm|yarn|bun) run (lint|eslint|biome|lint:\S+|check:lint)|(pnpm|yarn) lint|eslint|biome (check|lint|ci)|ruff (check|format --check)|flake8|pylint|stylelint|prettier (\S+ )*(--check|-c)|rubocop|shellcheck|golangci-lint|go vet|cargo (clippy|fmt --check)|make lint)( |$)/,
  },
  {
    kind: 'types',
    words:
      /^((npm|pnpm|yarn|bun) run (typecheck|type-check|types|check:types|check-types|tsc)|(pnpm|yarn) (typecheck|tsc)|tsc|vue-tsc|mypy|pyright|basedpyright|cargo check|make (typecheck|types))( |$)/,
  },
  {
    kind: 'build',
    words:
      /^((npm|pnpm|yarn|bun)( run)? build(:\S+)?|(vite|next|nuxt|astro|ng|webpack|rollup) build|cargo build|go build|dotnet build|swift build|mvn (\S+ )*(package|compile|install)|(\.\/)?gradlew? (\S+ )*(build|assemble)|make( all| build)?)( |$)/,
  },
];

/** Runs that prove nothing, or never end. */
const noProof = / (--help|-h|--version|-V|--watch|-w|--listTests|--collect-only|--list)( |$)/;
const wrappers =
  /^(?:(?:[A-Z_][A-Z0-9_]*=\S*|npx|bunx|pnpm exec|yarn exec|uv run|poetry run|time|env|command|timeout(?: -\S+)* \S+) )+/;

export interface Seen {
  kind: CheckKind;
  command: string;
  /** False: a pipe, a `;` or an `||` hides how it ended. */
  tells: boolean;
}

export function seenChecks(source: string): Seen[] {
  const pieces = split(source);
  const pipefail = /\bset -[a-z]*o pipefail\b/.test(source);
  return pieces.flatMap(({ text, next, last }) => {
    const command = bare(text);
    const kind = checkKind(command);
    if (!kind) return [];
    const hidden = next === '||' || next === '&' || (next === '|' && !pipefail);
    return [{ kind, command, tells: last && !hidden }];
  });
}

/** What a simple command proves; undefined if it is no check. */
export function checkKind(text: string): CheckKind | undefined {
  const command = bare(text);
  return noProof.test(` ${command} `) ? undefined : known.find(({ words }) => words.test(command))?.kind;
}

function bare(text: string): string {
  return text.replace(wrappers, '').replace(/\s+/g, ' ').trim();
}

const filters =
  /^(-t|-k|-run|--run|--grep|-g|--testNamePattern|--test-name-pattern|--testPathPatterns?|--filter|--only|--lf|--last-failed|--changed|--onlyChanged|--related|--shard|--staged)(=|$)/;
/** Options whose value is a file that says how to check, not what. */
const settings =
  /^(-c|-p|-r|--config|--project|--require|--import|--loader|--setupFiles|--rcfile|--rootdir|--ignore-path)$/;
const oneFile = /::|\.(test|spec)\b|\.([cm]?[jt]sx?|py|rb|php|go|rs|java|kt|swift|vue|svelte|css|sh|exs?)$/;

/** It names a file or a filter: what it leaves out may be broken. */
export function isPart(command: string): boolean {
  const words = bare(command).split(' ');
  return words.some(
    (word, at) =>
      filters.test(word) ||
      (!word.startsWith('-') && oneFile.test(word) && !settings.test(words[at - 1] ?? '')),
  );
}

/** Commands after which the tree is what it was before them. */
const harmless =
  /^(echo|printf|true|:|cd|pwd|ls|cat|head|tail|grep|wc|date|test|\[|sleep|git (-C \S+ )?(status|diff|log|show|rev-parse|branch|add))( |$)/;

export function changesNothing(text: string): boolean {
  return harmless.test(bare(text)) || checkKind(text) !== undefined;
}

/** `npm test` is `npm run test`. */
export function sameCommand(a: string, b: string): boolean {
  const whole = (text: string) =>
    text.trim().replace(/^(npm|pnpm|yarn|bun) (test|lint|typecheck)\b/, '$1 run $2');
  return whole(a) === whole(b);
}

interface Piece {
  text: string;
  /** The operator after it. */
  next: string;
  /** Nothing runs after it, whatever its result. */
  last: boolean;
}

/** Splits at operators outside quotes. Rough on purpose: what it can't read is not recognised, and proves nothing. */
function split(source: string): Piece[] {
  const clean = source
    .trim()
    .replace(/^\(([\s\S]*)\)$/, '$1')
    .replace(/\d?>&\d|&>\S*|\d?>>?\s*\S+/g, ' ');
  const parts =
    clean.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^"'\\&|;\n]|(?<!&)&(?=\d))+|&&|\|\||[&|;\n]/g) ?? [];
  const operators = ['&&', '||', '&', '|', ';', '\n'];
  const pieces: Piece[] = [];
  for (const part of parts) {
    if (!operators.includes(part)) pieces.push({ text: part.trim(), next: '', last: true });
    else if (pieces.length > 0) pieces.at(-1)!.next ||= part;
  }
  const real = pieces.filter(({ text }) => text !== '');
  // The status of what stands before a `;`, a new line or an `||` is gone when the command ends.
  return real.map((piece, index) => ({
    ...piece,
    last: !real.slice(index, -1).some(({ next }) => [';', '\n', '||', '&'].includes(next)),
  }));
}

/** Commands after which what was proven is no longer so. */
const gitMoves: Record<string, string> = {
  commit: 'a commit',
  'cherry-pick': 'a cherry-pick',
  revert: 'a revert',
  merge: 'a merge',
  rebase: 'a rebase',
  pull: 'a pull',
  am: 'a commit',
  reset: 'a reset',
};
const clouds: readonly [RegExp, string][] = [
  [/^az (containerapp|webapp|functionapp|keyvault|storage)\b/, 'a change in the cloud'],
  [/^gh workflow run\b/, 'a deploy'],
  [
    /^(vercel|netlify|fly|flyctl|wrangler|eas|heroku|serverless|sls|cdk|pulumi)\b.*\b(deploy|up|submit|build|publish|release|promote)\b/,
    'a deploy',
  ],
  [/^vercel( --prod\b|$)/, 'a deploy'],
  [/^(kubectl|helm) (apply|rollout|set|upgrade|install|delete)\b/, 'a deploy'],
  [/^(terraform|tofu) (apply|destroy|import)\b/, 'a change of the infrastructure'],
  [/^gcloud .*\b(deploy|update)\b/, 'a deploy'],
  [/^aws .*\b(deploy|update-[\w-]+|put-[\w-]+|sync)\b/, 'a change in the cloud'],
];

const takesValue = ['-C', '-c', '--git-dir', '--work-tree', '--namespace'];

/** What a simple command, as words, does to evidence. */
export function spoils(words: readonly string[]): string | undefined {
  const [name, ...rest] = words;
  if (name === 'git') {
    const verb = rest.find((word, at) => !word.startsWith('-') && !takesValue.includes(rest[at - 1] ?? ''));
    return verb && Object.hasOwn(gitMoves, verb) ? gitMoves[verb] : undefined;
  }
  const text = words.join(' ');
  return clouds.find(([pattern]) => pattern.test(text))?.[1];
}
