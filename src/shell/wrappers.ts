import { oneOf } from './words.ts';

/** How a command that runs another command is written. */
export interface Wrapper {
  /** Options that take a value, so that the value is not taken for the command. */
  values?: string;
  /** Options that take no value although their first letters say so. */
  singleDash?: boolean;
  /** Operands before the command: the time of `timeout`, the host of `ssh`. */
  skip?: number;
  /** `NAME=value` before the command. */
  assignments?: boolean;
  /** Options whose value is shell source. */
  code?: string;
  /** What the operands are: words of one command (default), shell source when joined, each its own source, or nothing. */
  operands?: 'words' | 'source' | 'each' | 'none';
  /** An option that makes the operands shell source. */
  shell?: string;
  /** The command comes after `--`, whatever stands before. */
  afterDashes?: boolean;
  /** The command comes after one of these, if it is given. */
  after?: string;
  /** Runs somewhere else: paths are not ours. */
  remote?: boolean;
  /** The command may carry the version to fetch. */
  versioned?: boolean;
}

const plain: Wrapper = {};
const runner: Wrapper = {
  values:
    '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project',
  versioned: true,
};

const container: Wrapper = {
  values:
    '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index',
  skip: 1,
  remote: true,
};
const pod: Wrapper = {
  values:
    '-c --container -n --namespace --context --kubeconfig --cluster --image --restart --env --overrides --as -f --filename --pod-running-timeout',
  skip: 1,
  afterDashes: true,
  remote: true,
};

