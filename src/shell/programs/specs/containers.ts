// Programs that build, run and remove containers: Docker, Podman, nerdctl and Compose.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

/** Options with which a build also publishes the image. */
const PUSHES =
  '--push --output=~type=registry|~push=true -o=~type=registry|~push=true --cache-to=type=registry';

/** Where Podman stores an image without sending it: folders and archives of this machine. */
const LOCAL_IMAGES = 'dir:*|oci:*|oci-archive:*|docker-archive:*|docker-daemon:*|containers-storage:*';

/** Subcommands that only print information. The most common of them take the fast path. */
const LOOKS: CommandSpec = {
  options: {
    '-a --all -q --quiet --no-trunc -s --size -l --latest --no-stream -t --timestamps --details -f --follow --digests --tree':
      'flag',
    '--format --filter -n --last --tail --since --until --type': 'text',
  },
  operands: 'text',
  plain: true,
};

const LOOKS_RARELY: CommandSpec = { options: LOOKS.options, operands: 'text' };

/** Options of `run` and `create`. The behaviour `hostMounts` judges what they give of this machine. */
const RUN_OPTIONS: CommandSpec['options'] = {
  '-d --detach -i --interactive -t --tty --rm --init --privileged --read-only -P --publish-all -q --quiet --no-healthcheck --oom-kill-disable --sig-proxy':
    'flag',
  '-a --attach --add-host --annotation --blkio-weight --cap-add --cap-drop --cgroup-parent --cgroupns -c --cpu-shares --cpu-period --cpu-quota --cpus --cpuset-cpus --cpuset-mems --detach-keys --device --device-cgroup-rule --dns --dns-option --dns-search --domainname --entrypoint -e --env --env-file --expose --gpus --group-add --health-cmd --health-interval --health-retries --health-start-period --health-timeout -h --hostname --ip --ip6 --ipc --isolation -l --label --label-file --link --log-driver --log-opt --mac-address -m --memory --memory-reservation --memory-swap --mount --name --network --net --network-alias --oom-score-adj --pid --pids-limit --platform -p --publish --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit -u --user --userns --uts -v --volume --volume-driver --volumes-from -w --workdir':
    'text',
  '--cidfile': 'writes',
};

const RUN: CommandSpec = { options: RUN_OPTIONS, runs: { skip: 1, remote: true } };

const EXEC: CommandSpec = {
  options: {
    '-d --detach -i --interactive -t --tty --privileged': 'flag',
    '-e --env --env-file -u --user -w --workdir --detach-keys': 'text',
  },
  runs: { skip: 1, remote: true },
};

/** The words of `build` are the directory that is sent to the builder. */
const BUILD: CommandSpec = {
  options: {
    '--no-cache -q --quiet --rm --force-rm --pull --compress --squash --load --debug -D --check': 'flag',
    '-t --tag --build-arg --target --platform --progress --label --network --add-host --cache-from --secret --ssh --builder --shm-size --ulimit --annotation --attest --provenance --sbom --no-cache-filter -m --memory --isolation --allow --call':
      'text',
    '-f --file': 'reads',
    '--build-context': { kind: 'reads', strip: '^[^=]*=' },
    '--cache-to': { kind: 'writes', only: 'dest=', strip: '^.*dest=' },
    '-o --output --iidfile --metadata-file': 'writes',
  },
  operands: 'text',
  plain: true,
};

const SAVE: CommandSpec = { options: { '-o --output': 'writes', '--platform': 'text' } };
const LOAD: CommandSpec = { options: { '-i --input': 'reads', '--platform': 'text' } };
const REMOVE: CommandSpec = {
  options: { '-f --force -v --volumes -l --link -a --all -i --ignore': 'flag', '-t --time': 'text' },
};
const STOP: CommandSpec = { options: { '-t --time --timeout -s --signal': 'text', '-a --all': 'flag' } };
const PUSH: CommandSpec = { options: { '-a --all-tags -q --quiet': 'flag', '--platform': 'text' } };

