// Behaviours of programs that change permissions and owners.
import { effect } from '../../base/effect.ts';
import { LOSSES } from '../../base/loss.ts';
import { classifyPath, globDirectory, type PathClass, resolve, target } from '../../base/paths.ts';
import { displayWord } from '../../base/words.ts';
import type { Effect, ShellCommand, ShellWorld, Word } from '../../types.ts';
import { type Args, has, onlyPrintsHelp } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

/** Any mode that lets everybody write. For a single file, only the usual ones are asked about: `isOpen`. */
const OPEN_MODE = /^(0?[0-7]?[0-7]{2}[2367]|[ug]*[ao][augo]*[+=][rxst]*w[rwxst]*)$/;

/** A mode or an owner that makes the project unusable for its user. */
const CLOSED = /^(0+|[augo]*-rwx|[augo]*=|root(:.*)?)$/;

/** `chown owner path…`, `chgrp group path…`: the first operand is not a path. */
export const changesOwner: Behaviour = {
  effects: (command, args, world) => preciousChanges(command, readChange(command, args, world, true)),
};

/** `setfacl -m … path…`: every operand is a path. */
export const changesRights: Behaviour = {
  effects: (command, args, world) => preciousChanges(command, readChange(command, args, world, false)),
};

/** `chmod mode path…` */
export const changesMode: Behaviour = {
  effects(command, args, world) {
    const change = readChange(command, args, world, true);
    if (!change) return [];
    const places = change.touched.map((path) => path.place);
    return [...preciousChanges(command, change), ...openModes(command, change.mode, change.tree, places)];
  },
};

function preciousChanges(command: ShellCommand, change: Change | undefined): Effect[] {
  if (!change) return [];
  const { mode, tree, touched } = change;
  return touched
    .filter(({ place }) => isPrecious(place, tree) || (tree && place === 'project' && CLOSED.test(mode)))
    .map((path) => preciousChange(command, path, tree));
}

interface Touched {
  w: Word;
  place: PathClass;
}

interface Change {
  /** The new mode, or the new owner. */
  mode: string;
  tree: boolean;
  touched: Touched[];
}

/** Reads the mode, the paths and whether whole directories are changed. */
function readChange(
  command: ShellCommand,
  args: Args,
  world: ShellWorld,
  firstIsMode: boolean,
): Change | undefined {
  if (onlyPrintsHelp(args)) return undefined;
  // `chmod -x file`: a mode may look like an option.
  const dashed = command.words.find((w, i) => i > 0 && /^[-+][rwxst]+$/.test(w.text));
  const startsWithMode =
    firstIsMode &&
    !has(args, '--reference') &&
    !dashed &&
    // `chmod -R /`: the mode is missing, so the only operand is the path.
    !(args.operands.length === 1 && /^([/~*]|\.+$)/.test(args.operands[0]?.text ?? ''));
  const paths = startsWithMode ? args.operands.slice(1) : args.operands.filter((w) => w !== dashed);
  const touched = paths.map((w) => ({ w, place: classifyWord(w, command, world) }));
  return { mode: (dashed ?? args.operands[0])?.text ?? '', tree: has(args, '-R --recursive -r'), touched };
}

const classifyWord = (w: Word, command: ShellCommand, world: ShellWorld) =>
  classifyPath(globDirectory(resolve(w.text, command.cwd) ?? '', w.glob).path || undefined, world);

const isPrecious = (place: PathClass, tree: boolean) =>
  /^(root|system|home|other-home|above-project|device|git)$/.test(place) || (tree && place === 'in-home');

function preciousChange(command: ShellCommand, { w, place }: Touched, tree: boolean): Effect {
  return effect(command, {
    kind: 'permissions',
    weight: tree && place !== 'in-home' && place !== 'project' ? 'irreversible' : 'risky',
    code: `permissions-${place}`,
    reason: `Changes rights or owner of ${LOSSES[place].name}: ${displayWord(w)}`,
    targets: [target(w, command.cwd)],
  });
}

function openModes(
  command: ShellCommand,
  mode: string,
  tree: boolean,
  places: readonly PathClass[],
): Effect[] {
  const setuid = /^0*[2467][0-7]{3}$|^[ugo]*\+[rwx]*s/.test(mode);
  if (setuid)
    return [
      effect(command, {
        kind: 'escalate',
        weight: 'risky',
        code: 'chmod-setuid',
        reason: 'Lets anybody run the file with the rights of its owner.',
        safer: 'chmod u+x FILE',
      }),
    ];
  const isOpen =
    /^(0?777|0?666|a\+rwx|ugo\+rwx|o\+w|a\+w|a=rwx|\+w.*x.*)$/.test(mode) || (tree && OPEN_MODE.test(mode));
  if (!isOpen || (places.length > 0 && places.every((p) => p === 'in-temp'))) return [];
  return [
    effect(command, {
      kind: 'permissions',
      weight: 'risky',
      code: 'chmod-open',
      reason: 'Lets everybody on the machine change the files.',
      safer: 'chmod u+rwX,go-w PATH',
    }),
  ];
}
