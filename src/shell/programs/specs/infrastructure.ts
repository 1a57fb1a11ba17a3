import type { EffectRule, ProgramSpec } from '../spec.ts';

const PROVISIONING_0_0: readonly EffectRule[] = [
  {
    code: 'iac-destroy',
    when: 'terraform|tf|tofu|opentofu|helmfile|hf|packer destroy|clean|deploy|apply|sync|taint|untaint|force-unlock|import',
    why: 'Changes or destroys the resources of the stack.',
    safer: 'atmos terraform plan',
  },
  {
    code: 'iac-state',
    when: 'terraform|tf|tofu|opentofu state|workspace rm|mv|push|delete|replace-provider',
    why: 'Edits the state by hand.',
  },
  { code: 'iac-apply', when: 'pro *', why: 'Runs steps that may change infrastructure.' },
  {
    code: 'iac-destroy',
    when: 'node|client|role|environment|cookbook|data|user|cert delete|bulk|purge|clean|deactivate|destroy',
    why: 'Deletes a machine from the inventory.',
  },
  {
    code: 'iac-apply',
    when: '* cmd.*|state.*|service.stop|system.*|pkg.remove|file.remove',
    why: 'Runs commands on many machines.',
  },
  { code: 'iac-apply', when: 'build', flags: '-force --force', why: 'Replaces images that exist.' },
  {
    code: 'iac-apply',
    flags: '-a=~state=absent|~state=stopped|~state=killed|~state=latest --args=~state=absent|~state=stopped',
    why: 'Removes or stops something on many machines.',
    safer: 'the same command with --check',
  },
  {
    code: 'iac-apply',
    when: '*.yml|*.yaml',
    unless: '-c=local --connection=local',
    why: 'Changes real machines.',
    safer: 'ansible-playbook PLAYBOOK --check --diff',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'nixops ansible-galaxy up',
    about: '',
    options: {
      '-s --stack -C --cwd --profile --region --stage -c --config --app --require-approval': 'text',
      '--preview-only': 'dry',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'destroy|delete|remove|terminate|gc',
        weight: 'irreversible',
        why: 'Destroys the resources of the stack.',
        safer: 'pulumi preview, cdk diff',
      },
      {
        code: 'iac-destroy',
        when: 'stack|env|svc|app|job|task rm|delete|remove',
        weight: 'irreversible',
        why: 'Deletes a stack and what it holds.',
      },
      {
        code: 'iac-destroy',
        when: 'down|dn',
        weight: 'irreversible',
        why: 'Destroys the resources of the stack.',
        safer: 'pulumi preview',
      },
      { code: 'iac-state', when: 'state delete|unprotect|rename|edit', why: 'Edits the state by hand.' },
      {
        code: 'iac-state',
        when: 'cancel',
        why: 'Breaks off an update and may leave the stack half changed.',
      },
      {
        code: 'iac-apply',
        when: 'up|update|refresh|deploy',
        flags: '-y --yes --skip-preview --require-approval=never --force',
        why: 'Changes real infrastructure without a look at the plan.',
        safer: 'pulumi preview',
      },
    ],
  },
  {
    names: 'atmos ansible-pull knife puppet salt chef-client packer',
    about: '',
    options: {
      '--base-path --config-path --logs-level --logs-file -s --stack -i --inventory -m --module-name -a --args -l --limit -e --extra-vars -u --user -t --tags --skip-tags -f --forks --vault-password-file --private-key -c --connection':
        'text',
      '-C --check --syntax-check --list-tasks --list-hosts --list-tags -W --why-run --validate': 'dry',
    },
    kind: 'infrastructure',
    effects: PROVISIONING_0_0,
  },
  {
    names: 'ansible',
    about: '',
    options: {
      '--base-path --config-path --logs-level --logs-file -s --stack -i --inventory -m --module-name -l --limit -e --extra-vars -u --user -t --tags --skip-tags -f --forks --vault-password-file --private-key -c --connection':
        'text',
      '-a --args': 'runs',
      '-C --check --syntax-check --list-tasks --list-hosts --list-tags -W --why-run --validate': 'dry',
    },
    kind: 'infrastructure',
    effects: PROVISIONING_0_0,
  },
  {
    names: 'terraform tofu terragrunt cdktf',
    about: '',
    syntax: { singleDash: true },
    options: {
      '-chdir -target -var -var-file -state -lock-timeout --terragrunt-working-dir': 'text',
      '-dry-run': 'dry',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'destroy',
        weight: 'irreversible',
        why: 'Destroys every resource in the state.',
        safer: 'terraform plan -destroy',
      },
      {
        code: 'iac-destroy',
        when: 'run-all|run|stack destroy',
        weight: 'irreversible',
        why: 'Destroys every resource in all states.',
        safer: 'terraform plan -destroy',
      },
      {
        code: 'iac-destroy',
        when: 'apply',
        flags: '-destroy --destroy',
        weight: 'irreversible',
        why: 'Destroys every resource in the state.',
        safer: 'terraform plan -destroy',
      },
      {
        code: 'iac-apply',
        when: 'apply',
        unless: '-destroy',
        why: 'Changes real infrastructure.',
        safer: 'terraform plan',
      },
      {
        code: 'iac-apply',
        when: 'run-all apply',
        why: 'Changes real infrastructure in all modules.',
        safer: 'terraform plan',
      },
      {
        code: 'iac-destroy',
        when: 'destroy-all',
        weight: 'irreversible',
        why: 'Destroys every resource in all states.',
        safer: 'terraform plan -destroy',
      },
      {
        code: 'iac-apply',
        when: 'apply-all|graph-apply',
        why: 'Changes real infrastructure in all modules.',
        safer: 'terraform plan',
      },
      { code: 'iac-deploy', when: 'deploy', why: 'Changes real infrastructure.' },
      {
        code: 'iac-state',
        when: 'state rm|mv|push|replace-provider',
        why: 'Edits the state by hand: resources can be lost from it.',
        safer: 'terraform state pull > backup.tfstate',
      },
      {
        code: 'iac-state',
        when: 'import|taint|untaint|force-unlock',
        why: 'Edits the state by hand.',
        safer: 'terraform state list',
      },
      { code: 'iac-workspace', when: 'workspace delete', why: 'Deletes a workspace and its state.' },
    ],
  },
];
