import type { EffectRule, ProgramSpec } from '../spec.ts';

const CLOUDS_0_0: readonly EffectRule[] = [
  {
    code: 'cloud-delete',
    when: '** delete|destroy|purge|rm|remove|terminate|undelete|uninstall|untag|wipe|delete-*|remove-*|delete_*|*-delete|*-remove|*-rm',
    why: 'Deletes a cloud resource.',
    safer: 'the matching list or show command',
  },
  {
    code: 'cloud-stop',
    when: '** stop|undeploy|deallocate|reset|disable|cancel|abandon|suspend|power-off|poweroff|shutdown|reboot|restart|reimage|redeploy|rebuild|failover|detach|drain|revoke|revoke-access|rollback|resize|seek|reset-all|clear|generalize|kill',
    why: 'Stops or resets something that runs.',
  },
  {
    code: 'cloud-access',
    when: '** set-iam-policy|add-iam-policy-binding|set-policy|add-policy',
    kind: 'escalate',
    why: 'Changes who may do what.',
  },
  {
    code: 'cloud-access',
    when: 'role|ad assignment|sp|app create|delete|create-for-rbac|credential',
    kind: 'escalate',
    why: 'Changes who may do what.',
  },
  {
    code: 'cloud-access',
    when: 'iam service-accounts keys create',
    kind: 'escalate',
    why: 'Makes a new long-lived key.',
  },
  {
    code: 'cloud-change',
    when: 'deployment **',
    flags: '--mode=complete',
    why: 'Complete mode deletes what is not in the template.',
  },
  {
    code: 'cloud-delete',
    when: 'storage rsync',
    flags: '--delete-unmatched-destination-objects',
    why: 'Deletes at one end what is not at the other.',
    safer: 'the same command with --dry-run',
  },
  { code: 'cloud-delete', when: 'load|query', flags: '--replace', why: 'Overwrites a table.' },
  {
    code: 'db-overwrite',
    when: 'sql backups|instances restore|restore-backup',
    kind: 'data',
    why: 'Replaces the database by what the backup holds.',
  },
  {
    code: 'cloud-delete',
    when: 'devops|rest **',
    flags: '--http-method=delete|put|patch|post --method=delete|put|patch',
    why: 'Sends a request that changes or deletes something.',
    safer: 'the same request with GET',
  },
  {
    code: 'cloud-access',
    when: 'network nsg|firewall ** create|update',
    flags: '--source-address-prefixes=*|0.0.0.0|internet|any --source-address-prefix=*|0.0.0.0|internet|any',
    kind: 'escalate',
    why: 'Opens a port to the network.',
  },
  { code: 'cloud-delete', when: 'cp|rm|mk', flags: '-f --force -r', why: 'Removes or overwrites datasets.' },
  {
    code: 'secret-read',
    when: 'auth print-access-token|print-identity-token|token',
    kind: 'read',
    why: 'Prints a token into the conversation.',
    safer: 'gcloud auth list',
  },
  {
    code: 'secret-read',
    when: 'acr login',
    flags: '--expose-token',
    kind: 'read',
    why: 'Prints a token into the conversation.',
  },
  {
    code: 'secret-read',
    when: 'kms decrypt|asymmetric-decrypt',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
  },
  {
    code: 'cloud-access',
    when: 'storage container set-permission',
    flags: '--public-access=blob|container',
    kind: 'escalate',
    why: 'Lets anybody read what is stored there.',
  },
  {
    code: 'cloud-access',
    when: '** keys|credential renew|revoke|regenerate|reset',
    kind: 'escalate',
    why: 'Replaces keys that others may use.',
  },
  { code: 'cloud-run-command', when: 'vm|vmss run-command invoke', why: 'Runs commands on other machines.' },
  {
    code: 'cloud-access',
    when: '** regenerate-key|regenerate-keys|regenerate-credentials',
    kind: 'escalate',
    why: 'Replaces keys that others may use.',
  },
  {
    code: 'secret-read',
    when: '** secrets versions access',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
  },
  {
    code: 'secret-read',
    when: 'keyvault secret show|download',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'doctl',
    about: '',
    options: {
      '--project --account --configuration --verbosity --impersonate-service-account --billing-project --profile --zone --region --format --filter -g --resource-group -n --name --subscription -o --output --query --vault-name --account-name --context --compartment-id --ids --id --mode --http-method --method --source-address-prefixes --source-address-prefix --public-access':
        'text',
    },
    subcommands: {
      compute: {
        subcommands: {
          ssh: { options: { '--ssh-command': 'runs' }, runs: { operands: 'none', remote: true } },
        },
      },
    },
    kind: 'infrastructure',
    effects: CLOUDS_0_0,
  },
  {
    names:
      'linode-cli hcloud vultr-cli scw ibmcloud oci aliyun openstack exo civo ionosctl upctl yc databricks',
    about: '',
    options: {
      '--project --account --configuration --verbosity --impersonate-service-account --billing-project --profile --zone --region --format --filter -g --resource-group -n --name --subscription -o --output --query --vault-name --account-name --context --compartment-id --ids --id --mode --http-method --method --source-address-prefixes --source-address-prefix --public-access':
        'text',
    },
    kind: 'infrastructure',
    effects: CLOUDS_0_0,
  },
  {
    names: 'bq',
    about: '',
    options: {
      '--project --account --configuration --verbosity --impersonate-service-account --billing-project --profile --zone --region --format --filter -g --resource-group -n --name --subscription -o --output --vault-name --account-name --context --compartment-id --ids --id --mode --http-method --method --source-address-prefixes --source-address-prefix --public-access':
        'text',
      '--query': 'sql',
    },
    kind: 'infrastructure',
    effects: CLOUDS_0_0,
    behaviours: ['sqlWords', 'clientShell'],
  },
];
