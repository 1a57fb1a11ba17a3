import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/disk',
  summary: 'Stop commands that overwrite disks',
  why: 'Formatting or writing to a raw device destroys everything on it at once.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['disk'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('dd if=/dev/zero of=/dev/sda'), expect: 'deny' },
    { event: bash('mkfs.ext4 /dev/sdb1'), expect: 'deny' },
    { event: bash('cat image > /dev/nvme0n1'), expect: 'deny' },
    { event: bash('wipefs -a /dev/sda'), expect: 'deny' },
    { event: bash('diskutil eraseDisk JHFS+ X disk2'), expect: 'deny' },
    { event: bash('dd if=/dev/zero of=test.img bs=1M count=1'), expect: 'pass' },
    { event: bash('lsblk -f'), expect: 'pass' },
    { event: bash('fdisk -l'), expect: 'pass' },
    { event: bash('shred --help'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['disk'], context.options.accept);
  },
});
