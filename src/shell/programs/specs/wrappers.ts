// Programs that run another command: with a limit, later, repeatedly, elsewhere or in another environment.
import type { CommandSpec, ProgramExample, ProgramSpec } from '../spec.ts';

/** Examples for every wrapper: it is judged by the command that it runs. */
const examplesWith = (wrapper: string): readonly ProgramExample[] => [
  { command: `${wrapper} npm test`, expect: 'pass' },
  { command: `${wrapper} rm -rf ~`, expect: 'deny' },
];

const COMMON_FLAGS: CommandSpec['options'] = { '-v -q -h --verbose --quiet --help': 'flag' };

export const programs: readonly ProgramSpec[] = [
  {
    names: 'timeout gtimeout',
    about: 'Runs a command with a time limit.',
    traits: ['only-looks'],
    plain: true,
    options: {
      '-s --signal -k --kill-after': 'text',
      '-f -p -v --foreground --preserve-status --verbose': 'flag',
    },
    runs: { skip: 1 },
    examples: examplesWith('timeout 60'),
  },
  {
    names: 'time gtime',
    about: 'Measures how long a command takes.',
    traits: ['only-looks'],
    options: {
      '-f --format': 'text',
      '-o --output': 'writes',
      '-a -p -v -q -l -h --append --portability --verbose --quiet': 'flag',
    },
    runs: {},
    examples: [...examplesWith('time'), { command: 'gtime -o /etc/x ls', expect: 'deny' }],
  },
  {
    names: 'nice gnice',
    about: 'Runs a command with another priority.',
    traits: ['only-looks'],
    options: { '-n --adjustment': 'text' },
    runs: {},
    examples: examplesWith('nice -n 10'),
  },
  {
    names: 'ionice',
    about: 'Runs a command with another I/O priority.',
    traits: ['only-looks', 'holds-processes'],
    options: {
      '-c --class -n --classdata -p --pid -P --pgid -u --uid': 'text',
      '-t --ignore': 'flag',
    },
    runs: {},
    examples: examplesWith('ionice -c 3'),
  },
  {
    names: 'chrt',
    about: 'Runs a command with another scheduling policy.',
    traits: ['holds-processes'],
    options: { '-T -P -D': 'text', '-a -b -d -f -i -m -o -r -R -v': 'flag' },
    runs: { skip: 1 },
    examples: examplesWith('chrt -b 0'),
  },
  {
    names: 'taskset',
    about: 'Runs a command on some of the processors.',
    traits: ['holds-processes'],
    options: { '-a -c -p --all-tasks --cpu-list --pid': 'flag' },
    runs: { skip: 1 },
    examples: examplesWith('taskset -c 0'),
  },
  {
    names: 'numactl',
    about: 'Runs a command on some of the memory nodes.',
    options: { '-C -N -m -i -p -w': 'text', '-s -H -l --show --hardware --localalloc': 'flag' },
    runs: {},
    examples: examplesWith('numactl -N 0'),
  },
  {
    names: 'cpulimit',
    about: 'Limits how much processor time a command takes.',
    traits: ['holds-processes'],
    options: { '-l --limit -p --pid -e --exe -P --path -c': 'text', '-b -f -i -k -m -q -r -s -v -z': 'flag' },
    runs: {},
    examples: examplesWith('cpulimit -l 50 --'),
  },
  {
    names: 'prlimit',
    about: 'Runs a command with other resource limits.',
    traits: ['holds-processes'],
    options: { '-p --pid -o --output': 'text', '--noheadings --raw --verbose': 'flag' },
    runs: {},
    examples: examplesWith('prlimit --nofile=1024'),
  },
  {
    names: 'softlimit',
    about: 'Runs a command with other resource limits.',
    options: { '-a -c -d -f -l -m -o -p -r -s -t': 'text' },
    runs: {},
    examples: examplesWith('softlimit -m 1000000'),
  },
  {
    names: 'choom',
    about: 'Runs a command with another chance of being killed when memory runs out.',
    options: { '-n --adjust -p --pid': 'text' },
    runs: {},
    examples: examplesWith('choom -n 100 --'),
  },
  {
    names: 'cgexec',
    about: 'Runs a command in a control group.',
    options: { '-g': 'text', '--sticky': 'flag' },
    runs: {},
    examples: examplesWith('cgexec -g cpu:x'),
  },
  {
    names: 'nohup gnohup',
    about: 'Runs a command that goes on after its terminal is closed.',
    traits: ['only-looks'],
    runs: {},
    examples: examplesWith('nohup'),
  },
  {
    names: 'setsid',
    about: 'Runs a command in a new session.',
    traits: ['only-looks'],
    options: { '-c -f -w --ctty --fork --wait': 'flag' },
    runs: {},
    examples: examplesWith('setsid -w'),
  },
  {
    names: 'stdbuf gstdbuf',
    about: 'Runs a command with other buffering.',
    traits: ['only-looks'],
    options: { '-i --input -o --output -e --error': 'text' },
    runs: {},
    examples: examplesWith('stdbuf -oL -e 0'),
  },
  {
    names: 'unbuffer',
    about: 'Runs a command as if it wrote to a terminal.',
    options: { '-p': 'flag' },
    runs: {},
    examples: examplesWith('unbuffer'),
  },
  {
    names: 'chronic',
    about: 'Runs a command and shows its output only if it fails.',
    traits: ['only-looks'],
    options: { '-v -e': 'flag' },
    runs: {},
    examples: examplesWith('chronic'),
  },
  {
    names: 'script',
    about: 'Runs a command and records its output.',
    options: {
      '-c --command': 'runs',
      '-I -O -B -T --log-in --log-out --log-io --log-timing': 'writes',
      '-o -m -E -t --output-limit --logging-format --echo': 'text',
      '-a -e -f -q -d -k -p -r --append --return --flush --force --quiet': 'flag',
    },
    operands: 'output',
    runs: { skip: 1 },
    examples: [
      { command: "script -q -c 'echo x' ~/.bashrc", expect: 'ask' },
      { command: "script -q -c 'npm test' /dev/null", expect: 'pass' },
      { command: "script -q -c 'rm -rf ~' /dev/null", expect: 'deny' },
      { command: 'script -q /dev/null rm -rf ~', expect: 'deny' },
      { command: 'script -O /etc/x -c ls', expect: 'deny' },
    ],
  },
  {
    names: 'scriptreplay',
    about: 'Plays back what `script` recorded.',
    options: {
      '-t -s -I -O -B --timing --typescript --log-in --log-out --log-io': 'reads',
      '-d -m --divisor --maxdelay': 'text',
    },
    operands: 'reads',
    examples: [
      { command: 'scriptreplay timing.txt', expect: 'pass' },
      { command: 'scriptreplay .env', expect: 'deny' },
    ],
  },
  {
    names: 'rlwrap',
    about: 'Runs a command with line editing.',
    options: {
      '-H -l --history-filename --logfile': 'writes',
      '-f --file': 'reads',
      '-z --filter': 'runs',
      '-C -D -g -m -M -O -P -q -S -s -t -w -b --command-name --prompt-colour --histsize': 'text',
      '-A -c -d -E -i -I -n -N -o -r -R -U -v -W -X': 'flag',
    },
    runs: {},
    examples: [...examplesWith('rlwrap'), { command: 'rlwrap -l /etc/x cat', expect: 'deny' }],
  },
  {
    names: 'watch gwatch',
    about: 'Runs a command again and again.',
    options: {
      '-n --interval -q --equexit': 'text',
      '-b -c -d -e -g -p -r -t -w -x --beep --color --differences --errexit --chgexit --precise --no-title --no-wrap --exec':
        'flag',
    },
    runs: { operands: 'source' },
    examples: [
      { command: 'watch -n 1 git status', expect: 'pass' },
      { command: "watch -n 1 'rm -rf ~'", expect: 'deny' },
      { command: 'watch -x rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'viddy',
    about: 'Runs a command again and again.',
    options: {
      '-n --interval -s --shell --shell-options': 'text',
      '-b -d -e -g -p -t -x --differences --precise': 'flag',
    },
    runs: { operands: 'source' },
    examples: [
      { command: 'viddy -n 1 git status', expect: 'pass' },
      { command: "viddy 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'entr',
    about: 'Runs a command when files change.',
    options: { '-s': 'shell', '-a -c -d -n -p -r -x -z': 'flag' },
    runs: {},
    examples: [
      { command: 'ls src/a.ts | entr -r npm test', expect: 'pass' },
      { command: "ls src/a.ts | entr -s 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'watchexec',
    about: 'Runs a command when files change.',
    options: {
      '-w --watch -W --watch-non-recursive -e --exts -f --filter -i --ignore -s --signal -d --debounce -o --on-busy-update --delay-run --poll --shell --workdir -E --env --stop-signal --stop-timeout --project-origin':
        'text',
      '--filter-file -F --watch-file --ignore-file --env-file': 'reads',
      '-c -r -n -p -q -v -N --clear --restart --no-vcs-ignore --postpone --notify --quiet --verbose': 'flag',
    },
    runs: { operands: 'source' },
    examples: [
      { command: 'watchexec -e ts -- npm test', expect: 'pass' },
      { command: "watchexec 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'hyperfine',
    about: 'Measures commands by running them many times.',
    options: {
      '-w --warmup -r --runs -m --min-runs -M --max-runs -n --command-name -S --shell -u --time-unit -D --style --sort':
        'text',
      '-L --parameter-list': { kind: 'text', words: 2 },
      '-P --parameter-scan': { kind: 'text', words: 3 },
      '--export-json --export-csv --export-markdown --export-asciidoc --export-orgmode --output': 'writes',
      '--input': 'reads',
      '-p --prepare -c --cleanup -s --setup -C --conclude --reference': 'runs',
      '-i -N --ignore-failure --show-output': 'flag',
    },
    runs: { operands: 'each' },
    examples: [
      { command: "hyperfine -w 3 'npm test'", expect: 'pass' },
      { command: "hyperfine -i 'rm -rf ~'", expect: 'deny' },
      { command: "hyperfine --prepare 'rm -rf ~' 'npm test'", expect: 'deny' },
      { command: "hyperfine --export-json /etc/x 'npm test'", expect: 'deny' },
    ],
  },
  {
    names: 'flock',
    about: 'Runs a command while it holds a lock.',
    options: {
      '-w --timeout -E --conflict-exit-code': 'text',
      '-c --command': 'runs',
      '-e -F -n -o -s -u -v -x --exclusive --nonblock --close --shared --unlock --no-fork': 'flag',
    },
    runs: { skip: 1 },
    examples: [
      { command: 'flock -n /tmp/l npm test', expect: 'pass' },
      { command: 'flock /tmp/l rm -rf ~', expect: 'deny' },
      { command: "flock /tmp/l -c 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'setlock',
    about: 'Runs a command while it holds a lock.',
    options: { '-n -N -x -X': 'flag' },
    runs: { skip: 1 },
    examples: examplesWith('setlock /tmp/l'),
  },
  {
    names: 'logsave',
    about: 'Runs a command and saves its output.',
    options: { '-a -s -v': 'flag' },
    operands: 'output',
    runs: { skip: 1 },
    examples: [
      ...examplesWith('logsave /tmp/log'),
      { command: 'logsave ~/.ssh/authorized_keys echo x', expect: 'deny' },
    ],
  },
  {
    names: 'systemd-run',
    about: 'Runs a command as a systemd unit.',
    options: {
      '-p --property': { kind: 'runs', only: '^Exec\\w+=', strip: '^Exec\\w+=' },
      '-u --unit -M --machine -H --host --slice --uid --gid --nice -E --setenv --on-active --on-boot --on-calendar --timer-property --description --service-type':
        'text',
      '-d --working-directory --same-dir': 'text',
      '-t -P -S -q -G -r --user --system --scope --pty --pipe --shell --quiet --collect --wait --remain-after-exit --no-block':
        'flag',
    },
    runs: {},
    kind: 'system',
    effects: [
      {
        code: 'service-enable',
        flags:
          '--on-calendar --on-boot --on-startup --on-unit-active --on-unit-inactive --on-active --on-clock-change --timer-property --path-property',
        why: 'Leaves a timer behind that runs a command later, when nobody looks.',
        safer: 'run the command now',
      },
      {
        code: 'escalate',
        kind: 'escalate',
        flags: '--uid=0|root',
        why: 'Runs a command as root.',
        safer: 'systemd-run --user COMMAND',
      },
    ],
    examples: [
      { command: 'systemd-run -t --uid=0 bash', expect: 'ask' },
      { command: "systemd-run --user --on-calendar '*:0/1' ls", expect: 'ask' },
      ...examplesWith('systemd-run --user --wait'),
      { command: "systemd-run -p ExecStartPre='rm -rf ~' ls", expect: 'deny' },
    ],
  },
  {
    names: 'systemd-inhibit',
    about: 'Runs a command during which the machine does not sleep.',
    options: { '--what --who --why --mode': 'text', '--list': 'flag' },
    runs: {},
    examples: examplesWith('systemd-inhibit --why=x'),
  },
  {
    names: 'systemd-cat',
    about: 'Runs a command whose output goes to the journal.',
    options: { '-t --identifier -p --priority --stderr-priority --level-prefix': 'text' },
    runs: {},
    examples: examplesWith('systemd-cat -t x'),
  },
  {
    names: 'caffeinate',
    about: 'Runs a command during which a Mac does not sleep.',
    options: { '-t -w': 'text', '-d -i -m -s -u': 'flag' },
    runs: {},
    examples: examplesWith('caffeinate -i'),
  },
  {
    names: 'arch',
    about: 'Runs a command for another processor on macOS.',
    syntax: { singleDash: true, anyCase: true },
    options: { '-e -d --arch -arch': 'text', '-x86_64 -arm64 -i386 -32 -64': 'flag' },
    runs: {},
    examples: examplesWith('arch -x86_64'),
  },
  {
    names: 'setarch',
    about: 'Runs a command for another processor on Linux.',
    options: { '-p --pid': 'text', '-R -L -F -X -Z -B -I -S -T -3 -v': 'flag' },
    runs: {},
    examples: [...examplesWith('setarch x86_64'), ...examplesWith('setarch -R')],
  },
  {
    names: 'linux32 linux64 x86_64 i386 i486 i586 i686 uname26 aarch64 armv7l armv8l',
    about: 'Runs a command for another processor on Linux.',
    options: { '-R -L -F -X -Z -B -I -S -T -3 -v': 'flag' },
    runs: {},
    examples: examplesWith('linux64'),
  },
  {
    names: 'faketime',
    about: 'Runs a command with another date and time.',
    options: { '-m -f --exclude-monotonic': 'flag', '-p': 'text' },
    runs: { skip: 1 },
    examples: examplesWith("faketime '2020-01-01'"),
  },
  {
    names: 'fakeroot',
    about: 'Runs a command as if the user were root.',
    options: { '-l --lib --faked -b': 'text', '-s': 'writes', '-i': 'reads', '-u --unknown-is-real': 'flag' },
    runs: {},
    examples: examplesWith('fakeroot'),
  },
  {
    names: 'proot',
    about: 'Runs a command with another root directory, without privileges.',
    options: { '-r -b -w -q -R -S -k -p --rootfs --bind --cwd': 'text', '-0 -i -v --root-id': 'flag' },
    runs: {},
    examples: examplesWith('proot'),
  },
  {
    names: 'eatmydata',
    about: 'Runs a command without waiting for data to reach the disk.',
    runs: {},
    examples: examplesWith('eatmydata'),
  },
  {
    names: 'catchsegv',
    about: 'Runs a command and reports why it crashed.',
    runs: {},
    examples: examplesWith('catchsegv'),
  },
  {
    names: 'dbus-run-session',
    about: 'Runs a command with a message bus of its own.',
    options: { '--config-file --dbus-daemon': 'text', ...COMMON_FLAGS },
    runs: {},
    examples: examplesWith('dbus-run-session --'),
  },
  {
    names: 'xvfb-run',
    about: 'Runs a command with a virtual display.',
    options: {
      '-e -f --error-file --auth-file': 'writes',
      '-s -n -p -w --server-args --server-num --xauth-protocol --wait': 'text',
      '-a -l -d --auto-servernum --listen-tcp --auto-display': 'flag',
    },
    runs: {},
    examples: [...examplesWith('xvfb-run -a'), { command: 'xvfb-run -e /etc/x ls', expect: 'deny' }],
  },
  {
    names: 'proxychains proxychains4',
    about: 'Runs a command whose connections go through a proxy.',
    options: { '-f': 'text', '-q': 'flag' },
    runs: {},
    examples: examplesWith('proxychains -q'),
  },
  {
    names: 'torsocks torify',
    about: 'Runs a command whose connections go through Tor.',
    options: { '-u -p -a -P': 'text', '-i -d -q': 'flag' },
    runs: {},
    examples: examplesWith('torsocks'),
  },
  {
    names: 'tini',
    about: 'Runs a command as the first process of a container.',
    options: { '-p -e': 'text', '-g -l -s -v -w': 'flag' },
    runs: {},
    examples: examplesWith('tini --'),
  },
  {
    names: 'dumb-init',
    about: 'Runs a command as the first process of a container.',
    options: { '-r --rewrite': 'text', '-c -v --single-child --verbose': 'flag' },
    runs: {},
    examples: examplesWith('dumb-init'),
  },
  {
    names: 'daemonize',
    about: 'Runs a command in the background.',
    options: { '-c -u -l': 'text', '-e -o -p': 'writes', '-a -v': 'flag', '-E': 'text' },
    runs: {},
    examples: [
      { command: 'daemonize /usr/bin/true', expect: 'pass' },
      { command: 'daemonize -o /tmp/log /bin/rm -rf ~', expect: 'deny' },
      { command: 'daemonize -o /etc/x /bin/ls', expect: 'deny' },
    ],
  },
  {
    names: 'chpst',
    about: 'Runs a command as another user, with other limits or in another directory.',
    options: { '-u -U -e -/ -n -l -L -m -d -o -p -f -c -r -t -b': 'text', '-v -P -0 -1 -2': 'flag' },
    runs: {},
    examples: examplesWith('chpst -m 1000000'),
  },
  {
    names: 'flatpak-spawn',
    about: 'Runs a command outside of a sandbox.',
    options: { ...COMMON_FLAGS, '--host --watch-bus --clear-env --sandbox --no-network': 'flag' },
    runs: {},
    examples: examplesWith('flatpak-spawn --host'),
  },
  {
    names: 'command',
    about: 'Runs a program, even if a function has the same name.',
    options: { '-v -V': 'asks', '-p': 'flag' },
    runs: {},
    behaviours: ['printsProgramPath'],
    examples: [
      { command: 'command -v git', expect: 'pass' },
      { command: 'command rm -rf ~', expect: 'deny' },
      { command: 'command -v rm', expect: 'pass', title: 'Only asks' },
    ],
  },
  {
    names: 'exec',
    about: 'Runs a program in place of the shell.',
    options: { '-a': 'text', '-c -l': 'flag' },
    runs: {},
    examples: examplesWith('exec -a x'),
  },
  { names: 'builtin', about: 'Runs a builtin of the shell.', runs: {} },
  {
    names: 'noglob nocorrect',
    about: 'Runs a command without expanding globs, in zsh.',
    runs: {},
    examples: examplesWith('noglob'),
  },
  {
    names: 'distrobox',
    about: 'Runs commands in containers that share the home directory.',
    subcommands: {
      enter: {
        options: {
          '-n --name -a --additional-flags': 'text',
          '-e -T -H -d -v -r --no-tty --dry-run --root --clean-path --no-workdir': 'flag',
        },
        runs: { skip: 1 },
      },
    },
    examples: examplesWith('distrobox enter box --'),
  },
  {
    names: 'distrobox-enter',
    about: 'Runs commands in a container that shares the home directory.',
    options: {
      '-n --name -a --additional-flags': 'text',
      '-e -T -H -d -v -r --no-tty --dry-run --root': 'flag',
    },
    runs: { skip: 1 },
    examples: examplesWith('distrobox-enter box --'),
  },
  {
    names: 'toolbox',
    about: 'Runs commands in containers that share the home directory.',
    subcommands: {
      run: { options: { '-c --container -d --distro -r --release --preserve-fds': 'text' }, runs: {} },
    },
    examples: examplesWith('toolbox run -c box'),
  },
  {
    names: 'devbox',
    about: 'Runs commands and scripts in the environment of a project.',
    options: { '-c --config -e --env --env-file --environment': 'text' },
    subcommands: {
      run: {
        options: { '-c --config -e --env --env-file': 'text', '-l -q --list --pure --quiet': 'flag' },
        runs: {},
      },
    },
    examples: examplesWith('devbox run'),
  },
  {
    names: 'nix-shell',
    about: 'Runs commands in a Nix environment.',
    options: {
      '--run --command': 'runs',
      '-p --packages -I -A --attr -i --keep --exclude': 'text',
      '--arg --argstr --option': { kind: 'text', words: 2 },
      '-E --expr': 'text',
      '-v -j --pure --impure': 'flag',
    },
    runs: { operands: 'none' },
    examples: [
      { command: "nix-shell -p nodejs --run 'npm test'", expect: 'pass' },
      { command: "nix-shell -p nodejs --run 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'nix',
    about: 'Builds packages and environments, and runs commands in them.',
    subcommands: {
      develop: { runs: { after: '-c --command' } },
      shell: { runs: { after: '-c --command' } },
    },
    examples: [
      { command: 'nix develop -c npm test', expect: 'pass' },
      { command: 'nix shell nixpkgs#git -c rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'asdf',
    about: 'Installs versions of tools, and runs them.',
    traits: ['sets-variables'],
    subcommands: { exec: { runs: {} }, env: { runs: { skip: 1 } } },
    examples: examplesWith('asdf exec'),
  },
  {
    names: 'pyenv rbenv nodenv goenv jenv',
    about: 'Installs versions of a language, and runs them.',
    subcommands: { exec: { runs: {} } },
    examples: examplesWith('pyenv exec'),
  },
  {
    names: 'direnv',
    about: 'Runs commands in the environment of a directory.',
    traits: ['sets-variables'],
    subcommands: { exec: { runs: { skip: 1 } } },
    examples: examplesWith('direnv exec .'),
  },
  {
    names: 'dotenv',
    about: 'Runs a command with the variables of a file, or shows them.',
    traits: ['sets-variables'],
    options: { '-e -f -v -c --file -q --quote': 'text', '-o -p -d --override --no-override --debug': 'flag' },
    runs: {},
    subcommands: {
      run: { options: { '--override --no-override': 'flag' }, runs: {} },
      'list|get': {
        kind: 'read',
        effects: [
          {
            code: 'secret-read',
            why: 'Prints the variables of .env, and secrets with them.',
            safer: 'dotenv run npm start',
          },
        ],
      },
      'set|unset': {
        kind: 'write',
        effects: [{ code: 'secret-write', why: 'Changes .env, which holds secrets.' }],
      },
    },
    examples: [
      { command: 'dotenv -e .env.test -- npm test', expect: 'pass' },
      { command: 'dotenv run rm -rf ~', expect: 'deny' },
      { command: 'dotenv list', expect: 'ask' },
      { command: 'dotenv get API_KEY', expect: 'ask' },
      { command: 'dotenv set API_KEY x', expect: 'ask' },
    ],
  },
  {
    names: 'dotenvx',
    about: 'Runs a command with the variables of an encrypted file, or shows them.',
    runs: {},
    subcommands: {
      run: {
        options: {
          '-f --env-file -e --env --env-vault-file --convention': 'text',
          '-o -q -v -d --overload --quiet --verbose --debug': 'flag',
        },
        runs: {},
      },
      'get|keypair|decrypt': {
        kind: 'read',
        effects: [
          {
            code: 'secret-read',
            why: 'Prints encrypted data, or writes it to a file in plain text.',
            safer: 'dotenvx run -- npm start',
          },
        ],
      },
    },
    examples: [
      { command: 'dotenvx run -f .env.test -- npm test', expect: 'pass' },
      { command: 'dotenvx run -- rm -rf ~', expect: 'deny' },
      { command: 'dotenvx get API_KEY', expect: 'ask' },
      { command: 'dotenvx keypair', expect: 'ask' },
    ],
  },
  {
    names: 'envchain',
    about: 'Runs a command with variables from the keychain.',
    runs: { skip: 1 },
    examples: examplesWith('envchain aws'),
  },
  {
    names: 'pueue',
    about: 'A queue for commands.',
    subcommands: {
      add: {
        options: {
          '-l --label -w --working-directory -g --group -a --after -d --delay -o --priority': 'text',
          '-i -s -f -p -e --immediate --stashed --follow --print-task-id --escape': 'flag',
        },
        runs: { operands: 'source' },
      },
    },
    examples: [
      { command: 'pueue add -- npm test', expect: 'pass' },
      { command: "pueue add 'rm -rf ~'", expect: 'deny' },
      { command: 'pueue add -p rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'tsp',
    about: 'A queue for commands.',
    options: { '-L -N -D -S -E -g': 'text', '-n -f -m -B -d -u -w -c -t -l -q -i': 'flag' },
    runs: {},
    examples: examplesWith('tsp'),
  },
  {
    names: 'repo',
    about: 'Manages many git repositories, as for Android.',
    subcommands: {
      forall: {
        options: {
          '-c': 'runs',
          '-r -i -g -j --regex --inverse-regex --groups --jobs': 'text',
          '-p -e -v': 'flag',
        },
        runs: {},
      },
    },
    examples: [
      { command: "repo forall -c 'git status'", expect: 'pass' },
      { command: "repo forall -c 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'rtk',
    about: 'Runs commands and shortens their output.',
    subcommands: { proxy: { runs: {} } },
    examples: examplesWith('rtk proxy'),
  },
  {
    names: 'ld.*',
    about: 'The dynamic loader of Linux, which runs the program it is given.',
    behaviours: ['runsThroughLoader'],
    examples: [{ command: '/lib64/ld-linux-x86-64.so.2 /bin/rm -rf ~', expect: 'deny' }],
  },
];
