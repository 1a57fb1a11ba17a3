import { has, onlyAsks, readArgs } from './args.ts';
import { effect } from './effect.ts';
import { LOSSES } from './files.ts';
import { type Place, placeOf, resolve, target, wholeOf } from './paths.ts';
import type { Effect, ShellCommand, Surroundings } from './types.ts';
import { show } from './words.ts';

const OPEN_MODE = /^(0?[0-7]?[0-7]{2}[2367]|[augo]*o?[+=][rxst]*w[rwxst]*)$/;

export function permissionEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const args = readArgs(command.words.slice(1), {
    values: command.name === 'setfacl' ? '-m -x -M -X --set' : '--reference --from',
  });
  if (onlyAsks(args)) return [];
  const tree = has(args, '-R --recursive -r');
  // `chmod -x file`: a mode may look like an option.
  const moded = /^(chmod|chown|chgrp)$/.test(command.name) && !has(args, '--reference');
  const mode = moded ? args.operands[0] : undefined;
  const paths = moded ? args.operands.slice(1) : args.operands;
  const given = command.words.find((w, i) => i > 0 && /^[-+][rwxst]+$/.test(w.text)) ?? mode;
  const places = (given === mode ? paths : args.operands).map((w) => ({
    w,
    place: placeOf(wholeOf(resolve(w.text, command.cwd) ?? '', w.glob).path || undefined, world),
  }));
  const bad = places.filter(
    ({ place }) =>
      /^(root|system|home|other-home|above-project|device|git)$/.test(place) || (tree && place === 'in-home'),
  );
  const out = bad.map(({ w, place }) =>
    effect(command, {
      kind: 'permissions',
      weight: tree && place !== 'in-home' ? 'irreversible' : 'risky',
      code: `permissions-${place}`,
      reason: `Changes rights or owner of ${LOSSES[place].what}: ${show(w.text)}`,
      targets: [target(w, command.cwd)],
    }),
  );
  if (command.name === 'chmod')
    out.push(
      ...openModes(
        command,
        given?.text ?? '',
        tree,
        places.map((p) => p.place),
      ),
    );
  return out;
}

function openModes(command: ShellCommand, mode: string, tree: boolean, places: readonly Place[]): Effect[] {
  const setuid = /^[2467][0-7]{3}$|^[ugo]*\+[rwx]*s/.test(mode);
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