/** Keyed by command, or by command and subcommand. Built when first asked for: most events need none. */
export const table = (): Record<string, Wrapper> => ({
  env: { values: '-u --unset -C --chdir -P', assignments: true },
  'cross-env': { assignments: true },
  'cross-env-shell': { assignments: true, operands: 'source' },
  'env-cmd': { values: '-f --file -e --environments -r --rc-file' },
  dotenv: { values: '-e -f -v --file' },
  'dotenv run': plain,
  dotenvx: plain,
  'dotenvx run': { values: '-f --env-file' },
  nice: { values: '-n --adjustment' },
  nohup: plain,
  time: { values: '-f --format -o --output' },
  gtime: { values: '-f --format -o --output' },
  timeout: { values: '-s --signal -k --kill-after', skip: 1 },
  gtimeout: { values: '-s --signal -k --kill-after', skip: 1 },
  stdbuf: { values: '-i --input -o --output -e --error' },
  setsid: plain,
  cgexec: { values: '-g' },
  'systemd-cat': { values: '-t --identifier -p --priority --stderr-priority --level-prefix' },
  ionice: { values: '-c --class -n --classdata -P --pgid -u --uid' },
  chrt: { values: '-T -P -D', skip: 1 },
  taskset: { skip: 1 },
  numactl: { values: '-C -N -m -i -p' },
  prlimit: plain,
  cpulimit: { values: '-l --limit -p -e' },
  strace: { values: '-e -o -p -s -P -S -a -E -u -I -O' },
  ltrace: { values: '-e -o -p -s -n -u' },
  perf: plain,
  'perf stat': { values: '-e -o -r -p -x' },
  'perf record': { values: '-e -o -F -p -g' },
  valgrind: plain,
  gdb: { values: '-ex -x -p', singleDash: true },
  catchsegv: plain,
  unbuffer: plain,
  chronic: plain,
  tini: { values: '-p -e' },
  'dumb-init': { values: '-r --rewrite' },
  rlwrap: plain,
  torsocks: plain,
  torify: plain,
  proxychains: { values: '-f' },
  proxychains4: { values: '-f' },
  faketime: { skip: 1 },
  eatmydata: plain,
  fakeroot: plain,
  'xvfb-run': { values: '-s -e -f -n -p -w --server-args' },
  'dbus-run-session': plain,
  caffeinate: { values: '-t -w' },
  arch: { values: '-e -d --arch -arch', singleDash: true },
  setarch: { skip: 1 },
  linux32: plain,
  linux64: plain,
  command: plain,
  builtin: plain,
  exec: { values: '-a' },
  busybox: plain,
  toybox: plain,
  noglob: plain,
  nocorrect: plain,
  sudo: {
    values:
      '-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -U --other-user -D --chdir -R --chroot',
    assignments: true,
  },
  sudoedit: { operands: 'none' },
  doas: { values: '-u -C -a', assignments: true },
  please: { values: '-u -g -d -t -r -n' },
  run0: { values: '-u --user -g --group -D --chdir' },
  pkexec: { values: '--user' },
  gosu: { skip: 1 },
  'su-exec': { skip: 1 },
  su: {
    values: '-c --command -s --shell -g -G --session-command',
    code: '-c --command --session-command',
    operands: 'none',
  },
  runuser: { values: '-c --command -s --shell -u --user -g -G', code: '-c --command' },
  sg: { values: '-c', code: '-c', skip: 1, operands: 'source' },
  chroot: { values: '--userspec --groups', skip: 1 },
  unshare: {
    values:
      '-S -G -R -w --setuid --setgid --root --wd --map-user --map-group --kill-child --propagation --boottime --monotonic',
  },
  nsenter: { values: '-t --target -S --setuid -G --setgid -W' },
  setpriv: { values: '--reuid --regid --groups --securebits --selinux-label' },
  firejail: plain,
  'systemd-run': {
    values:
      '-p --property -u --unit -M --machine --slice --uid --gid -E --setenv --on-active --on-calendar --description -d --working-directory',
  },
  'systemd-inhibit': { values: '--what --who --why --mode' },
  watch: { values: '-n --interval -q --equexit', operands: 'source' },
  flock: { values: '-w --timeout -E -c --command', code: '-c --command', skip: 1 },
  script: { values: '-c --command -t -o -I -O -B -T -E', code: '-c --command', skip: 1 },
  entr: { shell: '-s' },
  nodemon: { values: '-x --exec -w --watch -e --ext -i --ignore', code: '-x --exec', operands: 'none' },
  watchexec: {
    values: '-w --watch -e --exts -f --filter -i --ignore -s --signal -d --debounce',
    operands: 'source',
  },
  hyperfine: {
    values:
      '-w --warmup -r --runs -m -M -p --prepare -c --cleanup -n -s --setup --export-json --export-markdown -S --shell -i',
    code: '-p --prepare -c --cleanup -s --setup',
    operands: 'each',
  },
  concurrently: { values: '-n --names -c --prefix-colors -p --prefix', operands: 'each' },
  'run-p': { operands: 'none' },
  ssh: {
    values: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B',
    skip: 1,
    operands: 'source',
    remote: true,
  },
  autossh: { values: '-M -b -c -D -F -i -J -L -l -o -p -R -W', skip: 1, operands: 'source', remote: true },
  mosh: { values: '--ssh --port -p', skip: 1, remote: true },
  sshpass: { values: '-p -f -d -e' },
  rsh: { values: '-l', skip: 1, operands: 'source', remote: true },
  pdsh: { values: '-w -l -x', operands: 'source', remote: true },
  'vagrant ssh': { values: '-c --command', code: '-c --command', operands: 'none', remote: true },
  'docker exec': container,
  'docker run': container,
  'docker create': container,
  'docker compose exec': { ...container, values: `${container.values} -T` },
  'docker compose run': container,
  'docker-compose exec': container,
  'docker-compose run': container,
  'docker container exec': container,
  'docker container run': container,
  'podman exec': container,
  'podman run': container,
  'nerdctl exec': container,
  'nerdctl run': container,
  'lxc exec': { skip: 1, remote: true },
  'incus exec': { skip: 1, remote: true },
  'multipass exec': { skip: 1, remote: true },
  'limactl shell': { skip: 1, remote: true },
  'distrobox enter': { skip: 1 },
  'toolbox run': plain,
  'flatpak-spawn': plain,
  'kubectl exec': pod,
  'oc exec': pod,
  'kubectl run': { ...pod, operands: 'words' },
  'kubectl debug': pod,
  'adb shell': { operands: 'source', remote: true },
  'heroku run': { values: '-a --app -r --remote -s --size', operands: 'source', remote: true },
  pssh: { values: '-h --hosts -H --host -l -p -t -o -e -O -x', operands: 'source', remote: true },
  'parallel-ssh': { values: '-h --hosts -H --host -l -p -t -o -e -O -x', operands: 'source', remote: true },
  'doctl compute ssh': { values: '--ssh-command', code: '--ssh-command', operands: 'none', remote: true },
  'fly ssh console': {
    values: '-C --command -a --app',
    code: '-C --command',
    operands: 'none',
    remote: true,
  },
  'flyctl ssh console': {
    values: '-C --command -a --app',
    code: '-C --command',
    operands: 'none',
    remote: true,
  },
  'gcloud compute ssh': {
    values: '--command --zone --project',
    code: '--command',
    operands: 'none',
    remote: true,
  },
  'az vm run-command invoke': {
    values: '--scripts -g -n --command-id',
    code: '--scripts',
    operands: 'none',
    remote: true,
  },
  npx: { ...runner, values: `${runner.values} -c --call`, code: '-c --call' },
  bunx: runner,
  pnpx: runner,
  'pnpm dlx': runner,
  'pnpm exec': runner,
  'yarn dlx': runner,
  'yarn exec': runner,
  'npm exec': { ...runner, values: `${runner.values} -c --call`, code: '-c --call' },
  'npm x': runner,
  'bun x': runner,
  uvx: runner,
  'uv run': runner,
  'uv tool run': runner,
  pipx: plain,
  'pipx run': runner,
  'poetry run': plain,
  'pipenv run': plain,
  'pdm run': plain,
  'hatch run': plain,
  'rye run': plain,
  'conda run': { values: '-n --name -p --prefix --cwd' },
  'mamba run': { values: '-n --name -p --prefix' },
  'bundle exec': plain,
  'brew bundle exec': plain,
  'ip netns exec': { skip: 1 },
  'lerna exec': plain,
  'nx exec': plain,
  'npm explore': { skip: 1 },
  'yarn workspaces foreach': { values: '--from --include --exclude -j --jobs', skip: 1 },
  'oc rsh': { values: '-c --container -n --namespace --shell', skip: 1, remote: true },
  'nomad alloc exec': { values: '-task -job', singleDash: true, skip: 1, remote: true },
  'machinectl shell': { skip: 1 },
  'repo forall': { values: '-c', code: '-c' },
  'pueue add': {
    values: '-l --label -w --working-directory -g --group -a --after -p --print-task-id',
    operands: 'source',
  },
  'teller run': plain,
  'sops exec-env': { skip: 1, operands: 'source' },
  'sops exec-file': { values: '--filename', skip: 1, operands: 'source' },
  'mise exec': plain,
  'mise x': plain,
  'asdf exec': plain,
  'direnv exec': { skip: 1 },
  'op run': { values: '--env-file --account' },
  'doppler run': { values: '-p --project -c --config --command', code: '--command' },
  'chamber exec': { skip: 1, afterDashes: true },
  envchain: { skip: 1 },
  'devbox run': plain,
  'aws-vault exec': { values: '-d --duration --region', skip: 1 },
  'infisical run': { values: '--env --path --command', code: '--command' },
  'nix-shell': { values: '--run --command -p -I -A', code: '--run --command', operands: 'none' },
  'nix develop': { after: '-c --command' },
  'nix shell': { after: '-c --command' },
  'rtk proxy': plain,
  wsl: { values: '-d --distribution -u --user -e --exec' },
  cmd: { operands: 'source' },
  powershell: {
    values: '-c -command -file -executionpolicy -ep',
    singleDash: true,
    code: '-c -command',
    operands: 'source',
  },
  pwsh: {
    values: '-c -command -file -executionpolicy -ep',
    singleDash: true,
    code: '-c -command',
    operands: 'source',
  },
  'start-process': { values: '-argumentlist -filepath -verb', singleDash: true },
  ld: { operands: 'none' },
});

