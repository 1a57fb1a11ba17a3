// Behaviours of programs that make file systems or partition disks.
import { effect } from '../../base/effect.ts';
import { classifyPath, resolve, target } from '../../base/paths.ts';
import { displayWord } from '../../base/words.ts';
import { has, onlyPrintsHelp } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

/** `mkfs.ext4 /dev/sdb1`; an image file of the project may be formatted. */
export const makesFileSystem: Behaviour = {
  effects(command, args, world) {
    if (onlyPrintsHelp(args) || has(args, '-n -V')) return [];
    // A size may follow the device.
    const last =
      args.operands.findLast((w) => !/^\d+[kmgt]?$/i.test(w.text)) ??
      args.options.findLast((o) => o.value?.text.startsWith('/'))?.value;
    const place = last ? classifyPath(resolve(last.text, command.cwd), world) : 'unknown';
    if (place === 'in-project' || place === 'in-temp') return [];
    return [
      effect(command, {
        kind: 'disk',
        weight: 'irreversible',
        code: 'disk-format',
        reason: `Formatting destroys everything on ${last ? displayWord(last) : 'the disk'}.`,
        safer: 'lsblk -f',
        targets: last ? [target(last, command.cwd)] : [],
      }),
    ];
  },
};

/** `format C:` */
export const formatsDrive: Behaviour = {
  effects(command) {
    const drive = command.words.find((w) => /^[a-z]:\\?$/i.test(w.text));
    if (!drive) return [];
    return [
      effect(command, {
        kind: 'disk',
        weight: 'irreversible',
        code: 'disk-format',
        reason: `Formatting destroys everything on ${drive.text}.`,
      }),
    ];
  },
};

/** `diskpart /s file`, or with its commands on the input. */
export const partitions: Behaviour = {
  effects(command) {
    const given = command.stdin && (command.stdin.text ?? 'clean');
    const wipes = /\b(clean|format|delete|create|convert|remove|shrink)\b/i.test(given ?? '');
    if (!wipes && !command.words.some((w) => /^\/s$/i.test(w.text))) return [];
    return [
      effect(command, {
        kind: 'disk',
        weight: 'irreversible',
        code: 'disk-wipe',
        reason: 'Partitions or wipes a disk.',
      }),
    ];
  },
};
