// The checks in a command that ended, and whether their results say something about this tree: they ran in it, their
// exit code was seen, and nothing was written after them.
import type { EventOf } from '../../core/event.ts';
import type { Facts } from '../../core/facts.ts';
import { shellWord } from '../../core/text.ts';
import type { ShellCommand, ShellReading } from '../../shell/types.ts';
import { nonCodePaths } from './change-types.ts';
import { containerPrograms, runsOnOtherFiles } from './containers.ts';
import {
  checkKind,
  invalidatingChange,
  leavesTreeUnchanged,
  type SeenCheck,
  seenChecks,
} from './evidence.ts';
import { notStarted } from './test-runs.ts';

export type ToolResultEvent = EventOf<'PostToolUse' | 'PostToolUseFailure'>;

/** The result of the command and the end of its output. */
function resultOf(event: ToolResultEvent): { ok: boolean; exit?: number; tail: string } {
  if (event.hook_event_name === 'PostToolUse') {
    const { stdout = '', stderr = '' } = (event.tool_response ?? {}) as { stdout?: string; stderr?: string };
    return { ok: true, exit: 0, tail: `${stdout}\n${stderr}`.trim().slice(-2_000) };
  }
  const exit = Number(/^Exit code (\d+)/.exec(event.error ?? '')?.[1] ?? Number.NaN);
  return { ok: false, ...(exit > 0 && { exit }), tail: (event.error ?? '').slice(-2_000) };
}

/** True if the result is unknown: moved to the background, timed out, interrupted, or not told by the client. */
export function hasUnknownResult(event: ToolResultEvent): boolean {
  if (event.tool_input.run_in_background === true) return true;
  if (event.hook_event_name === 'PostToolUseFailure') return event.is_interrupt === true;
  const response = (event.tool_response ?? {}) as Record<string, unknown>;
  const { backgroundTaskId, timedOutAfterMs, exit_code_unknown } = response;
  return response.interrupted === true || Boolean(backgroundTaskId ?? timedOutAfterMs ?? exit_code_unknown);
}

interface ExecutedCheck extends SeenCheck {
  /** The folder of the tree that it checked, if it was not the whole tree. */
  folder?: string | undefined;
}

/** A command that ended, as far as it is about checks. */
export interface ExecutedCommand {
  /** The checks that ran in this tree. */
  here: readonly ExecutedCheck[];
  /** The program that ran them in a container with a copy of the files, so that they prove nothing about this tree. */
  copiedBy: string | undefined;
  /** The checks on this tree whose exit code is that of the whole command, and after which nothing was written. */
  conclusive: readonly ExecutedCheck[];
  invalidating: InvalidatingChange | undefined;
}

export function readRun(event: ToolResultEvent, command: string, facts: Facts): ExecutedCommand {
  const { shell, files, project, home } = facts;
  const invalidating = findInvalidatingChange(event, shell);
  const commands = event.tool_name === 'Bash' ? shell.commands : undefined;
  const here = seenChecks(command).flatMap((check) => {
    if (!commands) return [check];
    const ran = commandHere(check, commands, project.root);
    return ran ? [{ ...check, folder: partOf(project.root, ran, files) }] : [];
  });
  const place = { root: project.root, read: (path: string) => files.read(path, 200_000) };
  const copiedBy = commands?.find(
    (executed) => executed.cwd && runsOnOtherFiles(wordsOf(executed), { ...place, cwd: executed.cwd }),
  )?.name;
  const ended = event.hook_event_name === 'PostToolUse';
  const followed = (check: SeenCheck) =>
    ended && commands !== undefined && isFollowedByWrite(check, commands);
  const commitsTested = (check: SeenCheck) =>
    commands !== undefined &&
    isFollowedByCommit(check, commands) &&
    !hasCommitHook(files, project.root, home);
  // A check that ran before a merge or a deploy in the same command was about the tree before it.
  const overtaken = (check: SeenCheck) =>
    invalidating !== undefined && isBefore(command, check.command, invalidating.command);
  const conclusive = here.filter(
    (check) => check.exitCodeReliable && (commitsTested(check) || (!followed(check) && !overtaken(check))),
  );
  const resultCounts =
    copiedBy === undefined && (ended || !notStarted({ ok: false, output: event.error ?? '' }));
  return { here, copiedBy, conclusive: resultCounts ? conclusive : [], invalidating };
}

export function recordEvidence(
  checks: readonly ExecutedCheck[],
  event: ToolResultEvent,
  work: Facts['work'],
): void {
  if (checks.length === 0) return;
  const shared = {
    ...resultOf(event),
    source: 'bash' as const,
    ms: event.duration_ms ?? 0,
    tree: work.tree(nonCodePaths),
  };
  const names = checks.map(({ kind, command, folder }) => ({
    kind,
    name: folder ? `cd ${shellWord(folder)} && ${command}` : command,
  }));
  work.addEvidence(names.map(({ kind, name }) => ({ name, kind, command: name, ...shared })));
}

