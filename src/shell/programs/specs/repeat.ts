// Programs that run a command once for each of many arguments.
import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'xargs gxargs',
    about: 'Runs a command with arguments from its input.',
    syntax: { optionsFirst: true },
    options: {
      '-I -L -n -P -s -d -E -J -R -S --max-lines --max-args --max-procs --max-chars --delimiter --eof --process-slot-var':
        'text',
      '-a --arg-file': 'reads',
      '-0 -r -t -p -x -o --null --no-run-if-empty --verbose --interactive --exit --open-tty --show-limits':
        'flag',
    },
    traits: ['words'],
    behaviours: ['runsForEachWord'],
    examples: [
      { command: "find src -name '*.ts' | xargs wc -l", expect: 'pass' },
      { command: 'echo / | xargs rm -rf', expect: 'deny' },
      { command: 'cat list.txt | xargs -I{} sh -c {}', expect: 'ask' },
      { command: 'xargs -a .env echo', expect: 'deny' },
      { command: 'echo .env | xargs cat', expect: 'deny' },
    ],
  },
  {
    names: 'parallel sem',
    about: 'Runs a command for many arguments at once.',
    syntax: { optionsFirst: true },
    options: {
      '-j -P --jobs --max-procs -S --sshlogin -n -N --max-args --max-replace-args --colsep -C --delay --timeout -I -i --retries --load --memfree --env --workdir --wd --rpl --header --nice --delimiter -d -L --max-lines --halt --tagstring --block --recstart --recend --return --trc --id --shellquote -s --max-chars':
        'text',
      '-a --arg-file --sshloginfile --slf --basefile --bf --transferfile --tf': 'reads',
      '--joblog --results --res --tmpdir --tempdir': 'writes',
      '-k -u -v -t -0 -q -X -m -x --keep-order --ungroup --group --verbose --null --quote --bar --eta --progress --line-buffer --lb --pipe --pipe-part --pipepart --tag --will-cite --fg --wait --semaphore --resume --xapply --link --onall --nonall --no-notice --citation':
        'flag',
    },
    traits: ['words'],
    behaviours: ['runsInParallel'],
    examples: [
      { command: 'parallel -j 4 wc -l ::: src/a.ts src/b.ts', expect: 'pass' },
      { command: 'parallel rm -rf ::: /', expect: 'deny' },
      { command: "echo 'rm -rf ~' | parallel", expect: 'deny' },
      { command: 'parallel -a .env echo', expect: 'deny' },
      { command: 'parallel --joblog /etc/x echo ::: a', expect: 'deny' },
      { command: 'parallel --results /etc/x echo ::: a', expect: 'deny' },
    ],
  },
];