/** Subcommands that are the same in Docker, Podman and nerdctl. */
const SUBCOMMANDS: Readonly<Record<string, CommandSpec>> = {
  'ps|images|version|info|logs|inspect': LOOKS,
  'stats|top|port|history|events|diff': LOOKS_RARELY,
  'run|create': RUN,
  exec: EXEC,
  build: BUILD,
  'rm|rmi': REMOVE,
  'stop|kill|restart': STOP,
  push: PUSH,
  'save|export': SAVE,
  load: LOAD,
  import: { options: { '-c --change -m --message --platform': 'text' }, operands: 'first' },
  cp: { options: { '-a --archive -L --follow-link -q --quiet': 'flag' }, operands: 'copies' },
  login: { options: { '-u --username': 'text', '-p --password': 'login', '--password-stdin': 'flag' } },
  container: {
    subcommands: {
      ls: LOOKS,
      'list|ps|inspect|logs|stats|top|port|diff': LOOKS_RARELY,
      'run|create': RUN,
      exec: EXEC,
      'rm|remove': REMOVE,
      'stop|kill|restart': STOP,
      export: SAVE,
      cp: { operands: 'copies' },
    },
  },
  image: {
    subcommands: {
      ls: LOOKS,
      'list|inspect|history': LOOKS_RARELY,
      build: { options: BUILD.options, operands: 'text' },
      'rm|remove': REMOVE,
      push: PUSH,
      save: SAVE,
      load: LOAD,
    },
  },
  volume: { subcommands: { ls: LOOKS, 'list|inspect': LOOKS_RARELY } },
  network: { subcommands: { ls: LOOKS, 'list|inspect': LOOKS_RARELY } },
  system: {
    subcommands: {
      'df|info|events': { options: { ...LOOKS.options, '-v --verbose': 'flag' }, operands: 'text' },
    },
  },
};

const COMPOSE_OPTIONS: CommandSpec['options'] = {
  '-f --file': 'reads',
  '-p --project-name --profile --env-file --project-directory --parallel --progress --ansi': 'text',
  '--dry-run': 'dry',
  '--compatibility --all-resources --verbose': 'flag',
};

const COMPOSE: Readonly<Record<string, CommandSpec>> = {
  exec: {
    options: {
      '-d --detach -T --no-tty --no-TTY --privileged -i --interactive -t --tty': 'flag',
      '-e --env -u --user -w --workdir --index': 'text',
    },
    runs: { skip: 1, remote: true },
  },
  run: {
    options: {
      '-d --detach --rm -T --no-TTY --no-deps --build -i --interactive -t --tty -P --service-ports --use-aliases --remove-orphans -q --quiet --quiet-pull':
        'flag',
      '-e --env --env-from-file -u --user -w --workdir -v --volume -p --publish --name --entrypoint -l --label --cap-add --cap-drop --pull':
        'text',
    },
    runs: { skip: 1, remote: true },
  },
  'ps|logs': {
    options: {
      '-a --all -q --quiet -f --follow -t --timestamps --no-color --no-log-prefix --services --no-trunc':
        'flag',
      '-n --tail --since --until --format --filter --status --index': 'text',
    },
    operands: 'text',
    plain: true,
  },
  config: {
    options: {
      '-q --quiet --services --volumes --images --profiles --networks --environment --no-interpolate': 'flag',
      '-o --output': 'writes',
      '--format --hash': 'text',
    },
    operands: 'text',
  },
  build: {
    options: {
      '--no-cache --pull -q --quiet --with-dependencies --push --check --print': 'flag',
      '--build-arg --ssh --builder -m --memory --progress': 'text',
    },
    operands: 'text',
    plain: true,
  },
  'ls|images|top|port|version|create|start': {},
  up: {
    options: {
      '-d --detach --build --no-build --force-recreate --no-recreate --no-deps --remove-orphans --wait --quiet-pull --no-start -V --renew-anon-volumes --abort-on-container-exit --no-color --no-log-prefix --no-attach --attach-dependencies --menu -w --watch -y --yes':
        'flag',
      '-t --timeout --scale --pull --exit-code-from --wait-timeout --attach': 'text',
    },
    operands: 'text',
    plain: true,
  },
  down: { options: { '-v --volumes --remove-orphans': 'flag', '--rmi -t --timeout': 'text' } },
  rm: { options: { '-f --force -s --stop -v --volumes': 'flag' } },
  kill: { options: { '-s --signal': 'text', '--remove-orphans': 'flag' } },
  cp: { options: { '-a --archive -L --follow-link --all': 'flag', '--index': 'text' }, operands: 'copies' },
};

