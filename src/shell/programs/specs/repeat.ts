import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'parallel sem',
    about: '',
    syntax: { optionsFirst: true },
    options: {
      '-j --jobs -S --sshlogin --joblog -a --arg-file -n -N --max-args --colsep --delay --timeout --results -I --tmpdir --retries --load --memfree --env --workdir --wd --rpl --header --nice --delimiter -d -L --max-lines --basefile --halt --tagstring':
        'text',
    },
    traits: ['words'],
    behaviours: ['inParallel'],
  },
  {
    names: 'xargs',
    about: '',
    syntax: { optionsFirst: true },
    options: {
      '-I -L -n -P -s -d -E -a --max-lines --max-args --max-procs --max-chars --delimiter --arg-file --eof -J -R -S':
        'text',
    },
    traits: ['words'],
    behaviours: ['forEachWord'],
  },
  {
    names: 'gxargs',
    about: '',
    syntax: { optionsFirst: true },
    options: {
      '-I -L -n -P -s -d -E -a --max-lines --max-args --max-procs --max-chars --delimiter --arg-file --eof -J -R -S':
        'text',
    },
    behaviours: ['forEachWord'],
  },
];
