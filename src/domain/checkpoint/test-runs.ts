// Finds test runs, builds and commits in executed commands, and whether they succeeded.
import type { ShellCommand } from '../../shell/types.ts';
import type { CommandResult } from '../workflow/facts.ts';
import { seenChecks } from './evidence.ts';

export interface SeenRun {
  kind: 'test' | 'build';
  command: string;
  ok: boolean;
}

/** Shown when the project's own test command is unknown. */
export const unknownTestCommand = 'the project’s tests';

/**
 * The test runs and builds in an executed command. `projectCommands` are the project's own test commands. A run with an
 * unknown result is left out.
 */
export function seenRuns(
  source: string,
  ended: CommandResult,
  projectCommands: readonly string[] = [],
): SeenRun[] {
  if (ended.resultUnknown || notStarted(ended)) return [];
  const recognized = seenChecks(source);
  const projectCommand = projectCommands.find(
    (command) => source.trim() === command && !recognized.some(({ kind }) => kind === 'test'),
  );
  const checks = projectCommand
    ? [...recognized, { kind: 'test' as const, command: projectCommand, exitCodeReliable: true }]
    : recognized;
  return checks.flatMap(({ kind, command, exitCodeReliable }): SeenRun[] => {
    const ok = resultOf(ended, exitCodeReliable);
    if ((kind !== 'test' && kind !== 'build') || ok === undefined) return [];
    return [{ kind, command: command.slice(0, 200), ok }];
  });
}

/** True if the program or script does not exist, so that nothing was tested. */
export function notStarted({ ok, output }: Pick<CommandResult, 'ok' | 'output'>): boolean {
  const start = output.slice(0, 2_000);
  return !ok && /^Exit code 12[67]\b|command not found|Missing script|no test specified/i.test(start);
}

const failures =
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b|^(?:FAIL|not ok)\b|--- FAIL|✗|✖|AssertionError/m;
const successes =
  /\b\d+ (?:tests? )?(?:passed|passing|pass)\b|^(?:ok|PASS)\b|test result: ok|Tests:.*passed/m;

/** The exit code if it is reliable; otherwise the result that the output reports, if any. */
function resultOf({ ok, output }: CommandResult, exitCodeReliable: boolean): boolean | undefined {
  if (exitCodeReliable) return ok;
  if (failures.test(output)) return false;
  return successes.test(output) ? true : undefined;
}

/** True if one of the commands made a commit. */
export function madeCommit(commands: readonly ShellCommand[], ok: boolean): boolean {
  const words = (command: ShellCommand) => command.words.map((word) => word.text).join(' ');
  const isCommit = (command: ShellCommand) =>
    /^\S*git (?:-C \S+ |-c \S+ |--\S+ )*(?:commit|merge|cherry-pick)\b/.test(words(command)) &&
    !command.words.some(({ text }) => ['--dry-run', '--help', '-h', '--abort'].includes(text));
  return ok && commands.some(isCommit);
}

/** The result of a shell command, from the event that reports it. */
export function commandResultOf(event: {
  hook_event_name: string;
  tool_response?: unknown;
  error?: string;
  is_interrupt?: boolean;
}): CommandResult {
  if (event.hook_event_name === 'PostToolUseFailure')
    return { ok: false, output: event.error ?? '', resultUnknown: event.is_interrupt === true };
  const response = (event.tool_response ?? {}) as Record<string, unknown>;
  const output = [response.stdout, response.stderr].filter((text) => typeof text === 'string').join('\n');
  // A command that was moved to the background or timed out has not ended; some clients do not tell the exit code.
  const hasNoExitCode = Boolean(
    response.backgroundTaskId ?? response.timedOutAfterMs ?? response.exit_code_unknown,
  );
  return { ok: true, output, resultUnknown: response.interrupted === true || hasNoExitCode };
}
