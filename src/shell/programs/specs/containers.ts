import type { EffectRule, ProgramSpec } from '../spec.ts';

const DOCKER_0_0: readonly EffectRule[] = [
  {
    code: 'container-prune',
    when: 'system|volume|container|image|network|pod|builder|buildx prune',
    why: 'Prune removes everything that is not in use right now, also what you meant to keep.',
    safer: 'docker system df -v',
  },
  {
    code: 'container-volume-delete',
    when: 'volume rm|remove',
    weight: 'irreversible',
    why: 'A deleted volume takes its data with it.',
    safer: 'docker volume inspect NAME',
  },
  {
    code: 'container-force-remove',
    when: 'rm|rmi',
    flags: '-f --force -v --volumes',
    why: 'Removes running containers or images in use, with what they hold.',
    safer: 'docker stop NAME',
  },
  {
    code: 'container-force-remove',
    when: 'container|image|network rm|remove',
    flags: '-f --force -v --volumes',
    why: 'Removes containers, images or networks that are in use.',
  },
  {
    code: 'container-all',
    when: 'stop|kill|rm|rmi|restart …',
    why: 'Acts on whatever another command finds, also on what is not yours.',
    safer: 'docker ps, then name the container',
  },
  {
    code: 'container-all',
    when: 'stop|kill|rm|restart',
    flags: '-a --all',
    why: 'Acts on every container, also on what is not yours.',
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
    when: 'container|compose kill',
    why: 'Kills containers without letting them finish their work.',
    safer: 'docker stop NAME',
  },
  {
    code: 'container-down-volumes',
    when: 'compose down',
    flags: '-v --volumes --rmi',
    why: 'Also deletes the named volumes, and so the data of the services.',
    safer: 'docker compose down',
  },
  {
    code: 'container-down-volumes',
    when: 'down',
    flags: '-v --volumes --rmi',
    why: 'Also deletes the named volumes, and so the data of the services.',
    safer: 'docker compose down',
  },
  {
    code: 'container-force-remove',
    when: 'compose rm',
    flags: '-v --volumes -f --force',
    why: 'Removes service containers and their volumes.',
  },
  {
    code: 'container-swarm',
    when: 'swarm leave',
    why: 'Leaves the swarm, and by force may destroy its state.',
  },
  {
    code: 'container-swarm',
    when: 'stack|service|secret|config|node rm|remove',
    why: 'Removes a part of a running swarm.',
  },
  {
    code: 'container-swarm',
    when: 'node update',
    flags: '--availability=drain|pause',
    why: 'Takes work off a node.',
  },
  {
    code: 'container-context',
    when: 'buildx rm',
    why: 'Removes a builder with its cache.',
    safer: 'docker buildx ls',
  },
  { code: 'unpublish', when: 'trust revoke', kind: 'publish', why: 'Takes the signature off an image.' },
  {
    code: 'container-context',
    when: 'context|buildx|machine|pod rm|remove',
    flags: '-f --force',
    why: 'Removes it by force.',
  },
  {
    code: 'container-reset',
    when: 'system reset',
    weight: 'irreversible',
    why: 'Removes all containers, images and volumes.',
  },
  {
    code: 'container-reset',
    when: 'machine rm|reset',
    weight: 'irreversible',
    why: 'Removes the virtual machine and everything in it.',
  },
  {
    code: 'container-host-access',
    when: 'run|create|exec',
    flags: '--privileged',
    kind: 'escalate',
    why: 'A privileged container has the whole machine.',
  },
  {
    code: 'container-push',
    when: 'push',
    kind: 'publish',
    why: 'Publishes an image where others pull it from.',
  },
  {
    code: 'container-push',
    when: 'compose|image|manifest push',
    kind: 'publish',
    why: 'Publishes an image where others pull it from.',
  },
  {
    code: 'container-push',
    when: 'buildx|build **',
    flags: '--push',
    kind: 'publish',
    why: 'Publishes an image where others pull it from.',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'docker',
    about: '',
    syntax: { globalFirst: true },
    options: {
      '-H --host --context -c -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory --parallel --progress --ansi --filter -t --time --availability --connection --url --identity':
        'text',
    },
    subcommands: {
      exec: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
      run: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
      create: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
      compose: {
        options: {
          '-f --file -p --project-name --profile --env-file --project-directory --parallel --progress --ansi':
            'text',
        },
        subcommands: {
          exec: {
            options: {
              '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index -T':
                'text',
              '-t -i -d --rm': 'flag',
            },
            runs: { skip: 1, remote: true },
          },
          run: {
            options: {
              '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
                'text',
              '-t -i -d --rm': 'flag',
            },
            runs: { skip: 1, remote: true },
          },
        },
      },
      container: {
        subcommands: {
          exec: {
            options: {
              '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
                'text',
              '-t -i -d --rm': 'flag',
            },
            runs: { skip: 1, remote: true },
          },
          run: {
            options: {
              '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
                'text',
              '-t -i -d --rm': 'flag',
            },
            runs: { skip: 1, remote: true },
          },
        },
      },
      cp: { operands: 'copies' },
    },
    kind: 'containers',
    effects: DOCKER_0_0,
    traits: ['network'],
    behaviours: ['hostMounts'],
  },
  {
    names: 'podman',
    about: '',
    syntax: { globalFirst: true },
    options: {
      '-H --host --context -c -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory --parallel --progress --ansi --filter -t --time --availability --connection --url --identity --root --runroot':
        'text',
    },
    subcommands: {
      exec: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
      run: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
      cp: { operands: 'copies' },
    },
    kind: 'containers',
    effects: DOCKER_0_0,
    behaviours: ['hostMounts'],
  },
  {
    names: 'nerdctl',
    about: '',
    syntax: { globalFirst: true },
    options: {
      '-H --host --context -c -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory --parallel --progress --ansi --filter -t --time --availability --connection --url --identity -n --namespace -a --address':
        'text',
    },
    subcommands: {
      exec: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
      run: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
    },
    kind: 'containers',
    effects: DOCKER_0_0,
    behaviours: ['hostMounts'],
  },
  {
    names: 'docker-compose',
    about: '',
    options: {
      '-H --host --context -c -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory --parallel --progress --ansi --filter -t --time --availability --connection --url --identity':
        'text',
    },
    subcommands: {
      exec: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
      run: {
        options: {
          '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume -p --publish --name --network --net --entrypoint -m --memory --cpus --mount -h --hostname --add-host -l --label --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --device --cap-add --cap-drop --security-opt --ipc --pid --userns --log-driver --log-opt --link --expose --dns --index':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, remote: true },
      },
    },
    kind: 'containers',
    effects: DOCKER_0_0,
  },
  {
    names: 'podman-compose',
    about: '',
    options: {
      '-H --host --context -c -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory --parallel --progress --ansi --filter -t --time --availability --connection --url --identity':
        'text',
    },
    kind: 'containers',
    effects: DOCKER_0_0,
  },
];
