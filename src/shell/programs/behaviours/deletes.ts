// Behaviours of programs that delete, move, empty or synchronise files; their effects depend on the place that is lost.
import { effect } from '../../base/effect.ts';
import { classifyForLoss, LOSSES, lossEffects } from '../../base/loss.ts';
import {
  classifyPath,
  isDevice,
  isHarmlessDevice,
  isRebuildable,
  resolve,
  target,
} from '../../base/paths.ts';
import { displayWord, HOLE, unknownWord } from '../../base/words.ts';
import type { Effect, ShellCommand, ShellWorld, Word } from '../../types.ts';
import { withCwdOption } from '../access.ts';
import { type Args, firstValue, has, hasKind, ofKind, onlyPrintsHelp } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';
import { readArgs } from '../read-args.ts';
import { isFilledByWrapper, programNamed, specOf } from '../registry.ts';

/** Whether a word stands for unknown files that another program fills in: `find … | xargs rm`. */
const isFilledIn = (command: ShellCommand, w: Word) =>
  w.text === HOLE &&
  (isFilledByWrapper(command) ||
    command.via.some((name) => specOf(programNamed(name, command))?.language === 'awk'));

/** `rm`: with `-r` it deletes whole directories. */
export const deletes: Behaviour = {
  effects(command, args, world) {
    // BSD treats all words after the first operand as files: `rm -rf / --help` deletes.
    if (onlyPrintsHelp(args) && args.operands.length === 0) return [];
    if (isWindowsStyle(command)) return deletesOnWindows.effects?.(command, args, world) ?? [];
    const tree = has(args, '-r -R --recursive') || args.unclear;
    return losses(command, args.operands, tree, world);
  },
};

/** Whether the options are those of PowerShell: `rm -Recurse -Force`. */
const isWindowsStyle = ({ words }: ShellCommand) =>
  words.some((w) => /^-(rec|recurse|force)\b/i.test(w.text));

/** Operands of kind `deletes`: always whole directories, as for `rimraf`. */
export const deletesTrees: Behaviour = {
  effects: (command, args, world) => lostTrees(command, args, args.operands.slice(args.depth), world),
};

/** Options of kind `deletes`. */
export const deletesValues: Behaviour = {
  effects: (command, args, world) => lostTrees(command, args, ofKind(args, 'deletes'), world),
};

function lostTrees(command: ShellCommand, args: Args, words: readonly Word[], world: ShellWorld): Effect[] {
  if (hasKind(args, 'dry') || (onlyPrintsHelp(args) && args.operands.length === 0)) return [];
  return losses(withCwdOption(command, args), words, true, world);
}

const losses = (command: ShellCommand, words: readonly Word[], tree: boolean, world: ShellWorld) =>
  words.flatMap((w) =>
    isFilledIn(command, w) && !tree && isListedHere(w)
      ? lossEffects(command, { ...w, text: `./${HOLE}` }, false, world, 'delete')
      : lossEffects(command, w, tree || isFilledIn(command, w), world, 'delete'),
  );

const LISTS_HERE = /^ls(?: -\w+)*(?: (?!\S*\.\.)[\w.*?][^\s~\u0000]*)*$/;
const SELECTS = /^(?:tail|head|grep|egrep|sort|uniq|sed -n)\b/;

/** `ls -t | tail -n +4 | xargs rm`: the names are those of files in the working directory. */
const isListedHere = ({ origins }: Word) =>
  origins.some(({ kind, name }) => kind === 'command' && LISTS_HERE.test(name)) &&
  origins.every(({ kind, name }) => kind === 'command' && (LISTS_HERE.test(name) || SELECTS.test(name)));

const WINDOWS = { syntax: { slash: true, singleDash: true, anyCase: true } };

