// Programs that create, check, change and mount file systems.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const IN_PLACE = 'Changes a file system in place.';

const repairs = (flags: string, unless: string, safer: string): EffectRule => ({
  code: 'disk-partition',
  flags,
  unless,
  why: IN_PLACE,
  safer,
});

const relabels = (safer: string): EffectRule => ({
  code: 'disk-partition',
  when: '* *',
  why: IN_PLACE,
  safer,
});

/** An effect that deletes or resets a file system, or a part of it. */
const wipes = (when: string, safer: string, why: string): EffectRule => ({
  code: 'disk-wipe',
  when,
  weight: 'irreversible',
  why,
  safer,
});

export const programs: readonly ProgramSpec[] = [
  {
    names: 'mkfs mkfs.* newfs newfs.* mke2fs mkntfs mkexfatfs mkudffs mkreiserfs mkext2fs',
    about: 'Creates a file system.',
    options: {
      '-t --type -L -b -m -U -O -E -N -i -I -G -J -M -o -T -l': 'text',
      '-n -V -q -v -F -f -c -j': 'flag',
      '-d': 'reads',
    },
    behaviours: ['makesFileSystem'],
    examples: [
      { command: 'mkfs.ext4 disk.img', expect: 'pass', title: 'Formats a file of the project, not a disk' },
      { command: 'mke2fs -n /dev/sdb1', expect: 'pass' },
      { command: 'mkfs.ext4 /dev/sdb1', expect: 'deny' },
      { command: 'mkfs -t xfs /dev/sdb1', expect: 'deny' },
    ],
  },
  {
    names: 'mkdosfs',
    about: 'Makes a FAT file system.',
    options: { '-F -n -s -S -R -r -f -i -g -h -m -b -D': 'text', '-a -A -c -v -I': 'flag', '-l': 'reads' },
    behaviours: ['makesFileSystem'],
    examples: [
      { command: 'mkdosfs -F 32 disk.img', expect: 'pass' },
      { command: 'mkdosfs -F 32 /dev/sdb1', expect: 'deny' },
    ],
  },
  {
    names: 'mkswap',
    about: 'Makes a swap area.',
    options: {
      '-L --label -U --uuid -p --pagesize -o --offset -s --size': 'text',
      '-c --check -f --force': 'flag',
    },
    kind: 'disk',
    effects: [
      {
        code: 'disk-wipe',
        weight: 'irreversible',
        why: 'Everything on the disk is lost.',
        safer: 'lsblk -f',
      },
    ],
    examples: [
      { command: 'mkswap --help', expect: 'pass' },
      { command: 'mkswap /dev/sdb2', expect: 'deny' },
    ],
  },
  {
    names: 'fsck e2fsck fsck.ext4 fsck.ext3 fsck.ext2',
    about: 'Checks a file system, and repairs it.',
    options: {
      '-t -b -B -E -I -j -P -z': 'text',
      '-l -L': 'reads',
      '-n --no-act': 'dry',
      '-N -A -M -R -T -V -v -C -d -F -k': 'flag',
    },
    kind: 'disk',
    effects: [
      repairs('-y -p -a -f -c -D', '-n -N', 'fsck -n DEVICE'),
      { code: 'disk-partition', when: '/dev/*|…', unless: '-n -N', why: IN_PLACE, safer: 'fsck -n DEVICE' },
    ],
    examples: [
      { command: 'fsck -n /dev/sda1', expect: 'pass' },
      { command: 'fsck -N /dev/sda1', expect: 'pass' },
      { command: 'e2fsck -y /dev/sda1', expect: 'ask' },
      { command: 'fsck.ext4 -p /dev/sda1', expect: 'ask' },
      { command: 'fsck /dev/sdb1', expect: 'ask' },
    ],
  },
  {
    names: 'xfs_repair',
    about: 'Repairs an XFS file system.',
    options: { '-l -r -o -t -m': 'text', '-n': 'dry', '-v -d -P': 'flag' },
    kind: 'disk',
    effects: [
      { code: 'disk-partition', when: '*', unless: '-n', why: IN_PLACE, safer: 'xfs_repair -n DEVICE' },
      {
        code: 'disk-wipe',
        flags: '-L',
        weight: 'irreversible',
        why: 'Discards the journal of the file system, and with it the latest changes.',
        safer: 'xfs_repair -n DEVICE',
      },
    ],
    examples: [
      { command: 'xfs_repair -n /dev/sda1', expect: 'pass' },
      { command: 'xfs_repair /dev/sda1', expect: 'ask' },
      { command: 'xfs_repair -L /dev/sda1', expect: 'deny' },
    ],
  },
  {
    names: 'ntfsfix',
    about: 'Repairs an NTFS file system.',
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        when: '*',
        unless: '-n --no-action',
        why: IN_PLACE,
        safer: 'ntfsfix -n DEVICE',
      },
    ],
    examples: [
      { command: 'ntfsfix -n /dev/sda1', expect: 'pass' },
      { command: 'ntfsfix -b /dev/sda1', expect: 'ask' },
    ],
  },
  {
    names: 'reiserfsck',
    about: 'Checks and repairs a ReiserFS file system.',
    options: { '--check -j --journal -l --logfile': 'flag' },
    kind: 'disk',
    effects: [
      repairs(
        '--fix-fixable --rebuild-sb --rebuild-tree --clean-attributes -a -p -y -f',
        '-n',
        'reiserfsck --check DEVICE',
      ),
    ],
    examples: [
      { command: 'reiserfsck --check /dev/sda1', expect: 'pass' },
      { command: 'reiserfsck --rebuild-tree /dev/sda1', expect: 'ask' },
    ],
  },
  {
    names: 'tune2fs',
    about: 'Changes settings of an ext file system.',
    options: { '-e -i -m -c -C -E -g -I -J -L -M -o -O -Q -r -T -u -U -z': 'text', '-f -j -l': 'flag' },
    kind: 'disk',
    effects: [repairs('-O -U -j -f -I -L -m -c -i -e -o -E -g -J -M -Q -r -T -u', '-l', 'tune2fs -l DEVICE')],
    examples: [
      { command: 'tune2fs -l /dev/sda1', expect: 'pass' },
      { command: 'tune2fs -m 1 /dev/sda1', expect: 'ask' },
    ],
  },
  {
    names: 'resize2fs',
    about: 'Changes the size of an ext file system.',
    options: { '-d -S -z -o': 'text', '-f -F -M -p -b -s': 'flag' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-wipe',
        weight: 'irreversible',
        unless: '-P',
        why: 'Data that does not fit into the new size is lost.',
        safer: 'resize2fs -P DEVICE',
      },
    ],
    examples: [
      { command: 'resize2fs -P /dev/sda1', expect: 'pass' },
      { command: 'resize2fs /dev/sda1 10G', expect: 'deny' },
    ],
  },
  {
    names: 'debugfs',
    about: 'Reads and changes an ext file system directly, bypassing the kernel.',
    options: { '-b -s -d -z': 'text', '-f': 'reads', '-R': 'text', '-c -i -n -D -V': 'flag' },
    behaviours: ['clientShellEscapes'],
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        flags: '-w',
        why: 'Writes to a file system directly, bypassing the kernel.',
        safer: "debugfs -R 'stat PATH' DEVICE",
      },
      {
        code: 'secret-read',
        flags: '-R=cat|dump|rdump',
        kind: 'read',
        why: 'Reads any file of the machine, whoever it belongs to.',
        safer: "debugfs -R 'stat PATH' DEVICE",
      },
    ],
    examples: [
      { command: "debugfs -R 'stat /etc' /dev/sda1", expect: 'pass' },
      { command: 'debugfs -w /dev/sda1', expect: 'ask' },
      { command: "debugfs -R 'cat /etc/shadow' /dev/sda1", expect: 'ask' },
      { command: "debugfs -R '!rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'e2label fatlabel ntfslabel',
    about: 'Shows or changes the label of a file system.',
    options: { '-i --volume-id -r --reset -n --no-action -f --force -q --quiet': 'flag' },
    kind: 'disk',
    effects: [relabels('lsblk -f')],
    examples: [
      { command: 'e2label /dev/sda1', expect: 'pass' },
      { command: 'e2label /dev/sda1 data', expect: 'ask' },
    ],
  },
  {
    names: 'xfs_admin',
    about: 'Shows or changes settings of an XFS file system.',
    options: { '-L -U -c -O -r': 'text', '-l -u -e -f -j -p': 'flag' },
    kind: 'disk',
    effects: [
      relabels('xfs_admin -lu DEVICE'),
      repairs('-L -U -c -O -e -j -p', '-V', 'xfs_admin -lu DEVICE'),
    ],
    examples: [
      { command: 'xfs_admin -lu /dev/sda1', expect: 'pass' },
      { command: 'xfs_admin -L data /dev/sda1', expect: 'ask' },
    ],
  },
  {
    names: 'btrfs',
    about: 'Manages Btrfs file systems.',
    options: { '--format -s -i --limit-exclude': 'text', '-q --quiet -v --verbose --readonly': 'flag' },
    subcommands: {
      send: { options: { '-f': 'writes', '-p -c --proto': 'text' } },
      receive: { options: { '-f': 'reads', '-m': 'text' } },
    },
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        when: 'check|rescue',
        flags: '--repair --init-csum-tree --init-extent-tree',
        why: IN_PLACE,
        safer: 'btrfs check --readonly DEVICE',
      },
      wipes(
        'subvolume|sub|device|dev|qgroup delete|remove|destroy',
        'btrfs subvolume list PATH',
        'Deletes a subvolume with everything in it, or removes a disk.',
      ),
      wipes('filesystem|fi resize', 'btrfs filesystem show', 'Shrinking a file system may cut off data.'),
      wipes('replace start', 'btrfs filesystem show', 'Everything on the new disk is lost.'),
    ],
    examples: [
      { command: 'btrfs subvolume list /', expect: 'pass' },
      { command: 'btrfs subvolume snapshot src snap', expect: 'pass' },
      { command: 'btrfs subvolume delete /mnt/old', expect: 'deny' },
      { command: 'btrfs check --repair /dev/sda1', expect: 'ask' },
      { command: 'btrfs filesystem resize -10G /srv', expect: 'deny' },
      { command: 'btrfs replace start /dev/sdb /dev/sdc /srv', expect: 'deny' },
    ],
  },
  {
    names: 'zfs',
    about: 'Manages ZFS file systems and snapshots.',
    options: { '-o -t -s -S -d -V -b -i -I -x': 'text', '-H -p -r -R -f -v': 'flag', '-n': 'dry' },
    kind: 'disk',
    effects: [
      wipes('destroy', 'zfs destroy -nv NAME', 'Everything in the file system is lost.'),
      wipes('rollback', 'zfs list -t snapshot', 'Discards everything written since the snapshot.'),
      wipes('receive|recv', 'zfs list -t snapshot', 'May overwrite a file system with what it receives.'),
      {
        code: 'unmount',
        when: 'unmount|umount|unload-key',
        kind: 'system',
        why: 'Unmounts a file system that may be in use.',
        safer: 'zfs list',
      },
    ],
    examples: [
      { command: 'zfs list -t snapshot', expect: 'pass' },
      { command: 'zfs snapshot tank/home@now', expect: 'pass' },
      { command: 'zfs destroy -nv tank/home@old', expect: 'pass' },
      { command: 'zfs destroy -r tank/home', expect: 'deny' },
      { command: 'zfs rollback tank/home@now', expect: 'deny' },
      { command: 'zfs receive -F tank/data', expect: 'deny' },
      { command: 'zfs unmount tank/data', expect: 'ask' },
    ],
  },
  {
    names: 'mount',
    about: 'Lists mounted file systems, and mounts others.',
    options: {
      '-t --types -L --label -U --uuid -O --test-opts --target --source -T --fstab --options-mode --options-source':
        'text',
      '-o --options': 'text',
      '-l -v --verbose -n --no-mtab -f --fake -s -w --rw -r --read-only': 'flag',
    },
    kind: 'system',
    effects: [
      {
        code: 'mount',
        when: '* *',
        unless: '-f --fake',
        why: 'Changes the file tree of the machine.',
        safer: 'findmnt',
      },
      {
        code: 'mount',
        flags: '-B --bind -R --rbind -M --move -a --all -o --options',
        unless: '-f --fake',
        why: 'Changes the file tree of the machine.',
        safer: 'findmnt',
      },
    ],
    examples: [
      { command: 'mount', expect: 'pass' },
      { command: 'mount -t ext4', expect: 'pass', title: 'Only lists what is mounted' },
      { command: 'mount /dev/sdb1 /mnt', expect: 'ask' },
      { command: 'mount -o remount,rw /', expect: 'ask' },
      { command: 'mount --bind a b', expect: 'ask' },
    ],
  },
  {
    names: 'umount unmount',
    about: 'Unmounts file systems.',
    options: {
      '-t --types -O --test-opts -N --namespace': 'text',
      '-f --force -l --lazy -R --recursive -r -v --verbose -q --quiet': 'flag',
      '--fake': 'dry',
    },
    kind: 'system',
    effects: [{ code: 'unmount', why: 'Detaches a disk that may be in use.', safer: 'findmnt' }],
    examples: [
      { command: 'umount --help', expect: 'pass' },
      { command: 'umount -l /mnt', expect: 'ask' },
    ],
  },
  {
    names: 'swapoff',
    about: 'Switches swap off.',
    options: { '-L -U': 'text', '-v --verbose': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'unmount',
        why: 'Switches swap off; programs may be killed for lack of memory.',
        safer: 'free -h',
      },
    ],
    examples: [
      { command: 'swapoff --help', expect: 'pass' },
      { command: 'swapoff -a', expect: 'ask' },
    ],
  },
  {
    names: 'eject',
    about: 'Ejects a disk.',
    options: {
      '-x --cdspeed -c --changerslot -i --manualeject': 'text',
      '-t --trayclose -v --verbose': 'flag',
      '-n --noop -d --default': 'dry',
    },
    kind: 'system',
    effects: [{ code: 'unmount', why: 'Detaches a disk that may be in use.', safer: 'eject -n' }],
    examples: [
      { command: 'eject -n', expect: 'pass' },
      { command: 'eject /dev/sr0', expect: 'ask' },
    ],
  },
];
