// Programs that move files to the trash, and empty it.
import type { ProgramSpec } from '../spec.ts';

const EMPTIES = {
  code: 'delete-outside',
  weight: 'irreversible',
  why: 'Empties the trash for good.',
} as const;

export const programs: readonly ProgramSpec[] = [
  {
    names: 'trash-empty',
    about: 'Empties the trash.',
    options: { '--trash-dir': 'text', '--dry-run': 'dry', '-f --force -v --verbose --all-users': 'flag' },
    kind: 'delete',
    effects: [{ ...EMPTIES, safer: 'trash-list' }],
    examples: [
      { command: 'trash-empty --dry-run', expect: 'pass' },
      { command: 'trash-empty 30', expect: 'deny' },
    ],
  },
  {
    names: 'bleachbit',
    about: 'Deletes caches, histories and other traces of programs.',
    options: { '-l --list-cleaners -p --preview --sysinfo': 'asks', '--preset --all-but-warning': 'flag' },
    kind: 'delete',
    effects: [
      {
        code: 'delete-outside',
        flags: '-c --clean -s --shred -w --wipe-free-space --wipe-empty-space -o --overwrite',
        why: 'Deletes caches, histories and traces of programs for good.',
        safer: 'bleachbit --preview CLEANER',
      },
    ],
    examples: [
      { command: 'bleachbit --list-cleaners', expect: 'pass' },
      { command: 'bleachbit --clean system.cache', expect: 'ask' },
    ],
  },
  {
    names: 'trash',
    about: 'Moves files to the trash.',
    options: { '-v -F -l -y': 'flag' },
    kind: 'delete',
    effects: [{ ...EMPTIES, flags: '-e --empty -s', safer: 'trash -l' }],
    examples: [
      { command: 'trash old.log', expect: 'pass', title: 'A file that can be taken out of the trash again' },
      { command: 'trash -e', expect: 'deny' },
    ],
  },
  {
    names: 'gio',
    about: 'Handles files the way the GNOME desktop does.',
    subcommands: {
      trash: { options: { '-f --force --list --restore': 'flag' } },
      cat: { operands: 'reads' },
      copy: { options: { '-T -p -i -b -P -s': 'flag' }, operands: 'copies' },
      move: { options: { '-T -p -i -b -C': 'flag' }, operands: 'moves' },
      save: { options: { '-e --etag': 'text', '-b -c -a': 'flag' }, operands: 'writes' },
      remove: { options: { '-f --force': 'flag' }, operands: 'deletes' },
    },
    kind: 'delete',
    effects: [{ ...EMPTIES, flags: '--empty', safer: 'gio trash --list' }],
    examples: [
      { command: 'gio trash old.log', expect: 'pass' },
      { command: 'gio trash --empty', expect: 'deny' },
      { command: 'gio cat .env', expect: 'deny' },
      { command: 'gio copy evil /etc/passwd', expect: 'deny' },
      { command: 'gio remove ~/.ssh/id_rsa', expect: 'deny' },
    ],
  },
];
