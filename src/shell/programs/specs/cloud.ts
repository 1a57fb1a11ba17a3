// Command lines of smaller clouds; AWS, Azure and Google Cloud have their own files.
import { withAccess } from '../common-rules.ts';
import type { EffectRule, ProgramSpec } from '../spec.ts';

/** `cli group … verb`: how deep the groups go differs from one resource to the next. */
const DELETES: EffectRule = {
  code: 'cloud-delete',
  when: '** delete|destroy|remove|rm|purge|terminate',
  why: 'Deletes a cloud resource.',
  safer: 'the matching list or show command',
};

const STOPS: EffectRule = {
  code: 'cloud-stop',
  when: '** stop|shutdown|reboot|restart|reset|rebuild|resize|detach|disable|suspend|poweroff|power-off|restore|revoke|reinstall',
  why: 'Stops or resets a running resource.',
  safer: 'the matching list or show command',
};

const printsKeys = (when: string): EffectRule => ({
  code: 'secret-read',
  when,
  kind: 'read',
  why: 'Prints keys into the conversation.',
  safer: 'the matching list command',
});

const endsBackups = (when: string, safer: string): EffectRule => ({
  code: 'cloud-change',
  when,
  why: 'Switches the backups of a machine off and deletes the existing ones.',
  safer,
});

