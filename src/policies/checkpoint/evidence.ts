import type { EventOf } from '../../core/event.ts';
import { on } from '../../core/examples.ts';
import { nonCodePaths } from '../../domain/checkpoint/change-types.ts';
import {
  checkKind,
  invalidatingChange,
  leavesTreeUnchanged,
  type SeenCheck,
  seenChecks,
} from '../../domain/checkpoint/evidence.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { definePolicy, inject } from '../../index.ts';
import type { ShellCommand, ShellReading } from '../../shell/types.ts';

const ran = (command: string, more: object = {}) =>
  on('PostToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_example', ...more });

type Ran = EventOf<'PostToolUse' | 'PostToolUseFailure'>;

/** The end of what the command printed, and how it ended. */
function outcome(event: Ran): { ok: boolean; exit?: number; tail: string } {
  if (event.hook_event_name === 'PostToolUse') {
    const { stdout = '', stderr = '' } = (event.tool_response ?? {}) as { stdout?: string; stderr?: string };
    return { ok: true, exit: 0, tail: `${stdout}\n${stderr}`.trim().slice(-2_000) };
  }
  const exit = Number(/^Exit code (\d+)/.exec(event.error ?? '')?.[1] ?? Number.NaN);
  return { ok: false, ...(exit > 0 && { exit }), tail: (event.error ?? '').slice(-2_000) };
}

/** Put in the background, cut off or interrupted: nobody knows how it ended. */
function unfinished(event: Ran): boolean {
  if (event.tool_input.run_in_background === true) return true;
  if (event.hook_event_name === 'PostToolUseFailure') return event.is_interrupt === true;
  const response = (event.tool_response ?? {}) as Record<string, unknown>;
  return response.interrupted === true || Boolean(response.backgroundTaskId ?? response.timedOutAfterMs);
}

export default definePolicy({
  id: 'checkpoint/evidence',
  summary: 'Take note of checks the session runs, and of what makes them out of date',
  why: 'A result proves something about the tree it was made on. Tests and linters that the agent runs itself count with their exit code; a commit, merge or deploy afterwards makes them old.',
  on: ['PostToolUse', 'PostToolUseFailure'],
  tools: ['Bash', 'PowerShell'],
  level: 'warn',
  onError: 'pass',
  examples: [
    { event: ran('ls'), expect: 'pass' },
    { event: ran('npm test'), expect: 'pass', title: 'Kept as evidence' },
    {
      event: ran('npm test | tail -3'),
      expect: 'inject',
      title: 'A pipe hides how the tests ended',
      says: 'pawl verify',
    },
    {
      event: ran('git commit -m "fix"'),
      expect: 'inject',
      title: 'What was proven before a commit',
      given: { work: { evidence: [{ name: 'test', tree: 'now' }] } },
      says: 'a commit',
    },
    { event: ran('git commit -m "fix"'), expect: 'pass', title: 'Nothing was proven before' },
    { event: ran('git status'), expect: 'pass', given: { work: { evidence: [{ name: 'test' }] } } },
    {
      event: ran('npm test && sed -i s/1/2/ src/app.js'),
      expect: 'inject',
      title: 'An edit in the same line as the tests',
      says: 'may have changed the tree',
    },
    {
      event: ran('cd /elsewhere && npm test | tail -3'),
      expect: 'pass',
      title: 'The tests of another project',
    },
    { event: ran('true # npm test | tail -3'), expect: 'pass', title: 'A comment' },
  ],
  check(event, { work, shell, project, home, pawlHome }) {
    const verify = `\`${launcherOf({ home, pawlHome })} verify\``;
    const { command } = event.tool_input;
    if (typeof command !== 'string' || unfinished(event)) return undefined;
    const spoiling = spoilingIn(event, shell);
    const commands = event.tool_name === 'Bash' ? shell.commands : undefined;
    const seen = seenChecks(command).filter((one) => !commands || isRun(one, commands, project.root));
    const ended = event.hook_event_name === 'PostToolUse';
    const followed = (one: SeenCheck) => ended && commands !== undefined && isFollowed(one, commands);
    // What ran before a commit in the same breath was about the tree before it.
    const telling = seen.filter(
      (one) =>
        one.exitCodeReliable &&
        !followed(one) &&
        !(spoiling && isBefore(command, one.command, spoiling.words)),
    );
    if (spoiling) {
      const counted = work.evidence().filter((one) => one.ok && !one.stale);
      work.invalidateEvidence(`there was ${spoiling.because} since`);
      add(telling);
      const names = counted.map((one) => one.name).join(', ');
      return names
        ? inject(
            `After ${spoiling.because} the results of ${names} no longer count: run ${verify} before you finish.`,
          )
        : undefined;
    }
    add(telling);
    if (seen.length === 0 || telling.length > 0) return undefined;
    const [first] = seen as [SeenCheck];
    if (first.exitCodeReliable)
      return inject(
        `What runs after \`${first.command}\` in the same line may have changed the tree, so it does not count as proof. Run it last, or ${verify}.`,
      );
    return inject(
      `How \`${first.command}\` ended can’t be seen from this command (a pipe, \`;\` or \`||\` hides its exit code), so it does not count as proof. Run it alone, or ${verify}.`,
    );

    function add(checks: readonly SeenCheck[]): void {
      if (checks.length === 0) return;
      const shared = {
        ...outcome(event),
        source: 'bash' as const,
        ms: event.duration_ms ?? 0,
        tree: work.tree(nonCodePaths),
      };
      work.addEvidence(checks.map(({ kind, command: name }) => ({ name, kind, command: name, ...shared })));
    }
  },
});

function spoilingIn(event: Ran, shell: ShellReading): { because: string; words: string } | undefined {
  for (const one of shell.commands) {
    const words = [one.name, ...one.words.slice(1).map((word) => word.text)];
    const because = invalidatingChange(words);
    // A git command that failed moved nothing; if it did after all, the tree tells.
    const moved = because && !(event.hook_event_name === 'PostToolUseFailure' && one.name === 'git');
    if (moved) return { because, words: words.slice(0, 2).join(' ') };
  }
  return undefined;
}

const textOf = ({ words }: ShellCommand) => words.map((word) => word.text).join(' ');

/** Really a command of this line, and in this tree: not a comment, nor the tests of another project. */
function isRun({ kind }: SeenCheck, commands: readonly ShellCommand[], root: string): boolean {
  return commands.some(
    (one) =>
      !one.captured && !one.remote && one.cwd && isIn(one.cwd, root) && checkKind(textOf(one)) === kind,
  );
}

function isIn(folder: string, root: string): boolean {
  return (
    folder === root || (folder.startsWith(`${root}/`) && !folder.includes('/.claude/worktrees/', root.length))
  );
}

/** Something that may write comes after it: the tree that is there now is not the one it ran on. */
function isFollowed({ kind }: SeenCheck, commands: readonly ShellCommand[]): boolean {
  const last = commands.findLastIndex((one) => checkKind(textOf(one)) === kind);
  return commands.slice(last + 1).some((one) => !leavesTreeUnchanged(textOf(one)) || writes(one));
}

function writes({ redirects }: ShellCommand): boolean {
  return redirects.some(
    ({ operator, target }) => /^(>|>>|>\||&>|&>>|<>)$/.test(operator) && target.text !== '/dev/null',
  );
}

function isBefore(source: string, check: string, words: string): boolean {
  return source.indexOf(check) < source.lastIndexOf(words);
}
