import type { Family } from '../rules.ts';
import { always } from './always.ts';

const DISK = 'Everything on the disk is lost.';

/** Not an image in a file. */
const A_DISK = '/dev/*|disk*|\\\\.\\*|…';

export const disks: readonly Family[] = [
  always(
    'fsck e2fsck fsck.ext4 fsck.ext3 fsck.ext2 xfs_repair ntfsfix reiserfsck',
    'disk-partition',
    'Changes a file system in place.',
    {
      kind: 'disk',
      flags: '-y -p -a -f -L -b',
      unless: '-n -N',
      safer: 'fsck -n DEVICE',
    },
  ),
  always('tune2fs', 'disk-partition', 'Changes a file system in place.', {
    kind: 'disk',
    flags: '-O -U -j -f -I -L -m -c -i -e -o',
    unless: '-l',
    safer: 'tune2fs -l DEVICE',
  }),
  always('debugfs', 'disk-partition', 'Writes into a file system past the kernel.', {
    kind: 'disk',
    flags: '-w',
  }),
  always('e2label xfs_admin fatlabel ntfslabel', 'disk-partition', 'Changes a file system in place.', {
    kind: 'disk',
    when: '* *',
  }),
  {
    names: 'parted',
    kind: 'disk',
    values: '-a --align',
    rules: () => [
      {
        code: 'disk-partition',
        when: '/dev/*|… $',
        unless: '-l --list',
        why: 'Opens the partition table of a disk for changes.',
        safer: 'lsblk -f',
      },
      {
        code: 'disk-partition',
        // parted takes any beginning of a name, and one command after the other.
        when: '* ** mkl*|mkt*|mkp*|rm|resi*|move|resc*|set|name|to*|disk_set',
        weight: 'irreversible',
        why: 'Changes the partition table of a disk.',
        safer: 'lsblk -f',
      },
    ],
  },
  {
    names: 'format-volume clear-disk initialize-disk remove-partition reset-physicaldisk remove-virtualdisk',
    kind: 'disk',
    singleDash: true,
    rules: () => [
      { code: 'disk-wipe', when: '', unless: '-whatif -WhatIf', weight: 'irreversible', why: DISK },
    ],
  },
  {
    names: 'losetup nbd-client',
    kind: 'disk',
    rules: () => [
      { code: 'disk-detach', when: '', flags: '-d -D --detach --detach-all', why: 'Takes a disk away.' },
    ],
  },
  always('flashrom', 'disk-wipe', 'Writes or erases the firmware.', {
    kind: 'disk',
    flags: '-w --write -E --erase',
    weight: 'irreversible',
  }),
  always('wipefs', 'disk-wipe', DISK, {
    kind: 'disk',
    flags: '-a --all -o --offset',
    unless: '-n --no-act',
    weight: 'irreversible',
    safer: 'lsblk -f',
  }),
  always('blkdiscard badblocks-w mkswap pvremove vgremove lvremove lvreduce resize2fs', 'disk-wipe', DISK, {
    kind: 'disk',
    unless: '-p -l --print --test -t -h --longhelp',
    weight: 'irreversible',
    safer: 'lsblk -f',
  }),
  always('sgdisk gdisk cfdisk', 'disk-wipe', DISK, {
    kind: 'disk',
    when: A_DISK,
    unless: '-p -l --print --test -t -h --longhelp',
    weight: 'irreversible',
    safer: 'lsblk -f',
  }),
  always('vgreduce pvmove', 'disk-partition', 'Takes a disk out of a volume group.', {
    kind: 'disk',
    unless: '-t --test --abort',
    safer: 'pvs',
  }),
  always('lvresize', 'disk-wipe', 'Makes a volume smaller than what it may hold.', {
    kind: 'disk',
    values: '-L --size -l --extents',
    flags: '-L=- --size=- -l=- --extents=-',
    unless: '-t --test',
    weight: 'irreversible',
    safer: 'lvs',
  }),
  always('lvconvert', 'disk-wipe', 'Throws away what was written since the snapshot.', {
    kind: 'disk',
    flags: '--merge',
    unless: '-t --test',
    weight: 'irreversible',
    safer: 'lvs',
  }),
  always('blockdev', 'disk-partition', 'Changes how the machine uses a disk.', {
    kind: 'disk',
    flags: '--setro --setrw --setra --setfra --setbsz --flushbufs --rereadpt',
    safer: 'lsblk -f',
  }),
  always('partprobe', 'disk-partition', 'Makes the machine read a partition table anew.', {
    kind: 'disk',
    when: A_DISK,
    unless: '-d --dry-run -s --summary',
    safer: 'lsblk -f',
  }),
  always('cryptsetup', 'disk-partition', 'Changes how an encrypted disk is opened.', {
    kind: 'disk',
    when: 'open|luksopen|close|luksclose|luksaddkey|lukschangekey|luksconvertkey|luksheaderrestore|resize|reencrypt',
    safer: 'cryptsetup luksDump DEVICE',
  }),
  always('btrfs', 'disk-partition', 'Changes a file system in place.', {
    kind: 'disk',
    values: '--format',
    when: 'check|rescue',
    flags: '--repair --init-csum-tree --init-extent-tree',
    safer: 'btrfs check --readonly DEVICE',
  }),
  always('fdisk sfdisk', 'disk-partition', 'Changes the partition table of a disk.', {
    kind: 'disk',
    when: `** ${A_DISK}`,
    values: '-b -N -S -H -C',
    unless: '-l --list --list-details -d --dump --json -s -V --verify -n --no-act',
    weight: 'irreversible',
    safer: 'lsblk -f',
  }),
  {
    names:
      'hdparm nvme cryptsetup mdadm zpool zfs btrfs lvm dmsetup diskutil hdiutil asr badblocks tune2fs resize2fs xfs_repair e2fsck fsck sg_format',
    kind: 'disk',
    values: '--device -s -o --format',
    dry: '-n --no-act --test',
    rules: () => [
      {
        code: 'disk-wipe',
        when: 'luksformat|lvremove|vgremove|pvremove|lvreduce|lukserase|erase|luksremovekey|lukskillslot|format|sanitize|destroy|labelclear|remove|remove_all|wipe_table|erasevolume|erasedisk|partitiondisk|secureerase|erasekeys|zerodisk|randomdisk|reformat|deletevolume|rollback|offline|delete-ns|eraseall|unmountdisk',
        weight: 'irreversible',
        why: DISK,
        safer: 'lsblk -f',
      },
      {
        code: 'disk-wipe',
        when: 'subvolume|device|apfs|qgroup|filesystem|snapshot delete|remove|deletecontainer|deletevolume|erasevolume|destroy|resize',
        weight: 'irreversible',
        why: DISK,
      },
      {
        code: 'disk-wipe',
        when: '',
        flags:
          '--security-erase --security-erase-enhanced --trim-sector-ranges --zero-superblock --stop --remove --fail --make-bad-sector -w',
        weight: 'irreversible',
        why: DISK,
      },
    ],
  },
];
