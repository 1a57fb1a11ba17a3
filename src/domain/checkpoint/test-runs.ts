// Test runs, builds and commits that were seen, and how they ended.
import type { ShellCommand } from '../../shell/types.ts';
import type { Ended } from '../workflow/facts.ts';
import { seenChecks } from './evidence.ts';

export interface Seen {
  kind: 'test' | 'build';
  command: string;
  ok: boolean;
}

/** Shown where we can't tell what this project's own command is. */
export const exampleTest = 'the project’s tests';

/** Could it be one of these? Asked of every command, before anything is read closely. */
export function mayMatter(command: unknown): command is string {
  return typeof command === 'string' && hint.test(command);
}

const hint =
  /test|spec|jest|mocha|\bava\b|tox|nox|check|\bunit\b|build|package|compile|assemble|mvn|gradle|\bt\b|commit|merge|cherry-pick|verify/i;

/** `own` are the project's test commands. A run whose end can't be told is no run. */
export function seenRuns(source: string, ended: Ended, own: readonly string[] = []): Seen[] {
  if (ended.interrupted || notStarted(ended)) return [];
  const known = seenChecks(source);
  const mine = own.find((one) => source.trim() === one && !known.some(({ kind }) => kind === 'test'));
  const all = mine ? [...known, { kind: 'test' as const, command: mine, tells: true }] : known;
  return all.flatMap(({ kind, command, tells }): Seen[] => {
    const ok = resultOf(ended, tells);
    if ((kind !== 'test' && kind !== 'build') || ok === undefined) return [];
    return [{ kind, command: command.slice(0, 200), ok }];
  });
}

function notStarted({ ok, output }: Ended): boolean {
  const start = output.slice(0, 2_000);
  return !ok && /^Exit code 12[67]\b|command not found|Missing script|no test specified/i.test(start);
}

const failures =
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b|^(?:FAIL|not ok)\b|--- FAIL|✗|✖|AssertionError/m;
const successes =
  /\b\d+ (?:tests? )?(?:passed|passing|pass)\b|^(?:ok|PASS)\b|test result: ok|Tests:.*passed/m;

/** Where a pipe or a `;` hides the exit code, only the run's own words tell. */
function resultOf({ ok, output }: Ended, tells: boolean): boolean | undefined {
  if (tells) return ok;
  if (failures.test(output)) return false;
  return successes.test(output) ? true : undefined;
}

/** A commit went through. */
export function commits(commands: readonly ShellCommand[], ok: boolean): boolean {
  const words = (command: ShellCommand) => command.words.map((word) => word.text).join(' ');
  const isCommit = (command: ShellCommand) =>
    /^\S*git (?:-C \S+ |-c \S+ |--\S+ )*(?:commit|merge|cherry-pick)\b/.test(words(command)) &&
    !command.words.some(({ text }) => ['--dry-run', '--help', '-h', '--abort'].includes(text));
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
  // A command that went to the background, or was cut off, has not ended.
  const open = Boolean(response.backgroundTaskId ?? response.timedOutAfterMs);
  return { ok: true, output, interrupted: response.interrupted === true || open };
}
