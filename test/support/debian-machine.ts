// A separate machine with daemons from Debian packages: schedulers, a login over the network, sudo. The packages are
// unpacked into a temporary folder and laid over /usr and /etc by private mounts, in their own process and network
// namespaces. Nothing of this machine is changed, and everything ends with the separate machine.
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackages } from './apt.ts';
import { withoutMounts } from './managed.ts';
import { type Reason, withoutPrograms } from './skip.ts';
import { until } from './wait.ts';
import { envOf, type World } from './world.ts';

const packages = ['at', 'cron', 'openssh-server', 'libwrap0', 'screen', 'sudo', 'dtach', 'socat'];

/** The id of an ordinary user that no machine has. */
const uid = 61_234;

export interface DebianMachine extends Disposable {
  /** Words before a command that run it on this machine as an ordinary user. */
  here: readonly string[];
  /** The same on another machine, which reaches this one as 10.9.0.2. */
  elsewhere: readonly string[];
  /** Runs a command as root. */
  root(...command: string[]): string;
  run(...command: string[]): string;
}

let unpacked: string | undefined;

const setUp = `set -e
PATH=$PATH:/usr/sbin:/sbin
mount --make-rprivate /
mkdir -p mounts
mount -t tmpfs none mounts
mkdir mounts/usr mounts/usr-work mounts/etc mounts/etc-work mounts/var mounts/var-work
lay() { mount -t overlay overlay -o "lowerdir=$2,upperdir=$PWD/mounts/$1,workdir=$PWD/mounts/$1-work" "/$1"; }
lay usr "$1/usr:/usr"
lay etc "$1/etc:/etc"
lay var /var
mount -t tmpfs none /run
cp -a $1/lib/. /usr/lib/ 2>/dev/null || true
echo 'Defaults use_pty' >> /etc/sudoers
echo 'user ALL=(ALL:ALL) NOPASSWD: ALL' >> /etc/sudoers
echo 'user:x:${uid}:${uid}::/tmp:/bin/sh' >> /etc/passwd
echo 'user:*:19000:0:99999:7:::' >> /etc/shadow
chown root:root /etc/sudoers /usr/bin/sudo /usr/bin/crontab
chmod 4755 /usr/bin/sudo /usr/bin/crontab
touch /run/utmp
grep -q '^sshd:' /etc/passwd || echo 'sshd:x:61235:65534::/run/sshd:/usr/sbin/nologin' >> /etc/passwd
mkdir -p /run/sshd /var/spool/cron/atjobs /var/spool/cron/atspool /var/spool/cron/crontabs
touch /var/spool/cron/atjobs/.SEQ
chown -R daemon:daemon /var/spool/cron/atjobs /var/spool/cron/atspool
chmod 1770 /var/spool/cron/atjobs /var/spool/cron/atspool
ip link set lo up
unshare -n sleep 600 & other=$!
until [ "$(readlink /proc/$other/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
ip link add here type veth peer name there netns $other
ip address add 10.9.0.2/24 dev here
ip link set here up
nsenter -t $other -n sh -c 'ip address add 10.9.0.1/24 dev there; ip link set there up'
ssh-keygen -q -t ed25519 -N '' -f host_key
ssh-keygen -q -t ed25519 -N '' -f user_key
chown ${uid} user_key
printf '%s\\n' "HostKey $PWD/host_key" "AuthorizedKeysFile $PWD/user_key.pub" 'StrictModes no' 'UsePAM no' \\
  'PidFile none' 'ListenAddress 0.0.0.0:2222' > sshd_config
/usr/sbin/sshd -f $PWD/sshd_config
atd
echo $other > other
exec sleep 600`;

export function withoutDebianMachine(): Reason {
  const missing =
    withoutMounts() ?? withoutPrograms('apt-get', 'dpkg-deb', 'flock', 'ip', 'ssh', 'script', 'unshare');
  if (missing) return missing;
  unpacked ??= unpackPackages(packages);
  return unpacked ? undefined : 'the Debian packages can’t be downloaded';
}

export async function debianMachine(world: World): Promise<DebianMachine> {
  const folder = join(world.root, 'machine');
  mkdirSync(folder);
  const holder = Bun.spawn(['unshare', '-mnpf', '--mount-proc', 'sh', '-c', setUp, 'sh', unpacked!], {
    cwd: folder,
    env: envOf(world),
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const other = () => (existsSync(join(folder, 'other')) ? readFileSync(join(folder, 'other'), 'utf8') : '');
  await until('the machine is there', () => {
    if (holder.exitCode !== null) throw new Error(`the machine ended with ${holder.exitCode}`);
    return other().endsWith('\n');
  });
  const init = Bun.spawnSync(['pgrep', '-P', String(holder.pid)])
    .stdout.toString()
    .trim();
  Bun.spawnSync(['chown', '-R', `${uid}:${uid}`, world.home, world.project, world.tmp]);
  chownSync(world.root, uid, uid);
  const enter = ['nsenter', '-t', init, '-m', '-n', '-p', `--wdns=${world.project}`];
  const asUser = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const run = (command: readonly string[]) => {
    const done = Bun.spawnSync([...command], { env: envOf(world) });
    return done.stdout.toString() + done.stderr.toString();
  };
  return {
    here: [...enter, ...asUser],
    elsewhere: [...enter, 'nsenter', '-t', other().trim(), '-n', `--wdns=${world.project}`, ...asUser],
    root: (...command) => run([...enter, ...command]),
    run: (...command) => run([...enter, ...asUser, ...command]),
    [Symbol.dispose]: () => void process.kill(Number(init), 'SIGKILL'),
  };
}