/** `del /s`, `rd /s`, `Remove-Item -Recurse`. */
export const deletesOnWindows: Behaviour = {
  effects(command, _args, world) {
    const args = readArgs(command.words.slice(1), WINDOWS);
    // `rd /s x -WhatIf` is a command of cmd, which has no such option and deletes.
    if ((onlyPrintsHelp(args) && args.operands.length === 0) || (has(args, '-whatif') && !has(args, '/s')))
      return [];
    const tree = has(args, '-r -recurse /s -fr -rf') || args.unclear || command.name === 'deltree';
    // `Get-ChildItem … | Remove-Item`: deletes the files on its input, which are unknown.
    if (args.operands.length === 0 && isCmdlet(command))
      return lossEffects(command, unknownWord(), true, world, 'delete');
    return losses(
      command,
      args.operands.filter((w) => !/^\/[a-z]$/i.test(w.text)).map(withDrive),
      tree,
      world,
    );
  },
};

const isCmdlet = ({ name }: ShellCommand) => /^(remove-item|ri)$/.test(name);

/** `rmdir` deletes empty directories; on Windows, with `/s`, whole trees. */
export const deletesDirectory: Behaviour = {
  effects: (command, args, world) =>
    command.words.some((w) => /^\/s$/i.test(w.text))
      ? (deletesOnWindows.effects?.(command, args, world) ?? [])
      : [],
};

/** Restores the slash in `C:Users`: Bash removes the backslash of `C:\\Users`. */
const withDrive = (w: Word): Word => ({ ...w, text: w.text.replace(/^([A-Za-z]):(?![\\/])/, '$1:/') });

export const shreds: Behaviour = {
  effects(command, args, world) {
    if (onlyPrintsHelp(args)) return [];
    return args.operands.flatMap((w) => {
      if (classifyPath(resolve(w.text, command.cwd), world) === 'in-temp') return [];
      return [
        effect(command, {
          kind: 'delete',
          weight: 'irreversible',
          code: 'shred',
          reason: `Shredded files cannot be brought back: ${displayWord(w)}`,
          safer: 'rm',
          targets: [target(w, command.cwd)],
        }),
      ];
    });
  },
};

/** Operands of kind `moves`: moving a system directory or the project away is a loss; moving to `/dev/null` deletes. */
export const moves: Behaviour = {
  effects(command, args, world) {
    const named = ofKind(args, 'into')[0];
    const operands = args.operands.slice(args.depth);
    const sources = named ? operands : operands.slice(0, -1);
    const into = named ?? operands.at(-1);
    if (onlyPrintsHelp(args) || hasKind(args, 'dry') || !into) return [];
    if (into.text === '/dev/null') return sources.map((w) => toNull(command, w));
    return sources.flatMap((w) => movedAway(command, w, into, world));
  },
};

const toNull = (command: ShellCommand, w: Word) =>
  effect(command, {
    kind: 'delete',
    weight: 'irreversible',
    code: 'delete-to-null',
    reason: `Moving to /dev/null destroys ${displayWord(w)}`,
    targets: [target(w, command.cwd)],
  });

function movedAway(command: ShellCommand, w: Word, into: Word, world: ShellWorld): Effect[] {
  const path = resolve(w.text, command.cwd);
  const place = path === undefined ? 'relative' : classifyForLoss(path, w, command, world);
  // `ls | xargs -I% mv % %.bak` only renames files in their directory.
  if (w.glob && into.text !== w.text && into.text.includes(w.text) && !into.text.includes('/')) return [];
  if (place === 'in-home' && isFolderOfHome(path as string, world)) return [movedHome(command, w)];
  return /^(root|system|home|other-home|above-project|project|git)$/.test(place)
    ? lossEffects(command, w, true, world, 'delete')
    : [];
}

const isFolderOfHome = (path: string, { home }: ShellWorld) =>
  /^\/(Desktop|Documents|Downloads|Pictures|Photos|Movies|Music|Videos|Library|Projects|\.config|\.local|\.claude)$/.test(
    path.slice(home.length),
  );

const movedHome = (command: ShellCommand, w: Word) =>
  effect(command, {
    kind: 'delete',
    weight: 'risky',
    code: 'delete-in-home',
    reason: `Moves away a whole folder of the home directory: ${displayWord(w)}`,
    targets: [target(w, command.cwd)],
  });

/**
 * `rsync --delete`, `mirror --delete`: deletes files at the destination that the source does not have.
 * `rsync --remove-source-files`: deletes the source files.
 */
