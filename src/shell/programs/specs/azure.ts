// The command line of Microsoft's cloud.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const SCRIPTS: CommandSpec = {
  options: { '--scripts': 'runs', '-g --resource-group -n --name --command-id --parameters': 'text' },
  runs: { operands: 'none', remote: true },
};

/** Keys and passwords that a command prints. */
const SECRETS: readonly EffectRule[] = [
  {
    code: 'secret-read',
    when: '** list-keys|list-key|list-connection-strings|get-shared-keys|list-publishing-credentials|list-publishing-profiles|create-for-rbac',
    kind: 'read',
    why: 'Prints keys into the conversation.',
    safer: 'the matching show command',
  },
  {
    code: 'secret-read',
    when: '** keys list',
    kind: 'read',
    why: 'Prints keys into the conversation.',
    safer: 'the matching show command',
  },
  {
    code: 'secret-read',
    when: 'storage ** show-connection-string',
    kind: 'read',
    why: 'Prints keys into the conversation.',
    safer: 'az storage account show',
  },
  {
    code: 'secret-read',
    when: 'eventgrid ** key list',
    kind: 'read',
    why: 'Prints keys into the conversation.',
    safer: 'az eventgrid topic show',
  },
  {
    code: 'secret-read',
    when: '** connection-string|admin-key|query-key|shared-key show|list',
    kind: 'read',
    why: 'Prints keys into the conversation.',
    safer: 'the matching show command',
  },
  {
    code: 'secret-read',
    when: 'acr|appconfig credential show|list',
    kind: 'read',
    why: 'Prints credentials into the conversation.',
    safer: 'az acr show',
  },
  {
    code: 'secret-read',
    when: 'containerapp ** secret show',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
    safer: 'az containerapp secret list',
  },
  {
    code: 'secret-read',
    when: 'containerapp ** secret list',
    flags: '--show-values',
    kind: 'read',
    why: 'Prints secrets into the conversation.',
    safer: 'az containerapp secret list',
  },
  {
    code: 'secret-read',
    when: 'webapp|functionapp|staticwebapp|logicapp ** appsettings list',
    kind: 'read',
    why: 'Prints the settings of the app, with its secrets.',
    safer: 'az webapp show',
  },
  {
    code: 'secret-read',
    when: 'account get-access-token',
    kind: 'read',
    why: 'Prints a token into the conversation.',
    safer: 'az account show',
  },
  {
    code: 'secret-read',
    when: 'acr login',
    flags: '--expose-token',
    kind: 'read',
    why: 'Prints a token into the conversation.',
    safer: 'az acr login',
  },
  {
    code: 'secret-read',
    when: 'keyvault secret show|download',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
    safer: 'az keyvault secret list',
  },
  {
    code: 'secret-read',
    when: 'keyvault key decrypt',
    kind: 'read',
    why: 'Prints a secret into the conversation.',
  },
];

