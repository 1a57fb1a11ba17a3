// `pawl worktree`: git worktrees for agents, which are never removed with work that exists nowhere else.

import { realpathSync } from 'node:fs';
import { findPlace } from '../../facts/project.ts';
import { type JudgedWorktree, judgeWorktree, liveSessions } from '../../facts/worktrees/judge.ts';
import {
  listWorktrees,
  type Repository,
  repositoryAt,
  type Worktree,
} from '../../facts/worktrees/worktree.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { isInside } from '../../system/path.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { openLog } from '../support/open-log.ts';
import { ago, fitTable, paint, shortPath, visible } from '../support/terminal.ts';
import { create } from '../worktree/create.ts';
import { collect } from '../worktree/gc.ts';
import { withWorktreeLock } from '../worktree/lock.ts';
import { merge } from '../worktree/merge.ts';
import { remove } from '../worktree/remove.ts';

type Action = (args: ParsedArgs, name: string | undefined) => number;

const actions: Record<string, Action> = {
  create: createOne,
  list: listAll,
  path: printPath,
  merge: mergeOne,
  cleanup: removeOne,
  gc: collectAll,
  'is-worktree': printIsWorktree,
};

const worktree: Command = {
  summary: 'Manage worktrees for agents: create, list, merge, remove',
  usage: '<create|list|path|merge|cleanup|gc|is-worktree> [name]',
  subcommands: { '': 0, create: 1, list: 0, path: 1, merge: 1, cleanup: 1, gc: 1, 'is-worktree': 0 },
  details: `
They are git worktrees in .claude/worktrees/<name> on branch worktree-<name>, as the client creates them.

  create <name>         create one from the branch of the main working tree, or from --base; prints the path
  list                  list them, with their session, the last activity, and whether they can be removed
  path <name>           print the path
  merge <name>          merge it into the branch of the main working tree; a conflict changes nothing
  cleanup <name>        remove it; refused while it holds work that exists nowhere else, unless --save is given
  gc [hours]            remove worktrees that were idle for 8 hours, are not in use and hold nothing
  is-worktree           exit with 0 inside a linked worktree, with 1 elsewhere

Work counts as merged if another branch has the commits, or has the same changes cherry-picked or squashed.`,
  options: {
    base: { type: 'string', value: 'branch', of: ['create'], about: 'Start from this branch or commit' },
    resume: {
      type: 'boolean',
      of: ['create'],
      about: 'Continue on the existing branch of an earlier worktree',
    },
    session: {
      type: 'string',
      value: 'id',
      of: ['create'],
      about: 'The session it belongs to (default: the one in which this runs)',
    },
    into: { type: 'string', value: 'branch', of: ['merge'], about: 'Confirm this branch as the target' },
    save: {
      type: 'boolean',
      of: ['cleanup', 'gc'],
      about: 'Save unmerged work to a branch saved/…, then remove',
    },
    'dry-run': { type: 'boolean', of: ['gc'], about: 'Only show what would be removed, and why' },
    ...jsonOption,
  },
  run(args) {
    const [action = 'list', ...rest] = args.rest;
    return actions[action]!(args, rest[0]);
  },
};
export default worktree;

function repository(): Repository {
  const found = repositoryAt(process.cwd());
  if (!found) throw new UserError('Run this inside a git repository.', 1);
  return found;
}

function requireName(name: string | undefined, action: string): string {
  if (!name) throw new UserError(`Give the name of a worktree: \`pawl worktree ${action} <name>\`.`);
  return name;
}

function requireWorktree(repo: Repository, name: string): Worktree {
  const found = listWorktrees(repo).find((worktree) => worktree.name === name || worktree.path === name);
  if (!found) throw new UserError(`There is no worktree "${name}". \`pawl worktree list\` lists them.`, 1);
  return found;
}

const printResult = (json: boolean, value: unknown, text: string) =>
  console.log(json ? JSON.stringify(value, null, 2) : text);

function createOne({ options, json }: ParsedArgs, name: string | undefined): number {
  const { base, session } = options as Record<string, string | undefined>;
  const session_id = session ?? process.env.CLAUDE_CODE_SESSION_ID;
  const wanted = {
    name: requireName(name, 'create'),
    ...(base && { base }),
    ...(session_id && { session_id }),
    resume: options.resume === true,
  };
  const repo = repository();
  const made = withWorktreeLock(repo, () => create(repo, wanted));
  printResult(json, { name: made.name, path: made.path, branch: made.branch }, made.path);
  return 0;
}

