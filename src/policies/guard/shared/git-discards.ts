// Reads from a git command what it would throw away, in the form in which `look.lostWork` looks it up.
import type { Discard } from '../../../core/look.ts';
import { resolve } from '../../../shell/base/paths.ts';
import { HOLE } from '../../../shell/base/words.ts';
import { withCwdOption } from '../../../shell/programs/access.ts';
import { type Args, has, valuesOf } from '../../../shell/programs/args.ts';
import { argsOf } from '../../../shell/programs/registry.ts';
import type { Effect, ShellCommand, Word } from '../../../shell/types.ts';

/**
 * What a command would throw away; undefined if that can't be known before it runs. `all`: every command of the same
 * source, in order.
 */
export function discardsOf(effect: Effect, all: readonly ShellCommand[]): readonly Discard[] | undefined {
  const { command } = effect;
  const args = argsOf(command);
  const folder = withCwdOption(command, args).cwd;
  if (command.name !== 'git' || command.remote || folder === undefined || folder.includes(HOLE))
    return undefined;
  const [sub, ...operands] = args.operands.map((w) => w.text);
  const before = all.slice(0, all.indexOf(command));
  if (
    choosesRepository(command, args) ||
    before.some((earlier) => bringsWork(earlier) || (sub === 'stash' && stashes(earlier)))
  )
    return undefined;
  const targets = effect.targets.map(({ text }) => text);
  if ([...operands, ...targets].some((text) => text.includes(HOLE))) return undefined;
  const discards = sub !== undefined && Object.hasOwn(DISCARDS, sub) ? DISCARDS[sub] : undefined;
  return discards?.({ folder, args, operands, targets, removed: all.flatMap(removedNames) });
}

/** The branches and tags that a command deletes. They are looked up together, because two may have the same commits. */
function removedNames(command: ShellCommand): string[] {
  if (command.name !== 'git') return [];
  const args = argsOf(command);
  const [sub, ...names] = args.operands.map((w) => w.text);
  return /^(branch|tag)$/.test(sub ?? '') && has(args, '-D -d --delete') ? names : [];
}

/** Whether options or variables choose another repository than that of the working directory. */
const choosesRepository = ({ assignments }: ShellCommand, args: Args) =>
  has(args, '--git-dir --work-tree --pathspec-from-file') ||
  args.options.some(({ name }) => /^--(git-dir|work-tree|namespace)/.test(name)) ||
  assignments.some(({ name }) => name.startsWith('GIT_'));

/** Whether a command brings new work, which can't be seen yet and which a later command may discard: `mv ~/thesis . && git clean -f`. */
function bringsWork({ name, words }: ShellCommand): boolean {
  const texts = words.map((w) => w.text);
  if (name === 'git')
    return texts.includes('stash')
      ? texts.includes('pop')
      : /^(cherry-pick|revert|am|apply|rm|reset|mv)$/.test(texts[1] ?? '');
  return /^(mv|rename|rsync|ditto)$/.test(name);
}

/** `git stash && git stash drop`: the stash that is dropped can't be seen yet. */
const stashes = ({ name, words }: ShellCommand) =>
  name === 'git' &&
  words.some((w) => w.text === 'stash') &&
  !words.some((w) => /^(list|show|drop|clear)$/.test(w.text));

interface GitCall {
  folder: string;
  args: Args;
  /** The words after the subcommand that are not options. */
  operands: readonly string[];
  /** The paths that the effect is about. */
  targets: readonly string[];
  /** Branches and tags that this or another command of the same source deletes. */
  removed: readonly string[];
}

