import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'tar gtar bsdtar',
    about: '',
    syntax: { bareLetters: true },
    options: {
      '-T --files-from -X --exclude-from --add-file': 'reads',
      '-C --directory -f --file -b -g -H -K -L -N -V --exclude --transform --owner --group --mode --mtime --strip-components --label --format --listed-incremental --suffix':
        'text',
      '--checkpoint-action': { kind: 'runs', strip: '^exec=' },
      '--to-command --use-compress-program -I --rsh-command -F --info-script --new-volume-script': 'runs',
      '--one-top-level --warning --checkpoint --hole-detection': 'flag',
    },
    operands: 'text',
    traits: ['decodes', 'sends'],
    behaviours: ['archivesAway', 'toTape', 'unpacks', 'archives'],
  },
  {
    names: '7z',
    about: '',
    syntax: { singleDash: true },
    options: { '-x -i -P': 'text' },
    operands: 'reads',
    traits: ['decodes'],
    behaviours: ['archivesAway', 'unpacks'],
  },
  {
    names: 'zip',
    about: '',
    options: { '-x -i -P': 'text', '-TT --unzip-command': 'runs', '-m --move': 'flag' },
    operands: 'reads',
    behaviours: ['archivesAway'],
  },
  { names: 'gzip zcat bzcat xzcat gunzip bzip2 xz zstd', about: '', operands: 'reads', traits: ['decodes'] },
  {
    names: 'unzip',
    about: '',
    options: { '-d': 'writes', '-x': 'text' },
    operands: 'text',
    traits: ['decodes'],
    behaviours: ['unpacks'],
  },
  { names: 'lz4 brotli', about: '', operands: 'reads' },
  { names: 'unrar', about: '', traits: ['decodes'] },
];
