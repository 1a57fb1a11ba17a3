// Recognises checks (tests, linters …) in commands the agent runs, and whether the exit code it saw is that of the
// check.
import type { CheckKind } from './checks.ts';

interface CheckCommand {
  kind: CheckKind;
  /** Matches the start of a command, after wrappers such as `npx` are removed. */
  pattern: RegExp;
}

const checkCommands: readonly CheckCommand[] = [
  {
    kind: 'test',
    pattern:
      /^((npm|pnpm|yarn|bun|deno)( run)? (t|test|tests|unit|test:\S+)|bun test|vitest|jest|mocha|ava|node (\S+ )*--test|playwright test|cypress run|pytest|py\.test|python3? -m (pytest|unittest)|tox|nox|cargo (nextest|test)|go test|make (test|tests|check)|dotnet test|mvn (\S+ )*(test|verify)|(\.\/)?gradlew? (\S+ )*(test|check)|(bin\/)?(rspec|rails test)|rake (test|spec)|(\.\/)?(vendor\/bin\/|bin\/)?(phpunit|pest|paratest)|php artisan test|composer (run(-script)? )?test|ctest|mix test|swift test|(just|task|rake|invoke|nx|turbo|lerna)( run)? (test|tests|test-\S+|test:\S+)|sbt test|lein test|zig build test|flutter test|dart test)( |$)/,
  },
  {
    kind: 'lint',
    pattern:
      /^((npm|pnpm|yarn|bun) run (lint|eslint|biome|lint:\S+|check:lint)|(pnpm|yarn) lint|eslint|biome (check|lint|ci)|ruff (check|format --check)|flake8|pylint|stylelint|prettier (\S+ )*(--check|-c)|rubocop|shellcheck|golangci-lint|go vet|cargo (clippy|fmt --check)|make lint)( |$)/,
  },
  {
    kind: 'types',
    pattern:
      /^((npm|pnpm|yarn|bun) run (typecheck|type-check|types|check:types|check-types|tsc)|(pnpm|yarn) (typecheck|tsc)|tsc|vue-tsc|mypy|pyright|basedpyright|cargo check|make (typecheck|types))( |$)/,
  },
  {
    kind: 'build',
    pattern:
      /^((npm|pnpm|yarn|bun)( run)? build(:\S+)?|(vite|next|nuxt|astro|ng|webpack|rollup) build|cargo build|go build|dotnet build|swift build|mvn (\S+ )*(package|compile|install)|(\.\/)?gradlew? (\S+ )*(build|assemble)|make( all| build)?)( |$)/,
  },
];

/** Options with which a command checks nothing, or never ends. */
const provesNothing = / (--help|-h|--version|-V|--watch|-w|--listTests|--collect-only|--list)( |$)/;
/** Options of `docker compose run` and `exec` that take a value. */
const containerOption =
  '(?:(?:-e|--env|-v|--volume|-u|--user|-w|--workdir|-p|--publish|--name|-f|--file|--profile|--entrypoint|--index|-l|--label)[ =]\\S+|-\\S+)';
const wrappers = new RegExp(
  `^(?:(?:[A-Z_][A-Z0-9_]*=\\S*|npx|bunx|pnpm exec|yarn exec|uv run|poetry run|pipenv run|hatch run|rye run|bundle exec|dotenv|direnv exec \\S+|nix develop -c|time|env|command|timeout(?: -\\S+)* \\S+|(?:docker compose|docker-compose|podman compose)(?: ${containerOption})* (?:run|exec)(?: ${containerOption})* [\\w.-]+|(?:docker|podman) exec(?: ${containerOption})* [\\w.-]+) )+`,
);

export interface SeenCheck {
  kind: CheckKind;
  command: string;
  /** False if a pipe, a `;` or an `||` hides the exit code of the check. */
  exitCodeReliable: boolean;
}

export function seenChecks(source: string): SeenCheck[] {
  const pieces = splitCommands(source);
  const pipefail = /\bset -[a-z]*o pipefail\b/.test(source);
  return pieces.flatMap(({ text, next, last }) => {
    const command = withoutWrappers(text);
    const kind = checkKind(command);
    if (!kind) return [];
    const hidden = next === '||' || next === '&' || (next === '|' && !pipefail);
    return [{ kind, command, exitCodeReliable: last && !hidden }];
  });
}

/** The kind of check a simple command runs; undefined if it is not a check. */
export function checkKind(text: string): CheckKind | undefined {
  const command = withoutWrappers(text);
  return provesNothing.test(` ${command} `)
    ? undefined
    : checkCommands.find(({ pattern }) => pattern.test(command))?.kind;
}

function withoutWrappers(text: string): string {
  return text.replace(wrappers, '').replace(/\s+/g, ' ').trim();
}

const filterOption =
  /^(-t|-k|-e|-run|--run|--tests?|--example|-Dtest|-Dit\.test|-R|--grep|-g|--testNamePattern|--test-name-pattern|--testPathPatterns?|--filter|--only|--lf|--last-failed|--changed|--onlyChanged|--related|--shard|--staged)(=|$)/;
