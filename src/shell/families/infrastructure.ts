import type { Family } from '../rules.ts';

export const terraform: Family = {
  names: 'terraform tofu terragrunt cdktf',
  kind: 'infrastructure',
  singleDash: true,
  values: '-chdir -target -var -var-file -state -lock-timeout --terragrunt-working-dir',
  dry: '-dry-run',
  rules: () => [
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
};

export const infrastructure: Family = {
  names: 'pulumi cdk sam serverless sls sst copilot amplify nixops eb ansible-galaxy up',
  kind: 'infrastructure',
  values: '-s --stack -C --cwd --profile --region --stage -c --config --app --require-approval',
  dry: '--preview-only',
  rules: () => [
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
    { code: 'iac-state', when: 'cancel', why: 'Breaks off an update and may leave the stack half changed.' },
    {
      code: 'iac-apply',
      when: 'up|update|refresh|deploy',
      flags: '-y --yes --skip-preview --require-approval=never --force',
      why: 'Changes real infrastructure without a look at the plan.',
      safer: 'pulumi preview',
    },
  ],
};

/** Tools that change many machines at once. */
export const provisioning: Family = {
  names: 'atmos ansible ansible-playbook ansible-pull knife puppet salt chef-client packer',
  kind: 'infrastructure',
  values:
    '--base-path --config-path --logs-level --logs-file -s --stack -i --inventory -m --module-name -a --args -l --limit -e --extra-vars -u --user -t --tags --skip-tags -f --forks --vault-password-file --private-key -c --connection',
  dry: '-C --check --syntax-check --list-tasks --list-hosts --list-tags -W --why-run --validate',
  rules: () => [
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
      when: '',
      flags:
        '-a=~state=absent|~state=stopped|~state=killed|~state=latest --args=~state=absent|~state=stopped',
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
  ],
};

/** Commands that put a version of something where people use it. Only a fact: the deploy gate judges it. */
export const deploys: Family = {
  names:
    'eas gh git az kubectl oc helm vercel netlify fly flyctl gcloud firebase railway wrangler heroku eb cdk sam serverless sls sst pulumi aws kamal dokku cap amplify render surge now supabase caprover copilot skaffold argocd ansible-playbook',
  kind: 'deploy',
  values:
    '-C -c -n --namespace --context -f --ref --repo -R -e --environment -a --app --project --region --resource-group -g --name -t --token --stage --profile -b --branch -m --message --env -p',
  rules: () => [
    {
      code: 'deploy',
      weight: 'plain',
      when: 'deploy|deployment|redeploy|submit|rollout',
      except: 'list*|get*|show|describe*|batch-get*|status|history|what-if|validate|logs',
      why: 'Deploys.',
    },
    { code: 'deploy', weight: 'plain', when: 'build', flags: '--auto-submit', why: 'Deploys.' },
    { code: 'deploy', weight: 'plain', when: 'workflow run', why: 'Starts a workflow that may deploy.' },
    { code: 'deploy', weight: 'plain', when: 'apply|set', why: 'Changes a running cluster.' },
    { code: 'deploy', weight: 'plain', when: 'upgrade|install', why: 'Changes a running release.' },
    { code: 'deploy', weight: 'plain', when: 'push', why: 'Pushes; a protected branch deploys.' },
    {
      code: 'deploy',
      weight: 'plain',
      when: 'webapp|functionapp|staticwebapp|containerapp|acr deploy*|up|update|create|config-zip|build',
      why: 'Deploys to Azure.',
    },
    {
      code: 'deploy',
      weight: 'plain',
      when: 'app|run|functions|builds deploy|submit',
      why: 'Deploys to Google Cloud.',
    },
    {
      code: 'deploy',
      weight: 'plain',
      when: 'cloudformation|ecs|lambda|amplify|deploy|codepipeline|elasticbeanstalk|s3 deploy|update-service|update-function-code|create-deployment|start-deployment|start-pipeline-execution|update-stack|create-stack|update-environment|start-job',
      why: 'Deploys to AWS.',
    },
    {
      code: 'deploy',
      weight: 'plain',
      when: '',
      flags: '--prod --production',
      except: 'list|ls|inspect|logs|status|env|build|pull|dev|info',
      why: 'Deploys to production.',
    },
    {
      code: 'deploy',
      weight: 'plain',
      when: 'up|promote|rollback|release*|app sync',
      why: 'Changes what runs.',
    },
  ],
};

/** The project's own word for it. */
export const deployScripts: Family = {
  names: 'npm pnpm yarn bun make gmake just task cap mage invoke inv nx turbo rake vercel now heroku',
  kind: 'deploy',
  values: '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app',
  dry: '-n --just-print --recon -p',
  rules: () => [
    {
      code: 'deploy',
      weight: 'plain',
      when: 'run|run-script|run-many deploy*|ship|release:prod*',
      why: 'Deploys.',
    },
    {
      code: 'deploy',
      weight: 'plain',
      when: 'deploy|deploy:*|deploy-*|ship|container:release',
      why: 'Deploys.',
    },
    { code: 'deploy', weight: 'plain', when: 'production|prod|staging deploy*', why: 'Deploys.' },
  ],
};
