import type { EffectRule, ProgramSpec } from '../spec.ts';

const DISKS_0_0: readonly EffectRule[] = [
  {
    code: 'disk-partition',
    why: 'Changes a file system in place.',
    flags: '-y -p -a -f -L -b',
    unless: '-n -N',
    safer: 'fsck -n DEVICE',
  },
];

const DISKS_19_1: readonly EffectRule[] = [
  {
    code: 'disk-wipe',
    when: 'luksformat|lvremove|vgremove|pvremove|lvreduce|lukserase|erase|luksremovekey|lukskillslot|format|sanitize|destroy|labelclear|remove|remove_all|wipe_table|erasevolume|erasedisk|partitiondisk|secureerase|erasekeys|zerodisk|randomdisk|reformat|deletevolume|rollback|offline|delete-ns|eraseall|unmountdisk',
    weight: 'irreversible',
    why: 'Everything on the disk is lost.',
    safer: 'lsblk -f',
  },
  {
    code: 'disk-wipe',
    when: 'subvolume|device|apfs|qgroup|filesystem|snapshot delete|remove|deletecontainer|deletevolume|erasevolume|destroy|resize',
    weight: 'irreversible',
    why: 'Everything on the disk is lost.',
  },
  {
    code: 'disk-wipe',
    flags:
      '--security-erase --security-erase-enhanced --trim-sector-ranges --zero-superblock --stop --remove --fail --make-bad-sector -w',
    weight: 'irreversible',
    why: 'Everything on the disk is lost.',
  },
];

