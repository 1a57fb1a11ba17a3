// The behaviour of git, for what its spec can't express: refspecs, paths, settings that name a program.
import { effect } from '../../base/effect.ts';
import { resolve, target } from '../../base/paths.ts';
import { displayText, HOLE, word } from '../../base/words.ts';
import { flow } from '../../state/state.ts';
import type { Effect, ShellCommand, Word } from '../../types.ts';
import { access, optionFiles, withCwdOption } from '../access.ts';
import { type Args, has, hasKind, onlyPrintsHelp, valuesOf } from '../args.ts';
import type { Behaviour, FileAccess } from '../behaviour.ts';
import { INSTALL_SCRIPTS } from './file-contents.ts';
import { gitSources } from './git-settings.ts';

export const git: Behaviour = {
  effects(command, args) {
    const [sub, ...operands] = args.operands;
    const name = (sub?.text ?? '').toLowerCase();
    const judge = Object.hasOwn(JUDGES, name) && !onlyPrintsHelp(args) ? JUDGES[name] : undefined;
    return [
      ...(judge?.(operands, args, command) ?? []),
      ...skippedHooks(name, args, command),
      ...replacedSsh(name, args, command),
      ...otherPrograms(name, args, command),
    ];
  },
  files: gitFiles,
  sources: gitSources,
  prints(command, _state, reader) {
    const text = command.words.map((w) => w.text).join(' ');
    if (/rev-parse .*--show-toplevel/.test(text))
      return flow(`${reader.world.projectRoot ?? reader.world.cwd}\n`);
    if (/ ls-files(?!.* (-\w*[odi]|--others|--deleted|--ignored))/.test(text)) return flow('*\n');
    if (/ (ls-files|diff .*--name-only)/.test(text)) return flow(`./${HOLE}\n`);
    return undefined;
  },
  /** `git clone URL && ./y/install.sh`: records the usual scripts of the clone as code that nobody has read. */
  tracksFiles(command, _args, _files, state) {
    const words = command.words.map((w) => w.text);
    const at = words.indexOf('clone');
    const from = at > 0 ? words.findIndex((text, i) => i > at && /:\/\/|^[\w.-]+@[\w.-]+:/.test(text)) : -1;
    if (from < 0) return;
    const named =
      words[from + 1] ?? (words[from] as string).replace(/\/$/, '').replace(/^.*[/:]|\.git$/g, '');
    const content = flow(HOLE, [{ kind: 'command', name: displayText(words.join(' ')).slice(0, 120) }]);
    for (const script of INSTALL_SCRIPTS) {
      const path = resolve(`${named.replace(/\.git$/, '')}/${script}`, command.cwd);
      if (path) state.files.set(path, content);
    }
  },
};

/** Subcommands that use the network, and may start `ssh`. */
const TALKS = /^(fetch|pull|push|clone|ls-remote|submodule|fetch-pack|send-pack)$/;