/** The first words of the table's keys: most commands are none of them, and the table is not built for those. */
const WRAPS =
  'env cross-env cross-env-shell env-cmd dotenv dotenvx nice nohup time gtime timeout gtimeout stdbuf setsid cgexec systemd-cat ionice chrt taskset numactl prlimit cpulimit strace ltrace perf valgrind gdb catchsegv unbuffer chronic ip lerna nx nomad machinectl repo pueue teller sops tini dumb-init brew chamber envchain devbox rlwrap torsocks torify proxychains proxychains4 faketime eatmydata fakeroot xvfb-run dbus-run-session caffeinate arch setarch linux32 linux64 command builtin exec busybox toybox noglob nocorrect sudo sudoedit doas please run0 pkexec gosu su-exec su runuser sg chroot unshare nsenter setpriv firejail systemd-run systemd-inhibit watch flock script entr nodemon watchexec hyperfine concurrently run-p ssh autossh mosh sshpass rsh pdsh vagrant docker docker-compose podman nerdctl lxc incus multipass limactl distrobox toolbox flatpak-spawn kubectl oc adb heroku pssh parallel-ssh doctl fly flyctl gcloud az npx bunx pnpx pnpm yarn npm bun uvx uv pipx poetry pipenv pdm hatch rye conda mamba bundle mise asdf direnv op doppler aws-vault infisical nix-shell nix rtk wsl cmd powershell pwsh start-process ld';

export const isWrapper = (name: string) => oneOf(WRAPS, name);

let built: Record<string, Wrapper> | undefined;

export function wrapper(key: string): Wrapper | undefined {
  built ??= table();
  return Object.hasOwn(built, key) ? built[key] : undefined;
}

/** Options of a program that come before its subcommand and take a value. */
const BEFORE_SUBCOMMAND: Record<string, string> = {
  docker:
    '-H --host --context -c -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory',
  'docker-compose': '-f --file -p --project-name --profile --env-file --project-directory',
  podman: '--connection -c --url --log-level --root --runroot',
  nerdctl: '-n --namespace -a --address -H',
  kubectl:
    '-n --namespace --context --kubeconfig --cluster -s --server --as --token --user -v --request-timeout',
  oc: '-n --namespace --context --kubeconfig --cluster -s --server --as --token --user',
  npm: '--prefix -w --workspace',
  pnpm: '-C --dir --filter -F',
  yarn: '--cwd',
  uv: '--directory --project',
  gcloud: '--project --account --configuration',
  fly: '-a --app -c --config -t --access-token',
  flyctl: '-a --app -c --config -t --access-token',
  adb: '-s -t -H -P',
};

export const valuesBefore = (name: string) =>
  (Object.hasOwn(BEFORE_SUBCOMMAND, name) ? BEFORE_SUBCOMMAND[name] : '') ?? '';
