import type { EffectRule, ProgramSpec } from '../spec.ts';

const CLUSTERTOOLS_0_0: readonly EffectRule[] = [
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
];

const DEPLOYS_0_1: readonly EffectRule[] = [
  {
    code: 'deploy',
    when: 'deploy|deployment|redeploy|submit|rollout',
    weight: 'plain',
    except: 'list*|get*|show|describe*|batch-get*|status|history|what-if|validate|logs',
    why: 'Deploys.',
    kind: 'deploy',
  },
  { code: 'deploy', when: 'build', weight: 'plain', flags: '--auto-submit', why: 'Deploys.', kind: 'deploy' },
  {
    code: 'deploy',
    when: 'workflow run',
    weight: 'plain',
    why: 'Starts a workflow that may deploy.',
    kind: 'deploy',
  },
  { code: 'deploy', when: 'apply|set', weight: 'plain', why: 'Changes a running cluster.', kind: 'deploy' },
  {
    code: 'deploy',
    when: 'upgrade|install',
    weight: 'plain',
    why: 'Changes a running release.',
    kind: 'deploy',
  },
  {
    code: 'deploy',
    when: 'push',
    weight: 'plain',
    why: 'Pushes; a protected branch deploys.',
    kind: 'deploy',
  },
  {
    code: 'deploy',
    when: 'webapp|functionapp|staticwebapp|containerapp|acr deploy*|up|update|create|config-zip|build',
    weight: 'plain',
    why: 'Deploys to Azure.',
    kind: 'deploy',
  },
  {
    code: 'deploy',
    when: 'app|run|functions|builds deploy|submit',
    weight: 'plain',
    why: 'Deploys to Google Cloud.',
    kind: 'deploy',
  },
  {
    code: 'deploy',
    when: 'cloudformation|ecs|lambda|amplify|deploy|codepipeline|elasticbeanstalk|s3 deploy|update-service|update-function-code|create-deployment|start-deployment|start-pipeline-execution|update-stack|create-stack|update-environment|start-job',
    weight: 'plain',
    why: 'Deploys to AWS.',
    kind: 'deploy',
  },
  {
    code: 'deploy',
    weight: 'plain',
    flags: '--prod --production',
    except: 'list|ls|inspect|logs|status|env|build|pull|dev|info',
    why: 'Deploys to production.',
    kind: 'deploy',
  },
  {
    code: 'deploy',
    when: 'up|promote|rollback|release*|app sync',
    weight: 'plain',
    why: 'Changes what runs.',
    kind: 'deploy',
  },
];

