// Finds commands that read a disk itself instead of the files on it.
import { effect } from '../base/effect.ts';
import { oneOf } from '../base/words.ts';
import type { Effect, ShellCommand } from '../types.ts';

/** Programs that show or copy what a file holds; tools for disks read only their tables. */
const COPIES = 'dd gdd cat cp head tail strings xxd hexdump hd od less more grep base64 gzip xz zstd pv';

const DISK = /^\/dev\/(r?disk\d|[svh]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|dm-\d|mapper\/(?!control$))/;

/** `dd if=/dev/sda of=x`: reads every file of a disk, whoever owns it. */
export function diskReads(command: ShellCommand, read: readonly string[]): Effect[] {
  const disk = oneOf(COPIES, command.name) ? read.find((path) => DISK.test(path)) : undefined;
  if (!disk || command.words.some((w) => w.text === 'of=/dev/null')) return [];
  return [
    effect(command, {
      kind: 'read',
      weight: 'risky',
      code: 'secret-read',
      reason: `Reads the raw disk ${disk}, and with it every file on it, whoever owns it.`,
      safer: 'lsblk -f',
    }),
  ];
}
