// Small programs and builtins whose words are only words.
import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  { names: 'env', about: '', traits: ['environment'], behaviours: ['setsEnvironment'] },
  { names: 'tcpdump', about: '', options: { '-z': 'runs' } },
  { names: 'bpftrace', about: '', options: { '-c': 'runs' } },
  {
    names: 'lldb',
    about: '',
    options: {
      '-o --one-line': { kind: 'runs', only: '^(platform shell|script)', strip: '^platform shell\\s*' },
    },
  },
  { names: 'man', about: '', options: { '-P --pager': 'runs' }, traits: ['words'] },
  {
    names: 'expect',
    about: '',
    options: {
      '-c': { kind: 'runs', only: 'spawn|exec|system', strip: '^[\\s\\S]*?\\b(spawn|exec|system)\\s+' },
    },
  },
  { names: 'printenv', about: 'Prints variables.', traits: ['environment', 'named-variables'] },
  { names: 'typeset', about: 'Declares variables.', traits: ['environment'] },
  { names: 'export set declare compgen', about: '', traits: ['environment', 'words'] },
  { names: ':', about: '', traits: ['words'], behaviours: ['isSilent'] },
  { names: 'echo', about: 'Prints its words.', plain: 'any', traits: ['words'], behaviours: ['echoes'] },
  { names: 'printf', about: '', traits: ['words'], behaviours: ['printsFormatted'] },
  {
    names:
      'info tldr whatis apropos whereis hash help test [ expr let cd pushd alias local say notify-send logger figlet cowsay fc complete read return exit yes claude llm aider',
    about: 'Programs and builtins whose words are only words.',
    traits: ['words'],
  },
  { names: 'false sleep seq', about: 'Do nothing but wait, count or fail.', plain: 'any', traits: ['words'] },
  { names: 'nproc uname', about: 'Tell about the machine.', plain: 'alone', traits: ['words'] },
  {
    names: 'which',
    about: 'Tells where a program lies.',
    plain: 'any',
    traits: ['words'],
    behaviours: ['printsName'],
  },
  { names: 'type', about: 'Tells what a name means.', traits: ['words'], behaviours: ['printsName'] },
  { names: 'true', about: 'Does nothing.', plain: 'any', traits: ['words'], behaviours: ['printsNothing'] },
  { names: 'runas gsudo', about: '', traits: ['escalates'], behaviours: ['escalates'] },
  { names: 'whoami', about: 'Prints the name of the user.', plain: 'alone', behaviours: ['printsUser'] },
  { names: 'wait', about: '', behaviours: ['isSilent'] },
  { names: 'ld.*', about: '', behaviours: ['loads'] },
];
