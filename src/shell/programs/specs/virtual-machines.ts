// Programs that manage virtual machines, local clusters and development environments.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

const LOOKS: CommandSpec = {
  options: { '-o --output --format -p --profile': 'text', '-a --all -q --quiet -j --json -l --long': 'flag' },
  operands: 'text',
};

/** `NAME -- command`: what stands behind the name of the machine runs in it. */
const EXEC: CommandSpec = {
  options: {
    '--cwd --env -e -u --user --group --working-directory --workdir -d --mode': 'text',
    '-t --force-interactive -T --force-noninteractive -n --disable-stdin': 'flag',
  },
  runs: { skip: 1, remote: true },
};

/** Incus began as a copy of LXD: both take the same words. */
const LXD: Omit<ProgramSpec, 'names' | 'about' | 'examples'> = {
  options: { '--project': 'text', '--debug --force-local -v --verbose -q --quiet': 'flag' },
  subcommands: {
    'list|ls|info|version': {
      options: { '-c --columns -f --format --target': 'text', '--fast --all-projects --resources': 'flag' },
      operands: 'text',
    },
    exec: EXEC,
    file: {
      subcommands: {
        pull: { options: { '-p -r': 'flag' }, operands: 'copies' },
        push: { options: { '-p -r': 'flag', '--mode --uid --gid': 'text' }, operands: 'reads' },
      },
    },
    export: { options: { '--compression': 'text' }, operands: 'second' },
    delete: { options: { '-f --force -i --interactive': 'flag' } },
  },
  kind: 'containers',
  effects: [
    {
      code: 'machine-delete',
      when: 'delete|rm',
      why: 'Deletes a machine or a snapshot with everything in it.',
    },
    {
      code: 'machine-delete',
      when: 'image|storage|network|profile|project|snapshot|cluster|warning delete|rm|remove',
      why: 'Deletes something that machines rely on.',
    },
    {
      code: 'machine-delete',
      when: 'storage volume|bucket delete|rm',
      why: 'Deletes a volume with everything in it.',
    },
    {
      code: 'machine-delete',
      when: 'restore',
      why: 'Discards everything that changed on the machine since the snapshot.',
    },
    {
      code: 'container-host-access',
      when: 'config device add',
      kind: 'escalate',
      why: 'Gives the container access to a part of this machine.',
    },
    {
      code: 'container-host-access',
      when: 'config set * security.privileged|security.privileged=*|raw.lxc*',
      kind: 'escalate',
      why: 'A privileged container has full access to this machine.',
    },
  ],
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'minikube',
    about: 'Runs a Kubernetes cluster on this machine.',
    options: { '-p --profile -n --node --driver --cpus --memory --kubernetes-version -b': 'text' },
    subcommands: {
      'status|ip|version|logs|service|profile|addons': LOOKS,
      ssh: {
        options: { '-n --node': 'text', '--native-ssh': 'flag' },
        runs: { operands: 'source', remote: true },
      },
      cp: { operands: 'copies' },
      mount: {},
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'delete',
        why: 'Deletes the cluster with everything in it.',
        safer: 'minikube stop',
      },
      {
        code: 'machine-delete',
        when: 'node delete',
        why: 'Deletes a node with everything in it.',
        safer: 'minikube node list',
      },
      {
        code: 'kube-delete',
        when: 'kubectl delete|drain',
        kind: 'infrastructure',
        why: 'Deletes cluster resources; what they hold goes with them.',
        safer: 'minikube kubectl -- get all',
      },
    ],
    examples: [
      { command: 'minikube status', expect: 'pass' },
      { command: 'minikube stop', expect: 'pass' },
      { command: 'minikube delete', expect: 'ask' },
      { command: 'minikube -p dev node delete m02', expect: 'ask' },
      { command: 'minikube kubectl -- get pods', expect: 'pass' },
      { command: 'minikube kubectl -- delete ns app', expect: 'ask' },
      { command: 'minikube ssh -- uptime', expect: 'pass' },
    ],
  },
  {
    names: 'kind',
    about: 'Runs Kubernetes clusters in containers.',
    options: {
      '-n --name --image -v --verbosity --wait --nodes': 'text',
      '--config': 'reads',
      '--kubeconfig': 'writes',
      '-q --quiet --retain -A --all --internal': 'flag',
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'delete',
        why: 'Deletes a cluster with everything in it.',
        safer: 'kind get clusters',
      },
    ],
    examples: [
      { command: 'kind get clusters', expect: 'pass' },
      { command: 'kind create cluster --name dev', expect: 'pass' },
      { command: 'kind delete cluster --name dev', expect: 'ask' },
    ],
  },
  {
    names: 'k3d',
    about: 'Runs k3s clusters in containers.',
    options: {
      '-c --config': 'reads',
      '-p --port -s --servers -a --agents -i --image -v --volume -e --env --k3s-arg --network --registry-use':
        'text',
      '-o --output': 'writes',
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'cluster|node|registry delete|del|rm',
        why: 'Deletes a cluster or a part of it with everything in it.',
        safer: 'k3d cluster list',
      },
    ],
    examples: [
      { command: 'k3d cluster list', expect: 'pass' },
      { command: 'k3d cluster delete dev', expect: 'ask' },
    ],
  },
  {
    names: 'colima',
    about: 'Runs containers in a virtual machine, on macOS and Linux.',
    options: { '-p --profile': 'text' },
    subcommands: {
      'status|list|ls|version': LOOKS,
      ssh: { runs: { remote: true } },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'delete|del|rm',
        why: 'Deletes the virtual machine, and with it all containers and volumes.',
        safer: 'colima stop',
      },
      {
        code: 'machine-delete',
        when: 'kubernetes delete|reset',
        why: 'Deletes the cluster with everything in it.',
        safer: 'colima kubernetes stop',
      },
      {
        code: 'container-prune',
        when: 'prune',
        flags: '-a --all',
        why: 'Removes downloaded files, also those that other profiles use.',
        safer: 'colima list',
      },
    ],
    examples: [
      { command: 'colima status', expect: 'pass' },
      { command: 'colima stop', expect: 'pass' },
      { command: 'colima delete -f', expect: 'ask' },
      { command: 'colima ssh -- df -h', expect: 'pass' },
      { command: 'colima kubernetes reset', expect: 'ask' },
    ],
  },
  {
    names: 'limactl',
    about: 'Runs Linux in virtual machines.',
    options: { '--log-level': 'text', '--debug --tty -y': 'flag' },
    subcommands: {
      'list|ls|info': LOOKS,
      shell: {
        options: { '--workdir --shell': 'text', '--preserve-env': 'flag' },
        runs: { skip: 1, remote: true },
      },
      'copy|cp': { options: { '-r -v': 'flag' }, operands: 'copies' },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'delete|remove|rm|factory-reset',
        why: 'Deletes a machine with everything in it.',
        safer: 'limactl stop NAME',
      },
      {
        code: 'machine-delete',
        when: 'snapshot|disk delete|remove|rm|apply',
        why: 'Deletes a disk or a snapshot, or restores one.',
        safer: 'limactl disk list',
      },
      {
        code: 'container-prune',
        when: 'prune',
        why: 'Removes everything that was downloaded.',
        safer: 'limactl list',
      },
    ],
    examples: [
      { command: 'limactl list', expect: 'pass' },
      { command: 'limactl shell default uname -a', expect: 'pass' },
      { command: 'limactl delete default', expect: 'ask' },
      { command: 'limactl snapshot delete default --tag a', expect: 'ask' },
      { command: 'limactl copy default:/x ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'multipass',
    about: 'Runs Ubuntu in virtual machines.',
    subcommands: {
      'list|ls|info|version|find|networks': LOOKS,
      exec: EXEC,
      transfer: { options: { '-r --recursive -p --parents': 'flag' }, operands: 'copies' },
      launch: {
        options: { '--cloud-init': 'reads', '-n --name -c --cpus -d --disk -m --memory --mount': 'text' },
      },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'delete',
        why: 'Deletes a machine with everything in it.',
        safer: 'multipass stop NAME',
      },
      {
        code: 'machine-delete',
        when: 'purge',
        why: 'Removes every deleted machine for good.',
        safer: 'multipass list',
      },
      {
        code: 'machine-delete',
        when: 'restore',
        why: 'Discards everything that changed on the machine since the snapshot.',
        safer: 'multipass list --snapshots',
      },
    ],
    examples: [
      { command: 'multipass list', expect: 'pass' },
      { command: 'multipass exec dev -- ls', expect: 'pass' },
      { command: "multipass exec dev -- psql -c 'DROP DATABASE app'", expect: 'deny' },
      { command: 'multipass delete dev', expect: 'ask' },
      { command: 'multipass purge', expect: 'ask' },
      { command: 'multipass transfer ~/.ssh/id_rsa dev:k', expect: 'deny' },
      { command: 'multipass restore dev.snap1', expect: 'ask' },
    ],
  },
  {
    ...LXD,
    names: 'lxc',
    about: 'Runs containers and virtual machines with LXD.',
    examples: [
      { command: 'lxc list', expect: 'pass' },
      { command: 'lxc exec web -- ls', expect: 'pass' },
      { command: 'lxc delete web --force', expect: 'ask' },
      { command: 'lxc storage volume delete default data', expect: 'ask' },
      { command: 'lxc config device add web host disk source=/ path=/mnt', expect: 'ask' },
      { command: 'lxc file pull web/etc/x ~/.bashrc', expect: 'ask' },
      { command: 'lxc image delete base', expect: 'ask' },
      { command: 'lxc restore web snap0', expect: 'ask' },
      { command: 'lxc config set web security.privileged true', expect: 'ask' },
    ],
  },
  {
    ...LXD,
    names: 'incus',
    about: 'Runs containers and virtual machines with Incus.',
    examples: [
      { command: 'incus list', expect: 'pass' },
      { command: 'incus exec web -- ls', expect: 'pass' },
      { command: 'incus delete web --force', expect: 'ask' },
      { command: 'incus config set web security.privileged=true', expect: 'ask' },
      { command: 'incus storage volume delete pool data', expect: 'ask' },
      { command: 'incus restore web snap0', expect: 'ask' },
      { command: 'incus config device add web root disk source=/ path=/host', expect: 'ask' },
    ],
  },
  {
    names: 'virsh',
    about: 'Operates virtual machines through libvirt.',
    options: {
      '-c --connect': 'host',
      '-l --log': 'writes',
      '-d --debug -e --escape': 'text',
      '-q --quiet -r --readonly': 'flag',
    },
    subcommands: {
      'list|dominfo|domstate|nodeinfo|net-list|pool-list|vol-list|version': LOOKS,
      'dumpxml|net-dumpxml|pool-dumpxml': {},
      'save|screenshot|dump': { operands: 'second' },
      'qemu-agent-command|qemu-monitor-command': {},
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'undefine|destroy|managedsave-remove|snapshot-delete|snapshot-revert|checkpoint-delete',
        why: 'Powers a machine off without a shutdown, or deletes it or a snapshot of it.',
        safer: 'virsh shutdown NAME',
      },
      {
        code: 'machine-delete',
        when: 'vol-delete|vol-wipe|pool-delete|pool-destroy|net-destroy|net-undefine|pool-undefine',
        why: 'Deletes a disk, a pool or a network that machines rely on.',
        safer: 'virsh vol-list POOL',
      },
      {
        code: 'cloud-run-command',
        when: 'qemu-agent-command|qemu-monitor-command',
        kind: 'infrastructure',
        why: 'Runs commands in the machine or in its hypervisor.',
        safer: 'virsh dominfo NAME',
      },
    ],
    examples: [
      { command: 'virsh list --all', expect: 'pass' },
      { command: 'virsh shutdown web', expect: 'pass' },
      { command: 'virsh -c qemu:///system destroy web', expect: 'ask' },
      { command: 'virsh undefine web --remove-all-storage', expect: 'ask' },
      { command: 'virsh vol-delete web.qcow2 default', expect: 'ask' },
      { command: 'virsh qemu-agent-command vm \'{"execute":"guest-exec"}\'', expect: 'ask' },
    ],
  },
  {
    names: 'vboxmanage',
    about: 'Operates virtual machines of VirtualBox.',
    subcommands: {
      'list|showvminfo|showmediuminfo': { options: { '-l --long -s --sorted --machinereadable': 'flag' } },
      export: { options: { '-o --output': 'writes' } },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'unregistervm',
        why: 'Unregisters a machine; some options delete its disks as well.',
        safer: 'vboxmanage list vms',
      },
      {
        code: 'machine-delete',
        when: 'snapshot * delete|restore|restorecurrent',
        why: 'Deletes a snapshot, or discards everything that changed on the machine since then.',
        safer: 'vboxmanage snapshot NAME list',
      },
      {
        code: 'machine-delete',
        when: 'controlvm * poweroff|reset',
        why: 'Powers a machine off without a shutdown.',
        safer: 'vboxmanage controlvm NAME acpipowerbutton',
      },
      {
        code: 'machine-delete',
        when: 'closemedium',
        flags: '--delete',
        why: 'Deletes a disk.',
        safer: 'vboxmanage list hdds',
      },
      {
        code: 'cloud-run-command',
        when: 'guestcontrol * run|start',
        kind: 'infrastructure',
        why: 'Runs a program in the machine.',
        safer: 'vboxmanage showvminfo NAME',
      },
    ],
    examples: [
      { command: 'vboxmanage list vms', expect: 'pass' },
      { command: 'VBoxManage unregistervm dev --delete', expect: 'ask' },
      { command: 'vboxmanage snapshot dev delete s1', expect: 'ask' },
      { command: 'vboxmanage controlvm dev acpipowerbutton', expect: 'pass' },
      { command: 'vboxmanage controlvm dev poweroff', expect: 'ask' },
      { command: 'vboxmanage closemedium disk.vdi --delete', expect: 'ask' },
      { command: 'vboxmanage guestcontrol dev run --exe /bin/rm', expect: 'ask' },
    ],
  },
  {
    names: 'qm',
    about: 'Operates virtual machines of Proxmox.',
    subcommands: {
      'list|status|config': LOOKS,
      guest: { subcommands: { exec: { runs: { skip: 1, remote: true } } } },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'destroy|delsnapshot|rollback|unlink|stop|reset',
        why: 'Deletes a machine, a disk or a snapshot, or powers the machine off without a shutdown.',
        safer: 'qm shutdown ID',
      },
    ],
    examples: [
      { command: 'qm list', expect: 'pass' },
      { command: 'qm destroy 100', expect: 'ask' },
      { command: 'qm guest exec 100 -- uptime', expect: 'pass' },
      { command: 'qm shutdown 100', expect: 'pass' },
    ],
  },
  {
    names: 'pct',
    about: 'Operates containers of Proxmox.',
    subcommands: {
      'list|status|config': LOOKS,
      exec: { runs: { skip: 1, remote: true } },
      pull: { operands: 'copies' },
      push: { operands: 'reads' },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'destroy|delsnapshot|rollback|stop',
        why: 'Deletes a container or a snapshot, or stops the container without a shutdown.',
        safer: 'pct shutdown ID',
      },
    ],
    examples: [
      { command: 'pct list', expect: 'pass' },
      { command: 'pct exec 100 -- ls', expect: 'pass' },
      { command: 'pct destroy 100', expect: 'ask' },
      { command: 'pct pull 100 /etc/x ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'crictl',
    about: 'Looks at the containers of a Kubernetes node.',
    options: {
      '-r --runtime-endpoint -i --image-endpoint': 'host',
      '-c --config -t --timeout': 'text',
      '-D --debug': 'flag',
    },
    subcommands: {
      'ps|pods|images|info|stats|logs|inspect|inspectp|inspecti|version': {
        options: {
          '-a --all -q --quiet -v --verbose -f --follow --no-trunc -p --previous': 'flag',
          '-o --output --name --state --label --tail --since --id --pod -n --last': 'text',
        },
        operands: 'text',
      },
      exec: {
        options: { '-i --interactive -t --tty -s --sync': 'flag', '--timeout': 'text' },
        runs: { skip: 1, remote: true },
      },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'rm|rmi|rmp',
        why: 'Deletes containers, pods or images of the node.',
        safer: 'crictl ps -a',
      },
      {
        code: 'container-all',
        when: 'stop|stopp …',
        why: 'Acts on everything that another command finds, also on the work of others.',
        safer: 'crictl ps -a',
      },
    ],
    examples: [
      { command: 'crictl ps -a', expect: 'pass' },
      { command: 'crictl exec -it 1a2b ls', expect: 'pass' },
      { command: 'crictl rmp -f 1a2b', expect: 'ask' },
      { command: 'crictl stop $(crictl ps -q)', expect: 'ask' },
    ],
  },
  {
    names: 'ctr',
    about: 'Controls containerd directly.',
    options: { '-n --namespace -a --address --timeout': 'text', '--debug': 'flag' },
    subcommands: {
      'task|tasks|t': {
        subcommands: {
          exec: {
            options: { '--exec-id --cwd --user': 'text', '-t --tty -d --detach': 'flag' },
            runs: { skip: 1, remote: true },
          },
        },
      },
      'image|images|i': { subcommands: { export: { operands: 'writes' }, import: { operands: 'reads' } } },
      run: {
        options: { '--mount --env --cwd --runtime --device': 'text', '--privileged --rm -t -d': 'flag' },
      },
    },
    kind: 'containers',
    effects: [
      {
        code: 'container-escape',
        kind: 'escalate',
        when: 'run',
        flags: '--privileged --mount=~src=/,|~source=/,',
        why: 'Gives a container all of this machine.',
        safer: 'mount only the folder that it needs',
      },
      {
        code: 'machine-delete',
        when: 'images|image|i|containers|container|c|snapshots|snapshot|content|namespaces|namespace|ns|leases rm|remove|delete|del',
        why: 'Deletes containers, images, snapshots or content.',
        safer: 'ctr containers ls',
      },
      {
        code: 'container-kill',
        when: 'task|tasks|t kill|rm|delete',
        why: 'Kills a container without letting it finish its work.',
        safer: 'ctr task ls',
      },
      {
        code: 'container-host-access',
        when: 'run',
        flags: '--privileged',
        kind: 'escalate',
        why: 'A privileged container has full access to this machine.',
      },
    ],
    examples: [
      { command: 'ctr -n k8s.io containers ls', expect: 'pass' },
      { command: 'ctr images rm alpine', expect: 'ask' },
      { command: 'ctr task kill web', expect: 'ask' },
      { command: 'ctr run --privileged alpine a', expect: 'ask' },
      {
        command: 'ctr run --mount type=bind,src=/,dst=/host docker.io/library/alpine:latest x',
        expect: 'ask',
      },
    ],
  },
  {
    names: 'orb orbctl',
    about: 'Runs Linux machines and containers with OrbStack; its words are run in the machine.',
    options: { '-m --machine -u --user -w --workdir --shell': 'text' },
    subcommands: {
      'list|ls|info|status|version|logs|config': LOOKS,
      'start|stop|restart|create|clone|rename|default|update|login|logout|doctor|report|debug|docker|delete|reset|rm':
        {},
      run: { options: { '-m --machine -u --user -w --workdir': 'text' }, runs: { remote: true } },
      export: { operands: 'second' },
      push: { operands: 'reads' },
      pull: { operands: 'copies' },
    },
    runs: { remote: true },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'delete|rm|reset',
        why: 'Deletes a machine, or all of them, with everything in it.',
        safer: 'orb list',
      },
    ],
    examples: [
      { command: 'orb list', expect: 'pass' },
      { command: 'orb -m dev uname -a', expect: 'pass' },
      { command: 'orb delete dev', expect: 'ask' },
    ],
  },
  {
    names: 'tart',
    about: 'Runs macOS and Linux in virtual machines, on Apple computers.',
    subcommands: {
      'list|get|ip': LOOKS,
      exec: { options: { '-i -t': 'flag' }, runs: { skip: 1, remote: true } },
      export: { operands: 'second' },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'delete|prune',
        why: 'Deletes a machine with everything in it.',
        safer: 'tart list',
      },
      {
        code: 'container-push',
        when: 'push',
        kind: 'publish',
        why: 'Publishes a machine image that others will pull.',
        safer: 'tart list',
      },
    ],
    examples: [
      { command: 'tart list', expect: 'pass' },
      { command: 'tart delete dev', expect: 'ask' },
      { command: 'tart push dev ghcr.io/me/dev', expect: 'ask' },
    ],
  },
  {
    names: 'ddev',
    about: 'Runs development environments for the web in containers.',
    subcommands: {
      'describe|list|status|logs|version': LOOKS,
      exec: {
        options: { '-s --service -d --dir': 'text', '--raw': 'flag' },
        runs: { operands: 'source', remote: true },
      },
      'export-db': { options: { '-f --file': 'writes', '-d --database': 'text', '-z --gzip': 'flag' } },
      'import-db': { options: { '-f --file --src': 'reads', '-d --database': 'text' } },
      snapshot: {},
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'delete|clean',
        why: 'Deletes the environment with its database.',
        safer: 'ddev snapshot',
      },
      {
        code: 'db-overwrite',
        when: 'import-db|pull',
        kind: 'data',
        why: 'Replaces the database of the environment.',
        safer: 'ddev snapshot',
      },
      {
        code: 'db-overwrite',
        when: 'snapshot restore',
        kind: 'data',
        why: 'Replaces the database with the content of the snapshot.',
        safer: 'ddev snapshot --list',
      },
      {
        code: 'deploy',
        when: 'push',
        kind: 'deploy',
        weight: 'plain',
        why: 'Pushes files and the database to a server.',
      },
    ],
    examples: [
      { command: 'ddev describe', expect: 'pass' },
      { command: 'ddev exec ls', expect: 'pass' },
      { command: 'ddev delete -Oy', expect: 'ask' },
      { command: 'ddev import-db --file=dump.sql', expect: 'ask' },
      { command: 'ddev export-db -f ~/.bashrc', expect: 'ask' },
      { command: 'ddev snapshot restore latest', expect: 'ask' },
    ],
  },
  {
    names: 'lando',
    about: 'Runs development environments in containers.',
    subcommands: {
      'info|list|logs|version': LOOKS,
      ssh: {
        options: { '-c --command': 'runs', '-s --service -u --user': 'text' },
        runs: { operands: 'none', remote: true },
      },
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'destroy',
        why: 'Deletes the environment with its database.',
        safer: 'lando stop',
      },
      {
        code: 'db-overwrite',
        when: 'db-import',
        kind: 'data',
        why: 'Replaces the database of the environment.',
        safer: 'lando db-export',
      },
    ],
    examples: [
      { command: 'lando info', expect: 'pass' },
      { command: 'lando ssh -c "ls"', expect: 'pass' },
      { command: 'lando destroy -y', expect: 'ask' },
      { command: 'lando db-import dump.sql', expect: 'ask' },
    ],
  },
  {
    names: 'wsl',
    about: 'Runs Linux on Windows; its words are run there.',
    options: {
      '-d --distribution -u --user --cd --shell-type --install-location --name --version': 'text',
      '-e --exec --system': 'flag',
      '--list -l --status --update --shutdown -t --terminate --verbose -v': 'flag',
    },
    runs: { feeds: true },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        flags: '--unregister',
        weight: 'irreversible',
        why: 'Unregistering a distribution deletes its disk.',
        safer: 'wsl --list --verbose',
      },
    ],
    examples: [
      { command: 'wsl --list --verbose', expect: 'pass' },
      { command: 'wsl -d Ubuntu ls', expect: 'pass' },
      { command: 'wsl --unregister Ubuntu', expect: 'deny' },
      { command: 'wsl -d Ubuntu -e rm -rf ~', expect: 'deny' },
      { command: 'wsl rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'machinectl',
    about: 'Operates containers and virtual machines of systemd.',
    options: {
      '-H --host': 'host',
      '-M --machine -n --lines -o --output -p --property --uid -E --setenv': 'text',
    },
    subcommands: {
      'list|status|show|list-images|image-status': LOOKS,
      shell: { options: { '--uid -E --setenv': 'text', '-q --quiet': 'flag' }, runs: { skip: 1 } },
      'copy-to|copy-from': {},
    },
    kind: 'containers',
    effects: [
      {
        code: 'machine-delete',
        when: 'remove|clean',
        why: 'Deletes the image of a machine with everything in it.',
        safer: 'machinectl list-images',
      },
      {
        code: 'machine-delete',
        when: 'terminate|kill',
        why: 'Powers a machine off without a shutdown.',
        safer: 'machinectl poweroff NAME',
      },
    ],
    examples: [
      { command: 'machinectl list', expect: 'pass' },
      { command: 'machinectl remove web', expect: 'ask' },
      { command: 'machinectl shell me@.host /bin/rm -rf ~', expect: 'deny' },
      { command: 'machinectl terminate web', expect: 'ask' },
    ],
  },
];
