import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'head ghead',
    about: '',
    options: { '-n -c --lines --bytes': 'text' },
    operands: 'reads',
    traits: ['words'],
  },
  {
    names: 'tail gtail',
    about: '',
    options: { '-n -c --lines --bytes -s --pid': 'text' },
    operands: 'reads',
    traits: ['words'],
  },
  {
    names: 'sort gsort',
    about: '',
    options: {
      '-k -t -S -T --key --field-separator': 'text',
      '-o --output': 'writes',
      '--files0-from': 'reads',
      '--compress-program': 'runs',
    },
    operands: 'reads',
    traits: ['words'],
  },
  { names: 'wc gwc', about: '', options: { '--files0-from': 'reads' }, operands: 'text', traits: ['words'] },
  {
    names: 'cut gcut',
    about: '',
    options: { '-d -f -c -b --delimiter --fields': 'text' },
    operands: 'reads',
    traits: ['words'],
  },
  { names: 'paste gpaste', about: '', options: { '-d': 'text' }, operands: 'reads' },
  { names: 'fold gfold fmt gfmt', about: '', options: { '-w': 'text' }, operands: 'reads' },
  { names: 'column', about: '', options: { '-s -o': 'text' }, operands: 'reads', traits: ['words'] },
  {
    names: 'split gsplit',
    about: '',
    options: { '-b -l -n -a -C -t --bytes --lines --number --suffix-length': 'text', '--filter': 'runs' },
    operands: 'second',
  },
  {
    names: 'csplit gcsplit',
    about: '',
    options: { '-f --prefix': 'writes', '-b -n --suffix-format --digits': 'text' },
    operands: 'reads',
  },
  { names: 'uniq guniq', about: '', options: { '-f -s -w': 'text' }, operands: 'second', traits: ['words'] },
  {
    names: 'jq',
    about: '',
    options: {
      '--arg --argjson': { kind: 'text', words: 2 },
      '--slurpfile --rawfile --argfile': { kind: 'reads', words: 2 },
      '--indent -L': 'text',
      '-f --from-file': 'pattern-file',
    },
    operands: 'pattern',
    traits: ['words'],
  },
  {
    names: 'gojq jaq',
    about: '',
    options: {
      '--arg --argjson': { kind: 'text', words: 2 },
      '--slurpfile --rawfile --argfile': { kind: 'reads', words: 2 },
      '--indent -L': 'text',
      '-f --from-file': 'pattern-file',
    },
    operands: 'pattern',
  },
  {
    names: 'yq',
    about: '',
    options: { '-o -p --indent': 'text', '-i --inplace': { kind: 'in-place', attached: true } },
    operands: 'pattern',
    traits: ['words'],
  },
  { names: 'cat gcat', about: '', operands: 'reads', traits: ['words'], behaviours: ['concatenates'] },
  {
    names: 'nl gnl bat less more most strings diff pbcopy xclip',
    about: '',
    operands: 'reads',
    traits: ['words'],
  },
  {
    names:
      'batcat comm gcomm join m4 cmp sdiff colordiff delta iconv hexyl ccat pygmentize glow mdcat envsubst csvlook enscript a2ps lp lpr ascii get-content gc type-file expand unexpand pr tsort shuf gshuf json.tool vimdiff wdiff pv lolcat highlight pandoc',
    about: '',
    operands: 'reads',
  },
  { names: 'source .', about: '', syntax: { optionsFirst: true }, operands: 'reads' },
];