const DISKS_9_2: readonly EffectRule[] = [
  {
    code: 'disk-wipe',
    why: 'Everything on the disk is lost.',
    unless: '-p -l --print --test -t -h --longhelp',
    weight: 'irreversible',
    safer: 'lsblk -f',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'fsck e2fsck xfs_repair',
    about: '',
    options: { '--device -s -o --format': 'text', '-n --no-act --test': 'dry' },
    kind: 'disk',
    effects: [...DISKS_0_0, ...DISKS_19_1],
  },
  { names: 'fsck.ext4 fsck.ext3 fsck.ext2 ntfsfix reiserfsck', about: '', kind: 'disk', effects: DISKS_0_0 },
  {
    names: 'tune2fs',
    about: '',
    options: { '--device -s -o --format': 'text', '-n --no-act --test': 'dry' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        why: 'Changes a file system in place.',
        flags: '-O -U -j -f -I -L -m -c -i -e -o',
        unless: '-l',
        safer: 'tune2fs -l DEVICE',
      },
      ...DISKS_19_1,
    ],
  },
  {
    names: 'debugfs',
    about: '',
    kind: 'disk',
    effects: [{ code: 'disk-partition', why: 'Writes into a file system past the kernel.', flags: '-w' }],
  },
  {
    names: 'e2label xfs_admin fatlabel ntfslabel',
    about: '',
    kind: 'disk',
    effects: [{ code: 'disk-partition', when: '* *', why: 'Changes a file system in place.' }],
  },
  {
    names: 'parted',
    about: '',
    options: { '-a --align': 'text' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        when: '/dev/*|… $',
        unless: '-l --list',
        why: 'Opens the partition table of a disk for changes.',
        safer: 'lsblk -f',
      },
      {
        code: 'disk-partition',
        when: '* ** mkl*|mkt*|mkp*|rm|resi*|move|resc*|set|name|to*|disk_set',
        weight: 'irreversible',
        why: 'Changes the partition table of a disk.',
        safer: 'lsblk -f',
      },
    ],
  },
  {
    names: 'format-volume clear-disk initialize-disk remove-partition reset-physicaldisk remove-virtualdisk',
    about: '',
    syntax: { singleDash: true },
    kind: 'disk',
    effects: [
      {
        code: 'disk-wipe',
        unless: '-whatif -WhatIf',
        weight: 'irreversible',
        why: 'Everything on the disk is lost.',
      },
    ],
  },
  {
    names: 'losetup nbd-client',
    about: '',
    kind: 'disk',
    effects: [{ code: 'disk-detach', flags: '-d -D --detach --detach-all', why: 'Takes a disk away.' }],
  },
  {
    names: 'flashrom',
    about: '',
    kind: 'disk',
    effects: [
      {
        code: 'disk-wipe',
        why: 'Writes or erases the firmware.',
        flags: '-w --write -E --erase',
        weight: 'irreversible',
      },
    ],
  },
  {
    names: 'wipefs',
    about: '',
    kind: 'disk',
    effects: [
      {
        code: 'disk-wipe',
        why: 'Everything on the disk is lost.',
        flags: '-a --all -o --offset',
        unless: '-n --no-act',
        weight: 'irreversible',
        safer: 'lsblk -f',
      },
    ],
  },
  {
    names: 'blkdiscard badblocks-w mkswap pvremove vgremove lvremove lvreduce',
    about: '',
    kind: 'disk',
    effects: DISKS_9_2,
  },
  {
    names: 'resize2fs',
    about: '',
    options: { '--device -s -o --format': 'text', '-n --no-act --test': 'dry' },
    kind: 'disk',
    effects: [...DISKS_9_2, ...DISKS_19_1],
  },
  {
    names: 'sgdisk gdisk cfdisk',
    about: '',
    kind: 'disk',
    effects: [
      {
        code: 'disk-wipe',
        when: '/dev/*|disk*|\\\\.\\*|…',
        why: 'Everything on the disk is lost.',
        unless: '-p -l --print --test -t -h --longhelp',
        weight: 'irreversible',
        safer: 'lsblk -f',
      },
    ],
  },
  {
    names: 'vgreduce pvmove',
    about: '',
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        why: 'Takes a disk out of a volume group.',
        unless: '-t --test --abort',
        safer: 'pvs',
      },
    ],
  },
  {
    names: 'lvresize',
    about: '',
    options: { '-L --size -l --extents': 'text' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-wipe',
        why: 'Makes a volume smaller than what it may hold.',
        flags: '-L=- --size=- -l=- --extents=-',
        unless: '-t --test',
        weight: 'irreversible',
        safer: 'lvs',
      },
    ],
  },
  {
    names: 'lvconvert',
    about: '',
    kind: 'disk',
    effects: [
      {
        code: 'disk-wipe',
        why: 'Throws away what was written since the snapshot.',
        flags: '--merge',
        unless: '-t --test',
        weight: 'irreversible',
        safer: 'lvs',
      },
    ],
  },
  {
    names: 'blockdev',
    about: '',
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        why: 'Changes how the machine uses a disk.',
        flags: '--setro --setrw --setra --setfra --setbsz --flushbufs --rereadpt',
        safer: 'lsblk -f',
      },
    ],
  },
  {
    names: 'partprobe',
    about: '',
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        when: '/dev/*|disk*|\\\\.\\*|…',
        why: 'Makes the machine read a partition table anew.',
        unless: '-d --dry-run -s --summary',
        safer: 'lsblk -f',
      },
    ],
  },
  {
    names: 'cryptsetup',
    about: '',
    options: { '--device -s -o --format': 'text', '-n --no-act --test': 'dry' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        when: 'open|luksopen|close|luksclose|luksaddkey|lukschangekey|luksconvertkey|luksheaderrestore|resize|reencrypt',
        why: 'Changes how an encrypted disk is opened.',
        safer: 'cryptsetup luksDump DEVICE',
      },
      ...DISKS_19_1,
    ],
  },
  {
    names: 'btrfs',
    about: '',
    options: { '--format --device -s -o': 'text', '-n --no-act --test': 'dry' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        when: 'check|rescue',
        why: 'Changes a file system in place.',
        flags: '--repair --init-csum-tree --init-extent-tree',
        safer: 'btrfs check --readonly DEVICE',
      },
      ...DISKS_19_1,
    ],
  },
  {
    names: 'fdisk sfdisk',
    about: '',
    options: { '-b -N -S -H -C': 'text' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        when: '** /dev/*|disk*|\\\\.\\*|…',
        why: 'Changes the partition table of a disk.',
        unless: '-l --list --list-details -d --dump --json -s -V --verify -n --no-act',
        weight: 'irreversible',
        safer: 'lsblk -f',
      },
    ],
  },
  {
    names: 'hdparm nvme mdadm zpool zfs lvm dmsetup diskutil hdiutil asr badblocks sg_format',
    about: '',
    options: { '--device -s -o --format': 'text', '-n --no-act --test': 'dry' },
    kind: 'disk',
    effects: DISKS_19_1,
  },
  {
    names: 'mkfs mkfs.* newfs newfs.* mke2fs mkntfs mkexfatfs mkudffs mkreiserfs mkext2fs',
    about: '',
    options: { '-t -L -b -m -U -O -E -N -i -I': 'text' },
    behaviours: ['makesFileSystem'],
  },
  {
    names: 'mkdosfs',
    about: '',
    options: { '-t -L -b -m -U -O -E -N -i -I -F': 'text' },
    behaviours: ['makesFileSystem'],
  },
  { names: 'format', about: '', behaviours: ['formatsDrive'] },
  { names: 'diskpart', about: '', behaviours: ['partitions'] },
];