export interface InvalidatingChange {
  because: string;
  command: string;
  git: boolean;
}

function findInvalidatingChange(event: ToolResultEvent, shell: ShellReading): InvalidatingChange | undefined {
  for (const command of shell.commands) {
    const words = [command.name, ...command.words.slice(1).map((word) => word.text)];
    const because = invalidatingChange(words);
    // A failed git command usually changed nothing; if it did, the tree differs and the evidence does not count anyway.
    const moved = because && !(event.hook_event_name === 'PostToolUseFailure' && command.name === 'git');
    if (moved) return { because, command: words.slice(0, 2).join(' '), git: command.name === 'git' };
  }
  return undefined;
}

const wordsOf = ({ words }: ShellCommand) => words.map((word) => word.text);
const textOf = (command: ShellCommand) => wordsOf(command).join(' ');

/** The command that ran the check in this tree: not in a comment, in another project or on another machine. */
function commandHere(
  { kind }: SeenCheck,
  commands: readonly ShellCommand[],
  root: string,
): ShellCommand | undefined {
  const inTree = ({ cwd }: ShellCommand) => cwd !== undefined && isInTree(cwd, root);
  const container = commands.find(
    (command) => !command.remote && inTree(command) && containerPrograms.includes(command.name),
  );
  return commands.find(
    (command) =>
      !command.captured &&
      (command.remote ? container !== undefined && command.via[0] === container.name : inTree(command)) &&
      checkKind(textOf(command)) === kind,
  );
}

/** The folder that a check ran in, if that is only a part of the tree: npm looks for package.json further up. */
function partOf(
  root: string,
  { name, cwd, remote }: ShellCommand,
  files: Facts['files'],
): string | undefined {
  if (remote || cwd === undefined || cwd === root) return undefined;
  const folder = cwd.slice(root.length + 1);
  const parents = folder.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'));
  const looksUp = /^(npm|pnpm|yarn|bun)$/.test(name);
  return looksUp && !parents.some((parent) => files.exists(`${root}/${parent}/package.json`))
    ? undefined
    : folder;
}

function isInTree(folder: string, root: string): boolean {
  return (
    folder === root || (folder.startsWith(`${root}/`) && !folder.includes('/.claude/worktrees/', root.length))
  );
}

/**
 * True if a later command may have written files, so that the current tree is not the one that was checked. The lines of
 * a script belong to the command that runs it: whether a check changed the tree is seen by comparing the trees.
 */
function isFollowedByWrite(check: SeenCheck, commands: readonly ShellCommand[]): boolean {
  return commandsAfter(check, commands).some(
    (command) => !leavesTreeUnchanged(textOf(command)) || writes(command),
  );
}

/** `npm test && git commit -am "fix"`: what was tested is committed, and nothing else happens. */
function isFollowedByCommit(check: SeenCheck, commands: readonly ShellCommand[]): boolean {
  const after = commandsAfter(check, commands);
  const commits = (command: ShellCommand) => /^git (-C \S+ )?(commit|push)( |$)/.test(textOf(command));
  return (
    after.some(commits) &&
    after.every((command) => (commits(command) || leavesTreeUnchanged(textOf(command))) && !writes(command))
  );
}

function commandsAfter({ kind }: SeenCheck, commands: readonly ShellCommand[]): ShellCommand[] {
  const typed = commands.filter((command) => command.script === undefined);
  return typed.slice(typed.findLastIndex((command) => checkKind(textOf(command)) === kind) + 1);
}

/** A hook may format the files that are committed, so that they are no longer those that were tested. */
const hookFiles = [
  '.git/hooks/pre-commit',
  '.husky',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.lefthook.yml',
];

function hasCommitHook(files: Facts['files'], root: string, home: string): boolean {
  const isMainTree = files.exists(`${root}/.git/HEAD`);
  const custom = [`${root}/.git/config`, `${home}/.gitconfig`].some((file) =>
    /^\s*hooksPath\b/im.test(files.read(file, 50_000) ?? ''),
  );
  return !isMainTree || custom || hookFiles.some((file) => files.exists(`${root}/${file}`));
}

function writes({ redirects }: ShellCommand): boolean {
  return redirects.some(
    ({ operator, target }) => /^(>|>>|>\||&>|&>>|<>)$/.test(operator) && target.text !== '/dev/null',
  );
}

function isBefore(source: string, check: string, words: string): boolean {
  return source.indexOf(check) < source.lastIndexOf(words);
}
