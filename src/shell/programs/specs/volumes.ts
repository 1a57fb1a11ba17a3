// Volume managers and disk encryption: LVM, RAID, ZFS pools, device mapper.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const wipes = (rule: Partial<EffectRule>): EffectRule => ({
  code: 'disk-wipe',
  weight: 'irreversible',
  why: 'Everything on the disk is lost.',
  safer: 'lsblk -f',
  ...rule,
});

/** Options that the tools of LVM share; with `--test` nothing is changed. */
const LVM: CommandSpec['options'] = {
  '-t --test': 'dry',
  '-f --force -y --yes -v --verbose -q --quiet -d --debug': 'flag',
  '--config --devices --devicesfile --reportformat -S --select': 'text',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'lvremove',
    about: 'Removes volumes of LVM.',
    options: LVM,
    kind: 'disk',
    effects: [wipes({ safer: 'lvs' })],
    examples: [
      { command: 'lvremove --test vg0/data', expect: 'pass' },
      { command: 'lvremove -f vg0/data', expect: 'deny' },
    ],
  },
  {
    names: 'vgremove',
    about: 'Removes groups of volumes of LVM.',
    options: LVM,
    kind: 'disk',
    effects: [wipes({ safer: 'vgs' })],
    examples: [
      { command: 'vgremove --test vg0', expect: 'pass' },
      { command: 'vgremove vg0', expect: 'deny' },
    ],
  },
  {
    names: 'pvremove',
    about: 'Removes a disk from LVM for good.',
    options: LVM,
    kind: 'disk',
    effects: [wipes({ safer: 'pvs' })],
    examples: [
      { command: 'pvremove -t /dev/sdb1', expect: 'pass' },
      { command: 'pvremove /dev/sdb1', expect: 'deny' },
    ],
  },
  {
    names: 'lvreduce',
    about: 'Makes volumes of LVM smaller.',
    options: {
      ...LVM,
      '-L --size -l --extents -A --autobackup': 'text',
      '-n --nofsck -r --resizefs': 'flag',
    },
    kind: 'disk',
    effects: [wipes({ why: 'Shrinks a volume, which may cut off data.', safer: 'lvs' })],
    examples: [
      { command: 'lvreduce --test -L 10G vg0/data', expect: 'pass' },
      { command: 'lvreduce -L 10G vg0/data', expect: 'deny' },
    ],
  },
  {
    names: 'lvresize',
    about: 'Changes the size of volumes of LVM.',
    options: { ...LVM, '-L --size -l --extents': 'text', '-n --nofsck -r --resizefs': 'flag' },
    kind: 'disk',
    effects: [
      wipes({
        flags: '-L=- --size=- -l=- --extents=-',
        why: 'Shrinks a volume, which may cut off data.',
        safer: 'lvs',
      }),
    ],
    examples: [
      { command: 'lvresize -L +10G vg0/data', expect: 'pass' },
      { command: 'lvresize -L -10G vg0/data', expect: 'deny' },
    ],
  },
  {
    names: 'lvconvert',
    about: 'Changes the type of an LVM volume, or reverts it to a snapshot.',
    options: { ...LVM, '--type -m --mirrors --thinpool --cachepool': 'text' },
    kind: 'disk',
    effects: [
      wipes({
        flags: '--merge --mergesnapshot',
        why: 'Discards everything written since the snapshot.',
        safer: 'lvs',
      }),
    ],
    examples: [
      { command: 'lvconvert --type raid1 -m 1 vg0/data', expect: 'pass' },
      { command: 'lvconvert --merge vg0/snap', expect: 'deny' },
    ],
  },
  {
    names: 'vgreduce pvmove',
    about: 'Removes a disk from a volume group, or moves its data to other disks.',
    options: { ...LVM, '-n --name -i --interval': 'text', '-a --all -b --background': 'flag' },
    kind: 'disk',
    effects: [
      {
        code: 'disk-partition',
        unless: '--abort',
        why: 'Removes a disk from a volume group.',
        safer: 'pvs',
      },
    ],
    examples: [
      { command: 'vgreduce --test vg0 /dev/sdb1', expect: 'pass' },
      { command: 'pvmove --abort', expect: 'pass' },
      { command: 'vgreduce vg0 /dev/sdb1', expect: 'ask' },
    ],
  },
  {
    names: 'lvm',
    about: 'All LVM commands in one.',
    options: LVM,
    kind: 'disk',
    effects: [
      wipes({ when: 'lvremove|vgremove|pvremove', safer: 'lvm lvs' }),
      wipes({ when: 'lvreduce', why: 'Shrinks a volume, which may cut off data.', safer: 'lvm lvs' }),
      {
        code: 'disk-partition',
        when: 'vgreduce|pvmove|pvcreate|vgcfgrestore',
        why: 'Changes which disks belong to a volume group.',
        safer: 'lvm pvs',
      },
    ],
    examples: [
      { command: 'lvm lvs', expect: 'pass' },
      { command: 'lvm lvremove -f vg0/data', expect: 'deny' },
      { command: 'lvm lvreduce -L 10G vg0/data', expect: 'deny' },
      { command: 'lvm vgreduce vg0 /dev/sdb1', expect: 'ask' },
    ],
  },
  {
    names: 'mdadm',
    about: 'Manages RAID arrays of Linux.',
    options: {
      '-l --level -n --raid-devices -c --config -x --spare-devices -e --metadata -N --name -u --uuid': 'text',
      '-D --detail -E --examine -Q --query -s --scan -v --verbose --test -A --assemble': 'flag',
    },
    kind: 'disk',
    effects: [
      wipes({ flags: '--zero-superblock', safer: 'mdadm --detail DEVICE' }),
      wipes({
        flags: '--stop -S --remove --fail',
        why: 'Takes a RAID array, or a disk of it, out of use.',
        safer: 'mdadm --detail DEVICE',
      }),
      wipes({ flags: '-C --create', safer: 'mdadm --examine DEVICE' }),
    ],
    examples: [
      { command: 'mdadm --detail /dev/md0', expect: 'pass' },
      { command: 'mdadm --zero-superblock /dev/sdb1', expect: 'deny' },
      { command: 'mdadm --stop /dev/md0', expect: 'deny' },
      { command: 'mdadm --create /dev/md0 -l 1 -n 2 /dev/sdb1 /dev/sdc1', expect: 'deny' },
    ],
  },
  {
    names: 'zpool',
    about: 'Manages pools of ZFS.',
    options: { '-o -O -R -t -T -d -c': 'text', '-H -p -v -P -L -g -x -f': 'flag', '-n': 'dry' },
    kind: 'disk',
    effects: [
      wipes({ when: 'destroy|labelclear|create|add', safer: 'zpool status' }),
      wipes({
        when: 'remove|offline|detach|export|split',
        why: 'Takes a pool, or a disk of it, out of use.',
        safer: 'zpool status',
      }),
    ],
    examples: [
      { command: 'zpool status', expect: 'pass' },
      { command: 'zpool create -n tank /dev/sdb', expect: 'pass' },
      { command: 'zpool destroy tank', expect: 'deny' },
      { command: 'zpool labelclear -f /dev/sdb', expect: 'deny' },
      { command: 'zpool export tank', expect: 'deny' },
    ],
  },
  {
    names: 'dmsetup',
    about: 'Manages device mapper devices.',
    options: {
      '--exec': 'runs',
      '-c --columns -o --options --table -u --uuid -j --major -m --minor -S --select': 'text',
      '-f --force -v --verbose -y --yes': 'flag',
    },
    kind: 'disk',
    effects: [
      wipes({
        when: 'remove|remove_all|wipe_table|clear',
        why: 'Takes a disk away from what uses it.',
        safer: 'dmsetup ls',
      }),
      {
        code: 'disk-partition',
        when: 'suspend|load|reload|rename|create',
        why: 'Changes how a disk is mapped.',
        safer: 'dmsetup ls',
      },
      {
        code: 'secret-read',
        when: 'table',
        flags: '--showkeys',
        kind: 'read',
        why: 'Prints the key of an encrypted disk.',
        safer: 'dmsetup table',
      },
    ],
    examples: [
      { command: 'dmsetup ls', expect: 'pass' },
      { command: 'dmsetup remove_all', expect: 'deny' },
      { command: "dmsetup ls --exec 'rm -rf ~'", expect: 'deny' },
      { command: 'dmsetup suspend data', expect: 'ask' },
      { command: 'dmsetup table --showkeys data', expect: 'ask' },
    ],
  },
  {
    names: 'cryptsetup',
    about: 'Manages encrypted disks.',
    options: {
      '-c --cipher -h --hash -s --key-size -l --keyfile-size -S --key-slot -t --timeout -M --type --label --pbkdf --header --header-backup-file --uuid':
        'text',
      '-d --key-file --master-key-file --volume-key-file': 'login',
      '-v --verbose -y -q --batch-mode -r --readonly': 'flag',
      '--test-passphrase': 'dry',
    },
    kind: 'disk',
    effects: [
      wipes({
        when: 'luksformat|lukserase|erase|luksremovekey|lukskillslot|format|remove',
        why: 'Destroys everything on the disk, or the key that opens it.',
        safer: 'cryptsetup luksDump DEVICE',
      }),
      {
        code: 'disk-partition',
        when: 'open|luksopen|close|luksclose|luksaddkey|lukschangekey|luksconvertkey|luksheaderrestore|resize|reencrypt',
        why: 'Changes how an encrypted disk is opened.',
        safer: 'cryptsetup luksDump DEVICE',
      },
      {
        code: 'secret-read',
        when: 'luksdump',
        flags: '--dump-master-key --dump-volume-key',
        kind: 'read',
        why: 'Prints the key of the disk.',
        safer: 'cryptsetup luksDump DEVICE',
      },
    ],
    examples: [
      { command: 'cryptsetup luksDump /dev/sdb1', expect: 'pass' },
      { command: 'cryptsetup luksFormat /dev/sdb1', expect: 'deny' },
      { command: 'cryptsetup open /dev/sdb1 data', expect: 'ask' },
      { command: 'cryptsetup luksDump --dump-master-key /dev/sdb1', expect: 'ask' },
    ],
  },
];