export const synchronises: Behaviour = {
  effects(command, args, world) {
    const deletesAtDestination =
      args.options.some((o) => /^--(delete|del$|mirror|purge)/.test(o.name)) ||
      /mirror.*(--delete|-e\b)/.test(command.words.map((w) => w.text).join(' '));
    const moves = has(args, '--remove-source-files');
    if (!(deletesAtDestination || moves) || hasKind(args, 'dry') || has(args, '--help')) return [];
    const into = args.operands.at(-1);
    const lost = moves ? losses(command, args.operands.slice(0, -1), true, world) : [];
    if (lost.length > 0) return lost;
    return syncLoss(command, into, { moves, deletesAtDestination }, world);
  },
};

function syncLoss(
  command: ShellCommand,
  into: Word | undefined,
  { moves, deletesAtDestination }: { moves: boolean; deletesAtDestination: boolean },
  world: ShellWorld,
): Effect[] {
  const local = into && !/^[^/]+:/.test(into.text);
  const place = local ? classifyPath(resolve(into.text, command.cwd), world) : 'outside';
  // `rsync --delete src/ copy/` loses no more than `rm -r copy`. Files that are moved leave their place, so that is
  // ordinary only on the way into a build: `rsync --remove-source-files out/ public/`.
  const isOrdinary = place === 'in-project' && (!moves || isRebuildableTree(into));
  if (place === 'in-temp' || place === 'rebuildable' || isOrdinary) return [];
  return [
    effect(command, {
      kind: 'delete',
      weight: LOSSES[place].tree ?? 'risky',
      code: 'sync-delete',
      ...(deletesAtDestination
        ? {
            reason: 'Deletes files at the destination that the source does not have.',
            safer: 'rsync --delete --dry-run …',
          }
        : {
            reason: 'Deletes the source files after copying them.',
            safer: 'rsync --remove-source-files --dry-run …',
          }),
      targets: into ? [target(into, command.cwd)] : [],
    }),
  ];
}

/** `dist/`, `public/docs/`: directories that a build fills again. */
const isRebuildableTree = (w: Word | undefined) =>
  (w?.text ?? '').split('/').some((part) => isRebuildable(part) || /^(public|_?site|www|static)$/.test(part));

/** `tar --remove-files`, `zip -m`: deletes the files after packing them. */
export const deletesAfterArchiving: Behaviour = {
  effects: (command, args, world) =>
    has(args, '--remove-files -m --move -sdel') ? losses(command, args.operands, true, world) : [],
};

export const truncates: Behaviour = {
  effects(command, args, world) {
    if (onlyPrintsHelp(args)) return [];
    // `-s +1G` only grows the file.
    if (/^[+>]/.test(firstValue(args, '-s --size')?.text ?? '')) return [];
    return args.operands.flatMap((w) => lossEffects(command, w, isFilledIn(command, w), world, 'overwrite'));
  },
};

/** `fallocate`: only some options destroy data. */
export const punchesHoles: Behaviour = {
  effects: (command, args, world) =>
    has(args, '-p --punch-hole -c --collapse-range -z --zero-range')
      ? (truncates.effects?.(command, args, world) ?? [])
      : [],
};

/** `dd if=/dev/zero of=file`: overwrites the file with zeros. */
export const overwritesWithZeros: Behaviour = {
  effects(command, args, world) {
    const into = outputOf(args, world);
    if (!into || !/^\/dev\/(zero|u?random)$/.test(firstValue(args, 'if=')?.text ?? '')) return [];
    const path = resolve(into.text, command.cwd) ?? '';
    return isDevice(path) || isHarmlessDevice(path)
      ? []
      : lossEffects(command, into, false, world, 'overwrite');
  },
};

/** The file after `of=`. The shell does not expand a tilde there, but the author meant the home directory. */
function outputOf(args: Args, { home }: ShellWorld): Word | undefined {
  const into = firstValue(args, 'of=');
  return into && { ...into, text: into.text.replace(/^~(?=\/|$)/, home) };
}
