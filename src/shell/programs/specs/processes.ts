// Programs that list and end processes.
import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'ps',
    about: 'Lists processes.',
    options: {
      '-o -O -p -q -C -u -U -g -G -t -s -k --format --pid --ppid --sort --user --User --group --tty --cols --rows --width':
        'text',
    },
    traits: ['words'],
    kind: 'read',
    effects: [
      {
        code: 'secret-read',
        when: '** e|ew|eww|ewww|axe|axew|axeww|axewww|auxe|auxew|auxeww|auxewww|auxwwe|axwwe|aexww|aeux|auwwxe',
        why: 'Prints the environment of running processes, which often holds secrets.',
        safer: 'ps aux',
      },
    ],
    plain: true,
    examples: [
      { command: 'ps aux', expect: 'pass' },
      { command: 'ps -eww -o pid,args', expect: 'pass' },
      { command: 'ps -ef | grep node', expect: 'pass' },
      { command: 'ps -p 12 -o args e', expect: 'ask' },
      {
        command: 'ps auxeww | grep TOKEN',
        expect: 'ask',
        title: 'The option `e` without a dash shows the environment',
      },
    ],
  },
  {
    names: 'pgrep',
    about: 'Finds processes by name.',
    options: {
      '-f -l -a -x -v -n -o -c -i -w -r --full --list-name --list-full --exact --inverse --newest --oldest --count --ignore-case':
        'flag',
      '-u -U -g -G -P -t -s -d --euid --uid --pgroup --group --parent --terminal --session --delimiter':
        'text',
      '-F --pidfile': 'reads',
    },
    operands: 'text',
    plain: true,
    traits: ['words'],
    examples: [
      { command: 'pgrep -fl node', expect: 'pass' },
      { command: 'pgrep -F .env', expect: 'deny' },
    ],
  },
  {
    names: 'top htop btop',
    about: 'Shows running processes.',
    options: {
      '-n -d -u -U -p -s -w -o -F --delay --pid --user --sort-key': 'text',
      '-b -c -i -H -S -C -t': 'flag',
    },
    operands: 'text',
    traits: ['words'],
  },
  {
    names: 'kill',
    about: 'Ends processes by their ids.',
    traits: ['signals'],
    behaviours: ['kills'],
    examples: [
      { command: 'kill 1234', expect: 'pass' },
      {
        command: 'kill $(cat app.pid)',
        expect: 'pass',
        title: 'Ends a process whose id the project wrote down',
      },
      { command: 'kill $(lsof -t -i :3000)', expect: 'ask' },
      { command: 'kill -9 -1', expect: 'deny' },
    ],
  },
  {
    names: 'pkill',
    about: 'Ends processes by name.',
    traits: ['signals'],
    options: {
      '-u -U -g -G -P -t -s -d --signal --euid --uid --pgroup --group --parent --terminal --session': 'text',
      '-F --pidfile': 'reads',
      '-f -n -o -x -v -c -i -e -a --full --newest --oldest --exact --inverse --count --echo': 'flag',
    },
    behaviours: ['killsByName'],
    examples: [
      { command: 'pkill --help', expect: 'pass' },
      { command: 'pkill -f node', expect: 'ask' },
      { command: 'pkill -f pawl', expect: 'deny' },
    ],
  },
  {
    names: 'killall killall5 slay',
    about: 'Ends every process with a given name.',
    traits: ['signals'],
    options: {
      '-s -u -o -y -Z -t --signal --user --older-than --younger-than': 'text',
      '-e -g -i -I -q -r -v -w --exact --process-group --ignore-case --interactive --quiet --regexp --wait':
        'flag',
    },
    behaviours: ['killsByName'],
    examples: [
      { command: 'killall -l', expect: 'pass' },
      { command: 'killall -9 node', expect: 'ask' },
      { command: 'killall claude', expect: 'deny' },
    ],
  },
  {
    names: 'skill snice',
    about: 'Sends signals to processes by user, terminal or name.',
    traits: ['signals'],
    options: { '-u -t -p -c --user --tty --pid --command': 'text', '-f -i -n -v': 'flag' },
    behaviours: ['killsByName'],
    examples: [
      { command: 'skill -l', expect: 'pass' },
      { command: 'skill -KILL -u ci', expect: 'ask' },
    ],
  },
  {
    names: 'xkill',
    about: 'Ends the program that owns a window.',
    options: { '-display -id -button': 'text', '-all -frame': 'flag' },
    behaviours: ['killsByName'],
    examples: [{ command: 'xkill -all', expect: 'ask' }],
  },
  {
    names: 'stop-process spps',
    about: 'Ends processes in PowerShell.',
    traits: ['signals'],
    options: { '-name -id -inputobject': 'text', '-force -passthru': 'flag' },
    behaviours: ['killsByNumberOrName'],
    examples: [
      { command: 'Stop-Process -Id 35444 -Force', expect: 'pass' },
      { command: 'Stop-Process -Name node', expect: 'ask' },
    ],
  },
  {
    names: 'taskkill',
    about: 'Ends processes on Windows.',
    traits: ['signals'],
    options: { '/pid /im /fi /s /u /p': 'text' },
    behaviours: ['killsByNumberOrName'],
    examples: [
      { command: 'taskkill /F /PID 35444 /T', expect: 'pass' },
      { command: 'taskkill //F //PID 35444', expect: 'pass', title: '`taskkill` as Git Bash needs it' },
      { command: 'taskkill /im node.exe /f', expect: 'ask' },
      { command: 'taskkill /F /PID 4', expect: 'ask', title: 'Ends the system process' },
      { command: 'taskkill /s server /PID 35444', expect: 'ask', title: 'Ends a process on another machine' },
    ],
  },
  {
    names: 'kill-port killport',
    about: 'Ends the processes that listen on a port.',
    options: { '-p --port --method --signal': 'text', '-s --silent': 'flag' },
    behaviours: ['killsPorts'],
    examples: [
      { command: 'npx kill-port --help', expect: 'pass' },
      {
        command: 'npx kill-port 3000',
        expect: 'pass',
        title: 'Passes without a process of another project; with one it is asked about',
      },
    ],
  },
  {
    names: 'fkill',
    about: 'Ends processes by name, number or port.',
    traits: ['signals'],
    options: {
      '-f --force -i --ignore-case -s --silent -v --verbose': 'flag',
      '-t --force-after-timeout': 'text',
    },
    behaviours: ['killsByName'],
    examples: [
      { command: 'fkill --help', expect: 'pass' },
      { command: 'fkill :8080', expect: 'ask' },
    ],
  },
  {
    names: 'fuser',
    about: 'Finds the processes that use a file or a port.',
    options: { '-n --namespace': 'text', '-a -c -f -i -l -m -M -s -u -v -w -4 -6': 'flag' },
    behaviours: ['killsFileUsers'],
    examples: [
      { command: 'fuser 3000/tcp', expect: 'pass' },
      { command: 'fuser -k 3000/tcp', expect: 'ask' },
    ],
  },
  {
    names: 'pstree pidof pmap pwdx',
    about: 'Shows processes.',
    traits: ['words'],
    examples: [{ command: 'pwdx $(pgrep node)', expect: 'pass' }],
  },
  {
    names: 'pidstat',
    about: 'Shows what processes use, or what a command uses that it runs.',
    options: { '-e': 'shell', '-p -C -G -T -U': 'text', '-d -h -l -r -s -t -u -v -w': 'flag' },
    examples: [
      { command: 'pidstat -p 4242 1 3', expect: 'pass' },
      { command: 'pidstat -e rm -rf ~/Documents', expect: 'ask' },
    ],
  },
  {
    names: 'renice schedtool uclampset cgclassify criu',
    about: 'Changes how running processes are scheduled, grouped or saved.',
    options: { '-n --priority -p --pid -g --pgrp -u --user -t --tree': 'text' },
    operands: 'text',
    traits: ['holds-processes'],
    examples: [
      { command: 'renice -n 10 -p 4242', expect: 'pass' },
      {
        command: 'renice 19 -p $PPID',
        expect: 'deny',
        title: '`$PPID` is the client, which started the shell of the tool call',
      },
    ],
  },
];
