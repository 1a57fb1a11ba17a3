import { has, onlyAsks, readArgs } from './args.ts';
import { effect } from './effect.ts';
import { LOSSES } from './files.ts';
import { type Place, placeOf, resolve, target, wholeOf } from './paths.ts';
import type { Effect, ShellCommand, Surroundings, Word } from './types.ts';
import { show } from './words.ts';

const OPEN_MODE = /^(0?[0-7]?[0-7]{2}[2367]|[ug]*[ao][augo]*[+=][rxst]*w[rwxst]*)$/;

/** A mode or an owner that leaves nothing for us to work with. */
const CLOSED = /^(0+|[augo]*-rwx|[augo]*=|root(:.*)?)$/;

export function permissionEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const change = readChange(command, world);
  if (!change) return [];
  const { tree, touched } = change;
  const out = touched
    .filter(
      ({ place }) => isPrecious(place, tree) || (tree && place === 'project' && CLOSED.test(change.mode)),
    )
    .map((one) => precious(command, one, tree));
  const places = touched.map((one) => one.place);
  return command.name === 'chmod' ? [...out, ...openModes(command, change.mode, tree, places)] : out;
}

interface Touched {
  w: Word;
  place: Place;
}

interface Change {
  mode: string;
  tree: boolean;
  touched: Touched[];
}

/** What is changed, and how: `chmod mode path…`, `chown owner path…`, `setfacl options path…`. */
function readChange(command: ShellCommand, world: Surroundings): Change | undefined {
  const values = command.name === 'setfacl' ? '-m -x -M -X --set' : '--reference --from';
  const args = readArgs(command.words.slice(1), { values });
  if (onlyAsks(args)) return undefined;
  // `chmod -x file`: a mode may look like an option.
  const dashed = command.words.find((w, i) => i > 0 && /^[-+][rwxst]+$/.test(w.text));
  const moded =
    /^(chmod|chown|chgrp)$/.test(command.name) &&
    !has(args, '--reference') &&
    !dashed &&
    // `chmod -R /`: the mode was forgotten, the place was meant.
    !(args.operands.length === 1 && /^([/~*]|\.+$)/.test(args.operands[0]?.text ?? ''));
  const paths = moded ? args.operands.slice(1) : args.operands.filter((w) => w !== dashed);
  const touched = paths.map((w) => ({ w, place: placeOfWord(w, command, world) }));
  return { mode: (dashed ?? args.operands[0])?.text ?? '', tree: has(args, '-R --recursive -r'), touched };
}

const placeOfWord = (w: Word, command: ShellCommand, world: Surroundings) =>
  placeOf(wholeOf(resolve(w.text, command.cwd) ?? '', w.glob).path || undefined, world);

const isPrecious = (place: Place, tree: boolean) =>
  /^(root|system|home|other-home|above-project|device|git)$/.test(place) || (tree && place === 'in-home');

function precious(command: ShellCommand, { w, place }: Touched, tree: boolean): Effect {
  return effect(command, {
    kind: 'permissions',
    weight: tree && place !== 'in-home' && place !== 'project' ? 'irreversible' : 'risky',
    code: `permissions-${place}`,
    reason: `Changes rights or owner of ${LOSSES[place].what}: ${show(w.text)}`,
    targets: [target(w, command.cwd)],
  });
}

function openModes(command: ShellCommand, mode: string, tree: boolean, places: readonly Place[]): Effect[] {
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