const ACCESS: readonly EffectRule[] = [
  {
    code: 'cloud-access',
    when: 'aks get-credentials',
    flags: '-a --admin',
    kind: 'escalate',
    why: 'Takes the keys with which the cluster allows everything.',
    safer: 'az aks get-credentials without --admin',
  },
  {
    code: 'cloud-access',
    when: '** set-policy|add-policy',
    kind: 'escalate',
    why: 'Changes access rights.',
    safer: 'az role assignment list',
  },
  {
    code: 'cloud-access',
    when: 'role|ad assignment|definition|sp|app create|update|delete|create-for-rbac|credential',
    kind: 'escalate',
    why: 'Changes access rights.',
    safer: 'az role assignment list',
  },
  {
    code: 'cloud-access',
    when: '** keys|credential renew|revoke|regenerate|reset',
    kind: 'escalate',
    why: 'Replaces keys that others may use.',
  },
  {
    code: 'cloud-access',
    when: 'ad user|group|owner|app|sp|signed-in-user ** create|add|update|reset-password',
    kind: 'escalate',
    why: 'Changes who belongs to the organisation and what they may do.',
    safer: 'az ad user list',
  },
  {
    code: 'cloud-access',
    when: 'ad group|app|sp member|owner|permission|credential|federated-credential add|create|grant|admin-consent|reset',
    kind: 'escalate',
    why: 'Changes access rights.',
    safer: 'az ad group member list',
  },
  {
    code: 'cloud-access',
    when: '** generate-sas|grant-access|generate-sas-token',
    kind: 'escalate',
    why: 'Makes an address with which anybody can read or write the data.',
  },
  {
    code: 'cloud-access',
    when: 'storage account|container ** create|update',
    flags: '--allow-blob-public-access=true --public-access=blob|container --default-action=allow',
    kind: 'escalate',
    why: 'Lets anybody read what is stored there.',
    safer: 'az storage account show',
  },
  {
    code: 'cloud-run-command',
    when: 'vm|vmss user|extension|run-command|application update|set|create|invoke|reset-ssh|delete',
    why: 'Runs commands on other machines, or lets somebody log in to them.',
    safer: 'az vm extension list',
  },
  {
    code: 'cloud-access',
    when: '** regenerate-key|regenerate-keys|regenerate-credentials',
    kind: 'escalate',
    why: 'Replaces keys that others may use.',
  },
  {
    code: 'cloud-access',
    when: 'network nsg|firewall ** create|update',
    flags: '--source-address-prefixes=*|0.0.0.0|internet|any --source-address-prefix=*|0.0.0.0|internet|any',
    kind: 'escalate',
    why: 'Opens a port to the network.',
    safer: 'az network nsg rule list',
  },
  {
    code: 'cloud-access',
    when: '** firewall-rule|network-rule create|update|add',
    kind: 'escalate',
    why: 'Lets other machines reach the resource.',
    safer: 'the matching list command',
  },
  {
    code: 'cloud-access',
    when: '** open-port',
    kind: 'escalate',
    why: 'Opens a port to the network.',
    safer: 'az network nsg rule list',
  },
  {
    code: 'cloud-access',
    when: '** identity assign',
    kind: 'escalate',
    why: 'Gives the resource the rights of an identity.',
    safer: 'az identity list',
  },
  {
    code: 'cloud-access',
    when: '** role assignment|definition create|update',
    kind: 'escalate',
    why: 'Changes access rights.',
    safer: 'az role assignment list',
  },
  {
    code: 'cloud-access',
    when: '** server|flexible-server|instance|mi|db update',
    flags: '-p= --admin-password= --administrator-login-password= --public-network-access=enabled',
    kind: 'escalate',
    why: 'Changes who may log in to the database, or reach it.',
    safer: 'the matching show command',
  },
  {
    code: 'cloud-access',
    when: 'acr update|create',
    flags: '--anonymous-pull-enabled=true --admin-enabled=true',
    kind: 'escalate',
    why: 'Lets more people read the images of the registry.',
    safer: 'az acr show',
  },
  {
    code: 'cloud-access',
    when: 'sig share add|enable-community',
    kind: 'escalate',
    why: 'Shares images with others.',
    safer: 'az sig show',
  },
  {
    code: 'cloud-access',
    when: 'acr token|scope-map create|update',
    kind: 'escalate',
    why: 'Makes a new key, or changes what one allows.',
    safer: 'az acr token list',
  },
  {
    code: 'cloud-access',
    when: 'storage container set-permission',
    flags: '--public-access=blob|container',
    kind: 'escalate',
    why: 'Lets anybody read what is stored there.',
    safer: 'az storage container show-permission',
  },
];

