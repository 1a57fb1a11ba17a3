import type { EffectRule, ProgramSpec } from '../spec.ts';

const MACHINES_0_0: readonly EffectRule[] = [
  {
    code: 'machine-delete',
    when: 'delete|destroy|purge|undefine|unregister|unregistervm|rm|rmi|rmp',
    why: 'Deletes a machine or cluster with everything in it.',
  },
  {
    code: 'machine-delete',
    when: 'cluster|node|vm|snapshot|storage delete|del|remove|rm',
    why: 'Deletes a machine or cluster with everything in it.',
  },
  {
    code: 'machine-delete',
    when: 'images|containers|image|container rm|remove|delete',
    why: 'Deletes a machine or cluster with everything in it.',
  },
  {
    code: 'machine-delete',
    flags: '--unregister',
    weight: 'irreversible',
    why: 'Unregistering a distribution deletes its disk.',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'minikube kind k3d colima virsh vboxmanage qm pct crictl ctr orb tart ddev lando',
    about: '',
    options: { '-p --profile --name -n': 'text' },
    kind: 'containers',
    effects: MACHINES_0_0,
  },
  {
    names: 'multipass lxc incus',
    about: '',
    options: { '-p --profile --name -n': 'text' },
    subcommands: { exec: { runs: { skip: 1, remote: true } } },
    kind: 'containers',
    effects: MACHINES_0_0,
  },
  {
    names: 'limactl',
    about: '',
    options: { '-p --profile --name -n': 'text' },
    subcommands: { shell: { runs: { skip: 1, remote: true } } },
    kind: 'containers',
    effects: MACHINES_0_0,
  },
  {
    names: 'wsl',
    about: '',
    options: { '-p --profile --name -n -d --distribution -u --user -e --exec': 'text' },
    runs: { feeds: true },
    kind: 'containers',
    effects: MACHINES_0_0,
  },
  {
    names: 'machinectl',
    about: '',
    options: { '-p --profile --name -n': 'text' },
    subcommands: { shell: { runs: { skip: 1 } } },
    kind: 'containers',
    effects: MACHINES_0_0,
  },
];
