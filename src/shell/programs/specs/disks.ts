// Programs that partition, wipe or detach disks.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const LOST = 'Everything on the disk is lost.';
const TABLE = 'Changes the partition table of a disk.';

const wipes = (rule: Partial<EffectRule>): EffectRule => ({
  code: 'disk-wipe',
  weight: 'irreversible',
  why: LOST,
  safer: 'lsblk -f',
  ...rule,
});

/** An operand that names a disk, as Linux, macOS and Windows write it, or that is not known. */
const DISK = '/dev/*|disk*|\\\\.\\*|…';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'fdisk',
    about: 'Changes the partition table of a disk.',
    options: {
      '-b --sector-size -C --cylinders -H --heads -S --sectors -o --output -t --type -w --wipe -W --wipe-partitions':
        'text',
      '-u --units': { kind: 'text', words: 0 },
      '-l --list -x --list-details -L --color -B --protect-boot': 'flag',
    },
    kind: 'disk',
    effects: [
      wipes({
        code: 'disk-partition',
        when: `** ${DISK}`,
        unless: '-l --list --list-details -x -s -V',
        why: TABLE,
      }),
    ],
    examples: [
      { command: 'fdisk -l /dev/sda', expect: 'pass' },
      { command: 'fdisk /dev/sda', expect: 'deny' },
    ],
  },
  {
    names: 'sfdisk',
    about: 'Changes the partition table of a disk, from a script.',
    options: {
      '-N --partno -X --label -Y --label-nested -o --output -w --wipe -O --backup-file --sector-size': 'text',
      '-q --quiet -f --force -b --backup': 'flag',
    },
    kind: 'disk',
    effects: [
      wipes({
        code: 'disk-partition',
        when: `** ${DISK}`,
        unless:
          '-l --list -d --dump -J --json -s --show-size -V --verify -n --no-act -F --list-free -g --show-geometry',
        why: TABLE,
        safer: 'sfdisk -d DEVICE',
      }),
    ],
    examples: [
      { command: 'sfdisk -d /dev/sda', expect: 'pass' },
      { command: 'sfdisk --no-act /dev/sda', expect: 'pass' },
      { command: 'sfdisk --delete /dev/sda', expect: 'deny' },
    ],
  },
  {
    names: 'cfdisk',
    about: 'Changes the partition table of a disk, in a menu.',
    options: { '-L --color --lock': 'flag' },
    kind: 'disk',
    effects: [wipes({ when: DISK, unless: '-h -r --read-only', why: TABLE })],
    examples: [
      { command: 'cfdisk --help', expect: 'pass' },
      { command: 'cfdisk /dev/sda', expect: 'deny' },
    ],
  },
  {
    names: 'gdisk',
    about: 'Changes a GPT partition table.',
    kind: 'disk',
    effects: [wipes({ when: DISK, unless: '-l', why: TABLE })],
    examples: [
      { command: 'gdisk -l /dev/sda', expect: 'pass' },
      { command: 'gdisk /dev/sda', expect: 'deny' },
    ],
  },
  {
    names: 'sgdisk',
    about: 'Changes a GPT partition table, from options.',
    kind: 'disk',
    effects: [
      wipes({
        when: DISK,
        unless: '-p --print -P --pretend -v --verify -i --info -b --backup',
        why: TABLE,
      }),
    ],
    examples: [
      { command: 'sgdisk -p /dev/sda', expect: 'pass' },
      { command: 'sgdisk --zap-all /dev/sda', expect: 'deny' },
    ],
  },
  {
    names: 'parted',
    about: 'Changes the partition table of a disk, and its partitions.',
    options: { '-a --align': 'text', '-s --script -m --machine -j --json -f --fix': 'flag' },
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
        why: TABLE,
        safer: 'lsblk -f',
      },
    ],
    examples: [
      { command: 'parted -l', expect: 'pass' },
      { command: 'parted /dev/sda print', expect: 'pass' },
      { command: 'parted /dev/sda', expect: 'ask' },
      { command: 'parted -s /dev/sda mklabel gpt', expect: 'deny' },
    ],
  },
  {
    names: 'partprobe',
    about: 'Tells the kernel about a changed partition table.',
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        when: DISK,
        unless: '-d --dry-run -s --summary',
        why: 'Makes the kernel read the partition table again.',
        safer: 'lsblk -f',
      },
    ],
    examples: [
      { command: 'partprobe -d -s /dev/sda', expect: 'pass' },
      { command: 'partprobe /dev/sda', expect: 'ask' },
    ],
  },
  {
    names: 'blockdev',
    about: 'Shows and changes settings of a block device.',
    options: { '--getro --getss --getpbsz --getsize64 --getsz --getra --getbsz --report -q -v': 'flag' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        flags: '--setro --setrw --setra --setfra --setbsz --flushbufs --rereadpt',
        why: 'Changes how the machine uses a disk.',
        safer: 'blockdev --report',
      },
    ],
    examples: [
      { command: 'blockdev --getsize64 /dev/sda', expect: 'pass' },
      { command: 'blockdev --setro /dev/sda', expect: 'ask' },
    ],
  },
  {
    names: 'wipefs',
    about: 'Erases the signatures of file systems.',
    options: {
      '-t --types -O --output': 'text',
      '-J --json -p --parsable -i --noheadings -q --quiet -f --force': 'flag',
      '-n --no-act': 'dry',
    },
    kind: 'disk',
    effects: [wipes({ flags: '-a --all -o --offset', unless: '-n --no-act' })],
    examples: [
      { command: 'wipefs /dev/sdb', expect: 'pass', title: 'Only shows the signatures on a disk' },
      { command: 'wipefs -n -a /dev/sdb', expect: 'pass' },
      { command: 'wipefs -a /dev/sdb', expect: 'deny' },
    ],
  },
  {
    names: 'blkdiscard',
    about: 'Discards all data on a disk.',
    options: {
      '-o --offset -l --length -p --step': 'text',
      '-f --force -s --secure -z --zeroout -v --verbose': 'flag',
    },
    kind: 'disk',
    effects: [wipes({})],
    examples: [
      { command: 'blkdiscard --help', expect: 'pass' },
      { command: 'blkdiscard -f /dev/nvme0n1', expect: 'deny' },
    ],
  },
  {
    names: 'badblocks',
    about: 'Tests a disk for bad blocks.',
    options: { '-b -c -d -e -p -t': 'text', '-i': 'reads', '-o': 'writes', '-n -s -v -f -B -X': 'flag' },
    kind: 'disk',
    effects: [wipes({ flags: '-w', safer: 'badblocks -sv DEVICE' })],
    examples: [
      { command: 'badblocks -sv /dev/sdb', expect: 'pass' },
      { command: 'badblocks -wsv /dev/sdb', expect: 'deny' },
    ],
  },
  {
    names: 'hdparm',
    about: 'Shows and changes settings of a disk.',
    options: { '-i -I -t -T -g -C -v --direct --verbose': 'flag' },
    kind: 'disk',
    effects: [
      wipes({
        flags:
          '--security-erase --security-erase-enhanced --trim-sector-ranges --make-bad-sector --write-sector --repair-sector --sanitize-block-erase --sanitize-crypto-scramble --sanitize-overwrite --dco-restore --fwdownload',
        why: 'Erases or overwrites the disk or sectors of it, or changes its firmware.',
        safer: 'hdparm -I DEVICE',
      }),
    ],
    examples: [
      { command: 'hdparm -I /dev/sda', expect: 'pass' },
      { command: 'hdparm --security-erase pw /dev/sda', expect: 'deny' },
    ],
  },
  {
    names: 'nvme',
    about: 'Manages NVMe disks.',
    options: {
      '-n --namespace-id -o --output-format -s --ses -l --lbaf -a --sanact': 'text',
      '-v --verbose -f --force': 'flag',
    },
    kind: 'disk',
    effects: [
      wipes({
        when: 'format|sanitize|delete-ns|write-zeroes|write-uncor|dsm|security-send',
        why: 'Erases the disk or a part of it.',
        safer: 'nvme list',
      }),
      {
        code: 'disk-detach',
        when: 'detach-ns|disconnect|disconnect-all|reset|subsystem-reset|fw-commit|fw-activate',
        why: 'Detaches a disk, or changes its firmware.',
        safer: 'nvme list',
      },
    ],
    examples: [
      { command: 'nvme list', expect: 'pass' },
      { command: 'nvme smart-log /dev/nvme0', expect: 'pass' },
      { command: 'nvme format /dev/nvme0n1 -s 1', expect: 'deny' },
      { command: 'nvme disconnect-all', expect: 'ask' },
    ],
  },
  {
    names: 'sg_format',
    about: 'Formats SCSI disks.',
    options: {
      '-s --size -c --count -P --pinfo -t --tape': 'text',
      '-l --long -v --verbose -Q --quick -w --wait': 'flag',
      '-d --dry-run': 'dry',
    },
    kind: 'disk',
    effects: [
      wipes({ flags: '-F --format -R --resize -p --tape', safer: 'sg_format DEVICE' }),
      wipes({ when: 'format|erase', safer: 'sg_format DEVICE' }),
    ],
    examples: [
      { command: 'sg_format /dev/sg1', expect: 'pass', title: 'Only shows what the disk is' },
      { command: 'sg_format --format /dev/sg1', expect: 'deny' },
    ],
  },
  {
    names: 'flashrom',
    about: 'Reads and writes flash chips.',
    options: {
      '-p --programmer -c --chip -l --layout -i --image': 'text',
      '-r --read': 'writes',
      '-v --verify': 'reads',
      '-L --list-supported -V --verbose': 'flag',
    },
    kind: 'disk',
    effects: [
      wipes({
        flags: '-w --write -E --erase',
        why: 'Writes or erases the firmware.',
        safer: 'flashrom -p internal -r backup.bin',
      }),
    ],
    examples: [
      { command: 'flashrom -p internal -r backup.bin', expect: 'pass' },
      { command: 'flashrom -p internal -w new.bin', expect: 'deny' },
    ],
  },
  {
    names: 'losetup',
    about: 'Uses a file as a disk.',
    options: {
      '-o --offset -b --sector-size -O --output -j --associated --sizelimit': 'text',
      '-a --all -f --find -P --partscan -r --read-only --show -l --list -J --json -c': 'flag',
    },
    kind: 'disk',
    effects: [
      {
        code: 'disk-detach',
        flags: '-d -D --detach --detach-all',
        why: 'Detaches a disk.',
        safer: 'losetup -a',
      },
    ],
    examples: [
      { command: 'losetup -a', expect: 'pass' },
      { command: 'losetup -D', expect: 'ask' },
    ],
  },
  {
    names: 'nbd-client',
    about: 'Uses a disk of another machine.',
    options: {
      '-N -name -b -block-size -t -timeout -C -connections': 'text',
      '-p -persist -s -swap -l -list': 'flag',
    },
    kind: 'disk',
    effects: [
      { code: 'disk-detach', flags: '-d --detach', why: 'Detaches a disk.', safer: 'nbd-client -c DEVICE' },
    ],
    examples: [
      { command: 'nbd-client -c /dev/nbd0', expect: 'pass' },
      { command: 'nbd-client -d /dev/nbd0', expect: 'ask' },
    ],
  },
  {
    names: 'diskutil',
    about: 'Manages disks on macOS.',
    kind: 'disk',
    effects: [
      wipes({
        when: 'erasevolume|erasedisk|eraseoptical|partitiondisk|splitpartition|mergepartitions|secureerase|zerodisk|randomdisk|reformat|deletevolume',
        safer: 'diskutil list',
      }),
      wipes({
        when: 'apfs|ap|cs|corestorage|ar|appleraid delete*|erase*|eject*|remove*|destroy*|resize*',
        why: 'Deletes, resizes or detaches a volume or the disks that hold it.',
        safer: 'diskutil apfs list',
      }),
      {
        code: 'disk-wipe',
        when: 'unmountdisk',
        weight: 'irreversible',
        why: 'Detaches a disk that may be in use.',
        safer: 'diskutil list',
      },
      {
        code: 'unmount',
        when: 'unmount|eject',
        kind: 'system',
        why: 'Detaches a disk that may be in use.',
        safer: 'diskutil list',
      },
    ],
    examples: [
      { command: 'diskutil list', expect: 'pass' },
      { command: 'diskutil info disk0', expect: 'pass' },
      { command: 'diskutil eraseDisk APFS New disk2', expect: 'deny' },
      { command: 'diskutil apfs deleteVolume disk1s5', expect: 'deny' },
      { command: 'diskutil eject disk2', expect: 'ask' },
      { command: 'diskutil unmountDisk /dev/disk2', expect: 'deny' },
    ],
  },
  {
    names: 'hdiutil',
    about: 'Makes and attaches disk images on macOS.',
    syntax: { singleDash: true },
    options: {
      '-o': 'writes',
      '-format -volname -fs -size -srcfolder -mountpoint -type': 'text',
      '-quiet -ov -nobrowse -readonly -plist': 'flag',
    },
    kind: 'disk',
    effects: [
      wipes({
        when: 'erasekeys|burn',
        why: 'Deletes the keys of an image, or writes a disc.',
        safer: 'hdiutil info',
      }),
    ],
    examples: [
      { command: 'hdiutil attach app.dmg', expect: 'pass' },
      { command: 'hdiutil create -volname App -srcfolder dist -o app.dmg', expect: 'pass' },
      { command: 'hdiutil erasekeys app.dmg', expect: 'deny' },
    ],
  },
  {
    names: 'asr',
    about: 'Copies whole volumes on macOS.',
    options: { '--source --target': 'text', '--noprompt --noverify --puppetstrings': 'flag' },
    kind: 'disk',
    effects: [
      wipes({ flags: '--erase', safer: 'diskutil list' }),
      wipes({ when: 'erase|…', safer: 'diskutil list' }),
    ],
    examples: [
      { command: 'asr imagescan --source app.dmg', expect: 'pass' },
      { command: 'asr restore --source app.dmg --target /dev/disk2 --erase', expect: 'deny' },
    ],
  },
];