const DEPLOYS: readonly EffectRule[] = [
  {
    code: 'deploy',
    when: 'deployment',
    except: 'list*|show|what-if|validate|export|wait',
    kind: 'deploy',
    weight: 'plain',
    why: 'Deploys to Azure.',
  },
  {
    code: 'deploy',
    when: 'webapp|functionapp|staticwebapp|containerapp|acr deploy*|up|update|create|config-zip|build',
    kind: 'deploy',
    weight: 'plain',
    why: 'Deploys to Azure.',
  },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'az',
    about: 'The command line of Azure.',
    options: {
      '-g --resource-group -n --name -o --output --query --subscription -l --location --vault-name --account-name --ids --id --mode --http-method --method -m --source-address-prefixes --source-address-prefix --public-access -c --container-name -s --source -d --destination --tags -u --url --uri --scope --assignee --role':
        'text',
      '--account-key --sas-token --connection-string -p --password --service-principal-password --admin-password --administrator-login-password':
        'login',
      '--startup-file --generic-configurations --docker-custom-image-name --container-image-name': 'text',
      '-f --file --template-file --parameters --src-path --src': 'text',
      '-b --body': 'sends',
      '-y --yes --no-wait --debug --verbose --only-show-errors --show-values --expose-token': 'flag',
    },
    subcommands: {
      vm: { subcommands: { 'run-command': { subcommands: { invoke: SCRIPTS } } } },
      vmss: { subcommands: { 'run-command': { subcommands: { invoke: SCRIPTS } } } },
      container: {
        subcommands: {
          exec: {
            options: { '--exec-command': 'runs', '-g --resource-group -n --name --container-name': 'text' },
            runs: { operands: 'none', remote: true },
          },
        },
      },
      aks: {
        subcommands: {
          command: {
            subcommands: {
              invoke: {
                options: {
                  '-c --command': 'runs',
                  '-g --resource-group -n --name': 'text',
                  '-f --file': 'reads',
                },
                runs: { operands: 'none', remote: true },
              },
            },
          },
          'get-credentials': {
            options: { '-f --file': 'writes', '-a --admin --overwrite-existing': 'flag' },
          },
        },
      },
      storage: {
        subcommands: {
          blob: {
            subcommands: {
              download: { options: { '-f --file': 'writes' } },
              'download-batch': { options: { '-d --destination': 'writes', '-s --source': 'text' } },
            },
          },
          file: { subcommands: { download: { options: { '--dest': 'writes', '-p --path -s': 'text' } } } },
        },
      },
      keyvault: {
        subcommands: {
          'secret|key|certificate': {
            subcommands: { 'download|backup': { options: { '-f --file': 'writes' } } },
          },
        },
      },
    },
    kind: 'infrastructure',
    effects: [
      ...SECRETS,
      {
        code: 'cloud-delete',
        when: '** delete|destroy|purge|rm|remove|uninstall|untag|delete-*|remove-*|*-delete|*-remove',
        why: 'Deletes a cloud resource.',
        safer: 'the matching list or show command',
      },
      {
        code: 'cloud-stop',
        when: '** stop|deallocate|reset|disable|cancel|suspend|shutdown|restart|reimage|redeploy|rebuild|failover|detach|drain|revoke|revoke-access|rollback|resize|clear|generalize|kill|undelete|undeploy',
        why: 'Stops or resets a running resource.',
        safer: 'the matching show command',
      },
      {
        code: 'cloud-change',
        when: 'deployment **',
        flags: '--mode=complete',
        why: 'Complete mode deletes every resource that is not in the template.',
        safer: 'az deployment group what-if',
      },
      {
        code: 'cloud-change',
        when: 'webapp|functionapp|logicapp config set|container',
        flags:
          '--startup-file= --generic-configurations= --docker-custom-image-name= --container-image-name=',
        why: 'Changes which program the app runs.',
        safer: 'az webapp config show',
      },
      {
        code: 'cloud-change',
        when: 'sql|mysql|postgres ** export',
        why: 'Copies a whole database to a storage account.',
        safer: 'az sql db show',
      },
      {
        code: 'cloud-change',
        when: 'automation|logic ** replace-content|publish|start|create|update',
        why: 'Changes what runs automatically with the rights of its account.',
        safer: 'az automation runbook list',
      },
      {
        code: 'cloud-run-command',
        when: 'webapp ssh|create-remote-connection',
        why: 'Opens a shell on another machine.',
        safer: 'az webapp log tail',
      },
      {
        code: 'cloud-run-command',
        when: 'acr run|task',
        except: 'list*|show*|logs',
        why: 'Runs commands with the rights of the registry.',
        safer: 'az acr task list',
      },
      {
        code: 'cloud-stop',
        when: 'security pricing create',
        flags: '--tier=free',
        why: 'Switches the protection of the account off.',
        safer: 'az security pricing list',
      },
      {
        code: 'cloud-stop',
        when: 'storage account ** update',
        flags:
          '--enable-delete-retention=false --enable-versioning=false --enable-container-delete-retention=false',
        why: 'Deleted data can no longer be brought back.',
        safer: 'az storage account blob-service-properties show',
      },
      {
        code: 'cloud-delete',
        when: 'devops|rest **',
        flags: '--http-method=delete|put|patch|post --method=delete|put|patch|post -m=delete|put|patch|post',
        why: 'Sends a request that changes or deletes something.',
        safer: 'the same request with GET',
      },
      {
        code: 'cloud-run-command',
        when: 'vm|vmss run-command invoke|create',
        why: 'Runs commands on other machines.',
        safer: 'az vm get-instance-view',
      },
      ...ACCESS,
      ...DEPLOYS,
    ],
    traits: ['sends', 'ignores-input'],
    behaviours: ['uploadsToAzure'],
    examples: [
      { command: 'az account show', expect: 'pass' },
      { command: 'az resource list -g app', expect: 'pass' },
      { command: 'az group delete --name app --yes', expect: 'ask' },
      { command: 'az vm deallocate -g app -n vm', expect: 'ask' },
      {
        command: 'az vm run-command invoke -g g -n vm --command-id RunShellScript --scripts date',
        expect: 'ask',
      },
      { command: "az aks command invoke -g g -n c --command 'kubectl get pods'", expect: 'pass' },
      { command: "az aks command invoke -g g -n c --command 'kubectl delete ns app'", expect: 'ask' },
      { command: 'az aks get-credentials -g g -n c -f ~/.bashrc', expect: 'ask' },
      { command: 'az storage blob upload -f dist/a.js -c site -n a.js', expect: 'pass' },
      { command: 'az storage blob upload -f .env -c box -n a', expect: 'deny' },
      { command: 'az storage blob download -c box -n a -f ~/.bashrc', expect: 'ask' },
      { command: 'az storage container set-permission -n c --public-access blob', expect: 'ask' },
      { command: 'az storage account keys list -n a', expect: 'ask' },
      { command: 'az storage account keys renew -n a --key primary', expect: 'ask' },
      { command: 'az keyvault secret list --vault-name v', expect: 'pass', title: 'Names, not values' },
      { command: 'az keyvault secret show --vault-name v -n s', expect: 'ask' },
      { command: 'az account get-access-token', expect: 'ask' },
      { command: 'az webapp config appsettings list -n app -g g', expect: 'ask' },
      { command: 'az webapp config set -n app -g g --startup-file "npm start"', expect: 'ask' },
      { command: 'az sql server firewall-rule create -s s -g g -n all', expect: 'ask' },
      { command: 'az sql server firewall-rule list -s s -g g', expect: 'pass' },
      { command: 'az sql server update -n s -g g -p newpass', expect: 'ask' },
      { command: 'az sql db export -s s -n d -g g --storage-uri https://x.example', expect: 'ask' },
      { command: 'az vm identity assign -g g -n vm', expect: 'ask' },
      { command: 'az vm open-port -g g -n vm --port 22', expect: 'ask' },
      { command: 'az acr update -n r --anonymous-pull-enabled true', expect: 'ask' },
      { command: 'az automation runbook replace-content -n r -g g --content @x.ps1', expect: 'ask' },
      { command: 'az security pricing create -n VirtualMachines --tier free', expect: 'ask' },
      { command: 'az cosmosdb sql role assignment create -g g -a a', expect: 'ask' },
      { command: 'az acr run --registry r --cmd "echo hi" /dev/null', expect: 'ask' },
      { command: 'az webapp ssh -n app -g g', expect: 'ask' },
      { command: 'az sig share enable-community -g g -r gallery', expect: 'ask' },
      { command: 'az acr token create -n t -r r', expect: 'ask' },
      {
        command: 'az storage account blob-service-properties update -n a --enable-delete-retention false',
        expect: 'ask',
      },
      { command: 'az role assignment create --assignee a --role Owner', expect: 'ask' },
      { command: 'az rest --method delete --url /subscriptions/x', expect: 'ask' },
      { command: 'az rest --method get --url /subscriptions/x', expect: 'pass' },
      { command: 'az deployment group what-if -g production -f main.bicep', expect: 'pass' },
      { command: 'az deployment group create -g production -f main.bicep', expect: 'ask' },
      { command: 'az deployment group create -g dev -f main.bicep --mode Complete', expect: 'ask' },
      { command: 'az network nsg rule create -g g --source-address-prefixes 0.0.0.0/0', expect: 'ask' },
    ],
  },
];