const KUBERNETES_0_2: readonly EffectRule[] = [
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
    when: 'get secret|secrets|secret/*|secrets/*|secret,*|secrets,*|secrets.*',
    kind: 'read',
    flags: '-o=yaml|json|jsonpath|go-template|custom --output=yaml|json|jsonpath|go-template|custom',
    why: 'Prints a secret into the conversation.',
    safer: 'kubectl describe secret NAME',
  },
  {
    code: 'secret-read',
    when: 'config view',
    kind: 'read',
    flags: '--raw',
    why: 'Prints the keys to the cluster.',
    safer: 'kubectl config view',
  },
  {
    code: 'cloud-access',
    when: 'create clusterrolebinding|rolebinding|token',
    kind: 'escalate',
    why: 'Changes who may do what in the cluster.',
  },
  {
    code: 'container-host-access',
    when: 'debug node/*',
    kind: 'escalate',
    why: 'Gives a container the machine it runs on.',
  },
  { code: 'kube-rollback', when: 'rollout undo', why: 'Rolls a running workload back.' },
  {
    code: 'kube-config',
    when: 'config delete-*|unset',
    why: 'Removes cluster access from your configuration.',
  },
  { code: 'kube-project', when: 'adm prune|drain|delete', why: 'Removes cluster resources.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'helm',
    about: '',
    options: {
      '-n --namespace --kube-context --kubeconfig --context -f --values --set --description -C -c --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --token --stage --profile -b --branch -m --message --env -p --manifest-path --package --registry -r --repository -u --username -k --host --key':
        'text',
    },
    kind: 'infrastructure',
    effects: [
      ...CLUSTERTOOLS_0_0,
      ...DEPLOYS_0_1,
      {
        code: 'publish',
        when: 'publish|upload|deploy|release|release:perform|push|pub:publish|hex.publish|testflight|deliver|pilot|supply|publishplugins|publishtosonatype|publishtomavencentral|publishallpublications*|publishandrelease*|uploadarchives|closeandrelease*',
        why: 'Publishes a package; a published version cannot be taken back.',
        safer: 'cargo publish --dry-run',
        kind: 'publish',
      },
      {
        code: 'publish',
        when: 'nuget|pub|trunk|package|artifacts|ios|android push|publish|upload|deploy|release|beta',
        why: 'Publishes a package.',
        safer: 'build it without publishing',
        kind: 'publish',
      },
      {
        code: 'unpublish',
        when: 'yank|unpublish|hex.retire',
        why: 'Takes a package or an owner away.',
        kind: 'publish',
      },
      {
        code: 'unpublish',
        when: 'nuget|trunk|pub delete|remove-owner|deprecate',
        why: 'Takes a package away from its users.',
        kind: 'publish',
      },
    ],
  },
  {
    names:
      'helmfile flux istioctl linkerd kubeadm eksctl kops etcdctl consul rancher kustomize argo tkn cilium',
    about: '',
    options: {
      '-n --namespace --kube-context --kubeconfig --context -f --values --set --description': 'text',
    },
    kind: 'infrastructure',
    effects: CLUSTERTOOLS_0_0,
  },
  {
    names: 'argocd',
    about: '',
    options: {
      '-n --namespace --kube-context --kubeconfig --context -f --values --set --description -C -c --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --token --stage --profile -b --branch -m --message --env -p':
        'text',
    },
    kind: 'infrastructure',
    effects: [...CLUSTERTOOLS_0_0, ...DEPLOYS_0_1],
  },
  {
    names: 'velero',
    about: '',
    options: {
      '-n': 'dry',
      '--namespace --kube-context --kubeconfig --context -f --values --set --description -r --repo -p --password-file':
        'text',
    },
    kind: 'infrastructure',
    effects: [
      ...CLUSTERTOOLS_0_0,
      {
        code: 'backup-delete',
        when: 'forget|prune|delete|remove*|purge|unlock|key|rewrite|recreate|compact|break-lock|deletelocalsnapshots|thinlocalsnapshots|deleteinprogress|disable|expire|stanza-delete|repo-delete|rdelete|cleanup|rm',
        why: 'Deletes or rewrites backups.',
        safer: 'the same command with --dry-run',
        kind: 'data',
      },
      {
        code: 'backup-delete',
        when: 'snapshot|backup|repository|schedule|policy|content|blob|restore|maintenance delete|expire|run',
        why: 'Deletes backups.',
        kind: 'data',
      },
      {
        code: 'backup-delete',
        flags: '--delete --remove-older-than -d --nuke',
        why: 'Deletes backups.',
        kind: 'data',
      },
    ],
  },
  {
    names: 'nomad',
    about: '',
    options: {
      '-n --namespace --kube-context --kubeconfig --context -f --values --set --description': 'text',
    },
    subcommands: {
      alloc: {
        subcommands: {
          exec: {
            syntax: { singleDash: true, anyCase: true },
            options: { '-task -job': 'text' },
            runs: { skip: 1, remote: true },
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: CLUSTERTOOLS_0_0,
  },
  {
    names: 'kubectl',
    about: '',
    options: {
      '-n --namespace --context --kubeconfig --cluster -s --server --as --as-group --token --user -f --filename -l --selector -o --output -k --kustomize -c --container --field-selector --grace-period --timeout --type -p --patch -v --request-timeout --replicas --cache-dir -C --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --stage --profile -b --branch -m --message --env':
        'text',
    },
    subcommands: {
      exec: {
        options: {
          '-c --container -n --namespace --context --kubeconfig --cluster --image --restart --env --overrides --as -f --filename --pod-running-timeout':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, after: '--', remote: true },
      },
      run: {
        options: {
          '-c --container -n --namespace --context --kubeconfig --cluster --image --restart --env --overrides --as -f --filename --pod-running-timeout':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { operands: 'words', skip: 1, after: '--', remote: true },
      },
      debug: {
        options: {
          '-c --container -n --namespace --context --kubeconfig --cluster --image --restart --env --overrides --as -f --filename --pod-running-timeout':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, after: '--', remote: true },
      },
      cp: { options: { '-n --namespace -c --container': 'text' }, operands: 'copies' },
    },
    kind: 'infrastructure',
    effects: [...KUBERNETES_0_2, ...DEPLOYS_0_1],
  },
  {
    names: 'oc',
    about: '',
    options: {
      '-n --namespace --context --kubeconfig --cluster -s --server --as --as-group --token --user -f --filename -l --selector -o --output -k --kustomize -c --container --field-selector --grace-period --timeout --type -p --patch -v --request-timeout --replicas --cache-dir -C --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --stage --profile -b --branch -m --message --env':
        'text',
    },
    subcommands: {
      exec: {
        options: {
          '-c --container -n --namespace --context --kubeconfig --cluster --image --restart --env --overrides --as -f --filename --pod-running-timeout':
            'text',
          '-t -i -d --rm': 'flag',
        },
        runs: { skip: 1, after: '--', remote: true },
      },
      rsh: { options: { '-c --container -n --namespace --shell': 'text' }, runs: { skip: 1, remote: true } },
      cp: { options: { '-n --namespace -c --container': 'text' }, operands: 'copies' },
    },
    kind: 'infrastructure',
    effects: [...KUBERNETES_0_2, ...DEPLOYS_0_1],
  },
  {
    names: 'k3s microk8s kubecolor k',
    about: '',
    options: {
      '-n --namespace --context --kubeconfig --cluster -s --server --as --as-group --token --user -f --filename -l --selector -o --output -k --kustomize -c --container --field-selector --grace-period --timeout --type -p --patch -v --request-timeout --replicas --cache-dir':
        'text',
    },
    kind: 'infrastructure',
    effects: KUBERNETES_0_2,
  },
];