export const programs: readonly ProgramSpec[] = withAccess([
  {
    names: 'doctl',
    about: 'Operates DigitalOcean.',
    options: {
      '--context -c --config -o --output --format --region --size --image --tag-name --spec --wait-timeout':
        'text',
      '-t --access-token': 'login',
      '-u --api-url': 'host',
      '-f --force --trace -v --verbose --wait --no-header --interactive': 'flag',
    },
    subcommands: {
      compute: {
        subcommands: {
          ssh: {
            options: {
              '--ssh-command': 'runs',
              '--ssh-user --ssh-port': 'text',
              '--ssh-key-path': 'login',
              '--ssh-agent-forwarding --ssh-private-ip': 'flag',
            },
            runs: { operands: 'none', remote: true },
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      DELETES,
      STOPS,
      {
        code: 'cloud-stop',
        when: 'compute droplet-action|volume-action power-cycle|password-reset|detach*|snapshot-restore',
        why: 'Stops or resets a running resource.',
        safer: 'doctl compute droplet get ID',
      },
      endsBackups('compute droplet-action disable-backups', 'doctl compute droplet backups ID'),
      printsKeys('auth token'),
      printsKeys('kubernetes|k8s cluster|clusters kubeconfig show'),
      printsKeys('databases|database|db connection'),
      {
        code: 'deploy',
        when: 'apps create-deployment|update',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'doctl account get', expect: 'pass' },
      { command: 'doctl compute droplet list', expect: 'pass' },
      { command: 'doctl compute droplet delete 1', expect: 'ask' },
      { command: 'doctl compute droplet-action reboot 1', expect: 'ask' },
      { command: 'doctl compute droplet-action disable-backups 1', expect: 'ask' },
      { command: 'doctl compute droplet-action enable-backups 1', expect: 'pass' },
      { command: "doctl compute ssh web --ssh-command 'uptime'", expect: 'pass' },
      { command: "doctl compute ssh web --ssh-command 'rm -rf /'", expect: 'deny' },
      { command: 'doctl kubernetes cluster kubeconfig show c', expect: 'ask' },
    ],
  },
  {
    names: 'linode-cli linode',
    about: 'Operates Linode.',
    options: {
      '--format --page --page-size --as-user --delimiter': 'text',
      '--json --text --all --pretty': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      DELETES,
      {
        code: 'cloud-delete',
        when: '* *-delete|*-remove|rm|rb|del',
        why: 'Deletes a cloud resource.',
        safer: 'the matching list or view command',
      },
      STOPS,
      endsBackups('linodes backups-cancel', 'linode-cli linodes backups-list ID'),
      printsKeys('lke kubeconfig-view'),
      printsKeys('databases *-creds-view'),
    ],
    examples: [
      { command: 'linode-cli linodes list', expect: 'pass' },
      { command: 'linode-cli linodes delete 1', expect: 'ask' },
      { command: 'linode-cli lke cluster-delete 1', expect: 'ask' },
      { command: 'linode-cli linodes reboot 1', expect: 'ask' },
      { command: 'linode-cli linodes backups-cancel 1', expect: 'ask' },
      { command: 'linode-cli lke kubeconfig-view 1', expect: 'ask' },
      { command: 'linode-cli profile token-create --scopes x', expect: 'ask' },
      { command: 'linode-cli profile tokens-list', expect: 'pass' },
    ],
  },
  {
    names: 'hcloud',
    about: 'Operates Hetzner Cloud.',
    options: {
      '--context --config --endpoint --poll-interval -o --output -l --selector': 'text',
      '--log-file': 'writes',
      '--debug -q --quiet': 'flag',
    },
    subcommands: {
      server: {
        subcommands: {
          ssh: {
            options: { '-u --user -p --port': 'text', '--ipv6': 'flag' },
            runs: { operands: 'source', skip: 1, remote: true },
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      DELETES,
      STOPS,
      endsBackups('server disable-backup', 'hcloud image list --type backup'),
      printsKeys('server reset-password'),
    ],
    examples: [
      { command: 'hcloud server list', expect: 'pass' },
      { command: 'hcloud server delete web', expect: 'ask' },
      { command: 'hcloud server poweroff web', expect: 'ask' },
      { command: 'hcloud server disable-backup web', expect: 'ask' },
      { command: 'hcloud firewall add-rule f --direction in --port 22', expect: 'ask' },
      { command: 'hcloud firewall list', expect: 'pass' },
      { command: 'hcloud server ssh web uptime', expect: 'pass' },
      { command: 'hcloud server ssh web rm -rf /', expect: 'deny' },
    ],
  },
  {
    names: 'vultr-cli vultr',
    about: 'Operates Vultr.',
    options: { '--config -o --output --region --plan --label': 'text' },
    kind: 'infrastructure',
    effects: [DELETES, STOPS, printsKeys('kubernetes config')],
    examples: [
      { command: 'vultr-cli instance list', expect: 'pass' },
      { command: 'vultr-cli instance delete 1', expect: 'ask' },
      { command: 'vultr-cli instance stop 1', expect: 'ask' },
    ],
  },
  {
    names: 'scw',
    about: 'Operates Scaleway.',
    options: { '-c --config -o --output -p --profile': 'text', '-D --debug -w --wait': 'flag' },
    kind: 'infrastructure',
    effects: [
      DELETES,
      STOPS,
      printsKeys('secret version access*'),
      printsKeys('k8s kubeconfig get'),
      printsKeys('config get secret-key|access-key'),
      printsKeys('config dump'),
      printsKeys('iam api-key create'),
    ],
    examples: [
      { command: 'scw instance server list', expect: 'pass' },
      { command: 'scw instance server delete 1', expect: 'ask' },
      { command: 'scw secret version access 1 revision=1', expect: 'ask' },
      { command: 'scw config get secret-key', expect: 'ask' },
    ],
  },
  {
    names: 'ibmcloud',
    about: 'Operates IBM Cloud.',
    options: {
      '-r --region -g --resource-group --output -o --org -s --space -c --cluster --worker-pool -n --name':
        'text',
      '--apikey -p': 'login',
      '-f --force -q --quiet': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      DELETES,
      STOPS,
      {
        code: 'cloud-delete',
        when: '* *-delete|*-rm|*-remove|delete-*',
        why: 'Deletes a cloud resource.',
        safer: 'the matching list command',
      },
      printsKeys('iam oauth-tokens|api-key-create|service-api-key-create'),
      printsKeys('resource service-key'),
      printsKeys('secrets-manager secret|secret-version'),
    ],
    examples: [
      { command: 'ibmcloud ks cluster ls', expect: 'pass' },
      { command: 'ibmcloud ks cluster rm -c dev', expect: 'ask' },
      { command: 'ibmcloud resource service-instance-delete db -f', expect: 'ask' },
      { command: 'ibmcloud iam oauth-tokens', expect: 'ask' },
      { command: 'ibmcloud iam user-policy-create a@b.example --roles Administrator', expect: 'ask' },
      { command: 'ibmcloud iam user-policies a@b.example', expect: 'pass' },
    ],
  },
  {
    names: 'oci',
    about: 'Operates Oracle Cloud.',
    options: {
      '--profile --region --compartment-id -c --auth --output --query --config-file --defaults-file --namespace -ns --bucket-name -bn --name --instance-id --action --object-name --from-json --cli-rc-file --public-access-type':
        'text',
      '--endpoint': 'host',
      '--download-dir': 'writes',
      '--src-dir': 'reads',
      '--force --all --debug -d --wait-for-state': 'flag',
    },
    subcommands: {
      os: {
        subcommands: {
          object: {
            subcommands: {
              get: { options: { '--file': 'writes', '--name -bn -ns': 'text' } },
              put: { options: { '--file': 'reads', '--name -bn -ns': 'text' } },
            },
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      DELETES,
      STOPS,
      {
        code: 'cloud-delete',
        when: '** bulk-delete*|delete-*|remove-*|schedule-deletion|schedule-*-deletion',
        why: 'Deletes cloud resources.',
        safer: 'the matching list command',
      },
      {
        code: 'cloud-stop',
        when: 'compute instance action',
        flags: '--action=stop|reset|softstop|softreset|sendd',
        why: 'Stops or resets a machine.',
        safer: 'oci compute instance get',
      },
      printsKeys('secrets secret-bundle get*'),
      {
        code: 'cloud-access',
        when: 'os bucket create|update',
        flags: '--public-access-type=object',
        kind: 'escalate',
        why: 'Lets anybody read what is stored there.',
        safer: 'oci os bucket get',
      },
      {
        code: 'secret-write',
        when: 'vault secret update*|create*',
        why: 'Changes a secret that others use.',
        safer: 'oci vault secret list',
      },
    ],
    examples: [
      { command: 'oci os bucket list', expect: 'pass' },
      { command: 'oci compute instance terminate --instance-id i', expect: 'ask' },
      { command: 'oci compute instance action --instance-id i --action STOP', expect: 'ask' },
      { command: 'oci os object bulk-delete -bn b', expect: 'ask' },
      { command: 'oci os object put -bn b --file .env', expect: 'deny' },
      { command: 'oci os object get -bn b --name x --file ~/.bashrc', expect: 'ask' },
      { command: 'oci secrets secret-bundle get --secret-id s', expect: 'ask' },
      { command: 'oci iam policy create --name p', expect: 'ask' },
      { command: 'oci iam policy list', expect: 'pass' },
      { command: 'oci os preauth-request create -bn b --access-type AnyObjectRead', expect: 'ask' },
      { command: 'oci network vcn create --name v', expect: 'pass' },
      { command: 'oci network security-list update --security-list-id s', expect: 'ask' },
      { command: 'oci os bucket update -bn b --public-access-type ObjectRead', expect: 'ask' },
    ],
  },
  {
    names: 'aliyun',
    about: 'Operates Alibaba Cloud.',
    options: {
      '-p --profile --region --RegionId --InstanceId --endpoint --mode': 'text',
      '--force --pager': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cloud-delete',
        when: '* delete*|release*|terminate*|remove*|unbind*|rm|rb',
        why: 'Deletes a cloud resource.',
        safer: 'the matching Describe call',
      },
      {
        code: 'cloud-stop',
        when: '* stop*|reboot*|restart*|reset*|disable*|detach*|replacesystemdisk|reinitdisk',
        why: 'Stops or resets a running resource.',
        safer: 'the matching Describe call',
      },
      {
        code: 'cloud-access',
        when: '* authorize*|modifysecuritygroup*',
        kind: 'escalate',
        why: 'Opens a port to the network.',
        safer: 'aliyun ecs DescribeSecurityGroups',
      },
      {
        code: 'cloud-access',
        when: 'ram create*|attach*|update*|set*',
        kind: 'escalate',
        why: 'Changes access rights.',
        safer: 'aliyun ram ListUsers',
      },
      printsKeys('kms getsecretvalue|decrypt'),
      printsKeys('sts assumerole'),
    ],
    examples: [
      { command: 'aliyun ecs DescribeInstances', expect: 'pass' },
      { command: 'aliyun ecs DeleteInstance --InstanceId i-1', expect: 'ask' },
      { command: 'aliyun ecs StopInstance --InstanceId i-1', expect: 'ask' },
      { command: 'aliyun oss rm oss://b/x', expect: 'ask' },
      { command: 'aliyun kms GetSecretValue --SecretName s', expect: 'ask' },
    ],
  },
  {
    names: 'openstack',
    about: 'Operates an OpenStack cloud.',
    options: {
      '--os-cloud --os-project-name --os-project-id --os-username --os-region-name --os-user-domain-name --os-project-domain-name -f --format -c --column --sort --os-interface --name':
        'text',
      '--os-auth-url --os-url': 'host',
      '--os-password --os-token --os-cert --os-key --os-cacert': 'login',
      '--log-file --file': 'writes',
      '-v --verbose -q --quiet --debug --all-projects --long --force --wait': 'flag',
    },
    subcommands: {
      object: { subcommands: { create: { operands: 'reads' } } },
      image: { subcommands: { create: { options: { '--file': 'reads' } } } },
    },
    kind: 'infrastructure',
    effects: [
      DELETES,
      STOPS,
      {
        code: 'cloud-stop',
        when: 'server shelve|pause|lock|evacuate|migrate|rescue',
        why: 'Takes a machine away from the people who use it.',
        safer: 'openstack server show NAME',
      },
      {
        code: 'cloud-access',
        when: 'role add|remove',
        kind: 'escalate',
        why: 'Changes access rights.',
        safer: 'openstack role assignment list',
      },
      printsKeys('token issue'),
      printsKeys('ec2|application credential|credentials create|list|show'),
      printsKeys('secret get'),
    ],
    examples: [
      { command: 'openstack server list', expect: 'pass' },
      { command: 'openstack --os-cloud prod server delete web', expect: 'ask' },
      { command: 'openstack server reboot web', expect: 'ask' },
      { command: 'openstack token issue', expect: 'ask' },
      { command: 'openstack role add --user a admin', expect: 'ask' },
    ],
  },
  {
    names: 'exo',
    about: 'Operates Exoscale.',
    options: {
      '-C --config -A --use-account -O --output-format --output-template -z --zone': 'text',
      '-f --force -Q --quiet': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      DELETES,
      STOPS,
      { ...DELETES, when: 'storage|sos rb|delete|rm' },
      printsKeys('compute sks kubeconfig'),
      printsKeys('iam api-key|access-key create'),
    ],
    examples: [
      { command: 'exo compute instance list', expect: 'pass' },
      { command: 'exo compute instance delete web', expect: 'ask' },
      { command: 'exo storage rb sos://b', expect: 'ask' },
    ],
  },
  {
    names: 'civo',
    about: 'Operates Civo.',
    options: { '--region -o --output --config -f --fields': 'text', '-y --yes --merge --save': 'flag' },
    kind: 'infrastructure',
    effects: [DELETES, STOPS, printsKeys('apikey show'), printsKeys('kubernetes|k3s|k8s config')],
    examples: [
      { command: 'civo instance list', expect: 'pass' },
      { command: 'civo kubernetes remove dev', expect: 'ask' },
      { command: 'civo apikey show', expect: 'ask' },
    ],
  },
  {
    names: 'ionosctl',
    about: 'Operates IONOS Cloud.',
    options: {
      '-u --api-url': 'host',
      '-c --config -o --output --cols --datacenter-id --server-id --cluster-id': 'text',
      '-f --force -q --quiet -v --verbose': 'flag',
    },
    kind: 'infrastructure',
    effects: [DELETES, STOPS, printsKeys('k8s kubeconfig get'), printsKeys('token generate')],
    examples: [
      { command: 'ionosctl server list --datacenter-id d', expect: 'pass' },
      { command: 'ionosctl datacenter delete --datacenter-id d', expect: 'ask' },
      { command: 'ionosctl token generate', expect: 'ask' },
    ],
  },
  {
    names: 'upctl',
    about: 'Operates UpCloud.',
    options: { '--config -o --output -t --client-timeout': 'text', '--debug --wait': 'flag' },
    kind: 'infrastructure',
    effects: [DELETES, STOPS, printsKeys('kubernetes|uks config')],
    examples: [
      { command: 'upctl server list', expect: 'pass' },
      { command: 'upctl server delete web', expect: 'ask' },
      { command: 'upctl server stop web', expect: 'ask' },
    ],
  },
  {
    names: 'yc',
    about: 'Operates Yandex Cloud.',
    options: {
      '--profile --folder-id --folder-name --cloud-id --format --id --name --retry --impersonate-service-account-id --jq':
        'text',
      '--endpoint': 'host',
      '--token': 'login',
      '--output': 'writes',
      '--debug --async --no-user-output': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      DELETES,
      STOPS,
      printsKeys('iam create-token'),
      printsKeys('iam access-key|api-key create'),
      printsKeys('lockbox payload get'),
      printsKeys('config get token'),
      {
        code: 'cloud-access',
        when: '** add-access-binding|set-access-bindings',
        kind: 'escalate',
        why: 'Changes access rights.',
        safer: 'the matching list-access-bindings command',
      },
      {
        code: 'deploy',
        when: 'serverless container|function revision|version deploy|create',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'yc compute instance list', expect: 'pass' },
      { command: 'yc compute instance delete web', expect: 'ask' },
      { command: 'yc iam create-token', expect: 'ask' },
      { command: 'yc lockbox payload get s', expect: 'ask' },
      { command: 'yc resource-manager folder add-access-binding f --role admin', expect: 'ask' },
      { command: 'yc iam key create --output ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'databricks',
    about: 'Operates Databricks: clusters, jobs and data.',
    options: {
      '-p --profile -t --target -o --output --cluster-id --job-id --log-level --log-format': 'text',
      '--host': 'host',
      '--log-file': 'writes',
      '--json': 'sends',
      '--auto-approve --force-lock --debug -r --recursive --overwrite': 'flag',
    },
    subcommands: {
      fs: { subcommands: { cp: { options: { '-r --recursive --overwrite': 'flag' }, operands: 'copies' } } },
    },
    kind: 'infrastructure',
    effects: [
      { ...DELETES, when: '** delete|destroy|permanent-delete|rm|purge|remove|delete-*' },
      { ...STOPS, when: '* stop|restart|cancel|cancel-*|reset|resize|uninstall' },
      {
        code: 'secret-read',
        when: 'secrets get-secret',
        kind: 'read',
        why: 'Prints a secret into the conversation.',
        safer: 'databricks secrets list-secrets SCOPE',
      },
      {
        code: 'secret-write',
        when: 'secrets put-secret|put-acl|delete-*',
        why: 'Changes a secret that others use.',
        safer: 'databricks secrets list-secrets SCOPE',
      },
      printsKeys('tokens create'),
      printsKeys('auth token'),
      {
        code: 'deploy',
        when: 'bundle deploy|run',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'databricks clusters list', expect: 'pass' },
      { command: 'databricks bundle validate', expect: 'pass' },
      { command: 'databricks bundle deploy -t prod', expect: 'ask' },
      { command: 'databricks bundle destroy', expect: 'ask' },
      { command: 'databricks clusters delete 1', expect: 'ask' },
      { command: 'databricks fs rm -r dbfs:/data', expect: 'ask' },
      { command: 'databricks secrets get-secret s k', expect: 'ask' },
      { command: 'databricks fs cp ~/.ssh/id_rsa dbfs:/k', expect: 'deny' },
    ],
  },
]);
