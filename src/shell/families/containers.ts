import type { Family } from '../rules.ts';

export const docker: Family = {
  names: 'docker podman nerdctl docker-compose podman-compose',
  kind: 'containers',
  values:
    '-H --host --context -c -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory --parallel --progress --ansi --filter -t --time --availability --connection --url --identity',
  rules: () => [
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
    { code: 'unpublish', kind: 'publish', when: 'trust revoke', why: 'Takes the signature off an image.' },
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
  ],
};

export const machines: Family = {
  names:
    'minikube kind k3d colima vagrant multipass limactl virsh lxc incus vboxmanage qm pct crictl ctr wsl orb tart machinectl ddev lando',
  kind: 'containers',
  values: '-p --profile --name -n',
  rules: () => [
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
      when: '',
      flags: '--unregister',
      weight: 'irreversible',
      why: 'Unregistering a distribution deletes its disk.',
    },
  ],
};

export const kubernetes: Family = {
  names: 'kubectl oc k3s microk8s kubecolor k',
  kind: 'infrastructure',
  values:
    '-n --namespace --context --kubeconfig --cluster -s --server --as --as-group --token --user -f --filename -l --selector -o --output -k --kustomize -c --container --field-selector --grace-period --timeout --type -p --patch -v --request-timeout --replicas --cache-dir',
  rules: () => [
    {
      code: 'kube-delete',
      when: 'delete',
      why: 'Deletes cluster resources; what they hold goes with them.',
      safer: 'kubectl get RESOURCE -o yaml, then kubectl delete … --dry-run=server',
    },
    {
      code: 'kube-delete',
      when: 'kubectl delete|drain',
      why: 'Deletes cluster resources; what they hold goes with them.',
    },
    {
      code: 'kube-drain',
      when: 'drain|cordon|taint',
      why: 'Takes work off a node.',
      safer: 'kubectl describe node NODE',
    },
    {
      code: 'kube-scale-zero',
      when: 'scale',
      flags: '--replicas=0',
      why: 'Changes how many copies run; zero is an outage.',
    },
    {
      code: 'kube-change',
      when: 'edit|patch',
      unless: '--local',
      why: 'Changes what runs in the cluster, past the files that describe it.',
      safer: 'kubectl diff -f FILE',
    },
    {
      code: 'kube-change',
      when: 'label|annotate node|nodes|no|ns|namespace|namespaces|node/*|nodes/*|namespace/*|ns/*',
      unless: '--list --local',
      why: 'Changes where work may run, or what rules hold for a whole namespace.',
      safer: 'kubectl describe node NODE',
    },
    { code: 'kube-replace', when: 'replace', flags: '--force', why: 'Deletes and re-creates the resource.' },
    {
      code: 'kube-prune',
      when: 'apply',
      flags: '--prune --force',
      why: 'Deletes what is not in the given files.',
      safer: 'kubectl diff -f FILE',
    },
    {
      code: 'secret-read',
      kind: 'read',
      when: 'get secret|secrets|secret/*|secrets/*|secret,*|secrets,*|secrets.*',
      flags: '-o=yaml|json|jsonpath|go-template|custom --output=yaml|json|jsonpath|go-template|custom',
      why: 'Prints a secret into the conversation.',
      safer: 'kubectl describe secret NAME',
    },
    {
      code: 'secret-read',
      kind: 'read',
      when: 'config view',
      flags: '--raw',
      why: 'Prints the keys to the cluster.',
      safer: 'kubectl config view',
    },
    {
      code: 'cloud-access',
      kind: 'escalate',
      when: 'create clusterrolebinding|rolebinding|token',
      why: 'Changes who may do what in the cluster.',
    },
    {
      code: 'container-host-access',
      kind: 'escalate',
      when: 'debug node/*',
      why: 'Gives a container the machine it runs on.',
    },
    { code: 'kube-rollback', when: 'rollout undo', why: 'Rolls a running workload back.' },
    {
      code: 'kube-config',
      when: 'config delete-*|unset',
      why: 'Removes cluster access from your configuration.',
    },
    { code: 'kube-project', when: 'adm prune|drain|delete', why: 'Removes cluster resources.' },
  ],
};

export const clusterTools: Family = {
  names:
    'helm helmfile argocd flux istioctl linkerd velero kubeadm eksctl kops etcdctl consul nomad rancher kustomize argo tkn cilium',
  kind: 'infrastructure',
  values: '-n --namespace --kube-context --kubeconfig --context -f --values --set --description',
  rules: () => [
    {
      code: 'cluster-delete',
      when: 'uninstall|delete|del|un|destroy|reset|purge|rollback',
      why: 'Removes a release or a part of the cluster.',
      safer: 'helm get all RELEASE, or the tool’s own --dry-run',
    },
    {
      code: 'cluster-delete',
      when: '* delete|rm|uninstall|destroy|del|purge|stop|delete-*|terminate-op|rollback',
      why: 'Removes a release or a part of the cluster.',
    },
    {
      code: 'cluster-delete',
      when: 'kv|x|app|job|role|user|member|snapshot|system|namespace|acl delete|rm|remove|uninstall|stop|gc|restore',
      why: 'Removes a release or a part of the cluster.',
    },
    {
      code: 'cluster-delete',
      when: '* * delete|rm|remove',
      why: 'Removes a release or a part of the cluster.',
    },
    {
      code: 'secret-read',
      when: 'account generate-token',
      kind: 'read',
      why: 'Prints a token into the conversation.',
    },
    {
      code: 'cluster-force',
      when: 'upgrade',
      flags: '--force --reset-values',
      why: 'Deletes and re-creates resources in place.',
    },
    { code: 'cluster-leave', when: 'leave|force-leave', why: 'Takes a member out of the cluster.' },
  ],
};