function judgeAll(repo: Repository): JudgedWorktree[] {
  const sessions = openSessions();
  return listWorktrees(repo).map((worktree) => judgeWorktree(worktree, repo, sessions));
}

const openSessions = () => liveSessions(attempt(() => openLog(findHome())));

function listAll({ json }: ParsedArgs): number {
  const all = judgeAll(repository());
  const head = ['name', 'branch', 'session', 'active', 'removable', 'why'].map((word) => paint('dim', word));
  const rows = all.map((worktree) => [
    shortPath(worktree.name),
    visible(worktree.branch ?? '(no branch)'),
    worktree.session_id?.slice(0, 8) ?? '–',
    ago(worktree.active_at),
    worktree.safe ? paint('green', 'yes') : paint('yellow', 'no'),
    visible(worktree.why),
  ]);
  printResult(
    json,
    all.map(worktreeJson),
    all.length > 0
      ? fitTable([head, ...rows], { shrink: [[5, 20], 1, 5] })
      : 'There are no worktrees besides the main one.',
  );
  return 0;
}

function worktreeJson({ origin, gitDir: _, lock, dirty, ...rest }: JudgedWorktree): Record<string, unknown> {
  return {
    ...rest,
    dirty,
    locked: lock ?? null,
    base: origin?.base ?? null,
    created_at: origin?.created_at ?? null,
  };
}

function printPath({ json }: ParsedArgs, name: string | undefined): number {
  const { path } = requireWorktree(repository(), requireName(name, 'path'));
  printResult(json, { path }, path);
  return 0;
}

function mergeOne({ options, json }: ParsedArgs, name: string | undefined): number {
  const repo = repository();
  const worktree = requireWorktree(repo, requireName(name, 'merge'));
  const done = withWorktreeLock(repo, () => merge(repo, worktree, options.into as string | undefined));
  const result =
    done.how === 'nothing' ? `${done.into} has it already` : `merged into ${done.into} (${done.how})`;
  printResult(json, done, `${done.name}: ${result}.`);
  return 0;
}

function removeOne({ options, json }: ParsedArgs, name: string | undefined): number {
  const repo = repository();
  const known = requireName(name, 'cleanup');
  const { path } = requireWorktree(repo, known);
  if (isInside(realpathSync(process.cwd()), path))
    throw new UserError(`Change to another folder first; you are in ${path}.`, 1);
  // The session that created it may remove it; others may not while that session works.
  const others = openSessions().filter(
    ({ session_id, cwd }) => session_id !== process.env.CLAUDE_CODE_SESSION_ID || isInside(cwd, path),
  );
  const done = withWorktreeLock(repo, () =>
    remove(repo, judgeWorktree(requireWorktree(repo, known), repo, others), options.save === true),
  );
  const saved = done.saved ? ` Its work is on branch ${done.saved}.` : '';
  printResult(json, done, `Removed ${done.name}.${saved}`);
  return 0;
}

function collectAll({ options, json }: ParsedArgs, hours = '8'): number {
  if (!/^\d+(\.\d+)?$/.test(hours))
    throw new UserError(`\`pawl worktree gc\` takes a number of hours, not "${hours}".`);
  const repo = repository();
  const dry = options['dry-run'] === true;
  const limits = { idle_ms: Number(hours) * 3_600_000, now: Date.now(), save: options.save === true };
  const decisions = withWorktreeLock(repo, () => collect(repo, openSessions(), limits, dry));
  const verbs = { true: dry ? 'would remove' : 'removed', false: 'keep' };
  const rows = decisions.map((decision) => [
    verbs[`${decision.remove}`],
    shortPath(decision.name),
    visible(decision.why),
  ]);
  printResult(
    json,
    decisions,
    rows.length > 0 ? fitTable(rows, { shrink: [2] }) : 'There are no worktrees besides the main one.',
  );
  return 0;
}

function printIsWorktree({ json }: ParsedArgs): number {
  const { worktree: linked, root, repository: main } = findPlace(process.cwd());
  printResult(json, { worktree: linked, path: root, repository: main }, linked ? `yes: ${root}` : 'no');
  return linked ? 0 : 1;
}
