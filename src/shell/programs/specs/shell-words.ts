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
  { names: 'printenv typeset', about: '', traits: ['environment'] },
  { names: 'export set declare compgen', about: '', traits: ['environment', 'words'] },
  { names: ':', about: '', traits: ['words'], behaviours: ['isSilent'] },
  { names: 'echo', about: '', traits: ['words'], behaviours: ['echoes'] },
  { names: 'printf', about: '', traits: ['words'], behaviours: ['printsFormatted'] },
  {
    names:
      'info tldr whatis apropos whereis hash help test [ expr let cd pushd alias local say notify-send logger figlet cowsay fc complete read return exit false sleep seq yes claude llm aider',
    about: '',
    traits: ['words'],
  },
  { names: 'which type', about: '', traits: ['words'], behaviours: ['printsName'] },
  { names: 'true', about: '', traits: ['words'], behaviours: ['printsNothing'] },
  { names: 'runas gsudo', about: '', traits: ['escalates'], behaviours: ['escalates'] },
  { names: 'whoami', about: '', behaviours: ['printsUser'] },
  { names: 'wait', about: '', behaviours: ['isSilent'] },
  { names: 'ld.*', about: '', behaviours: ['loads'] },
];