const COMPOSE_EFFECTS: readonly EffectRule[] = [
  {
    code: 'container-down-volumes',
    when: 'down',
    flags: '-v --volumes --rmi',
    why: 'Also deletes the named volumes, and so the data of the services.',
    safer: 'docker compose down',
  },
  {
    code: 'container-force-remove',
    when: 'rm',
    flags: '-v --volumes',
    why: 'Removes service containers and their volumes.',
    safer: 'docker compose ps -a',
  },
  {
    code: 'container-kill',
    when: 'kill',
    why: 'Kills containers without letting them finish their work.',
    safer: 'docker compose stop',
  },
  {
    code: 'container-push',
    when: 'push',
    kind: 'publish',
    why: 'Publishes the images of the services, which others will pull.',
    safer: 'docker compose build',
  },
  {
    code: 'container-push',
    when: 'build',
    flags: '--push',
    kind: 'publish',
    why: 'Publishes the images of the services, which others will pull.',
    safer: 'docker compose build',
  },
];

/** The rules of Compose for `docker compose down`, where its words come after `compose`. */
const SUB_COMPOSE_EFFECTS = COMPOSE_EFFECTS.map((rule) => ({ ...rule, when: `compose ${rule.when}` }));

/** The rules for another program with Docker's subcommands: the safer ways that they suggest name that program. */
const suggesting = (name: string, rules: readonly EffectRule[]): EffectRule[] =>
  rules.map((rule) => ({ ...rule, safer: rule.safer?.replace(/^docker( compose)?(?= )/, name) }));

const EFFECTS: readonly EffectRule[] = [
  {
    code: 'container-prune',
    when: 'system|volume|container|pod prune',
    why: 'Prune removes everything that is not in use right now, also what you meant to keep.',
    safer: 'docker system df -v',
  },
  {
    code: 'container-prune',
    when: 'image prune',
    flags: '-a --all',
    why: 'Removes every image or layer that no container uses right now, also what you meant to keep.',
    safer: 'docker image prune',
  },
  {
    code: 'container-context',
    when: 'context create|update',
    flags: '--docker=~tcp://|~http',
    why: 'Makes Docker run containers on another machine from now on, with the files that are mounted or sent.',
    safer: 'docker context ls',
  },
  {
    code: 'container-volume-delete',
    when: 'volume rm|remove',
    weight: 'irreversible',
    why: 'Deletes a volume with its data.',
    safer: 'docker volume inspect NAME',
  },
  {
    code: 'container-force-remove',
    when: 'rm',
    flags: '-f --force -v --volumes',
    why: 'Removes running containers, with their data.',
    safer: 'docker stop NAME',
  },
  {
    code: 'container-force-remove',
    when: 'container|network rm|remove',
    flags: '-f --force -v --volumes',
    why: 'Removes containers or networks that are in use.',
    safer: 'docker stop NAME',
  },
  {
    code: 'container-all',
    when: 'stop|kill|rm|rmi|restart …',
    why: 'Acts on everything that another command finds, also on the work of others.',
    safer: 'docker ps, then name the container',
  },
  {
    code: 'container-all',
    when: 'container|image stop|kill|rm|remove|restart …',
    why: 'Acts on everything that another command finds, also on the work of others.',
    safer: 'docker ps, then name the container',
  },
  {
    code: 'container-kill',
    when: 'kill *',
    why: 'Kills a container without letting it finish its work.',
    safer: 'docker stop NAME',
  },
  {
    code: 'container-kill',
    when: 'container kill',
    why: 'Kills a container without letting it finish its work.',
    safer: 'docker stop NAME',
  },
  {
    code: 'container-host-access',
    when: 'run|create|exec',
    flags: '--privileged',
    kind: 'escalate',
    why: 'A privileged container has full access to this machine.',
    safer: 'docker run IMAGE',
  },
  {
    code: 'container-host-access',
    when: 'container run|create|exec',
    flags: '--privileged',
    kind: 'escalate',
    why: 'A privileged container has full access to this machine.',
    safer: 'docker run IMAGE',
  },
  {
    code: 'container-push',
    when: 'push',
    except: `localhost:*|localhost/*|127.*|registry.localhost*|kind-registry*|k3d-*|${LOCAL_IMAGES}`,
    kind: 'publish',
    why: 'Publishes an image that others will pull.',
    safer: 'docker image inspect IMAGE',
  },
  {
    code: 'container-push',
    when: 'image|manifest push',
    except: LOCAL_IMAGES,
    kind: 'publish',
    why: 'Publishes an image that others will pull.',
    safer: 'docker image inspect IMAGE',
  },
  {
    code: 'container-push',
    when: 'build **',
    flags: PUSHES,
    kind: 'publish',
    why: 'Publishes an image that others will pull.',
    safer: 'docker build .',
  },
];