/** For each subcommand of git, what a call of it would throw away. */
const DISCARDS: Record<string, (call: GitCall) => readonly Discard[] | undefined> = {
  checkout({ folder, args, operands, targets }) {
    if (has(args, '-B')) return movedBranch(folder, valuesOf(args, '-B'), operands);
    if (targets.length === 0) return replacedFiles(folder, operands[0] ?? 'HEAD', args);
    const source = operands.find((text) => !targets.includes(text));
    return [{ folder, loses: source ? 'changes' : 'unstaged', paths: targets, source }];
  },
  switch: ({ folder, args, operands }) =>
    has(args, '-C --force-create')
      ? movedBranch(folder, valuesOf(args, '-C --force-create'), operands)
      : replacedFiles(folder, operands[0] ?? 'HEAD', args),
  restore({ folder, args, targets }) {
    const source = valuesOf(args, '-s --source').at(-1)?.text;
    const staged = has(args, '-S --staged');
    return [
      {
        folder,
        loses: staged ? 'changes' : 'unstaged',
        paths: targets,
        source: source ?? (staged ? 'HEAD' : undefined),
      },
    ];
  },
  reset({ folder, operands: [source = 'HEAD'] }) {
    const commits: Discard[] = source === 'HEAD' ? [] : [{ folder, loses: 'commits', paths: [], source }];
    return [{ folder, loses: 'changes', paths: [], source }, ...commits];
  },
  clean: ({ folder, args, operands }) => [
    { folder, loses: 'untracked', paths: operands, options: cleanOptions(args) },
  ],
  stash: ({ folder }) => [{ folder, loses: 'stash', paths: [] }],
  rm: ({ folder, operands }) => [{ folder, loses: 'changes', paths: operands }],
  branch({ folder, args, operands, removed }) {
    // `git branch -M old new`: only what `new` led to is lost.
    const paths = has(args, '-M -C') ? operands.slice(-1) : removed;
    return paths.length > 0 ? [{ folder, loses: 'references', paths }] : undefined;
  },
  tag: ({ folder, args, operands, removed }) => [
    { folder, loses: 'references', paths: has(args, '-d --delete') ? removed : operands.slice(0, 1) },
  ],
  show: overwrittenFile,
  'cat-file': overwrittenFile,
  worktree({ folder, operands }) {
    const tree = resolve(operands.at(-1) ?? '', folder);
    return tree === undefined
      ? undefined
      : [
          { folder: tree, loses: 'all', paths: [] },
          { folder: tree, loses: 'commits', paths: [] },
        ];
  },
};

/** `git checkout -f other`: every tracked file becomes as it is in that commit. */
function replacedFiles(folder: string, source: string, args: Args): Discard[] | undefined {
  // With these options a branch is made or reset, too.
  if (has(args, '-b -B -c -C --orphan --create --force-create --detach -t --track')) return undefined;
  // `-` is the branch that was checked out before.
  return [{ folder, loses: 'changes', paths: [], source: source === '-' ? '@{-1}' : source }];
}

/** `git checkout -B topic start`: the branch leads to `start` from now on. */
function movedBranch(
  folder: string,
  values: readonly Word[],
  operands: readonly string[],
): Discard[] | undefined {
  const [name, source = 'HEAD'] = [...values.map((w) => w.text), ...operands];
  return name === undefined || name.includes(HOLE)
    ? undefined
    : [{ folder, loses: 'references', paths: [name], source }];
}

/** `git show HEAD:f > f`: the output of git replaces the file. */
function overwrittenFile({ folder, operands, targets }: GitCall): Discard[] {
  const source = operands.flatMap((text) => /^([^:]+):/.exec(text)?.[1] ?? [])[0];
  return [{ folder, loses: 'unstaged', paths: targets, source }];
}

/** The options that select what `git clean` deletes, for a dry run of the same command. */
function cleanOptions(args: Args): string[] {
  const forced = args.options.filter(({ name }) => name === '-f' || name === '--force').map(() => '-f');
  const flags = ['-d', '-x', '-X'].filter((flag) => has(args, flag));
  return [...forced, ...flags, ...valuesOf(args, '-e --exclude').map((w) => `--exclude=${w.text}`)];
}
