import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'sed',
    about: '',
    options: {
      '-e --expression': 'code',
      '-f --file': 'pattern-file',
      '-i -I --in-place': { kind: 'in-place', attached: true },
      '-l --line-length': 'text',
    },
    operands: 'pattern',
    language: 'sed',
    traits: ['words'],
  },
  {
    names: 'gsed',
    about: '',
    options: {
      '-e --expression': 'code',
      '-f --file': 'pattern-file',
      '-i -I --in-place': { kind: 'in-place', attached: true },
      '-l --line-length': 'text',
    },
    operands: 'pattern',
    language: 'sed',
  },
  {
    names: 'ed',
    about: '',
    options: { '-c --cmd': 'code', '-S': 'loads', '-u': 'text' },
    operands: 'writes',
    language: 'vim',
    traits: ['line-editor'],
  },
  {
    names: 'ex',
    about: '',
    options: { '-c --cmd': 'code', '-s -u': 'text', '-S': 'loads' },
    operands: 'writes',
    language: 'vim',
    traits: ['line-editor'],
  },
  {
    names: 'vim vi nvim',
    about: '',
    options: { '-c --cmd': 'code', '-S': 'loads', '-u': 'text' },
    operands: 'writes',
    language: 'vim',
  },
  {
    names: 'view',
    about: '',
    options: { '-c --cmd': 'code', '-S': 'loads', '-u': 'text' },
    operands: 'reads',
    language: 'vim',
  },
  { names: 'nano pico micro hx kak', about: '', options: { '-c -S -u --cmd': 'text' }, operands: 'writes' },
  {
    names: 'emacs',
    about: '',
    options: {
      '-c -S -u --cmd -f --funcall -q': 'text',
      '--eval -eval --execute': 'code',
      '-l --load': 'loads',
      '--script': 'asks',
    },
    operands: 'writes',
    language: 'lisp',
  },
  {
    names: 'emacsclient',
    about: '',
    options: {
      '--eval -eval --execute': 'code',
      '-l --load': 'loads',
      '-f --funcall -q': 'text',
      '--script': 'asks',
    },
    operands: 'writes',
    language: 'lisp',
  },
];