const DOCKER_EFFECTS: readonly EffectRule[] = [
  {
    code: 'container-push',
    when: 'buildx **',
    flags: PUSHES,
    kind: 'publish',
    why: 'Publishes an image that others will pull.',
    safer: 'docker buildx build .',
  },
  {
    code: 'container-swarm',
    when: 'swarm leave',
    why: 'Leaves the swarm by force, which may destroy its state.',
    safer: 'docker node ls',
  },
  {
    code: 'container-swarm',
    when: 'stack|service|secret|config|node rm|remove',
    why: 'Removes a part of a running swarm.',
    safer: 'docker service ls',
  },
  {
    code: 'container-swarm',
    when: 'service scale *=0',
    why: 'Stops every copy of a service.',
    safer: 'docker service ps NAME',
  },
  {
    code: 'container-swarm',
    when: 'node update',
    flags: '--availability=drain|pause',
    why: 'Evicts the workloads of a node.',
    safer: 'docker node inspect NODE',
  },
  {
    code: 'secret-read',
    when: 'swarm join-token|unlock-key',
    kind: 'read',
    why: 'Prints the key with which machines join the swarm.',
    safer: 'docker node ls',
  },
  {
    code: 'deploy',
    when: 'stack deploy|up',
    kind: 'deploy',
    weight: 'plain',
    why: 'Changes a running swarm.',
  },
  {
    code: 'container-context',
    when: 'buildx rm',
    why: 'Removes a builder with its cache.',
    safer: 'docker buildx ls',
  },
  {
    code: 'container-context',
    when: 'context|machine rm|remove',
    flags: '-f --force',
    why: 'Removes the connection to another Docker host by force.',
    safer: 'docker context ls',
  },
  {
    code: 'container-reset',
    when: 'machine rm',
    weight: 'irreversible',
    why: 'Removes the virtual machine and everything in it.',
    safer: 'docker machine ls',
  },
  {
    code: 'unpublish',
    when: 'trust revoke',
    kind: 'publish',
    why: 'Removes the signature of an image.',
    safer: 'docker trust inspect IMAGE',
  },
];

const PODMAN_EFFECTS: readonly EffectRule[] = [
  ...['rmi', 'image rm|remove'].map(
    (when): EffectRule => ({
      code: 'container-force-remove',
      when,
      flags: '-f --force',
      why: 'Removes images together with the containers that use them.',
      safer: 'podman rmi IMAGE',
    }),
  ),
  {
    code: 'container-all',
    when: 'stop|kill|rm|rmi|restart',
    flags: '-a --all',
    why: 'Acts on every container or image, also on those of others.',
    safer: 'podman ps, then name the container',
  },
  {
    code: 'container-all',
    when: 'container|pod|image stop|kill|rm|restart',
    flags: '-a --all',
    why: 'Acts on every container, pod or image, also on those of others.',
    safer: 'podman ps, then name the container',
  },
  {
    code: 'container-reset',
    when: 'system reset',
    weight: 'irreversible',
    why: 'Removes all containers, images and volumes.',
    safer: 'podman system df -v',
  },
  {
    code: 'container-reset',
    when: 'machine rm|reset',
    weight: 'irreversible',
    why: 'Removes the virtual machine and everything in it.',
    safer: 'podman machine list',
  },
  {
    code: 'container-force-remove',
    when: 'pod rm',
    flags: '-f --force',
    why: 'Removes a pod with the containers that run in it.',
    safer: 'podman pod ps',
  },
  {
    code: 'container-kill',
    when: 'pod kill',
    why: 'Kills the containers of a pod without letting them finish their work.',
    safer: 'podman pod stop NAME',
  },
  {
    code: 'container-down-volumes',
    when: 'kube down',
    flags: '--force',
    why: 'Also deletes the volumes of the pods.',
    safer: 'podman kube down FILE',
  },
  {
    code: 'container-context',
    when: 'system connection remove|rm',
    why: 'Removes the connection to another Podman host.',
    safer: 'podman system connection list',
  },
];