/** Options whose value is a config file rather than a file to check. */
const configOption =
  /^(-c|-p|-r|--config|--project|--require|--import|--loader|--setupFiles|--rcfile|--rootdir|--ignore-path)$/;
const namesFile =
  /::|\.(test|spec)\b|\.([cm]?[jt]sx?|py|rb|php|go|rs|java|kt|swift|vue|svelte|css|sh|exs?)(:\d+)*$/;

/** True if the command names a file or a filter, so that it checks only a part of the project. */
export function isPartialRun(command: string): boolean {
  const words = withoutWrappers(command).split(' ');
  return words.some(
    (word, at) =>
      filterOption.test(word) ||
      (!word.startsWith('-') && namesFile.test(word) && !configOption.test(words[at - 1] ?? '')),
  );
}

/** Commands that leave the working tree unchanged. */
const readOnlyCommand =
  /^(echo|printf|true|:|cd|pwd|ls|cat|head|tail|grep|wc|date|test|\[|sleep|git (-C \S+ )?(status|diff|log|show|rev-parse|branch|add))( |$)/;

export function leavesTreeUnchanged(text: string): boolean {
  return readOnlyCommand.test(withoutWrappers(text)) || checkKind(text) !== undefined;
}

/** `npm test` is `npm run test`. */
export function sameCommand(a: string, b: string): boolean {
  const whole = (text: string) =>
    text.trim().replace(/^(npm|pnpm|yarn|bun) (test|lint|typecheck)\b/, '$1 run $2');
  return whole(a) === whole(b);
}

interface SimpleCommand {
  text: string;
  /** The operator that follows. */
  next: string;
  /** True if no later command can replace its exit code. */
  last: boolean;
}

/**
 * Splits at operators outside quotes. A rough reading is enough: a command it misreads is not recognised, and proves
 * nothing.
 */
function splitCommands(source: string): SimpleCommand[] {
  const clean = source
    .trim()
    .replace(/^\(([\s\S]*)\)$/, '$1')
    .replace(/\d?>&\d|&>\S*|\d?>>?\s*\S+/g, ' ');
  const parts =
    clean.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^"'\\&|;\n]|(?<!&)&(?=\d))+|&&|\|\||[&|;\n]/g) ?? [];
  const operators = ['&&', '||', '&', '|', ';', '\n'];
  const pieces: SimpleCommand[] = [];
  for (const part of parts) {
    if (!operators.includes(part)) pieces.push({ text: part.trim(), next: '', last: true });
    else if (pieces.length > 0) pieces.at(-1)!.next ||= part;
  }
  const real = pieces.filter(({ text }) => text !== '');
  // The exit code of a command before `;`, a new line, `||` or `&` is lost when the whole command ends.
  return real.map((piece, index) => ({
    ...piece,
    last: !real.slice(index, -1).some(({ next }) => [';', '\n', '||', '&'].includes(next)),
  }));
}

/** Git subcommands that make earlier evidence stale. */
const gitChanges: Record<string, string> = {
  commit: 'a commit',
  'cherry-pick': 'a cherry-pick',
  revert: 'a revert',
  merge: 'a merge',
  rebase: 'a rebase',
  pull: 'a pull',
  am: 'a commit',
  reset: 'a reset',
};
const deployCommands: readonly [RegExp, string][] = [
  [/^az (containerapp|webapp|functionapp|keyvault|storage)\b/, 'a change in the cloud'],
  [/^gh workflow run\b/, 'a deploy'],
  [
    /^(vercel|netlify|fly|flyctl|wrangler|eas|heroku|serverless|sls|cdk|pulumi)\b.*\b(deploy|up|submit|build|publish|release|promote)\b/,
    'a deploy',
  ],
  [/^vercel( --prod\b|$)/, 'a deploy'],
  [/^(kubectl|helm) (apply|rollout|set|upgrade|install|delete)\b/, 'a deploy'],
  [/^(terraform|tofu) (apply|destroy|import)\b/, 'a change to the infrastructure'],
  [/^gcloud .*\b(deploy|update)\b/, 'a deploy'],
  [/^aws .*\b(deploy|update-[\w-]+|put-[\w-]+|sync)\b/, 'a change in the cloud'],
];

const takesValue = ['-C', '-c', '--git-dir', '--work-tree', '--namespace'];

/** The change that makes earlier evidence stale, if this command causes one: `git commit` is "a commit". */
export function invalidatingChange(words: readonly string[]): string | undefined {
  const [name, ...rest] = words;
  if (name === 'git') {
    const verb = rest.find((word, at) => !word.startsWith('-') && !takesValue.includes(rest[at - 1] ?? ''));
    return verb && Object.hasOwn(gitChanges, verb) ? gitChanges[verb] : undefined;
  }
  const text = words.join(' ');
  return deployCommands.find(([pattern]) => pattern.test(text))?.[1];
}
