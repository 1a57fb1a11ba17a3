// Behaviours of programs that may use up the memory or the disk space of the machine.
import { exhaustion } from '../../base/exhaustion.ts';
import { isHarmlessDevice } from '../../base/paths.ts';
import type { ShellCommand } from '../../types.ts';
import { type Args, valuesOf } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

const ENDLESS = /^\/dev\/(zero|urandom|random|full)$/;

const readsEndless = ({ redirects }: ShellCommand, { operands }: Args) =>
  operands.some((w) => ENDLESS.test(w.text)) ||
  redirects.some(({ operator, target }) => operator === '<' && ENDLESS.test(target.text));

/** `tail /dev/zero`: the program keeps what it reads in memory until there is an end, and there is none. */
export const readsAll: Behaviour = {
  effects: (command, args) =>
    readsEndless(command, args) && !command.words.some((w) => /^(-c|-n|--bytes|--lines|-\d)/.test(w.text))
      ? [exhaustion(command, 'Reads a source without end into memory.')]
      : [],
};

/** A file that grows on the disk; a pipe or a device does not. */
const growsFile = ({ redirects }: ShellCommand) =>
  redirects.some(
    ({ operator, target }) =>
      /^(>|>>|>\||&>)$/.test(operator) &&
      !isHarmlessDevice(target.text) &&
      !/^\/dev\/|^&?\d$/.test(target.text),
  );

const FILLS = 'Writes to a file without end, until the disk is full.';

/** `timeout 5 yes > x`: a wrapper ends the program. */
const isBounded = ({ via }: ShellCommand) => via.includes('timeout') || via.includes('gtimeout');

/** `cat /dev/zero > x` copies a source without end into a file. */
export const copiesAll: Behaviour = {
  effects: (command, args) =>
    readsEndless(command, args) && growsFile(command) && !isBounded(command)
      ? [exhaustion(command, FILLS)]
      : [],
};

/** `> /dev/null`: nothing slows the output down. */
const printsToNull = ({ redirects }: ShellCommand) =>
  redirects.some(({ operator, target }) => />/.test(operator) && target.text === '/dev/null');

/** `yes > x` fills the disk, `yes > /dev/null` keeps a processor busy. */
export const printsForever: Behaviour = {
  effects(command) {
    if (isBounded(command)) return [];
    if (growsFile(command)) return [exhaustion(command, FILLS)];
    return printsToNull(command) ? [exhaustion(command, 'Keeps a processor busy without end.')] : [];
  },
};

/** `dd if=/dev/zero of=x` without a count fills the disk. */
export const fillsWithBlocks: Behaviour = {
  effects(command) {
    const given = (name: string) =>
      command.words.find((w) => w.text.startsWith(`${name}=`))?.text.slice(name.length + 1);
    const output = given('of');
    const endless = ENDLESS.test(given('if') ?? '') && output !== undefined && !output.startsWith('/dev/');
    return endless && given('count') === undefined && !isBounded(command) ? [exhaustion(command, FILLS)] : [];
  },
};

/** A size of a terabyte or more: `10T`, `5000G`, `1000000000000`. */
const isHuge = (text: string) => {
  const [, digits = '', unit = ''] = /^\+?(\d+)([kmgtpezy]?)i?b?$/i.exec(text) ?? [];
  const power = ' kmgtpezy'.indexOf(unit.toLowerCase() || ' ');
  return digits !== '' && Number(digits) * 1000 ** power >= 1e12;
};

/** `fallocate -l 10T x` takes the disk space at once. */
export const takesSize: Behaviour = {
  effects: (command, args) =>
    valuesOf(args, '-l --length').some((w) => isHuge(w.text))
      ? [exhaustion(command, 'Takes a terabyte or more.')]
      : [],
};
