import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'xxd',
    about: '',
    options: { '-s -l -c -g': 'text' },
    operands: 'reads',
    traits: ['decodes'],
    behaviours: ['decodesHex'],
  },
  {
    names: 'od god',
    about: '',
    options: { '-t -A -N -j -w': 'text' },
    operands: 'reads',
    traits: ['decodes'],
  },
  { names: 'hexdump', about: '', options: { '-n -s -e -f': 'text' }, operands: 'reads', traits: ['decodes'] },
  {
    names: 'base64 gbase64',
    about: '',
    options: { '-w --wrap -o': 'text', '-i': 'reads' },
    operands: 'reads',
    traits: ['decodes'],
    behaviours: ['decodesBase64'],
  },
  { names: 'tac gtac base32 gbase32', about: '', operands: 'reads', traits: ['decodes'] },
  { names: 'rev', about: '', operands: 'reads', traits: ['decodes'], behaviours: ['reverses'] },
  { names: 'tr', about: '', operands: 'reads', traits: ['decodes', 'words'] },
  { names: 'uuencode hd qrencode', about: '', operands: 'reads' },
  { names: 'base58 basenc uudecode', about: '', traits: ['decodes'] },
  {
    names: 'openssl',
    about: '',
    syntax: { singleDash: true },
    options: {
      '-in -inkey -key -CA -CAkey -cert -certfile -CAfile -signkey -pass -k -kfile -passin -passout -outform -inform -connect -subj -days -keyout':
        'text',
      '-out': 'writes',
    },
    traits: ['decodes', 'sends', 'ignores-input'],
    behaviours: ['printsKeys'],
  },
];
