// Programs that plan, change and destroy infrastructure which is described in files.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

/** Options for variables. A file of variables may hold secrets; it is used and not shown. */
const VARIABLES: CommandSpec['options'] = {
  '-var --var -var-file --var-file -target --target -replace --replace -parallelism -lock-timeout -state -exclude':
    'text',
};

const TERRAFORM: Readonly<Record<string, CommandSpec>> = {
  console: { options: { '-state': 'reads', '-var -var-file': 'text' }, traits: ['unread-code'] },
  'validate|graph|providers|version|get|metadata': {
    options: {
      '-json -no-color -draw-cycles -update': 'flag',
      '-type -test-directory': 'text',
      '-plan': 'reads',
    },
    operands: 'text',
    plain: true,
  },
  plan: {
    options: {
      ...VARIABLES,
      '-json -no-color -compact-warnings -detailed-exitcode -input -lock -refresh -refresh-only -destroy -concise':
        'flag',
      '-out -generate-config-out': 'writes',
    },
    operands: 'text',
    plain: true,
  },
  show: { options: { '-json -no-color': 'flag' }, operands: 'reads', plain: true },
  output: {
    options: { '-json -raw -no-color': 'flag', '-state': 'reads' },
    operands: 'text',
    plain: true,
  },
  fmt: {
    options: { '-check -diff -list -write -recursive -no-color': 'flag' },
    operands: 'writes',
    plain: true,
  },
  init: {
    options: {
      '-backend-config -from-module -lockfile': 'text',
      '-plugin-dir': 'loads',
      '-upgrade -reconfigure -migrate-state -force-copy -backend -get -input -lock -no-color -json': 'flag',
    },
  },
  'apply|destroy|refresh|import|taint|untaint': {
    options: {
      ...VARIABLES,
      '-auto-approve -input -lock -no-color -json -refresh -refresh-only -destroy': 'flag',
      '-state-out -backup': 'writes',
      '-config': 'reads',
    },
  },
  state: {
    subcommands: {
      'list|show': {
        options: { '-id': 'text', '-json': 'flag', '-state': 'reads' },
        operands: 'text',
        plain: true,
      },
      'mv|rm|replace-provider': {
        options: { '-dry-run': 'dry', '-backup -backup-out -state-out': 'writes', '-state': 'text' },
      },
      push: { options: { '-force': 'flag' }, operands: 'reads' },
    },
  },
  workspace: { subcommands: { 'list|show': { operands: 'text', plain: true } } },
};

const DESTROY: EffectRule = {
  code: 'iac-destroy',
  when: 'destroy',
  weight: 'irreversible',
  why: 'Destroys every resource in the state.',
  safer: 'terraform plan -destroy',
};

const TERRAFORM_EFFECTS: readonly EffectRule[] = [
  DESTROY,
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
  {
    code: 'iac-workspace',
    when: 'workspace delete',
    why: 'Deletes a workspace and its state.',
    safer: 'terraform workspace list',
  },
];

