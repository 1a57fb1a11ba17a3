import { type Args, has, onlyAsks, readArgs, valuesOf } from './args.ts';
import { effect } from './effect.ts';
import { git as family } from './families/git.ts';
import { target } from './paths.ts';
import { withoutFirst } from './rules.ts';
import type { Effect, ShellCommand, Word } from './types.ts';
import { HOLE } from './words.ts';

/** What git does to work or history, judged by the operands. */
export function gitEffects(command: ShellCommand): Effect[] {
  // `git -p checkout …`: before the subcommand it only means a pager.
  const paged = command.words.findIndex((w, i) => i > 0 && !/^(-p|-P)$/.test(w.text));
  const given = withoutFirst(command.words.slice(Math.max(paged, 1)), family);
  const args = readArgs(given, { values: family.values });
  const [sub, ...operands] = args.operands;
  const name = (sub?.text ?? '').toLowerCase();
  const judge = Object.hasOwn(JUDGES, name) && !onlyAsks(args) ? JUDGES[name] : undefined;
  return [
    ...(judge?.(operands, args, command) ?? []),
    ...pastHooks(name, args, command),
    ...foreignTransport(name, args, command),
  ];
}

/** What git does over the network, where it starts `ssh`. */
const TALKS = /^(fetch|pull|push|clone|ls-remote|submodule|fetch-pack|send-pack)$/;

/** `GIT_SSH_COMMAND=./x git fetch`: another program takes the place of ssh, and sees what ssh would. */
function foreignTransport(name: string, args: Args, command: ShellCommand): Effect[] {
  const talks =
    TALKS.test(name) ||
    (name === 'remote' && args.operands.some((w) => w.text === 'update')) ||
    (name === 'archive' && has(args, '--remote'));
  const [, key, value] = args.operands.filter((w) => w.text !== 'set');
  // Kept for every time that git talks.
  const kept = name === 'config' && /^core\.sshcommand$/i.test(key?.text ?? '') ? value : undefined;
  if (!talks && !kept) return [];
  const set = valuesOf(args, '-c').flatMap((w) => /^core\.sshcommand=(.+)$/i.exec(w.text)?.[1] ?? []);
  if (kept) set.push(kept.text);
  const given = command.assignments.filter((a) => /^GIT_SSH(_COMMAND)?$/.test(a.name));
  const programs = [...set, ...given.map((a) => a.value.text)].map(
    (text) => text.trim().split(/\s/, 1)[0] ?? '',
  );
  const foreign = programs.find(
    (text) => !/^$|(^|\/)(ssh|autossh|sshpass|plink)(\.exe)?$/.test(text) && !text.includes(HOLE),
  );
  return foreign === undefined
    ? []
    : [
        effect(command, {
          kind: 'unknown-code',
          weight: 'risky',
          code: 'unseen-code',
          reason: `Lets ${foreign} take the place of ssh.`,
          safer: 'git with its own ssh',
        }),
      ];
}

type Judge = (operands: readonly Word[], args: Args, command: ShellCommand) => Effect[];

/** Words that stood after `--`: always paths. */
function pathsAfterDashes(command: ShellCommand): readonly Word[] {
  const at = command.words.findIndex((w) => w.text === '--');
  return at < 0 ? [] : command.words.slice(at + 1);
}

const EXTENSION = /\.(?!\d)[a-z]\w{0,6}$/i;
const looksLikePath = (w: Word) =>
  w.text === '.' ||
  w.text === '..' ||
  w.text.startsWith('./') ||
  w.text.startsWith('../') ||
  w.text.startsWith(':/') ||
  w.text.endsWith('/') ||
  w.glob ||
  (EXTENSION.test(w.text) && !/^(v?\d|origin\/|release|hotfix)/.test(w.text));

const checkout: Judge = (operands, args, command) => {
  if (has(args, '-b -B --orphan --ours --theirs -t --track --detach -p --patch --merge')) return [];
  const after = pathsAfterDashes(command);
  // What follows a commit is a path, however it looks; `--recurse-submodules` may have a mode.
  const first = has(args, '--recurse-submodules') ? 2 : 1;
  const paths = after.length > 0 ? after : operands.filter((w, i) => looksLikePath(w) || i >= first);
  if (paths.length === 0) return [];
  return [discard(command, paths, 'git checkout')];
};

const restore: Judge = (operands, args, command) => {
  // What was said last about the files, the index or the choice of hunks.
  const last = (names: RegExp) => args.flags.findLast((f) => names.test(f.name))?.name;
  const on = (name: string | undefined) => name !== undefined && !name.startsWith('--no');
  const files = last(/^(-W|--(no-)?work\w*)$/);
  const patch = on(last(/^(-p|--(no-)?patch)$/));
  if (has(args, '-h') || !(files ? on(files) : !last(/^(-S|--(no-)?staged?)$/))) return [];
  if (operands.length === 0 && !patch && !has(args, '--pathspec-from-file')) return [];
  return [discard(command, operands, 'git restore', patch ? 'risky' : 'irreversible')];
};

