// Terminal multiplexers and job queues, in which a command goes on after its caller.
import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'tmux byobu',
    about: 'Keeps terminals running, and sends keys to them.',
    traits: ['sets-variables'],
    syntax: { optionsFirst: true },
    options: { '-L -S -T': 'text', '-c': 'runs', '-f': 'loads', '-2 -C -D -l -N -u -v -V': 'flag' },
    subcommands: {
      'source-file|source': { options: { '-t': 'text', '-F -n -q -v': 'flag' }, operands: 'reads' },
      'load-buffer|loadb': { options: { '-b -t': 'text', '-w': 'flag' }, operands: 'reads' },
      'save-buffer|saveb': { options: { '-b': 'text', '-a': 'flag' }, operands: 'writes' },
      // `set -g default-command 'cmd'`: the value of some settings is a command.
      'set-option|set': {
        options: { '-t': 'text', '-a -F -g -o -p -q -s -u -U -w': 'flag' },
        runs: { operands: 'source', skip: 1 },
      },
      'kill-server': {
        kind: 'kill',
        effects: [
          {
            code: 'kill-by-name',
            why: 'Ends every terminal that tmux keeps, also those of other sessions.',
            safer: 'tmux kill-session -t NAME',
          },
        ],
      },
    },
    behaviours: ['runsInTmux', 'typesInTmux'],
    examples: [
      { command: "tmux new-session -d -s dev 'npm run dev'", expect: 'pass' },
      { command: 'tmux capture-pane -p -t dev', expect: 'pass' },
      { command: 'tmux kill-session -t dev', expect: 'pass' },
      { command: 'tmux set -g mouse on', expect: 'pass' },
      { command: 'tmux set -g default-shell /bin/zsh', expect: 'pass' },
      { command: "tmux set-option -g default-command 'rm -rf ~'", expect: 'deny' },
      { command: 'tmux kill-server', expect: 'ask' },
      { command: "tmux new -d 'rm -rf ~'", expect: 'deny' },
      { command: "tmux send-keys -t dev 'rm -rf ~' Enter", expect: 'deny' },
      { command: "tmux -c 'rm -rf ~'", expect: 'deny' },
      { command: 'tmux load-buffer .env', expect: 'deny' },
      { command: 'tmux save-buffer /etc/cron.d/x', expect: 'deny' },
      {
        command: "tmux send-keys -t dev 'npm test' Enter",
        expect: 'pass',
        title: 'Types into a terminal in which no client runs',
      },
      { command: 'tmux send-keys -t "$PANE" Enter', expect: 'ask' },
      {
        command: "tmux new -d \\; send-keys 'npm test' Enter",
        expect: 'pass',
        title: 'Types into the terminal that the command opens',
      },
      { command: "tmux new -d \\; send-keys 'rm -rf ~' Enter", expect: 'deny' },
      { command: "tmux new -d \\; split-window 'rm -rf ~'", expect: 'deny' },
      { command: 'tmux new -d \\; kill-server', expect: 'ask' },
      { command: 'tmux new -d \\; load-buffer .env', expect: 'deny' },
      { command: 'tmux set -w synchronize-panes on', expect: 'ask' },
      { command: "tmux bind-key x 'send-keys Enter'", expect: 'ask' },
      { command: `tmux set-hook -g client-attached 'run-shell "rm -rf ~"'`, expect: 'deny' },
      { command: `tmux if-shell true 'run-shell "rm -rf ~"'`, expect: 'deny' },
      { command: "tmux set-hook -g session-created 'set -g mouse on'", expect: 'pass' },
      { command: "echo 'send-keys Enter' | tmux -C attach", expect: 'ask' },
    ],
  },
  {
    names: 'tmate',
    about: 'Shares a terminal over the network.',
    kind: 'escalate',
    effects: [
      {
        code: 'reverse-tunnel',
        why: 'Gives anybody who knows the address a terminal on this machine.',
        safer: 'tmux new-session -d -s NAME',
      },
    ],
    examples: [
      { command: 'tmate --help', expect: 'pass' },
      { command: 'tmate -F', expect: 'ask' },
    ],
  },
  {
    names: 'screen',
    about: 'Keeps terminals running, and sends keys to them.',
    syntax: { optionsFirst: true },
    options: {
      '-S -t -p -h -T -e': 'text',
      '-c': 'loads',
      '-s': 'runs',
      '-Logfile': 'writes',
      '-d -D -m -r -R -x -X -L -l -A -a -f -fn -i -ls -list -n -O -q -Q -U -v -w -wipe': 'flag',
    },
    behaviours: ['runsInScreen', 'typesInScreen'],
    examples: [
      { command: 'screen -dmS dev npm run dev', expect: 'pass' },
      { command: "screen -dmS x bash -c 'rm -rf ~'", expect: 'deny' },
      { command: "screen -S dev -X stuff 'rm -rf ~\\n'", expect: 'deny' },
      { command: "screen -S dev -X stuff 'npm test\\n'", expect: 'ask' },
      { command: 'screen -L -Logfile /etc/cron.d/x npm test', expect: 'deny' },
    ],
  },
  {
    names: 'zellij',
    about: 'Keeps terminals running, and sends keys to them.',
    options: { '-c -l -s --config --config-dir --layout --session --data-dir': 'text', '-d --debug': 'flag' },
    subcommands: {
      'run|r': {
        options: {
          '-n -d -x -y --name --direction --cwd --width --height': 'text',
          '-f -c -i -s --floating --close-on-exit --in-place': 'flag',
        },
        runs: {},
      },
      'action|ac': { subcommands: { 'write-chars': { runs: { operands: 'source' } } } },
    },
    kind: 'typing',
    effects: [
      {
        code: 'type-into-terminal',
        when: 'action|ac write|write-chars|toggle-active-sync-tab|edit-scrollback',
        why: 'Types into a terminal, where it looks as if a person had typed.',
        safer: 'zellij run -- COMMAND',
      },
    ],
    examples: [
      { command: 'zellij run -- npm test', expect: 'pass' },
      { command: 'zellij run -- rm -rf ~', expect: 'deny' },
      { command: "zellij action write-chars 'rm -rf ~'", expect: 'deny' },
      { command: 'zellij action write 13', expect: 'ask' },
      { command: 'zellij action write-chars ls', expect: 'ask' },
    ],
  },
  {
    names: 'dtach',
    about: 'Runs a program that can be detached and reattached.',
    options: { '-A -c -n -N -p -a -e -r': 'text', '-E -z': 'flag' },
    runs: {},
    examples: [
      { command: 'dtach -n /tmp/s npm run dev', expect: 'pass' },
      { command: 'dtach -n /tmp/s rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'abduco',
    about: 'Runs a program that can be detached and reattached.',
    options: { '-A -c -n -a -l -r -f -p -q': 'flag', '-e': 'text' },
    runs: { skip: 1 },
    examples: [
      { command: 'abduco -n dev npm run dev', expect: 'pass' },
      { command: 'abduco -n x rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'atrm',
    about: 'Removes jobs that were to run later.',
    kind: 'system',
    effects: [
      {
        code: 'service-stop',
        when: '*',
        why: 'Removes jobs that were to run later, and nothing brings them back.',
        safer: 'atq',
      },
    ],
    examples: [
      { command: 'atrm --help', expect: 'pass' },
      { command: 'atrm 3', expect: 'ask' },
    ],
  },
  {
    names: 'at batch',
    about: 'Runs shell commands at a later time.',
    options: { '-f': 'loads', '-q -t -o': 'text', '-m -M -l -v -d -r -c -V -b': 'flag' },
    kind: 'system',
    effects: [
      {
        code: 'service-enable',
        unless: '-l -d -r -c -V',
        why: 'Leaves commands behind that run later, when nobody looks.',
        safer: 'run the command now',
      },
    ],
    behaviours: ['runsInputLater'],
    examples: [
      { command: 'at -f job.sh now + 5 minutes', expect: 'ask' },
      { command: 'at -l', expect: 'pass' },
      { command: "echo 'rm -rf ~' | at now", expect: 'deny' },
      { command: "batch <<< 'rm -rf ~'", expect: 'deny' },
      { command: 'at -f .env now', expect: 'deny' },
    ],
  },
];