const DEPLOY: EffectRule = {
  code: 'deploy',
  when: 'deploy',
  kind: 'deploy',
  weight: 'plain',
  why: 'Deploys.',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'terraform tofu',
    about: 'Plans and changes infrastructure that is described in files.',
    syntax: { singleDash: true },
    options: { '-chdir': 'cwd' },
    subcommands: TERRAFORM,
    kind: 'infrastructure',
    effects: TERRAFORM_EFFECTS,
    examples: [
      { command: `terraform console <<< 'file("/home/me/.ssh/id_rsa")'`, expect: 'ask' },
      { command: 'terraform plan -out=plan.bin', expect: 'pass' },
      {
        command: 'terraform plan -var-file=secrets.tfvars',
        expect: 'pass',
        title: 'A file with secrets that is used, not shown',
      },
      { command: 'terraform plan -out ~/.bashrc', expect: 'ask' },
      { command: 'terraform fmt -recursive', expect: 'pass' },
      { command: 'terraform validate', expect: 'pass' },
      { command: 'terraform state list', expect: 'pass' },
      { command: 'terraform show .env', expect: 'deny' },
      { command: 'terraform apply -auto-approve', expect: 'ask' },
      { command: 'terraform apply -destroy', expect: 'deny' },
      { command: 'terraform -chdir=infra destroy', expect: 'deny' },
      { command: 'tofu destroy', expect: 'deny' },
      { command: 'terraform state rm aws_instance.x', expect: 'ask' },
      { command: 'terraform state mv -dry-run a b', expect: 'pass' },
      { command: 'terraform force-unlock 123', expect: 'ask' },
      { command: 'terraform workspace delete dev', expect: 'ask' },
    ],
  },
  {
    names: 'terragrunt',
    about: 'Runs Terraform in many folders with less repetition.',
    syntax: { singleDash: true },
    options: {
      '-chdir --working-dir --terragrunt-working-dir': 'cwd',
      '--config --terragrunt-config': 'reads',
      '--tf-path --terragrunt-tfpath': 'runs',
      '--queue-include-dir --queue-exclude-dir --terragrunt-include-dir --terragrunt-exclude-dir --log-level --parallelism --terragrunt-parallelism --source --terragrunt-source':
        'text',
      '--out-dir --json-out-dir': 'writes',
      '--all -all -a --graph --non-interactive --terragrunt-non-interactive --no-color': 'flag',
    },
    subcommands: {
      ...TERRAFORM,
      exec: { runs: { after: '--' } },
    },
    kind: 'infrastructure',
    effects: [
      ...TERRAFORM_EFFECTS.map((rule) => ({
        ...rule,
        safer: rule.safer?.replace('terraform', 'terragrunt'),
      })),
      {
        code: 'iac-destroy',
        when: 'run-all|run|stack destroy',
        weight: 'irreversible',
        why: 'Destroys every resource in all states.',
        safer: 'terragrunt run-all plan',
      },
      {
        code: 'iac-destroy',
        when: 'destroy-all|graph-destroy',
        weight: 'irreversible',
        why: 'Destroys every resource in all states.',
        safer: 'terragrunt run-all plan',
      },
      {
        code: 'iac-destroy',
        when: 'stack run destroy',
        weight: 'irreversible',
        why: 'Destroys every resource in all states.',
        safer: 'terragrunt run-all plan',
      },
      {
        code: 'iac-destroy',
        when: 'backend delete',
        weight: 'irreversible',
        why: 'Deletes the backend that stores the state.',
        safer: 'terragrunt state list',
      },
      {
        code: 'iac-apply',
        when: 'run-all|run|stack apply',
        why: 'Changes real infrastructure in all modules.',
        safer: 'terragrunt run-all plan',
      },
      {
        code: 'iac-apply',
        when: 'stack run apply',
        why: 'Changes real infrastructure in all modules.',
        safer: 'terragrunt run-all plan',
      },
      {
        code: 'iac-apply',
        when: 'apply-all|graph-apply',
        why: 'Changes real infrastructure in all modules.',
        safer: 'terragrunt run-all plan',
      },
    ],
    examples: [
      { command: 'terragrunt plan', expect: 'pass' },
      { command: 'terragrunt run-all plan', expect: 'pass' },
      { command: 'terragrunt run-all destroy', expect: 'deny' },
      { command: 'terragrunt run --all -- destroy', expect: 'deny' },
      { command: 'terragrunt run-all apply', expect: 'ask' },
      { command: "terragrunt plan --tf-path 'rm -rf ~'", expect: 'deny' },
      { command: 'terragrunt exec -- rm -rf ~', expect: 'deny' },
      { command: 'terragrunt destroy', expect: 'deny' },
      { command: 'terragrunt apply -destroy', expect: 'deny' },
      { command: 'terragrunt destroy-all', expect: 'deny' },
      { command: 'terragrunt stack run destroy', expect: 'deny' },
      { command: 'terragrunt backend delete', expect: 'deny' },
      { command: 'terragrunt apply', expect: 'ask' },
      { command: 'terragrunt state rm aws_instance.web', expect: 'ask' },
      { command: 'terragrunt import aws_instance.web i-123', expect: 'ask' },
      { command: 'terragrunt workspace delete old', expect: 'ask' },
      { command: 'terragrunt apply-all', expect: 'ask' },
      { command: 'terragrunt stack run apply', expect: 'ask' },
    ],
  },
  {
    names: 'cdktf',
    about: 'Describes Terraform infrastructure in a programming language.',
    options: {
      '-a --app': 'runs',
      '-o --output': 'writes',
      '--outputs-file': 'writes',
      '--var-file --var --parallelism --terraform-parallelism -l --language': 'text',
      '--auto-approve --skip-synth --ignore-missing-stack-dependencies': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      { ...DESTROY, why: 'Destroys every resource of the stacks.', safer: 'cdktf diff' },
      {
        code: 'iac-deploy',
        when: 'deploy|apply|watch',
        why: 'Changes real infrastructure.',
        safer: 'cdktf diff',
      },
    ],
    examples: [
      { command: 'cdktf synth', expect: 'pass' },
      { command: 'cdktf diff', expect: 'pass' },
      { command: 'cdktf deploy', expect: 'ask' },
      { command: 'cdktf destroy', expect: 'deny' },
      { command: "cdktf synth -a 'rm -rf ~'", expect: 'deny' },
    ],
  },
  {
    names: 'pulumi',
    about: 'Describes infrastructure in a programming language, and changes it.',
    options: {
      '-s --stack -c --config --config-file -t --target -m --message -p --parallel --replace --color --logflow -v --verbose --tracing --refresh --secrets-provider':
        'text',
      '-C --cwd': 'cwd',
      '--policy-pack': 'loads',
      '--event-log --save-plan --profiling': 'writes',
      '--plan --policy-pack-config': 'reads',
      '--preview-only': 'dry',
      '-y --yes --skip-preview --force -f --diff -d --json -j --show-secrets --non-interactive --emoji -e --expect-no-changes --preserve-config':
        'flag',
    },
    subcommands: {
      'preview|pre': {
        options: {
          '-s --stack -t --target -c --config -m --message': 'text',
          '--diff --json -j --refresh -r --show-config --show-replacement-steps --show-sames --non-interactive --suppress-outputs':
            'flag',
        },
        plain: true,
      },
      stack: {
        subcommands: {
          ls: {
            options: { '-a --all -j --json': 'flag', '-o --organization -p --project -t --tag': 'text' },
            plain: true,
          },
          export: { options: { '--file': 'writes', '--version': 'text', '--show-secrets': 'flag' } },
          import: { options: { '--file': 'reads', '-f --force': 'flag' } },
        },
      },
      env: {
        subcommands: {
          run: {
            options: { '-l --lifetime': 'text', '-i --interactive': 'flag' },
            runs: { skip: 1, after: '--' },
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'destroy|down|dn',
        weight: 'irreversible',
        why: 'Destroys the resources of the stack.',
        safer: 'pulumi preview',
      },
      {
        code: 'iac-destroy',
        when: 'stack|env rm|remove',
        weight: 'irreversible',
        why: 'Deletes a stack or an environment with its history.',
        safer: 'pulumi stack ls',
      },
      {
        code: 'iac-state',
        when: 'state delete|unprotect|rename|edit|move|repair',
        why: 'Edits the state by hand.',
        safer: 'pulumi stack export --file backup.json',
      },
      {
        code: 'iac-state',
        when: 'stack import',
        why: 'Replaces the state with the content of the file.',
        safer: 'pulumi stack export --file backup.json',
      },
      {
        code: 'iac-state',
        when: 'cancel',
        why: 'Cancels an update, which may leave the stack half changed.',
        safer: 'pulumi stack history',
      },
      {
        code: 'iac-apply',
        when: 'up|update|refresh',
        flags: '-y --yes -f --skip-preview',
        why: 'Changes real infrastructure before anybody has seen the plan.',
        safer: 'pulumi preview',
      },
      {
        code: 'secret-read',
        when: 'config|stack',
        flags: '--show-secrets',
        kind: 'read',
        why: 'Prints secrets of the stack.',
        safer: 'pulumi config',
      },
      {
        code: 'secret-read',
        when: 'env open|get',
        flags: '--show-secrets -f --format',
        kind: 'read',
        why: 'Prints secrets of the environment.',
        safer: 'pulumi env ls',
      },
      {
        code: 'deploy',
        when: 'up|update',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'pulumi preview', expect: 'pass' },
      { command: 'pulumi stack ls', expect: 'pass' },
      { command: 'pulumi up --yes', expect: 'ask' },
      { command: 'pulumi up', expect: 'pass', title: 'A deploy that asks before it changes anything' },
      { command: 'pulumi destroy -y', expect: 'deny' },
      { command: 'pulumi destroy --preview-only', expect: 'pass' },
      { command: 'pulumi stack rm dev', expect: 'deny' },
      { command: 'pulumi state delete urn:x', expect: 'ask' },
      { command: 'pulumi config --show-secrets', expect: 'ask' },
      { command: 'pulumi up --event-log ~/.bashrc', expect: 'ask' },
      { command: 'pulumi env run dev -- rm -rf ~', expect: 'deny' },
      { command: 'pulumi stack import', expect: 'ask' },
      { command: 'pulumi cancel', expect: 'ask' },
      { command: 'pulumi env open acme/prod --format shell', expect: 'ask' },
    ],
  },
  {
    names: 'cdk',
    about: 'Describes AWS infrastructure in a programming language, and changes it.',
    options: {
      '-a --app -b --build': 'runs',
      '-p --plugin': 'loads',
      '-o --output -O --outputs-file': 'writes',
      '-c --context -r --role-arn --profile --proxy --toolkit-stack-name -t --tags --parameters --require-approval --exclude -e --concurrency --progress --region -l --language --confirm --template':
        'text',
      '--all --force -f --hotswap --hotswap-fallback -v --verbose -q --quiet --json -j --strict --no-rollback --ci --watch':
        'flag',
    },
    subcommands: {
      'list|ls|synth|synthesize|diff': {
        options: {
          '-c --context --profile -e --exclusively --parameters': 'text',
          '-q --quiet --json -j --all --strict --no-color -l --long --validation --no-change-set': 'flag',
        },
        operands: 'text',
        plain: true,
      },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'destroy|gc',
        weight: 'irreversible',
        why: 'Destroys the resources of the stacks, or the assets of older ones.',
        safer: 'cdk diff',
      },
      {
        code: 'iac-apply',
        when: 'deploy|import|rollback|watch',
        flags: '--require-approval=never --force -f',
        why: 'Changes real infrastructure before anybody has seen the plan.',
        safer: 'cdk diff',
      },
      {
        code: 'deploy',
        when: 'deploy|watch|rollback',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'cdk synth', expect: 'pass' },
      { command: 'cdk diff', expect: 'pass' },
      { command: 'cdk deploy', expect: 'pass' },
      { command: 'cdk deploy app-prod', expect: 'ask' },
      { command: 'cdk deploy --require-approval never', expect: 'ask' },
      { command: 'cdk destroy --all', expect: 'deny' },
      { command: "cdk synth --app 'rm -rf ~'", expect: 'deny' },
      { command: 'cdk deploy -O ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'serverless sls',
    about: 'Deploys functions and what they need to a cloud.',
    options: {
      '-s --stage -r --region --aws-profile --app --org --service -p --package --param -f --function -t --timestamp --data -d':
        'text',
      '-c --config': 'reads',
      '--path': 'reads',
      '--verbose -v --force --conceal --log -l --raw --tail': 'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'remove',
        weight: 'irreversible',
        why: 'Destroys the resources of the service.',
        safer: 'serverless info',
      },
      {
        code: 'iac-apply',
        when: 'deploy',
        flags: '--force',
        why: 'Deploys to real infrastructure, even if nothing has changed.',
        safer: 'serverless package',
      },
      {
        code: 'iac-apply',
        when: 'rollback|prune',
        why: 'Replaces the running version with an older one, or deletes older versions.',
        safer: 'serverless deploy list',
      },
      {
        code: 'deploy',
        when: 'deploy|rollback',
        except: 'list',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'serverless info', expect: 'pass' },
      { command: 'sls package', expect: 'pass' },
      { command: 'sls deploy --stage dev', expect: 'pass' },
      { command: 'sls deploy --stage prod', expect: 'ask' },
      { command: 'sls deploy list --stage prod', expect: 'pass' },
      { command: 'serverless remove', expect: 'deny' },
      { command: 'sls rollback -t 1', expect: 'ask' },
      { command: 'serverless deploy --force', expect: 'ask' },
    ],
  },
  {
    names: 'sst',
    about: 'Deploys full-stack apps to a cloud.',
    options: {
      '--stage --target --config --region --profile --to': 'text',
      '--verbose --print-logs --fallback --decrypt': 'flag',
    },
    subcommands: {
      shell: { options: { '--stage --target': 'text' }, runs: {} },
      secret: { subcommands: { load: { operands: 'reads' } } },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'remove',
        weight: 'irreversible',
        why: 'Destroys the resources of the stage.',
        safer: 'sst diff',
      },
      {
        code: 'iac-state',
        when: 'state edit|remove|repair|import',
        why: 'Edits the state by hand.',
        safer: 'sst state export',
      },
      {
        code: 'iac-state',
        when: 'unlock',
        why: 'Lets two updates run at once.',
        safer: 'sst diff',
      },
      {
        code: 'secret-write',
        when: 'secret set|remove|load',
        why: 'Changes a secret that the app uses.',
      },
      {
        code: 'secret-read',
        when: 'secret list',
        kind: 'read',
        why: 'Prints secrets of the app.',
      },
      {
        code: 'deploy',
        when: 'deploy|refresh',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
    ],
    examples: [
      { command: 'sst diff --stage dev', expect: 'pass' },
      { command: 'sst deploy --stage production', expect: 'ask' },
      { command: 'sst remove --stage dev', expect: 'deny' },
      { command: 'sst secret list', expect: 'ask' },
      { command: 'sst shell npm test', expect: 'pass' },
      { command: 'sst shell rm -rf ~', expect: 'deny' },
      { command: 'sst state edit', expect: 'ask' },
      { command: 'sst unlock', expect: 'ask' },
      { command: 'sst secret set KEY value', expect: 'ask' },
    ],
  },
  {
    names: 'atmos',
    about: 'Runs Terraform, Helmfile and Packer for the stacks of a project.',
    options: {
      '-s --stack --logs-level --identity --format -f --file': 'text',
      '--base-path --config --config-path': 'text',
      '--logs-file': 'writes',
      '--dry-run': 'dry',
    },
    kind: 'infrastructure',
    effects: [
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
        safer: 'atmos terraform state list',
      },
      {
        code: 'iac-apply',
        when: 'pro *',
        why: 'Runs steps that may change infrastructure.',
        safer: 'atmos terraform plan',
      },
    ],
    examples: [
      { command: 'atmos terraform plan vpc -s dev', expect: 'pass' },
      { command: 'atmos workflow nightly-report', expect: 'pass' },
      { command: 'atmos terraform apply vpc -s prod', expect: 'ask' },
      { command: 'atmos tf state rm net -s live aws_vpc.main', expect: 'ask' },
      { command: 'atmos describe stacks --logs-file ~/.bashrc', expect: 'ask' },
    ],
  },
  {
    names: 'packer',
    about: 'Builds images of machines.',
    syntax: { singleDash: true },
    options: {
      '-var -var-file -only -except -on-error -parallel-builds': 'text',
      '-force --force -debug -color -machine-readable -timestamp-ui': 'flag',
    },
    subcommands: {
      'validate|inspect|version': {
        options: {
          '-var -var-file -only -except': 'text',
          '-syntax-only -evaluate-datasources -machine-readable': 'flag',
        },
        operands: 'reads',
        plain: true,
      },
      fmt: { options: { '-check -diff -write -recursive': 'flag' }, operands: 'writes', plain: true },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-apply',
        when: 'build',
        flags: '-force --force',
        why: 'Replaces existing images.',
        safer: 'packer validate FILE',
      },
    ],
    examples: [
      { command: 'packer validate web.pkr.hcl', expect: 'pass' },
      { command: 'packer build web.pkr.hcl', expect: 'pass' },
      { command: 'packer build -force web.pkr.hcl', expect: 'ask' },
    ],
  },
  {
    names: 'nixops',
    about: 'Deploys NixOS machines.',
    options: {
      '-d --deployment -s --state --include --exclude -I --max-concurrent-copy': 'text',
      '--option': { kind: 'text', words: 2 },
      '--dry-run': 'dry',
      '--confirm --kill-obsolete -k --force-reboot --all --check': 'flag',
    },
    subcommands: {
      ssh: { options: { '-d --deployment': 'text' }, runs: { operands: 'source', skip: 1, remote: true } },
      'ssh-for-each': { options: { '-d --deployment': 'text' }, runs: { operands: 'source', remote: true } },
      scp: { operands: 'copies' },
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'destroy|delete',
        weight: 'irreversible',
        why: 'Destroys the machines of the deployment, or deletes their state.',
        safer: 'nixops info',
      },
      {
        code: 'iac-destroy',
        when: 'stop|reboot|restore|remove-backup|clean-backups|rollback|delete-resources',
        why: 'Stops machines, or rolls them back.',
        safer: 'nixops info',
      },
      {
        code: 'iac-apply',
        when: 'deploy',
        flags: '-k --kill-obsolete --force-reboot --confirm',
        why: 'Changes real machines without asking.',
        safer: 'nixops deploy --dry-run',
      },
      DEPLOY,
    ],
    examples: [
      { command: 'nixops info', expect: 'pass' },
      { command: 'nixops deploy -d web', expect: 'pass' },
      { command: 'nixops deploy -d production', expect: 'ask' },
      { command: 'nixops destroy -d web', expect: 'deny' },
      { command: 'nixops stop -d web', expect: 'ask' },
      { command: 'nixops deploy --kill-obsolete', expect: 'ask' },
    ],
  },
  {
    names: 'up',
    about: 'Deploys apps to AWS with Apex Up.',
    options: { '-C --chdir': 'cwd', '-v --verbose': 'flag', '--format': 'text' },
    kind: 'infrastructure',
    effects: [
      {
        code: 'iac-destroy',
        when: 'stack delete',
        weight: 'irreversible',
        why: 'Deletes a stack with everything in it.',
        safer: 'up stack status',
      },
      {
        code: 'iac-destroy',
        when: 'destroy|delete|down',
        weight: 'irreversible',
        why: 'Destroys the resources of the app.',
        safer: 'up stack status',
      },
      DEPLOY,
    ],
    examples: [
      { command: 'up stack status', expect: 'pass' },
      { command: 'up deploy production', expect: 'ask' },
      { command: 'up stack delete', expect: 'deny' },
    ],
  },
];
