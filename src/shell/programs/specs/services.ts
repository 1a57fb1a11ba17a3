// Service managers, servers and scheduled jobs.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const stops = (when: string, safer: string, why = 'Stops a service that others may need.'): EffectRule => ({
  code: 'service-stop',
  when,
  why,
  safer,
});

export const programs: readonly ProgramSpec[] = [
  {
    names: 'systemctl',
    about: 'Manages the services of systemd.',
    traits: ['sets-variables'],
    options: {
      '-H --host': 'host',
      '-M --machine -t --type --state -p --property -n --lines -o --output --root -s --signal --kill-who --kill-whom --job-mode --what --message --when --legend --boot-loader-entry --preset-mode':
        'text',
      '--user --system --global --now -q --quiet --no-pager -a --all -l --full -f --force -r --recursive --no-block --no-reload --failed --plain --no-legend --wait --runtime --value --with-dependencies --show-types -T -i':
        'flag',
      '--dry-run': 'dry',
    },
    subcommands: {
      'status|is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers|list-sockets|list-dependencies|list-jobs|show|cat':
        {
          options: {
            '--user --system --no-pager -a --all -l --full --failed --plain --no-legend -q --quiet --value':
              'flag',
            '-t --type --state -p --property -n --lines -o --output': 'text',
          },
          operands: 'text',
          plain: true,
        },
    },
    kind: 'system',
    effects: [
      {
        code: 'shutdown',
        when: 'poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|hybrid-sleep|rescue|emergency|default',
        weight: 'irreversible',
        why: 'Stops the machine, or the services on it.',
        safer: 'systemctl list-jobs',
      },
      stops('stop|disable|mask|kill|isolate|try-restart-all|cancel', 'systemctl status NAME'),
      stops(
        'revert|set-default|clean|reset-failed',
        'systemctl status NAME',
        'Changes what systemd starts, or deletes what a service has stored.',
      ),
      stops(
        'link|edit|set-property|add-wants|add-requires|set-environment|unset-environment|import-environment',
        'systemctl cat NAME',
        'Changes what a service runs or may use.',
      ),
      {
        code: 'service-enable',
        when: 'enable|reenable|preset',
        why: 'Makes a service start by itself from now on.',
        safer: 'systemctl start NAME',
      },
    ],
    examples: [
      { command: 'systemctl --user enable --now sync.timer', expect: 'ask' },
      { command: 'systemctl status nginx --no-pager', expect: 'pass' },
      { command: 'systemctl restart nginx', expect: 'pass' },
      { command: 'systemctl --user list-units', expect: 'pass' },
      {
        command: 'systemctl show -p stop nginx',
        expect: 'pass',
        title: '“stop” is only the name of a property',
      },
      { command: 'systemctl stop nginx', expect: 'ask' },
      { command: 'systemctl disable --now nginx', expect: 'ask' },
      { command: 'systemctl link ./evil.service', expect: 'ask' },
      { command: 'systemctl reboot', expect: 'deny' },
    ],
  },
  {
    names: 'service',
    about: 'Starts and stops services.',
    options: { '--status-all --full-restart': 'flag' },
    kind: 'system',
    effects: [stops('* stop|disable|delete|remove|kill|off|full-restart', 'service NAME status')],
    examples: [
      { command: 'service nginx status', expect: 'pass' },
      { command: 'service nginx restart', expect: 'pass' },
      { command: 'service nginx stop', expect: 'ask' },
    ],
  },
  {
    names: 'rc-service',
    about: 'Starts and stops services of OpenRC.',
    options: { '-i --ifexists -c --ifcrashed -l --list -q --quiet -v -N --ifnotstarted': 'flag' },
    kind: 'system',
    effects: [stops('* stop|zap', 'rc-service NAME status')],
    examples: [
      { command: 'rc-service nginx status', expect: 'pass' },
      { command: 'rc-service nginx stop', expect: 'ask' },
    ],
  },
  {
    names: 'rc-update chkconfig update-rc.d',
    about: 'Changes which services start with the machine.',
    options: { '--level': 'text', '--list -a --all -u --update -f': 'flag' },
    kind: 'system',
    effects: [
      stops('del|delete|remove|disable', 'rc-update show'),
      stops('* off|disable|remove|del|delete|defaults-disabled', 'rc-update show'),
      {
        code: 'service-enable',
        when: '* on|enable|defaults',
        why: 'Makes a service start whenever this machine boots.',
        safer: 'rc-update show',
      },
      {
        code: 'service-enable',
        when: 'add *',
        why: 'Makes a service start whenever this machine boots.',
        safer: 'rc-update show',
      },
      {
        code: 'service-stop',
        flags: '--del',
        why: 'Stops a service that others may need.',
        safer: 'chkconfig --list',
      },
      {
        code: 'service-enable',
        flags: '--add',
        why: 'Makes a service start whenever this machine boots.',
        safer: 'chkconfig --list',
      },
    ],
    examples: [
      { command: 'update-rc.d evil defaults', expect: 'ask' },
      { command: 'rc-update add evil default', expect: 'ask' },
      { command: 'rc-update show', expect: 'pass' },
      { command: 'chkconfig --list', expect: 'pass' },
      { command: 'rc-update del nginx', expect: 'ask' },
      { command: 'update-rc.d nginx disable', expect: 'ask' },
      { command: 'chkconfig nginx off', expect: 'ask' },
      { command: 'chkconfig --add evil', expect: 'ask' },
      { command: 'rc-update --del sshd', expect: 'ask' },
    ],
  },
  {
    names: 'initctl',
    about: 'Manages the services of Upstart.',
    kind: 'system',
    effects: [stops('stop|kill', 'initctl list')],
    examples: [
      { command: 'initctl list', expect: 'pass' },
      { command: 'initctl stop nginx', expect: 'ask' },
    ],
  },
  {
    names: 'sv s6-svc',
    about: 'Manages services of runit and s6.',
    options: { '-w': 'text', '-v': 'flag' },
    kind: 'system',
    effects: [
      stops('down|stop|exit|shutdown|force-stop|force-shutdown|kill|term|pause', 'sv status NAME'),
      {
        code: 'service-stop',
        flags: '-d -D -k -t -x -X -O -p',
        why: 'Stops a service that others may need.',
        safer: 'sv status NAME',
      },
    ],
    examples: [
      { command: 'sv status nginx', expect: 'pass' },
      { command: 'sv stop nginx', expect: 'ask' },
      { command: 's6-svc -d /run/service/nginx', expect: 'ask' },
    ],
  },
  {
    names: 'supervisorctl',
    about: 'Manages the processes of Supervisor.',
    options: {
      '-c --configuration': 'reads',
      '-s --serverurl': 'host',
      '-u --username -p --password': 'text',
      '-i -r': 'flag',
    },
    kind: 'system',
    effects: [
      stops('stop|shutdown|remove|signal', 'supervisorctl status'),
      {
        code: 'log-wipe',
        when: 'clear',
        kind: 'traces',
        why: 'Deletes the logs of a program.',
        safer: 'supervisorctl tail NAME',
      },
    ],
    examples: [
      { command: 'supervisorctl status', expect: 'pass' },
      { command: 'supervisorctl stop all', expect: 'ask' },
      { command: 'supervisorctl clear app', expect: 'ask' },
    ],
  },
  {
    names: 'pm2',
    about: 'Keeps Node.js programs running.',
    options: {
      '-n --name -i --instances -l --log --max-memory-restart -p --lines --env --interpreter --node-args --namespace --cron':
        'text',
      '-o --output -e --error': 'writes',
      '--cwd': 'cwd',
      '--watch --no-autorestart --silent -s -f --force --update-env --nostream --raw --json': 'flag',
    },
    subcommands: {
      'list|ls|status|l|ps|describe|show|info|prettylist|jlist': {
        options: { '--json -s': 'flag' },
        operands: 'text',
        plain: true,
      },
    },
    kind: 'system',
    effects: [
      stops('stop|delete|del all', 'pm2 list', 'Stops every program that pm2 runs.'),
      stops('kill|unstartup|cleardump', 'pm2 list'),
      {
        code: 'service-enable',
        when: 'startup',
        why: 'Makes programs start whenever this machine boots.',
        safer: 'pm2 list',
      },
      {
        code: 'log-wipe',
        when: 'flush',
        kind: 'traces',
        why: 'Deletes the logs of the programs.',
        safer: 'pm2 logs --nostream',
      },
    ],
    examples: [
      { command: 'pm2 list', expect: 'pass' },
      { command: 'pm2 restart app', expect: 'pass' },
      {
        command: 'pm2 start server.js --name stop',
        expect: 'pass',
        title: 'A process that is only named “stop”',
      },
      { command: 'pm2 delete all', expect: 'ask' },
      {
        command: 'pm2 stop api && pm2 delete api',
        expect: 'pass',
        title: 'One program, which it can start again',
      },
      { command: 'pm2 kill', expect: 'ask' },
      { command: 'pm2 flush', expect: 'ask' },
      { command: 'pm2 startup', expect: 'ask' },
    ],
  },
  {
    names: 'monit',
    about: 'Watches services and restarts them.',
    options: { '-c': 'reads', '-l': 'writes', '-p -s -g -d': 'text', '-I -t -v -V -B': 'flag' },
    kind: 'system',
    effects: [stops('stop|unmonitor|quit', 'monit summary')],
    examples: [
      { command: 'monit summary', expect: 'pass' },
      { command: 'monit stop all', expect: 'ask' },
    ],
  },
  {
    names: 'svcadm',
    about: 'Manages the services of Solaris.',
    options: { '-S': 'text', '-v -t -s -r': 'flag' },
    kind: 'system',
    effects: [stops('disable|mark|clear|delegate', 'svcs NAME')],
    examples: [
      { command: 'svcadm restart nginx', expect: 'pass' },
      { command: 'svcadm disable nginx', expect: 'ask' },
    ],
  },
  {
    names: 'brew-services',
    about: 'Manages services that Homebrew installed.',
    options: { '--file': 'reads', '--all --json': 'flag' },
    kind: 'system',
    effects: [stops('stop|kill|cleanup', 'brew services list')],
    examples: [
      { command: 'brew-services list', expect: 'pass' },
      { command: 'brew-services stop redis', expect: 'ask' },
    ],
  },
  {
    names: 'nginx',
    about: 'A web server and proxy.',
    options: { '-c': 'reads', '-e': 'writes', '-p -g -s': 'text', '-t -T -q -v -V': 'flag' },
    behaviours: ['servesByConfig'],
    kind: 'system',
    effects: [
      { code: 'service-stop', flags: '-s=stop|quit', why: 'Stops the web server.', safer: 'nginx -t' },
      stops('stop|quit', 'nginx -t', 'Stops the web server.'),
    ],
    examples: [
      { command: 'nginx -t', expect: 'pass' },
      { command: 'nginx -s reload', expect: 'pass' },
      { command: 'nginx -s stop', expect: 'ask' },
      {
        command: "printf 'http{server{listen 81;root /;autoindex on;}}' > n.conf && nginx -c n.conf",
        expect: 'ask',
        title: 'A configuration that serves the whole machine',
      },
      { command: "echo 'http{server{root /srv/www/site;}}' > n.conf && nginx -c n.conf", expect: 'pass' },
    ],
  },
  {
    names: 'apachectl apache2ctl httpd',
    about: 'The Apache web server.',
    options: {
      '-f': 'reads',
      '-E': 'writes',
      '-d -C -c -D -e -k -h -p': 'text',
      '-t -S -M -l -L -v -V -X': 'flag',
    },
    kind: 'system',
    behaviours: ['servesBusyboxFolder'],
    effects: [
      {
        code: 'service-stop',
        flags: '-k=stop|graceful-stop',
        why: 'Stops the web server.',
        safer: 'apachectl configtest',
      },
      stops('stop|graceful-stop', 'apachectl configtest', 'Stops the web server.'),
    ],
    examples: [
      { command: 'apachectl configtest', expect: 'pass' },
      { command: 'httpd -t', expect: 'pass' },
      { command: 'apachectl graceful-stop', expect: 'ask' },
      { command: 'httpd -k stop', expect: 'ask' },
      { command: 'busybox httpd -f -p 8080 -h /', expect: 'ask' },
    ],
  },
  {
    names: 'caddy',
    about: 'A web server and proxy.',
    options: {
      '-c --config': 'reads',
      '-a --adapter --address -l --listen -r --root -f --from -t --to': 'text',
      '--overwrite -w --watch --pretty': 'flag',
    },
    subcommands: {
      'validate|adapt|version|list-modules': {
        options: { '--config': 'reads', '--adapter': 'text', '--pretty': 'flag' },
        plain: true,
      },
      'file-server': {
        options: { '-r --root -l --listen -d --domain': 'text', '-b --browse --templates': 'flag' },
        behaviours: ['servesFolder'],
      },
      'run|start': {
        options: { '-c --config': 'reads', '--watch --resume': 'flag' },
        behaviours: ['servesByConfig'],
      },
    },
    kind: 'system',
    effects: [stops('stop', 'caddy validate', 'Stops the web server.')],
    examples: [
      { command: 'caddy validate --config Caddyfile', expect: 'pass' },
      { command: 'caddy file-server --root dist --listen :8080', expect: 'pass' },
      { command: 'caddy file-server --root / --browse', expect: 'ask' },
      { command: 'caddy stop', expect: 'ask' },
    ],
  },
  {
    names: 'haproxy',
    about: 'A load balancer.',
    syntax: { singleDash: true },
    options: {
      '-f': 'reads',
      '-C -L -m -n -N -x': 'text',
      '-p': 'writes',
      '-c -q -v -vv -V -D -W -d -db': 'flag',
    },
    kind: 'system',
    effects: [
      {
        code: 'service-stop',
        flags: '-sf -st',
        why: 'Stops the running load balancer.',
        safer: 'haproxy -c -f FILE',
      },
    ],
    examples: [
      { command: 'haproxy -c -f haproxy.cfg', expect: 'pass' },
      { command: 'haproxy -f haproxy.cfg -sf 123', expect: 'ask' },
    ],
  },
  {
    names: 'crontab fcrontab',
    about: 'Shows and changes jobs that run at set times.',
    options: { '-u -s -c': 'text', '-i': 'flag' },
    operands: 'reads',
    kind: 'system',
    effects: [
      {
        code: 'cron-remove',
        flags: '-r',
        weight: 'irreversible',
        why: 'Deletes every scheduled job.',
        safer: 'crontab -l > backup.cron',
      },
      { code: 'cron-change', flags: '-e', why: 'Changes the scheduled jobs.', safer: 'crontab -l' },
      {
        code: 'cron-change',
        when: '$',
        unless: '-l -r -e -V -T',
        why: 'Replaces the scheduled jobs.',
        safer: 'crontab -l',
      },
      {
        code: 'cron-change',
        when: '*',
        unless: '-l -r -e -T',
        why: 'Replaces the scheduled jobs.',
        safer: 'crontab -l',
      },
    ],
    examples: [
      { command: 'crontab -l', expect: 'pass' },
      { command: 'crontab jobs.txt', expect: 'ask' },
      { command: 'echo "* * * * * x" | crontab -', expect: 'ask' },
      { command: 'crontab -e', expect: 'ask' },
      { command: 'crontab -r', expect: 'deny' },
    ],
  },
  {
    names: 'dbus-update-activation-environment',
    about: 'Sets variables for services that start later.',
    traits: ['sets-variables', 'words'],
    examples: [
      { command: 'dbus-update-activation-environment DISPLAY', expect: 'pass' },
      { command: 'dbus-update-activation-environment CLAUDE_CODE_SIMPLE=1', expect: 'deny' },
    ],
  },
];