/** `GIT_SSH_COMMAND=./x git fetch`: git runs another program in place of ssh. */
function replacedSsh(name: string, args: Args, command: ShellCommand): Effect[] {
  const talks =
    TALKS.test(name) ||
    (name === 'remote' && args.operands.some((w) => w.text === 'update')) ||
    (name === 'archive' && has(args, '--remote'));
  const [, key, value] = args.operands.filter((w) => w.text !== 'set');
  // `git config core.sshCommand x` applies to all later commands.
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

/** `git --exec-path=/tmp/x`, `git clone --template=/tmp/x`: programs and hooks of another folder run. */
function otherPrograms(name: string, args: Args, command: ShellCommand): Effect[] {
  const folders = [
    ...valuesOf(args, '--exec-path'),
    ...(/^(clone|init)$/.test(name) ? valuesOf(args, '--template') : []),
  ];
  const foreign = folders.find((w) => /^([~/]|\.\.)/.test(w.text));
  return foreign === undefined
    ? []
    : [
        effect(command, {
          kind: 'system',
          weight: 'risky',
          code: 'tool-config',
          reason: `Makes git run what lies in ${foreign.text}.`,
          safer: 'git without this option',
        }),
      ];
}

type Judge = (operands: readonly Word[], args: Args, command: ShellCommand) => Effect[];

/** The words after `--`, which are always paths. */
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
  (EXTENSION.test(w.text) && !/^(v?\d|origin\/|release|hotfix)|[\dN]\.x$/.test(w.text));

const checkout: Judge = (operands, args, command) => {
  if (has(args, '-b -B --orphan --ours --theirs -t --track --detach -p --patch --merge')) return [];
  const after = pathsAfterDashes(command);
  // Words after the commit are paths, however they look. `--recurse-submodules` may be followed by a mode.
  const first = has(args, '--recurse-submodules') ? 2 : 1;
  const paths = after.length > 0 ? after : operands.filter((w, i) => looksLikePath(w) || i >= first);
  if (paths.length === 0) return [];
  return [discard(command, paths, 'git checkout')];
};

const restore: Judge = (operands, args, command) => {
  // For each setting (working tree, index, patch) the last option wins.
  const last = (names: RegExp) => args.options.findLast((o) => names.test(o.name))?.name;
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
  gitCommand: string,
  weight: Effect['weight'] = 'irreversible',
): Effect {
  return effect(command, {
    kind: 'worktree',
    weight,
    code: 'git-discard',
    reason: `${gitCommand} of paths discards their uncommitted changes.`,
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

/** `git -c clean.requireForce=false clean` deletes without `-f`. */
const clean: Judge = (_operands, args, command) => {
  const free = valuesOf(args, '-c').some((w) => /requireforce=(false|0|no)/i.test(w.text));
  return free
    ? [
        effect(command, {
          kind: 'worktree',
          weight: 'irreversible',
          code: 'git-clean',
          reason: 'Deletes files that git does not track.',
          safer: 'git clean -nd',
        }),
      ]
    : [];
};

/** `git show HEAD:x > x` discards changes like `git checkout x`. */
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

/** `git commit -n` skips the hooks (it is no dry run), and so does `HUSKY=0 git commit`. */
function skippedHooks(name: string, args: Args, command: ShellCommand): Effect[] {
  const past =
    (name === 'commit' && has(args, '-n')) ||
    (/^(commit|push|merge|rebase|am|cherry-pick)$/.test(name) &&
      command.assignments.some((a) => SKIPS_HOOKS.test(`${a.name}=${a.value.text}`)));
  return past && !onlyPrintsHelp(args)
    ? [
        effect(command, {
          kind: 'history',
          weight: 'risky',
          code: 'git-no-verify',
          reason: 'Skips the checks that the project runs before a commit or a push.',
          safer: 'git commit, and fix what the hook complains about',
        }),
      ]
    : [];
}

function gitFiles(given: ShellCommand, args: Args): FileAccess[] {
  const command = withCwdOption(given, args);
  return [...optionFiles(command, args), ...operandFiles(command, args)];
}

/** `git show HEAD:.env`, `git diff -- .env`: reads the content of a file from the history. */
function operandFiles(command: ShellCommand, args: Args): FileAccess[] {
  const [sub, ...operands] = args.operands;
  const name = sub?.text ?? '';
  const reads = (words: readonly Word[]) => words.map((w) => access('read', w, command));
  if (/^(add|stage|commit)$/.test(name)) return reads(operands);
  if (name === 'config') return configFiles(command, args, operands);
  if (!/^(show|cat-file|diff|log|blame|grep|archive|annotate|difftool|stash)$/.test(name)) return [];
  const quiet = hasKind(args, 'names-only') || has(args, '--oneline -s -q --quiet --stat --name-only');
  if (quiet && !/^(blame|annotate)$/.test(name) && !has(args, '-p --patch --binary')) return [];
  if (name === 'log' && !has(args, '-p --patch -L')) return [];
  const files = name === 'grep' ? operands.slice(1) : operands;
  return reads(files.map((w) => ({ ...w, text: w.text.replace(/^[^\s:/]*:(?=.)/, '') })));
}

/** `git config -f file key value` writes the file; setting `core.hooksPath` switches the hooks of the project off. */
function configFiles(command: ShellCommand, args: Args, operands: readonly Word[]): FileAccess[] {
  if (/^core\.hookspath$/i.test(operands[0]?.text ?? '') && operands[1])
    return /^\/|^~|^$/.test(operands[1].text) ? [access('write', word('.git/hooks/'), command)] : [];
  const sets = operands.length > 1 || has(args, '--unset --unset-all --remove-section');
  const asks = has(args, '--get --get-all --get-regexp --list');
  return sets && !asks ? valuesOf(args, '-f --file').map((w) => access('write', w, command)) : [];
}
