// `pawl worktree`: git's own worktrees, one for each agent, and none of their work lost.
import { realpathSync } from 'node:fs';
import { findPlace } from '../../facts/project.ts';
import { isInside, type JudgedWorktree, judgeWorktree, liveSessions } from '../../facts/worktrees/judge.ts';
import {
  listWorktrees,
  type Repository,
  repositoryAt,
  type Worktree,
} from '../../facts/worktrees/worktree.ts';
import { attempt } from '../../system/attempt.ts';
import { UserError } from '../../system/errors.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { openRecords } from '../support/open-log.ts';
import { ago, paint, shortPath, table, visible } from '../support/terminal.ts';
import { create } from '../worktree/create.ts';
import { collect } from '../worktree/gc.ts';
import { withWorktreeLock } from '../worktree/lock.ts';
import { merge } from '../worktree/merge.ts';
import { remove } from '../worktree/remove.ts';

type Action = (words: Words, name: string | undefined) => number;

const actions: Record<string, Action> = {
  create: createOne,
  list: listAll,
  path: printPath,
  merge: mergeOne,
  cleanup: removeOne,
  gc: collectAll,
  'is-worktree': sayWhere,
};

const worktree: Command = {
  summary: 'Worktrees for agents: make, list, merge, remove',
  usage: '<create|list|path|merge|cleanup|gc|is-worktree> [name]',
  details: `
They lie where the client puts its own, in .claude/worktrees/<name> on branch worktree-<name>, and git knows them.

  create <name>         from what the main working tree has checked out, or --base; prints the path
  list                  who works there, since when nobody does, what is not committed or merged, may it go
  path <name>           where it is
  merge <name>          into what the main working tree has checked out; a conflict changes nothing
  cleanup <name>        remove it; refused while it holds work that is nowhere else, unless --save
  gc [hours]            remove what is left over: idle for 8 hours, nobody at work, nothing to lose; --dry-run
  is-worktree           exit 0 inside a linked worktree, 1 elsewhere

Work counts as merged if another branch holds the commits, or the same changes picked or squashed.`,
  options: {
    base: { type: 'string', value: 'branch', about: 'create: begin here' },
    resume: { type: 'boolean', about: 'create: go on with a branch that is left from earlier' },
    session: {
      type: 'string',
      value: 'id',
      about: 'create: the session it belongs to (default: the calling one)',
    },
    into: { type: 'string', value: 'branch', about: 'merge: yes, into this one' },
    save: { type: 'boolean', about: 'cleanup, gc: keep unsaved work on a branch saved/…, then remove' },
    'dry-run': { type: 'boolean', about: 'gc: only say what and why' },
    ...jsonOption,
  },
  run(words) {
    const [action = 'list', ...rest] = words.rest;
    const run = actions[action];
    if (!run)
      throw new UserError(`\`pawl worktree\` knows ${Object.keys(actions).join(', ')}, not "${action}".`);
    if (rest.length > 1) throw new UserError(`\`pawl worktree ${action}\` takes one word, not "${rest[1]}".`);
    return run(words, rest[0]);
  },
};
export default worktree;

function repository(): Repository {
  const found = repositoryAt(process.cwd());
  if (!found) throw new UserError('This is not inside a git repository.', 1);
  return found;
}

function named(name: string | undefined, action: string): string {
  if (!name) throw new UserError(`\`pawl worktree ${action}\` needs a name.`);
  return name;
}

function find(repo: Repository, name: string): Worktree {
  const found = listWorktrees(repo).find((one) => one.name === name || one.path === name);
  if (!found) throw new UserError(`There is no worktree "${name}". \`pawl worktree list\` shows them.`, 1);
  return found;
}

const print = (json: boolean, value: unknown, text: string) =>
  console.log(json ? JSON.stringify(value, null, 2) : text);

