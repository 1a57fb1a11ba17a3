// A machine on which an administrator has installed Pawl, made of private mounts: /etc and /usr/local are overlays that
// only the processes of one test see. Nothing of this machine is changed.
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { program } from './pawl.ts';
import { person } from './person.ts';
import type { Reason } from './skip.ts';
import { until } from './wait.ts';
import { envOf, type World } from './world.ts';

/** The id of an ordinary user that no machine has. */
const uid = 61_234;

export interface Machine extends Disposable {
  /** Words before a command that run it on this machine: as root, or as the ordinary user. */
  asRoot: readonly string[];
  asUser: readonly string[];
  root(...command: string[]): Done;
  /** The same at a terminal, where the requested word is typed. */
  administrator(...command: string[]): Done;
  user(...command: string[]): Done;
}

interface Done {
  code: number;
  output: string;
}

const setUp = `set -e
mount --make-rprivate /
mkdir -p "$1/mounts"
mount -t tmpfs none "$1/mounts"
cd "$1/mounts"
mkdir etc etc-work local local-work
mount -t overlay overlay -o lowerdir=/etc,upperdir="$PWD/etc",workdir="$PWD/etc-work" /etc
mount -t overlay overlay -o lowerdir=/usr/local,upperdir="$PWD/local",workdir="$PWD/local-work" /usr/local
printf 'root:x:0:0::%s:/bin/sh\\nuser:x:${uid}:${uid}::%s:/bin/sh\\n' "$1/root" "$1/home" > /etc/passwd
touch "$1/ready"
exec sleep 600`;

/** Why such a machine is not possible here; undefined if it is. */
export function withoutMounts(): Reason {
  if (process.platform !== 'linux') return 'private mounts are only tried on Linux';
  if (process.getuid?.() !== 0) return 'private mounts need root';
  const overlay =
    'mount --make-rprivate / && t=$(mktemp -d) && mount -t tmpfs none $t && cd $t && mkdir u w && mount -t overlay overlay -o lowerdir=/etc,upperdir=$t/u,workdir=$t/w /etc';
  const tried = Bun.spawnSync(['unshare', '-m', 'sh', '-c', overlay]);
  if (tried.exitCode !== 0) return 'unshare and overlay mounts are not possible here';
  return Bun.which('nsenter') && Bun.which('setpriv') ? undefined : 'nsenter or setpriv can’t be found';
}

export async function managedMachine(world: World): Promise<Machine> {
  mkdirSync(join(world.root, 'root'));
  const holder = Bun.spawn(['unshare', '-m', 'sh', '-c', setUp, 'sh', world.root], { env: envOf(world) });
  await until('the mounts are there', () => Bun.file(join(world.root, 'ready')).exists());
  const asRoot = ['nsenter', '-t', String(holder.pid), '-m', `--wdns=${world.project}`];
  const asUser = [...asRoot, 'setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const run = (prefix: readonly string[], command: string[]): Done => {
    const done = Bun.spawnSync([...prefix, ...command], { cwd: world.project, env: envOf(world) });
    return { code: done.exitCode, output: done.stdout.toString() + done.stderr.toString() };
  };
  const root = (...command: string[]) => run(asRoot, command);
  const { code, output } = root(program, 'init', '--managed');
  if (code !== 0) throw new Error(`pawl init --managed: ${output}`);
  return {
    asRoot,
    asUser,
    root,
    administrator: (...command) => {
      const [enter, ...how] = asRoot as [string, ...string[]];
      const { code, stdout, stderr, screen } = person(world, [...how, ...command], { program: enter });
      return { code, output: stdout + stderr + screen };
    },
    user: (...command) => run(asUser, command),
    [Symbol.dispose]: () => holder.kill(),
  };
}

/** Gives the whole world of a test to the ordinary user. */
export function handOver(world: World): void {
  Bun.spawnSync(['chown', '-R', `${uid}:${uid}`, world.home, world.project, world.tmp]);
  chownSync(world.root, uid, uid);
}
