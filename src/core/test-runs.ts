// Which shell commands are test runs, builds and commits, and how they ended.

import type { ShellCommand } from '../shell/types.ts';
import type { Ended } from './workflow.ts';

export interface Seen {
  kind: 'test' | 'build';
  command: string;
  ok: boolean;
}

/** Shown where we can't tell what this project's own command is. */
export const exampleTest = 'the project’s tests';

type Runner = [name: RegExp, args?: RegExp];

const packageManager = /^(npm|pnpm|yarn|bun)$/;

const testRunners: readonly Runner[] = [
  [
    packageManager,
    /^(?:\S+=\S+ |--?\S+ )*(?:run(?:-script)? |exec )?(?:test|tests|t|tst|unit)(?:[:\w-]*)(?: |$)/,
  ],
  [/^(vitest|jest|mocha|ava|tap|karma|pytest|py\.test|tox|nox|phpunit|pest|rspec|ctest|cargo-nextest)$/],
  [/^(playwright|cypress)$/, /^(test|run)\b/],
  [
    /^(npx|bunx|dlx|uv|poetry|pipenv|hatch|bundle)$/,
    /\b(vitest|jest|mocha|ava|pytest|rspec|playwright test)\b/,
  ],
  [
    /^(go|cargo|dotnet|mix|deno|swift|zig|flutter|dart|sbt|mvnw?|gradlew?|rake|just|lein|bazel|ninja|task)$/,
    /(?:^|[ :])(?:test|nextest)\b/,
  ],
  [/^make$/, /(?:^| )(?:tests?|check)(?: |$)/],
  [/^node$/, /(?:^| )--test\b/],
  [/^python[\d.]*$/, /^-m (?:pytest|unittest|nose2)\b|\bmanage\.py test\b/],
];

const builders: readonly Runner[] = [
  [packageManager, /^(?:--?\S+ )*(?:run(?:-script)? )?build(?:[:\w-]*)(?: |$)/],
  [/^(tsc|vue-tsc)$/],
  [/^(vite|next|webpack|rollup|nuxt|astro|ng)$/, /^build\b|^$/],
  [/^(npx|bunx)$/, /^(?:--?\S+ )*(?:tsc|vite build|next build|webpack)\b/],
  [/^(go|cargo|dotnet|swift|zig|flutter)$/, /^build\b/],
  [/^(mvnw?|gradlew?)$/, /\b(?:package|compile|assemble|build|install)\b/],
  [/^make$/, /^$|(?:^| )(?:all|build)(?: |$)/],
];

/** Could it be one of these? Asked of every command, before anything is parsed. */
export function mayMatter(command: unknown): boolean {
  return typeof command === 'string' && hint.test(command);
}

const hint =
  /test|spec|jest|mocha|\bava\b|\btap\b|karma|tox|nox|pest|check|\bunit\b|build|tsc|webpack|rollup|make|package|compile|assemble|mvn|gradle|\bt\b|commit|merge|cherry-pick|verify/i;

const textOf = ({ words }: ShellCommand) => words.map((word) => word.text).join(' ');
const argsOf = ({ words }: ShellCommand) =>
  words
    .slice(1)
    .map((word) => word.text)
    .join(' ');

function matches(command: ShellCommand, runners: readonly Runner[]): boolean {
  return runners.some(([name, args]) => name.test(command.name) && (!args || args.test(argsOf(command))));
}

function kindOf(command: ShellCommand, own: readonly string[]): Seen['kind'] | undefined {
  const text = textOf(command);
  if (own.some((one) => text === one || text.startsWith(`${one} `)) || matches(command, testRunners))
    return 'test';
  return matches(command, builders) ? 'build' : undefined;
}

/** `own` are the project's test commands. A run whose end can't be told is no run. */
export function seenRuns(
  commands: readonly ShellCommand[],
  ended: Ended,
  own: readonly string[] = [],
): Seen[] {
  if (ended.interrupted || notStarted(ended)) return [];
  return commands.flatMap((command, index): Seen[] => {
    const kind = kindOf(command, own);
    if (!kind || command.background) return [];
    const ok = resultOf(ended, index === commands.length - 1);
    return ok === undefined ? [] : [{ kind, command: textOf(command).slice(0, 200), ok }];
  });
}

function notStarted({ ok, output }: Ended): boolean {
  return (
    !ok &&
    /^Exit code 12[67]\b|command not found|Missing script|no test specified/i.test(output.slice(0, 2_000))
  );
}

const failures =
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b|^(?:FAIL|not ok)\b|--- FAIL|✗|✖|AssertionError/m;
const successes =
  /\b\d+ (?:tests? )?(?:passed|passing|pass)\b|^(?:ok|PASS)\b|test result: ok|Tests:.*passed/m;

/** The exit code tells of the last command; of an earlier one (`npm test | tail`) only its words do. */
function resultOf({ ok, output }: Ended, last: boolean): boolean | undefined {
  if (last) return ok;
  if (failures.test(output)) return false;
  return successes.test(output) ? true : undefined;
}

/** A commit went through. */
export function commits(commands: readonly ShellCommand[], ok: boolean): boolean {
  const isCommit = (command: ShellCommand) =>
    command.name === 'git' &&
    /^(?:-C \S+ |-c \S+ |--\S+ )*(?:commit|merge|cherry-pick)\b/.test(argsOf(command));
  return ok && commands.some(isCommit);
}

/** How a shell call ended, from the event that reports it. */
export function endedBy(event: {
  hook_event_name: string;
  tool_response?: unknown;
  error?: string;
  is_interrupt?: boolean;
}): Ended {
  if (event.hook_event_name === 'PostToolUseFailure')
    return { ok: false, output: event.error ?? '', interrupted: event.is_interrupt === true };
  const response = (event.tool_response ?? {}) as Record<string, unknown>;
  const output = [response.stdout, response.stderr].filter((one) => typeof one === 'string').join('\n');
  // A command that went to the background has not ended.
  return { ok: true, output, interrupted: response.interrupted === true || 'backgroundTaskId' in response };
}