function createOne({ options, json }: Words, name: string | undefined): number {
  const { base, session } = options as Record<string, string | undefined>;
  const session_id = session ?? process.env.CLAUDE_CODE_SESSION_ID;
  const wanted = {
    name: named(name, 'create'),
    ...(base && { base }),
    ...(session_id && { session_id }),
    resume: options.resume === true,
  };
  const repo = repository();
  const made = withWorktreeLock(repo, () => create(repo, wanted));
  print(json, { name: made.name, path: made.path, branch: made.branch }, made.path);
  return 0;
}

function judgeAll(repo: Repository): JudgedWorktree[] {
  const sessions = openSessions();
  return listWorktrees(repo).map((one) => judgeWorktree(one, repo, sessions));
}

const openSessions = () => liveSessions(attempt(() => openRecords(findHome())));

function listAll({ json }: Words): number {
  const all = judgeAll(repository());
  const head = ['name', 'branch', 'session', 'active', 'may go', 'why'].map((word) => paint('dim', word));
  const rows = all.map((one) => [
    shortPath(one.name),
    visible(one.branch ?? '(no branch)'),
    one.session_id?.slice(0, 8) ?? '–',
    ago(one.active_at),
    one.safe ? paint('green', 'yes') : paint('yellow', 'no'),
    visible(one.why),
  ]);
  print(json, all.map(plain), all.length > 0 ? table([head, ...rows]) : 'No worktrees besides the main one.');
  return 0;
}

function plain({ origin, gitDir: _, lock, dirty, ...one }: JudgedWorktree): Record<string, unknown> {
  return {
    ...one,
    dirty,
    locked: lock ?? null,
    base: origin?.base ?? null,
    created_at: origin?.created_at ?? null,
  };
}

function printPath({ json }: Words, name: string | undefined): number {
  const { path } = find(repository(), named(name, 'path'));
  print(json, { path }, path);
  return 0;
}

function mergeOne({ options, json }: Words, name: string | undefined): number {
  const repo = repository();
  const one = find(repo, named(name, 'merge'));
  const done = withWorktreeLock(repo, () => merge(repo, one, options.into as string | undefined));
  const words =
    done.how === 'nothing' ? `${done.into} had it already` : `merged into ${done.into} (${done.how})`;
  print(json, done, `${done.name}: ${words}.`);
  return 0;
}

function removeOne({ options, json }: Words, name: string | undefined): number {
  const repo = repository();
  const known = named(name, 'cleanup');
  const { path } = find(repo, known);
  if (isInside(realpathSync(process.cwd()), path))
    throw new UserError(`You are in ${path}. Leave it first.`, 1);
  // The session that made it may take it away; others may not while it works.
  const others = openSessions().filter(
    ({ session_id, cwd }) => session_id !== process.env.CLAUDE_CODE_SESSION_ID || isInside(cwd, path),
  );
  const done = withWorktreeLock(repo, () =>
    remove(repo, judgeWorktree(find(repo, known), repo, others), options.save === true),
  );
  const saved = done.saved ? ` Its work is on branch ${done.saved}.` : '';
  print(json, done, `Removed ${done.name}.${saved}`);
  return 0;
}

function collectAll({ options, json }: Words, hours = '8'): number {
  if (!/^\d+(\.\d+)?$/.test(hours)) throw new UserError(`\`pawl worktree gc\` takes hours, not "${hours}".`);
  const repo = repository();
  const dry = options['dry-run'] === true;
  const limits = { idle_ms: Number(hours) * 3_600_000, now: Date.now(), save: options.save === true };
  const decisions = withWorktreeLock(repo, () => collect(repo, openSessions(), limits, dry));
  const words = { true: dry ? 'would remove' : 'removed', false: 'keep' };
  const rows = decisions.map((one) => [words[`${one.remove}`], shortPath(one.name), visible(one.why)]);
  print(json, decisions, rows.length > 0 ? table(rows) : 'No worktrees besides the main one.');
  return 0;
}

function sayWhere({ json }: Words): number {
  const { worktree: linked, root, repository: main } = findPlace(process.cwd());
  print(json, { worktree: linked, path: root, repository: main }, linked ? `yes: ${root}` : 'no');
  return linked ? 0 : 1;
}
