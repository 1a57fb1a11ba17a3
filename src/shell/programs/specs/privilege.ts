// Programs that run a command as another user, or in another namespace or root directory.
import type { ProgramSpec } from '../spec.ts';

const SUDO_FLAGS =
  '-A -b -B -E -H -i -K -k -l -n -N -P -S -s -V -v --askpass --background --preserve-env --set-home --login --remove-timestamp --reset-timestamp --list --non-interactive --preserve-groups --stdin --shell --validate';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'sudo',
    about: 'Runs a command as root or another user.',
    options: {
      '-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -U --other-user -D --chdir -R --chroot':
        'text',
      '-e --edit': 'in-place',
      [SUDO_FLAGS]: 'flag',
    },
    runs: { assignments: true, feeds: true },
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'sudo -l', expect: 'pass', title: 'Only lists what the account may do' },
      { command: 'sudo ss -ltnp', expect: 'pass', title: 'Only lists open ports' },
      { command: 'sudo lsof -nP -iTCP:5432', expect: 'pass' },
      { command: 'sudo systemctl status nginx --no-pager', expect: 'pass' },
      { command: 'sudo journalctl -u nginx -n 50', expect: 'pass' },
      { command: 'sudo docker ps', expect: 'pass' },
      { command: 'sudo tail -n 100 /var/log/nginx/error.log', expect: 'pass' },
      { command: 'sudo tail /root/notes', expect: 'ask' },
      { command: 'sudo cat /var/log/../../root/notes', expect: 'ask' },
      { command: 'sudo dmesg -C', expect: 'ask' },
      { command: 'sudo systemctl restart nginx', expect: 'ask' },
      { command: 'sudo docker rm -f web', expect: 'ask' },
      { command: 'sudo tail -n 5 /var/log/syslog /etc/hosts', expect: 'ask' },
      { command: 'sudo journalctl --vacuum-time=1s', expect: 'ask' },
      { command: 'sudo ls', expect: 'ask' },
      { command: 'sudo -u ci rm -rf ~', expect: 'deny' },
      { command: "sudo -s <<< 'rm -rf ~'", expect: 'deny' },
      { command: 'sudo -e /etc/passwd', expect: 'deny' },
      { command: 'sudo --edit /etc/sudoers', expect: 'deny' },
    ],
  },
  {
    names: 'sudoedit',
    about: 'Edits a file as root.',
    options: { '-u --user -g --group -p --prompt -T': 'text', '-n -S -k -A': 'flag' },
    operands: 'writes',
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'sudoedit notes.txt', expect: 'ask' },
      { command: 'sudoedit /etc/passwd', expect: 'deny' },
    ],
  },
  {
    names: 'doas',
    about: 'Runs a command as root or another user.',
    options: { '-u -C -a': 'text', '-n -s -L': 'flag' },
    runs: { assignments: true, feeds: true },
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'doas ls', expect: 'ask' },
      { command: 'doas -u root rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'please',
    about: 'Runs a command as root; Statamic has a command of the same name.',
    options: { '-u -g -d -t -r -a': 'text', '-c -l -n -p -v -w': 'flag' },
    runs: {},
    traits: ['escalates'],
    behaviours: ['escalatesUnlessStatamic'],
    examples: [
      { command: 'please stache:clear', expect: 'pass', title: '`please` is also a program of Statamic' },
      { command: 'please ls', expect: 'ask' },
      { command: 'please rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'run0',
    about: 'Runs a command as root, through systemd.',
    options: {
      '-u --user -g --group -D --chdir --unit --property --description --slice --nice --setenv --background --machine':
        'text',
    },
    runs: {},
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'run0 ls', expect: 'ask' },
      { command: 'run0 rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'pkexec',
    about: 'Runs a command as root, after a dialog on the desktop.',
    options: { '--user': 'text', '--disable-internal-agent --keep-cwd': 'flag' },
    runs: {},
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'pkexec ls', expect: 'ask' },
      { command: 'pkexec rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'gosu su-exec',
    about: 'Runs a command as another user, in containers.',
    runs: { skip: 1 },
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'gosu root ls', expect: 'ask' },
      { command: 'gosu root rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'su',
    about: 'Becomes another user.',
    options: {
      '-c --command --session-command': 'runs',
      '-s --shell -g --group -G --supp-group -w --whitelist-environment': 'text',
      '-l -m -p -f -P --login --preserve-environment --fast --pty': 'flag',
    },
    runs: { operands: 'none', feeds: true },
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'su - ci -c ls', expect: 'ask' },
      { command: "su -c 'rm -rf ~'", expect: 'deny' },
      { command: "su --command 'rm -rf /' bob", expect: 'deny' },
    ],
  },
  {
    names: 'runuser',
    about: 'Runs a command as another user; only root may use it.',
    options: {
      '-c --command --session-command': 'runs',
      '-s --shell -u --user -g --group -G --supp-group': 'text',
      '-l -m -p -f -P --login': 'flag',
    },
    runs: {},
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'runuser -u ci -- ls', expect: 'ask' },
      { command: 'runuser -u ci -- rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'gsudo',
    about: 'Runs a command as administrator on Windows.',
    options: {
      '-u --user -i --integrity --loglevel': 'text',
      '-n -w -k -s -d --wait --new --keepShell --system --direct': 'flag',
    },
    runs: {},
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'gsudo dir', expect: 'ask' },
      { command: 'gsudo rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'runas',
    about: 'Runs a command as another user on Windows.',
    traits: ['escalates'],
    behaviours: ['escalates'],
    examples: [{ command: "runas /user:Administrator 'cmd /c dir'", expect: 'ask' }],
  },
  {
    names: 'sg',
    about: 'Runs a command with the rights of a group.',
    options: { '-c': 'runs' },
    runs: { operands: 'source', skip: 1 },
    examples: [
      { command: "sg docker 'docker ps'", expect: 'pass' },
      { command: "sg docker 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'chroot gchroot',
    about: 'Runs a command with another root directory.',
    options: { '--userspec --groups': 'text', '--skip-chdir': 'flag' },
    runs: { skip: 1, feeds: true },
    effects: [
      {
        code: 'container-escape',
        kind: 'escalate',
        when: '/host|/hostfs|/rootfs|/mnt/host|/proc/1/root',
        why: 'Leaves the container for the machine on which it runs.',
        safer: 'read the one file that you need',
      },
    ],
    examples: [
      { command: 'chroot /host /bin/bash', expect: 'ask' },
      { command: 'chroot rootfs ls', expect: 'pass' },
      { command: 'chroot / rm -rf /home', expect: 'deny' },
    ],
  },
  {
    names: 'unshare',
    about: 'Runs a command in namespaces of its own.',
    options: {
      '-S -G -R -w --setuid --setgid --root --wd --map-user --map-group --map-users --map-groups --propagation --boottime --monotonic --setgroups':
        'text',
      '--kill-child --mount --uts --ipc --net --pid --user --cgroup --time --mount-proc': {
        kind: 'flag',
        attached: true,
      },
      '-m -u -i -n -p -U -C -T -f -r -c --fork --map-root-user --map-current-user --keep-caps': 'flag',
    },
    runs: { feeds: true },
    examples: [
      { command: 'unshare -rn npm test', expect: 'pass' },
      { command: 'unshare -r rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'nsenter',
    about: 'Runs a command in the namespaces of another program.',
    options: {
      '-t --target -S --setuid -G --setgid -W --wdns': 'text',
      '-a -m -u -i -n -p -U -C -T -r -w -F -Z --all --preserve-credentials --no-fork': 'flag',
    },
    runs: { feeds: true },
    traits: ['holds-processes', 'escalates'],
    behaviours: ['escalates'],
    examples: [
      { command: 'nsenter -t 1234 -n ip addr', expect: 'ask' },
      { command: 'nsenter -t 1 -m rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'setpriv',
    about: 'Runs a command with other privileges.',
    options: {
      '--reuid --regid --groups --securebits --selinux-label --apparmor-profile --inh-caps --ambient-caps --bounding-set --ruid --euid --rgid --egid --pdeathsig':
        'text',
      '-d --dump --nnp --no-new-privs --clear-groups --keep-groups --init-groups --reset-env': 'flag',
    },
    runs: {},
    kind: 'escalate',
    effects: [
      {
        code: 'escalate',
        flags: '--reuid=0 --ruid=0 --euid=0 --reuid=root',
        why: 'Takes the rights of root.',
        safer: 'run the command as yourself, or ask the person to run it',
      },
    ],
    examples: [
      { command: 'setpriv --reuid=0 sh', expect: 'ask' },
      { command: 'setpriv --no-new-privs npm test', expect: 'pass' },
      { command: 'setpriv --reuid 0 rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'runcon',
    about: 'Runs a command in another security context.',
    options: { '-t -u -r -l --type --user --role --range': 'text', '-c --compute': 'flag' },
    runs: { skip: 1 },
    examples: [
      { command: 'runcon unconfined_t npm test', expect: 'pass' },
      { command: 'runcon unconfined_t rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'aa-exec',
    about: 'Runs a command under a profile of AppArmor.',
    options: {
      '-p -n --profile --namespace': 'text',
      '-d -f -i -v --debug --file --immediate --verbose': 'flag',
    },
    runs: {},
    examples: [
      { command: 'aa-exec -p app npm test', expect: 'pass' },
      { command: 'aa-exec rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'bwrap',
    about: 'Runs a command in a sandbox of its own.',
    options: {
      '--bind --ro-bind --dev-bind --bind-try --ro-bind-try --dev-bind-try --symlink --setenv --file --bind-data --ro-bind-data --chmod':
        { kind: 'text', words: 2 },
      '--proc --dev --tmpfs --dir --mqueue --chdir --unsetenv --uid --gid --hostname --seccomp --lock-file --remount-ro --perms --size --args':
        'text',
      '--unshare-all --unshare-user --unshare-pid --unshare-net --unshare-ipc --share-net --die-with-parent --new-session --clearenv --as-pid-1':
        'flag',
    },
    runs: {},
    examples: [
      { command: 'bwrap --ro-bind / / --dev /dev npm test', expect: 'pass' },
      { command: 'bwrap --bind / / rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'capsh',
    about: 'Starts a shell with fewer capabilities; what follows `--` are the arguments of that shell.',
    runs: { operands: 'each' },
    effects: [
      {
        code: 'escalate',
        kind: 'escalate',
        flags: '--uid=0 --user=root --gid=0',
        why: 'Runs a shell as root.',
        safer: 'run the command as yourself',
      },
    ],
    examples: [
      { command: "capsh --uid=0 -- -c 'id'", expect: 'ask' },
      { command: 'capsh --print', expect: 'pass' },
      { command: "capsh --drop=all -- -c 'npm test'", expect: 'pass' },
      { command: "capsh -- -c 'pawl pause'", expect: 'deny' },
      { command: "capsh --drop=all -- -c 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'firejail',
    about: 'Runs a command in a sandbox of its own.',
    runs: {},
    examples: [
      { command: 'firejail --net=none npm test', expect: 'pass' },
      { command: 'firejail rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'sandbox-exec',
    about: 'Runs a command in a sandbox of macOS.',
    options: { '-f -n -p -D': 'text' },
    runs: {},
    examples: [
      { command: 'sandbox-exec -f profile.sb npm test', expect: 'pass' },
      { command: 'sandbox-exec -n no-network rm -rf ~', expect: 'deny' },
    ],
  },
];