function discard(
  command: ShellCommand,
  paths: readonly Word[],
  how: string,
  weight: Effect['weight'] = 'irreversible',
): Effect {
  return effect(command, {
    kind: 'worktree',
    weight,
    code: 'git-discard',
    reason: `${how} of paths throws away their uncommitted changes.`,
    safer: 'git stash push -- PATH',
    targets: paths.map((w) => target(w, command.cwd)),
  });
}

const branch: Judge = (_operands, args, command) => {
  const force = has(args, '-f --force');
  const deletes = has(args, '-d --delete');
  if (!force || has(args, '-D')) return [];
  const code = deletes ? 'git-branch-delete' : 'git-branch-move';
  const reason = deletes
    ? 'Deletes a branch even if it is not merged.'
    : 'Moves a branch; its commits may be lost.';
  return [effect(command, { kind: 'history', weight: 'risky', code, reason, safer: 'git branch -d NAME' })];
};

const push: Judge = (operands, _args, command) => {
  const refs = operands.slice(1);
  const out: Effect[] = [];
  if (refs.some((w) => /^\+|:\+/.test(w.text)))
    out.push(
      effect(command, {
        kind: 'history',
        weight: 'irreversible',
        code: 'git-push-force',
        reason: 'A `+` before the refspec overwrites the history on the server.',
        safer: 'git push --force-with-lease',
      }),
    );
  if (refs.some((w) => /^:[^:]/.test(w.text)))
    out.push(
      effect(command, {
        kind: 'history',
        weight: 'risky',
        code: 'git-push-delete',
        reason: 'A refspec with nothing before the colon deletes the branch on the server.',
        safer: 'git branch -d NAME',
      }),
    );
  return out;
};

const remove: Judge = (operands, args, command) => {
  if (has(args, '--cached -n --dry-run')) return [];
  const whole = operands.some((w) => /^(\.|\*|\.\/|:\/)$/.test(w.text));
  return whole
    ? [
        effect(command, {
          kind: 'delete',
          weight: 'risky',
          code: 'git-rm',
          reason: 'Deletes every tracked file.',
          safer: 'git rm --cached PATH',
        }),
      ]
    : [];
};

/** Removing the way back: a clean that needs no force. */
const clean: Judge = (_operands, args, command) => {
  const free = valuesOf(args, '-c').some((w) => /requireforce=(false|0|no)/i.test(w.text));
  return free
    ? [
        effect(command, {
          kind: 'worktree',
          weight: 'irreversible',
          code: 'git-clean',
          reason: 'Deletes files git does not know.',
          safer: 'git clean -nd',
        }),
      ]
    : [];
};

/** `git show HEAD:x > x`: a checkout of the path by another road. */
const show: Judge = (operands, _args, command) => {
  const bare = (path: string) => path.replace(/^\.\//, '');
  const shown = operands.flatMap((w) => /^[^:]*:(.+)$/.exec(w.text)?.[1] ?? []).map(bare);
  const written = command.redirects.filter((r) => /^>\|?$/.test(r.operator)).map((r) => r.target);
  const back = written.filter((w) => shown.includes(bare(w.text)));
  return back.length > 0 ? [discard(command, back, 'git show')] : [];
};

const JUDGES: Record<string, Judge> = {
  checkout,
  restore,
  branch,
  push,
  rm: remove,
  clean,
  show,
  'cat-file': show,
};

/** Variables that tell the hooks of a project to do nothing. */
const SKIPS_HOOKS = /^(HUSKY=0|HUSKY_SKIP_HOOKS=(1|true)|LEFTHOOK=(0|false))$/;

/** `git commit -n` is no dry run; `HUSKY=0 git commit` is the same by another road. */
function pastHooks(name: string, args: Args, command: ShellCommand): Effect[] {
  const past =
    (name === 'commit' && has(args, '-n')) ||
    (/^(commit|push|merge|rebase|am|cherry-pick)$/.test(name) &&
      command.assignments.some((a) => SKIPS_HOOKS.test(`${a.name}=${a.value.text}`)));
  return past && !onlyAsks(args)
    ? [
        effect(command, {
          kind: 'history',
          weight: 'risky',
          code: 'git-no-verify',
          reason: 'Goes past the checks the project runs before it takes a commit or a push.',
          safer: 'git commit, and mend what the hook complains about',
        }),
      ]
    : [];
}