const PODMAN_RUN: CommandSpec = {
  options: {
    ...RUN_OPTIONS,
    '--replace --rootfs --tls-verify --no-hosts --env-host --http-proxy': 'flag',
    '--pod --secret --tz --umask --arch --os --variant --systemd --requires --subuidname --subgidname':
      'text',
    '--conmon-pidfile --pidfile --pod-id-file': 'writes',
    '--authfile --creds': 'login',
  },
  runs: { skip: 1, remote: true },
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'docker',
    about: 'Builds and runs containers.',
    syntax: { globalFirst: true },
    options: {
      '-H --host': 'host',
      '-c --context -l --log-level --config': 'text',
      '--tlscacert --tlscert --tlskey': 'login',
      '-D --debug --tls --tlsverify': 'flag',
    },
    subcommands: {
      ...SUBCOMMANDS,
      compose: { options: COMPOSE_OPTIONS, subcommands: COMPOSE },
      buildx: {
        subcommands: {
          'build|b': BUILD,
          'ls|du|inspect|version': LOOKS_RARELY,
          bake: { options: BUILD.options },
        },
      },
      service: { subcommands: { 'ls|ps|logs|inspect': LOOKS_RARELY } },
      node: {
        subcommands: {
          'ls|ps|inspect': LOOKS_RARELY,
          update: { options: { '--availability --role --label-add --label-rm': 'text' } },
        },
      },
      stack: {
        subcommands: {
          'ls|ps|services': LOOKS_RARELY,
          'deploy|up': { options: { '-c --compose-file': 'reads', '--resolve-image': 'text' } },
        },
      },
      swarm: { options: { '-f --force -q --quiet --rotate': 'flag' } },
      context: {
        subcommands: { ls: LOOKS_RARELY, 'rm|remove': REMOVE, export: { operands: 'second' } },
      },
    },
    kind: 'containers',
    effects: [...EFFECTS, ...DOCKER_EFFECTS, ...SUB_COMPOSE_EFFECTS],
    traits: ['network'],
    behaviours: ['givesHostAccess'],
    examples: [
      { command: 'docker ps -a', expect: 'pass' },
      { command: 'docker logs --tail 50 web', expect: 'pass' },
      { command: 'docker build -t app -f docker/Dockerfile .', expect: 'pass' },
      { command: 'docker build --iidfile ~/.bashrc .', expect: 'ask' },
      {
        command: 'docker build -f .env .',
        expect: 'deny',
        title: 'Error messages show the lines of the file',
      },
      { command: 'docker compose -f dev.yml up -d', expect: 'pass' },
      { command: 'docker compose down', expect: 'pass' },
      { command: 'docker compose down -v', expect: 'ask' },
      { command: 'docker compose --dry-run down -v', expect: 'pass' },
      {
        command: 'docker compose --env-file .env up',
        expect: 'pass',
        title: 'A file of variables that is used, not shown',
      },
      { command: 'docker compose kill db', expect: 'ask' },
      { command: 'docker compose rm -fsv', expect: 'ask' },
      { command: 'docker compose exec web npm test', expect: 'pass' },
      { command: "docker compose exec -T db mysql -e 'DROP DATABASE app'", expect: 'deny' },
      { command: 'docker exec -it web bash -lc "npm test"', expect: 'pass' },
      { command: "docker exec db psql -c 'DROP TABLE users'", expect: 'deny' },
      { command: 'docker exec --privileged web sh', expect: 'ask' },
      { command: 'docker run --rm -v "$PWD":/app -w /app node npm test', expect: 'pass' },
      {
        command: 'docker run --rm alpine echo prune',
        expect: 'pass',
        title: 'A text that is only printed in a container',
      },
      { command: 'docker run -v /:/host alpine chroot /host sh', expect: 'ask' },
      { command: 'docker run --privileged alpine', expect: 'ask' },
      { command: 'docker run --cidfile ~/.bashrc alpine', expect: 'ask' },
      { command: 'docker cp web:/app/log.txt .', expect: 'pass' },
      { command: 'docker cp web:/x ~/.ssh/authorized_keys', expect: 'deny' },
      { command: 'docker save -o image.tar app', expect: 'pass' },
      { command: 'docker save -o ~/.bashrc app', expect: 'ask' },
      { command: 'docker rm web', expect: 'pass' },
      { command: 'docker rm -f web', expect: 'ask' },
      { command: 'docker container stop $(docker ps -q)', expect: 'ask' },
      { command: 'docker kill web', expect: 'ask' },
      { command: 'docker system df -v', expect: 'pass' },
      { command: 'docker system prune -af', expect: 'ask' },
      { command: 'docker volume ls', expect: 'pass' },
      { command: 'docker volume rm pgdata', expect: 'deny' },
      { command: 'docker push me/app:1', expect: 'ask' },
      {
        command: 'docker builder prune -f',
        expect: 'pass',
        title: 'A cache, which the next build fills again',
      },
      { command: 'docker network prune -f', expect: 'pass', title: 'Removes networks, which hold no data' },
      { command: 'docker volume prune -f', expect: 'ask' },
      {
        command: 'podman push app oci-archive:/tmp/app.tar',
        expect: 'pass',
        title: 'Pushes the image into a local file',
      },
      { command: 'docker buildx build --push -t me/app .', expect: 'ask' },
      { command: 'docker buildx rm builder', expect: 'ask' },
      { command: 'docker stack rm app', expect: 'ask' },
      { command: 'docker stack deploy -c prod.yml app-production', expect: 'ask' },
      { command: 'docker service scale web=0', expect: 'ask' },
      { command: 'docker node update --availability drain n1', expect: 'ask' },
      { command: 'docker swarm leave --force', expect: 'ask' },
      { command: 'docker swarm join-token worker', expect: 'ask' },
      { command: 'docker trust revoke me/app:1', expect: 'ask' },
      { command: 'docker machine rm dev', expect: 'deny' },
      { command: 'docker image prune -a', expect: 'ask' },
      { command: 'docker context create prod --docker "host=tcp://10.0.0.5:2375"', expect: 'ask' },
      { command: 'docker image rm -f app:latest', expect: 'pass' },
      { command: 'docker container kill api', expect: 'ask' },
      { command: 'docker container run --privileged -it alpine', expect: 'ask' },
      { command: 'docker image push acme/app:latest', expect: 'ask' },
      { command: 'docker build --push -t acme/app .', expect: 'ask' },
      { command: 'docker compose push', expect: 'ask' },
      { command: 'docker compose build --push', expect: 'ask' },
      { command: 'docker stop $(docker ps -q)', expect: 'ask' },
      { command: 'docker context rm -f prod', expect: 'ask' },
      { command: 'docker save -o ~/.ssh/authorized_keys app', expect: 'deny' },
      { command: 'docker compose run api rm -rf /', expect: 'deny' },
      { command: 'docker container cp .env web:/tmp', expect: 'deny' },
    ],
  },
  {
    names: 'podman',
    about: 'Builds and runs containers without a daemon.',
    syntax: { globalFirst: true },
    options: {
      '-c --connection --log-level --root --runroot --storage-driver --storage-opt --tmpdir --module --events-backend':
        'text',
      '--url': 'host',
      '--identity': 'login',
      '--runtime --conmon --hooks-dir --network-cmd-path': 'loads',
      '-r --remote --noout': 'flag',
    },
    subcommands: {
      ...SUBCOMMANDS,
      'run|create': PODMAN_RUN,
      container: {
        subcommands: { ...SUBCOMMANDS.container?.subcommands, 'run|create': PODMAN_RUN },
      },
      pod: {
        subcommands: {
          'ps|ls|list|logs|stats|top|inspect': LOOKS_RARELY,
          rm: REMOVE,
          'stop|kill|restart': STOP,
        },
      },
      unshare: { options: { '--rootless-netns': 'flag' }, runs: {} },
      machine: {
        subcommands: {
          'ls|list|inspect|info': LOOKS_RARELY,
          ssh: { options: { '--username': 'text' }, runs: { operands: 'source', skip: 1, remote: true } },
          'rm|reset': { options: { '-f --force --save-ignition --save-image --save-keys': 'flag' } },
        },
      },
      compose: { options: COMPOSE_OPTIONS, subcommands: COMPOSE },
      kube: { options: { '-f --filename': 'writes', '--force': 'flag' } },
    },
    kind: 'containers',
    effects: [
      ...suggesting('podman', EFFECTS),
      ...PODMAN_EFFECTS,
      ...suggesting('podman compose', SUB_COMPOSE_EFFECTS),
    ],
    behaviours: ['givesHostAccess'],
    examples: [
      { command: 'podman ps', expect: 'pass' },
      { command: 'podman build -t app .', expect: 'pass' },
      { command: 'podman run --rm alpine true', expect: 'pass' },
      { command: 'podman run --privileged --volume /:/mnt alpine', expect: 'ask' },
      { command: 'podman run --pidfile ~/.bashrc alpine', expect: 'ask' },
      { command: 'podman --connection prod volume rm pgdata', expect: 'deny' },
      { command: 'podman stop --all', expect: 'ask' },
      { command: 'podman system reset', expect: 'deny' },
      { command: 'podman machine rm', expect: 'deny' },
      { command: 'podman machine list', expect: 'pass' },
      { command: 'podman pod rm -f web', expect: 'ask' },
      { command: 'podman unshare cat README.md', expect: 'pass' },
      { command: 'podman unshare rm -rf ~', expect: 'deny' },
      { command: 'podman compose down -v', expect: 'ask' },
      { command: 'podman system prune', expect: 'ask' },
      { command: 'podman rm -f web', expect: 'ask' },
      { command: 'podman kill web', expect: 'ask' },
      { command: 'podman push acme/app', expect: 'ask' },
      { command: 'podman run --privileged alpine', expect: 'ask' },
      { command: 'podman exec web rm -rf /', expect: 'deny' },
      { command: 'podman container rm --all', expect: 'ask' },
      { command: 'podman pod kill web', expect: 'ask' },
      { command: 'podman system connection remove prod', expect: 'ask' },
      { command: 'podman compose kill', expect: 'ask' },
    ],
  },
  {
    names: 'nerdctl',
    about: 'Builds and runs containers with containerd.',
    syntax: { globalFirst: true },
    options: {
      '-n --namespace -a --address --snapshotter --cni-path --cni-netconfpath --data-root --cgroup-manager --hosts-dir':
        'text',
      '--debug --debug-full --insecure-registry': 'flag',
    },
    subcommands: {
      'run|create': RUN,
      exec: EXEC,
      build: { options: BUILD.options, operands: 'text' },
      'rm|rmi': REMOVE,
      'stop|kill|restart': STOP,
      push: PUSH,
      'save|export': SAVE,
      load: LOAD,
      cp: { operands: 'copies' },
      compose: { options: COMPOSE_OPTIONS, subcommands: COMPOSE },
    },
    kind: 'containers',
    effects: [...suggesting('nerdctl', EFFECTS), ...suggesting('nerdctl compose', SUB_COMPOSE_EFFECTS)],
    behaviours: ['givesHostAccess'],
    examples: [
      { command: 'nerdctl -n k8s.io ps', expect: 'pass' },
      { command: 'nerdctl volume rm data', expect: 'deny' },
      { command: 'nerdctl system prune', expect: 'ask' },
      { command: 'nerdctl compose down -v', expect: 'ask' },
      { command: 'nerdctl rm -f web', expect: 'ask' },
      { command: 'nerdctl kill web', expect: 'ask' },
      { command: 'nerdctl push acme/app', expect: 'ask' },
      { command: 'nerdctl run --privileged alpine', expect: 'ask' },
    ],
  },
  {
    names: 'docker-compose podman-compose',
    about: 'Runs the services of a compose file.',
    options: COMPOSE_OPTIONS,
    subcommands: COMPOSE,
    kind: 'containers',
    effects: suggesting('docker-compose', COMPOSE_EFFECTS),
    examples: [
      { command: 'docker-compose -f dev.yml ps', expect: 'pass' },
      { command: 'docker-compose up -d', expect: 'pass' },
      { command: 'docker-compose down', expect: 'pass' },
      { command: 'docker-compose down --volumes', expect: 'ask' },
      { command: 'podman-compose down -v', expect: 'ask' },
      { command: 'docker-compose rm -fsv', expect: 'ask' },
      { command: 'docker-compose push', expect: 'ask' },
      { command: 'docker-compose exec web npm test', expect: 'pass' },
      { command: "docker-compose exec db psql -c 'DROP TABLE users'", expect: 'deny' },
      { command: 'docker-compose kill', expect: 'ask' },
      { command: 'docker-compose build --push', expect: 'ask' },
    ],
  },
];
