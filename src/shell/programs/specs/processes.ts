import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  { names: 'ps', about: 'Lists processes.', plain: 'any', traits: ['words'] },
  { names: 'pgrep top', about: 'List processes.', traits: ['words'] },
  { names: 'kill', about: '', behaviours: ['kills'] },
  {
    names: 'pkill killall killall5 skill xkill slay stop-process taskkill',
    about: '',
    options: { '-u -g -t -P -G -U -s --signal -n -o /pid /im /fi -name -id': 'text' },
    behaviours: ['killsByName'],
  },
  { names: 'fuser', about: '', options: { '-n --namespace': 'text' }, behaviours: ['killsUsers'] },
];
