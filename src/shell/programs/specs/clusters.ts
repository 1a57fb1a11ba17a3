// Programs that create and manage clusters of Kubernetes, Consul, etcd and Nomad.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

/** How most tools for Kubernetes are told which cluster is meant. */
const CLUSTER: CommandSpec['options'] = {
  '-n --namespace --context --kube-context --kubeconfig --cluster': 'text',
  '--dry-run': 'dry',
};

/** How the tools of HashiCorp are told which server is meant. */
const HASHICORP: CommandSpec['options'] = {
  '-address -http-addr -grpc-addr': 'host',
  '-token -token-file -ca-cert -ca-path -ca-file -client-cert -client-key': 'login',
  '-region -namespace -datacenter -partition -tls-server-name': 'text',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'helmfile',
    about: 'Installs many Helm charts from one file.',
    options: {
      ...CLUSTER,
      '-f --file --state-values-file': 'reads',
      '-e --environment -l --selector --state-values-set --set --values --args --log-level --concurrency':
        'text',
      '-b --helm-binary -k --kustomize-binary': 'runs',
      '-i --interactive --skip-deps --skip-diff-on-install --wait --purge --include-needs': 'flag',
    },
    subcommands: {
      'diff|lint|list|status|build|version': {},
      template: { options: { '--output-dir --output-file-template': 'writes' } },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'destroy|delete',
        why: 'Removes every release of the file.',
        safer: 'helmfile list',
      },
      {
        code: 'deploy',
        when: 'apply|sync',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running releases.',
      },
    ],
    examples: [
      { command: 'helmfile -e dev diff', expect: 'pass' },
      { command: 'helmfile apply', expect: 'pass' },
      { command: 'helmfile -e production apply', expect: 'ask' },
      { command: 'helmfile destroy', expect: 'ask' },
      { command: "helmfile -b 'rm -rf ~' diff", expect: 'deny' },
    ],
  },
  {
    names: 'flux',
    about: 'Keeps a Kubernetes cluster in sync with a git repository.',
    options: {
      ...CLUSTER,
      '--interval --timeout --source --path --branch --url --owner --repository --secret-ref --tag': 'text',
      '--token --password --private-key-file --ca-file': 'login',
      '--export -s --silent --all -A --all-namespaces --wait --keep-namespace': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'delete|uninstall',
        why: 'Removes what keeps the cluster up to date, or a part of it.',
        safer: 'flux get all',
      },
      {
        code: 'deploy',
        when: 'reconcile|bootstrap|push',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes a running cluster.',
      },
    ],
    examples: [
      { command: 'flux get kustomizations', expect: 'pass' },
      { command: 'flux delete kustomization app', expect: 'ask' },
      { command: 'flux uninstall --dry-run', expect: 'pass' },
    ],
  },
  {
    names: 'istioctl',
    about: 'Manages the Istio service mesh.',
    options: {
      ...CLUSTER,
      '-i --istioNamespace -c -r --revision --set --vklog': 'text',
      '-f --filename': 'reads',
      '-o --output': 'text',
      '--purge -y --skip-confirmation --force': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'uninstall',
        why: 'Removes the mesh from the cluster.',
        safer: 'istioctl proxy-status',
      },
      {
        code: 'cluster-delete',
        when: 'x|experimental uninstall',
        why: 'Removes the mesh from the cluster.',
        safer: 'istioctl proxy-status',
      },
      {
        code: 'cluster-delete',
        when: 'tag remove',
        why: 'Removes a revision that namespaces use.',
        safer: 'istioctl tag list',
      },
      {
        code: 'deploy',
        when: 'install|upgrade',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes a running mesh.',
      },
    ],
    examples: [
      { command: 'istioctl analyze', expect: 'pass' },
      { command: 'istioctl uninstall --purge', expect: 'ask' },
      { command: 'istioctl tag remove prod', expect: 'ask' },
    ],
  },
  {
    names: 'linkerd',
    about: 'Prints manifests of the service mesh Linkerd and checks it; kubectl applies them.',
    options: { ...CLUSTER, '-L --linkerd-namespace -l --selector --set -o --output': 'text' },
    kind: 'infrastructure',
    examples: [
      { command: 'linkerd check', expect: 'pass' },
      { command: 'linkerd uninstall > mesh.yaml', expect: 'pass', title: 'Only prints a manifest' },
      { command: 'linkerd uninstall | kubectl delete -f -', expect: 'ask' },
    ],
  },
  {
    names: 'kubeadm',
    about: 'Sets up the nodes of a Kubernetes cluster.',
    options: {
      '--config --kubeconfig --node-name --pod-network-cidr --ttl --cert-dir --rootfs --cri-socket -v --v':
        'text',
      '--token --certificate-key --discovery-token --tls-bootstrap-token': 'login',
      '--dry-run': 'dry',
      '-f --force -y --yes --print-join-command': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'reset',
        why: 'Removes this machine from the cluster and deletes its cluster data.',
        safer: 'kubeadm reset --dry-run',
      },
      {
        code: 'cluster-delete',
        when: 'token delete',
        why: 'Deletes a token that others may need to join.',
        safer: 'kubeadm config images list',
      },
      {
        code: 'secret-read',
        when: 'token create|generate|list',
        kind: 'read',
        why: 'Prints a token with which machines join the cluster.',
      },
      {
        code: 'deploy',
        when: 'upgrade apply|node',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes a running cluster.',
      },
    ],
    examples: [
      { command: 'kubeadm config images list', expect: 'pass' },
      { command: 'kubeadm reset -f', expect: 'ask' },
      { command: 'kubeadm token create --print-join-command', expect: 'ask' },
    ],
  },
  {
    names: 'eksctl',
    about: 'Makes and deletes Kubernetes clusters on AWS.',
    options: {
      '-f --config-file': 'reads',
      '-n --name --cluster -r --region -p --profile -v --verbose --nodegroup --nodes --namespace --timeout -o --output':
        'text',
      '--kubeconfig': 'writes',
      '--approve --wait -w --force --disable-nodegroup-eviction --include --only-missing': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'delete',
        why: 'Deletes a cluster or a part of it.',
        safer: 'eksctl get cluster',
      },
      {
        code: 'kube-drain',
        when: 'drain',
        unless: '--undo',
        why: 'Evicts the workloads of a node group.',
        safer: 'eksctl get nodegroup --cluster NAME',
      },
      {
        code: 'cloud-access',
        when: 'create iamidentitymapping|accessentry',
        kind: 'escalate',
        why: 'Changes access rights in the cluster.',
        safer: 'eksctl get iamidentitymapping --cluster NAME',
      },
      {
        code: 'deploy',
        when: 'upgrade|scale',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes a running cluster.',
      },
    ],
    examples: [
      { command: 'eksctl get cluster', expect: 'pass' },
      { command: 'eksctl delete cluster --name dev', expect: 'ask' },
      { command: 'eksctl drain nodegroup --cluster dev --name ng1', expect: 'ask' },
    ],
  },
  {
    names: 'kops',
    about: 'Creates and maintains Kubernetes clusters in clouds.',
    options: {
      '--name --state --config -v --v --zones --node-count --instance-group --kubeconfig --admin': 'text',
      '-f --filename': 'reads',
      '-o --output': 'text',
      '--out': 'writes',
      '-y --yes --force --unregister --cloudonly': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'delete',
        why: 'Deletes a cluster or a part of it.',
        safer: 'kops get cluster',
      },
      {
        code: 'cluster-force',
        when: 'replace',
        flags: '--force',
        why: 'Replaces the description of the cluster.',
        safer: 'kops get cluster -o yaml',
      },
      {
        code: 'iac-apply',
        when: 'update|rolling-update|upgrade cluster',
        flags: '-y --yes',
        why: 'Changes real machines.',
        safer: 'kops update cluster',
      },
      {
        code: 'secret-read',
        when: 'get secrets|secret',
        flags: '-o=plaintext --output=plaintext',
        kind: 'read',
        why: 'Prints secrets of the cluster.',
        safer: 'kops get secrets',
      },
    ],
    examples: [
      { command: 'kops get cluster', expect: 'pass' },
      { command: 'kops update cluster', expect: 'pass', title: 'Only shows what would change' },
      { command: 'kops update cluster --yes', expect: 'ask' },
      { command: 'kops delete cluster --name dev --yes', expect: 'ask' },
      { command: 'kops get secrets admin -oplaintext', expect: 'ask' },
    ],
  },
  {
    names: 'etcdctl',
    about: 'Reads and changes the key-value store etcd.',
    options: {
      '--endpoints': 'host',
      '--cacert --cert --key --user --password': 'login',
      '-w --write-out --command-timeout --dial-timeout --limit --order --sort-by --rev --lease': 'text',
      '--data-dir --wal-dir': 'writes',
      '--prefix --from-key --keys-only --print-value-only --prev-kv --cluster --write-table': 'flag',
    },
    subcommands: { snapshot: { subcommands: { save: { operands: 'writes' } } } },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'del|rm|rmdir',
        why: 'Deletes keys.',
        safer: 'etcdctl get KEY --prefix --keys-only',
      },
      {
        code: 'cluster-delete',
        when: 'snapshot restore',
        why: 'Replaces the store with the content of the snapshot.',
        safer: 'etcdctl snapshot status FILE',
      },
      {
        code: 'cluster-delete',
        when: 'member|user|role|auth|lease remove|delete|disable|revoke|revoke-*',
        why: 'Removes a member, a user or an access right.',
        safer: 'etcdctl member list',
      },
      {
        code: 'cluster-delete',
        when: 'compact|compaction',
        why: 'Deletes older revisions.',
        safer: 'etcdctl endpoint status',
      },
    ],
    examples: [
      { command: 'etcdctl get /app --prefix --keys-only', expect: 'pass' },
      { command: 'etcdctl del /app --prefix', expect: 'ask' },
      { command: 'etcdctl --endpoints a:2379 member remove 8e9e', expect: 'ask' },
      { command: 'etcdctl snapshot save backup.db', expect: 'pass' },
      { command: 'etcdctl snapshot save ~/.bashrc', expect: 'ask' },
      { command: 'etcdctl snapshot restore backup.db', expect: 'ask' },
      { command: 'etcdctl put note delete', expect: 'pass', title: 'Only words' },
    ],
  },
  {
    names: 'consul',
    about: 'Operates Consul: service discovery and a key-value store.',
    syntax: { singleDash: true },
    options: HASHICORP,
    subcommands: {
      exec: {
        options: { '-node -service -tag -prefix -wait -wait-repl -datacenter -shell': 'text' },
        runs: { operands: 'source', remote: true },
      },
      lock: {
        options: { '-n -name -timeout -monitor-retry': 'text', '-shell -pass-stdin -try': 'flag' },
        runs: { skip: 1 },
      },
      watch: {
        options: { '-type -key -prefix -service -tag -state -name -passingonly': 'text', '-shell': 'flag' },
        runs: {},
      },
      snapshot: { subcommands: { save: { operands: 'writes' }, restore: { operands: 'reads' } } },
      kv: {
        subcommands: {
          delete: { options: { '-modify-index': 'text', '-recurse -cas': 'flag' } },
          get: { options: { '-separator': 'text', '-keys -recurse -detailed -base64': 'flag' } },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'kv|namespace|config|partition|peering|intention delete',
        why: 'Deletes something that services rely on.',
        safer: 'consul kv get -keys',
      },
      {
        code: 'cluster-delete',
        when: 'services|service deregister',
        why: 'Removes a service from the catalogue.',
        safer: 'consul catalog services',
      },
      {
        code: 'cluster-delete',
        when: 'snapshot restore',
        why: 'Replaces the state of the cluster with the content of the snapshot.',
        safer: 'consul snapshot inspect FILE',
      },
      {
        code: 'cluster-delete',
        when: 'acl token|policy|role|auth-method|binding-rule delete',
        why: 'Revokes an access right that somebody uses.',
        safer: 'consul acl token list',
      },
      {
        code: 'cluster-delete',
        when: 'operator raft remove-peer',
        why: 'Removes a member from the cluster.',
        safer: 'consul operator raft list-peers',
      },
      {
        code: 'secret-read',
        when: 'acl bootstrap',
        kind: 'read',
        why: 'Prints the bootstrap token of the cluster, which has all rights.',
      },
      {
        code: 'cluster-leave',
        when: 'leave|force-leave',
        why: 'Removes a member from the cluster.',
        safer: 'consul members',
      },
      {
        code: 'cloud-run-command',
        when: 'exec',
        why: 'Runs a command on many machines.',
        safer: 'consul members',
      },
    ],
    examples: [
      { command: 'consul members', expect: 'pass' },
      { command: 'consul kv get -recurse app/', expect: 'pass' },
      { command: 'consul kv delete -recurse app/', expect: 'ask' },
      { command: 'consul acl token delete -id 1', expect: 'ask' },
      { command: 'consul leave', expect: 'ask' },
      { command: 'consul exec uptime', expect: 'ask' },
      { command: 'consul lock deploy npm test', expect: 'pass' },
      { command: 'consul lock deploy rm -rf ~', expect: 'deny' },
      { command: 'consul watch -type key -key a rm -rf ~', expect: 'deny' },
      { command: 'consul snapshot save ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'nomad',
    about: 'Runs jobs on a cluster of machines.',
    syntax: { singleDash: true },
    options: HASHICORP,
    subcommands: {
      alloc: {
        subcommands: {
          exec: {
            syntax: { singleDash: true },
            options: { '-task -job -e': 'text', '-i -t': 'flag' },
            runs: { skip: 1, remote: true },
          },
        },
      },
      exec: {
        options: { '-task -job -e': 'text', '-i -t': 'flag' },
        runs: { skip: 1, remote: true },
      },
      job: {
        options: {
          '-var-file': 'reads',
          '-var -check-index -meta': 'text',
          '-purge -yes -detach -global': 'flag',
        },
      },
      operator: {
        subcommands: {
          snapshot: { subcommands: { save: { operands: 'writes' }, restore: { operands: 'reads' } } },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'stop',
        why: 'Stops a job.',
        safer: 'nomad job status JOB',
      },
      {
        code: 'cluster-delete',
        when: 'job stop|revert',
        why: 'Stops a job, or replaces it with an older version.',
        safer: 'nomad job status JOB',
      },
      {
        code: 'cluster-delete',
        when: 'alloc stop|signal',
        why: 'Stops a part of a running job.',
        safer: 'nomad alloc status ALLOCATION',
      },
      {
        code: 'cluster-delete',
        when: 'namespace|quota|volume|sentinel|service|var delete|deregister|purge',
        why: 'Deletes something that jobs rely on.',
        safer: 'nomad status',
      },
      {
        code: 'cluster-delete',
        when: 'acl policy|token|role|auth-method|binding-rule delete',
        why: 'Revokes an access right that somebody uses.',
        safer: 'nomad acl policy list',
      },
      {
        code: 'cluster-delete',
        when: 'system gc',
        why: 'Deletes every job and allocation that has ended.',
        safer: 'nomad status',
      },
      {
        code: 'cluster-delete',
        when: 'operator raft|snapshot remove-peer|restore',
        why: 'Removes a member from the cluster, or replaces its state.',
        safer: 'nomad operator raft list-peers',
      },
      {
        code: 'kube-drain',
        when: 'node drain|eligibility',
        why: 'Changes which machines accept work.',
        safer: 'nomad node status',
      },
      {
        code: 'cluster-leave',
        when: 'server|operator force-leave',
        why: 'Removes a member from the cluster.',
        safer: 'nomad server members',
      },
      {
        code: 'secret-read',
        when: 'acl bootstrap',
        kind: 'read',
        why: 'Prints the bootstrap token of the cluster, which has all rights.',
      },
      { code: 'deploy', when: 'run', kind: 'deploy', weight: 'plain', why: 'Changes running workloads.' },
      {
        code: 'deploy',
        when: 'job run|dispatch|promote',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'nomad job status web', expect: 'pass' },
      { command: 'nomad job plan web.nomad', expect: 'pass' },
      { command: 'nomad job stop web', expect: 'ask' },
      { command: 'nomad system gc', expect: 'ask' },
      { command: 'nomad namespace delete dev', expect: 'ask' },
      { command: 'nomad node drain -enable n1', expect: 'ask' },
      { command: 'nomad alloc exec -task web 1a2b ls', expect: 'pass' },
      { command: "nomad alloc exec 1a2b psql -c 'DROP DATABASE app'", expect: 'deny' },
      { command: 'nomad operator snapshot save ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'rancher',
    about: 'Operates the clusters that Rancher manages.',
    options: { '-t --token': 'login', '-c --config --project --format --namespace -n': 'text' },
    subcommands: {
      ssh: { options: { '-l --login': 'text' }, runs: { operands: 'source', skip: 1, remote: true } },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'rm|delete|uninstall',
        why: 'Deletes something that Rancher manages.',
        safer: 'rancher clusters ls',
      },
      {
        code: 'cluster-delete',
        when: 'apps|app|cluster|clusters|project|projects|namespace|namespaces|node|nodes|catalog delete|rm|uninstall|rollback|stop',
        why: 'Deletes or rolls back a part of a cluster.',
        safer: 'rancher clusters ls',
      },
      {
        code: 'kube-delete',
        when: 'kubectl delete|drain',
        why: 'Deletes cluster resources; what they hold goes with them.',
        safer: 'rancher kubectl get RESOURCE -o yaml',
      },
      {
        code: 'secret-read',
        when: 'token|tokens|kubeconfig',
        kind: 'read',
        why: 'Prints the keys to a cluster.',
        safer: 'rancher clusters ls',
      },
    ],
    examples: [
      { command: 'rancher clusters ls', expect: 'pass' },
      { command: 'rancher clusters delete c-1', expect: 'ask' },
      { command: 'rancher kubectl delete ns app', expect: 'ask' },
      { command: 'rancher ssh n1 uptime', expect: 'pass' },
    ],
  },
  {
    names: 'argo',
    about: 'Runs workflows in a Kubernetes cluster.',
    options: {
      ...CLUSTER,
      '-s --argo-server': 'host',
      '--token --password --client-key': 'login',
      '-p --parameter -l --selector --entrypoint -o --output --serviceaccount --instanceid': 'text',
      '-f --parameter-file': 'reads',
      '--all --completed --watch --wait --log': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'delete|stop|terminate',
        why: 'Deletes or stops workflows.',
        safer: 'argo list',
      },
      {
        code: 'cluster-delete',
        when: 'cron|archive|template|cluster-template delete',
        why: 'Deletes something that workflows are started from.',
        safer: 'argo cron list',
      },
      {
        code: 'secret-read',
        when: 'auth token',
        kind: 'read',
        why: 'Prints a token into the conversation.',
      },
      {
        code: 'deploy',
        when: 'submit|resubmit|retry',
        kind: 'deploy',
        weight: 'plain',
        why: 'Starts a workflow that may deploy.',
      },
    ],
    examples: [
      { command: 'argo list -n dev', expect: 'pass' },
      { command: 'argo logs build-1', expect: 'pass' },
      { command: 'argo delete build-1', expect: 'ask' },
      { command: 'argo template delete build', expect: 'ask' },
      { command: 'argo auth token', expect: 'ask' },
    ],
  },
  {
    names: 'argocd',
    about: 'Keeps the apps of a Kubernetes cluster in sync with git.',
    options: {
      '--server --grpc-web-root-path --kube-context -N --app-namespace --project -o --output --revision -p --parameter --dest-namespace --dest-server --repo --path -l --selector --resource --account --config --port-forward-namespace --timeout --values --sync-option':
        'text',
      '--auth-token --password --client-crt-key --ssh-private-key-path': 'login',
      '-f --file --values-literal-file': 'reads',
      '--dry-run': 'dry',
      '--prune --force --cascade --grpc-web --insecure --core -y --yes --refresh --hard-refresh --async':
        'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'app|appset|proj|account|cluster|repo|repocreds|cert|gpg delete|delete-*|rm|rollback|terminate-op|remove-*',
        why: 'Removes an app or a part of the cluster, or rolls it back.',
        safer: 'argocd app get APP',
      },
      {
        code: 'cluster-delete',
        when: 'proj|account role|* delete|delete-token',
        why: 'Revokes an access right that somebody uses.',
        safer: 'argocd proj list',
      },
      {
        code: 'kube-prune',
        when: 'app sync',
        flags: '--prune --force',
        why: 'Deletes resources that are not in the repository.',
        safer: 'argocd app diff APP',
      },
      {
        code: 'secret-read',
        when: 'account generate-token',
        kind: 'read',
        why: 'Prints a token into the conversation.',
      },
      {
        code: 'secret-read',
        when: 'admin initial-password',
        kind: 'read',
        why: 'Prints the password of the administrator.',
      },
      {
        code: 'deploy',
        when: 'app sync|set|create|rollback',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'argocd app get api', expect: 'pass' },
      { command: 'argocd app sync api', expect: 'pass' },
      { command: 'argocd app sync api-prod', expect: 'ask' },
      { command: 'argocd app sync api --prune', expect: 'ask' },
      { command: 'argocd app delete api', expect: 'ask' },
      { command: 'argocd cluster rm https://1.2.3.4', expect: 'ask' },
      { command: 'argocd account generate-token', expect: 'ask' },
    ],
  },
  {
    names: 'tkn',
    about: 'Operates Tekton pipelines.',
    options: {
      ...CLUSTER,
      '-p --param -s --serviceaccount -w --workspace -L --last -o --output --use-pipelinerun --keep -i --image':
        'text',
      '-f --filename --pod-template': 'reads',
      '-A --all-namespaces --all --showlog --force': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: '* delete|rm|cancel',
        why: 'Deletes or cancels pipelines or their runs.',
        safer: 'tkn pipelinerun list',
      },
      {
        code: 'deploy',
        when: '* start',
        kind: 'deploy',
        weight: 'plain',
        why: 'Starts a pipeline that may deploy.',
      },
    ],
    examples: [
      { command: 'tkn pipelinerun list', expect: 'pass' },
      { command: 'tkn pipeline delete build', expect: 'ask' },
      { command: 'tkn pipelinerun cancel build-1', expect: 'ask' },
    ],
  },
  {
    names: 'cilium',
    about: 'Manages the network of a Kubernetes cluster.',
    options: { ...CLUSTER, '--version --set --helm-set --test -o --output': 'text', '-f --values': 'reads' },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cluster-delete',
        when: 'uninstall|cleanup',
        why: 'Removes the network of the cluster.',
        safer: 'cilium status',
      },
      {
        code: 'cluster-delete',
        when: 'hubble|clustermesh|config|policy|service|identity|endpoint|bgp disable|disconnect|delete|disconnect-*',
        why: 'Removes a part of the network.',
        safer: 'cilium status',
      },
      {
        code: 'cluster-delete',
        when: 'bpf * delete|remove|flush',
        why: 'Removes entries that connections rely on.',
        safer: 'cilium bpf ct list global',
      },
      {
        code: 'deploy',
        when: 'install|upgrade',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes a running network.',
      },
      {
        code: 'deploy',
        when: 'config set',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes a running network.',
      },
    ],
    examples: [
      { command: 'cilium status', expect: 'pass' },
      { command: 'cilium uninstall', expect: 'ask' },
      { command: 'cilium clustermesh disconnect', expect: 'ask' },
    ],
  },
  {
    names: 'velero',
    about: 'Backs up and restores Kubernetes clusters.',
    options: {
      '-n --namespace --kubeconfig --kubecontext -l --selector --from-backup --from-schedule --include-namespaces --ttl --schedule -o --output':
        'text',
      '--secret-file --cacert': 'login',
      '--confirm --all --wait --force': 'flag',
    },
    subcommands: { backup: { subcommands: { download: { options: { '-o --output': 'writes' } } } } },
    kind: 'data',
    effects: [
      {
        code: 'backup-delete',
        when: 'delete',
        why: 'Deletes backups, or the schedules that make them.',
        safer: 'velero backup get',
      },
      {
        code: 'backup-delete',
        when: 'backup|schedule|restore|backup-location|snapshot-location|repo delete',
        why: 'Deletes backups, or the schedules that make them.',
        safer: 'velero backup get',
      },
      {
        code: 'backup-delete',
        when: 'schedule pause',
        why: 'No more backups are made.',
        safer: 'velero schedule get',
      },
      {
        code: 'db-overwrite',
        when: 'restore create',
        why: 'Restores a backup into the cluster.',
        safer: 'velero backup describe NAME',
      },
      {
        code: 'cluster-delete',
        when: 'uninstall',
        kind: 'infrastructure',
        why: 'Removes the backup service.',
        safer: 'velero backup get',
      },
    ],
    examples: [
      { command: 'velero backup get', expect: 'pass' },
      { command: 'velero backup create daily', expect: 'pass' },
      { command: 'velero backup delete daily', expect: 'ask' },
      { command: 'velero delete schedule daily', expect: 'ask' },
      { command: 'velero uninstall', expect: 'ask' },
    ],
  },
];
