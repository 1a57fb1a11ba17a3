// The command lines of Google's cloud.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

const COPY: CommandSpec = {
  options: {
    '--zone --project --cache-control --content-type --storage-class --gzip-local --content-encoding --additional-headers --exclude --canned-acl --predefined-acl --custom-metadata --port --scp-flag --ssh-key-expiration':
      'text',
    '--ssh-key-file': 'login',
    '-r -R --recursive --recurse -n --no-clobber -c --continue-on-error --delete-unmatched-destination-objects --compress --plain --internal-ip --tunnel-through-iap --force-key-file-overwrite':
      'flag',
    // Nothing is copied then: the files are only named.
    '--dry-run': 'names-only',
  },
  operands: 'copies',
};

const SSH: CommandSpec = {
  options: {
    '--command': 'runs',
    '--zone --project --container --ssh-flag --ssh-key-expiration': 'text',
    '--ssh-key-file': 'login',
    '--internal-ip --tunnel-through-iap --plain --dry-run': 'flag',
  },
  runs: { operands: 'none', remote: true },
};

const LOOKS: CommandSpec = {
  options: {
    '--project --account --configuration --format --filter --limit --sort-by --page-size --zone --region':
      'text',
    '-q --quiet --all': 'flag',
  },
  plain: true,
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'gcloud',
    about: 'The command line of Google Cloud.',
    options: {
      '--project --account --billing-project --configuration --verbosity --impersonate-service-account --format --flatten --filter --limit --sort-by --page-size --zone --region --location --trace-token':
        'text',
      '--key-file --access-token-file --ssh-key-file --cred-file': 'login',
      '--flags-file': 'reads',
      '--plaintext-file --out-file --output-file --log-file': 'writes',
      '--sql': 'sql',
      '-q --quiet --log-http --async --user-output-enabled': 'flag',
    },
    subcommands: {
      compute: { subcommands: { ssh: SSH, scp: COPY } },
      beta: { subcommands: { compute: { subcommands: { ssh: SSH, scp: COPY } } } },
      storage: { subcommands: { 'cp|mv|rsync': COPY, ls: LOOKS } },
      'config|projects': { subcommands: { list: LOOKS } },
      auth: { subcommands: { list: LOOKS } },
      version: LOOKS,
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cloud-delete',
        when: '** delete|destroy|purge|rm|remove|terminate|uninstall|delete-*|remove-*|*-delete|*-remove',
        why: 'Deletes a cloud resource.',
        safer: 'the matching list or describe command',
      },
      {
        code: 'cloud-stop',
        when: '** stop|reset|disable|cancel|abandon|suspend|restart|reboot|failover|detach|drain|revoke|rollback|resize|seek|kill|undelete|set-machine-type|undeploy|unlink',
        why: 'Stops or resets a running resource.',
        safer: 'the matching describe command',
      },
      {
        code: 'cloud-access',
        when: 'storage buckets update',
        flags: '--no-public-access-prevention --pap=inherited',
        kind: 'escalate',
        why: 'Allows that everybody may read the bucket.',
        safer: 'gcloud storage buckets describe gs://BUCKET',
      },
      {
        code: 'cloud-change',
        when: 'sql export',
        why: 'Copies a whole database to a bucket.',
        safer: 'gcloud sql backups list',
      },
      {
        code: 'cloud-access',
        when: '** set-iam-policy|add-iam-policy-binding|set-policy|add-policy',
        kind: 'escalate',
        why: 'Changes access rights.',
        safer: 'gcloud projects get-iam-policy PROJECT',
      },
      {
        code: 'cloud-access',
        when: 'compute instances|project-info|os-login ** add-metadata|set-iam-policy|ssh-keys',
        kind: 'escalate',
        why: 'Changes what runs on machines at their start, or which keys may log in.',
        safer: 'gcloud compute instances describe NAME',
      },
      {
        code: 'cloud-access',
        when: 'iam roles|workload-identity-pools ** create|update|copy|create-oidc|create-aws|create-saml|update-oidc',
        kind: 'escalate',
        why: 'Changes access rights.',
        safer: 'gcloud iam roles list',
      },
      {
        code: 'cloud-access',
        when: 'sql users set-password|create',
        kind: 'escalate',
        why: 'Changes who may log in to the database.',
        safer: 'gcloud sql users list --instance=NAME',
      },
      {
        code: 'cloud-access',
        when: 'sql instances patch',
        flags: '--authorized-networks --assign-ip --database-flags --no-require-ssl --root-password',
        kind: 'escalate',
        why: 'Changes who may reach the database.',
        safer: 'gcloud sql instances describe NAME',
      },
      {
        code: 'cloud-access',
        when: '** deploy|update|create',
        flags: '--allow-unauthenticated',
        kind: 'escalate',
        why: 'Lets anybody call the service.',
        safer: 'gcloud run deploy --no-allow-unauthenticated',
      },
      {
        code: 'cloud-access',
        when: 'iam service-accounts keys create',
        kind: 'escalate',
        why: 'Makes a new long-lived key.',
        safer: 'gcloud iam service-accounts keys list',
      },
      {
        code: 'cloud-access',
        when: '** firewall-rules create|update',
        flags: '--source-ranges=0.0.0.0|*',
        kind: 'escalate',
        why: 'Opens a port to the network.',
        safer: 'gcloud compute firewall-rules list',
      },
      {
        code: 'cloud-delete',
        when: 'storage rsync',
        flags: '--delete-unmatched-destination-objects',
        why: 'Deletes files on one side that are missing on the other.',
        safer: 'the same command with --dry-run',
      },
      {
        code: 'db-overwrite',
        when: 'sql backups|instances restore|restore-backup',
        kind: 'data',
        why: 'Replaces the database with the content of the backup.',
        safer: 'gcloud sql backups list',
      },
      {
        code: 'db-overwrite',
        when: 'sql import sql|csv|bak',
        kind: 'data',
        why: 'Runs the statements of a file on the database.',
        safer: 'gcloud sql backups create',
      },
      {
        code: 'secret-read',
        when: 'auth print-access-token|print-identity-token',
        kind: 'read',
        why: 'Prints a token into the conversation.',
        safer: 'gcloud auth list',
      },
      {
        code: 'secret-read',
        when: 'auth application-default print-access-token',
        kind: 'read',
        why: 'Prints a token into the conversation.',
        safer: 'gcloud auth list',
      },
      {
        code: 'secret-read',
        when: 'kms decrypt|asymmetric-decrypt',
        kind: 'read',
        why: 'Prints a secret into the conversation.',
      },
      {
        code: 'secret-read',
        when: '** secrets versions access',
        kind: 'read',
        why: 'Prints a secret into the conversation.',
        safer: 'gcloud secrets versions list SECRET',
      },
      {
        code: 'deploy',
        when: 'app|run|functions|builds deploy|submit',
        kind: 'deploy',
        weight: 'plain',
        why: 'Deploys to Google Cloud.',
      },
      {
        code: 'deploy',
        when: 'alpha|beta app|run|functions|builds deploy|submit',
        kind: 'deploy',
        weight: 'plain',
        why: 'Deploys to Google Cloud.',
      },
      {
        code: 'deploy',
        when: 'run|app services|versions|jobs update|replace|update-traffic|set-traffic|migrate|execute',
        kind: 'deploy',
        weight: 'plain',
        why: 'Changes running workloads.',
      },
      {
        code: 'deploy',
        when: 'deploy releases|rollouts|apply',
        except: 'list|describe',
        kind: 'deploy',
        weight: 'plain',
        why: 'Deploys to Google Cloud.',
      },
    ],
    behaviours: ['sqlOption', 'clientShellEscapes'],
    examples: [
      { command: 'gcloud config list', expect: 'pass' },
      { command: 'gcloud compute instances list --project app', expect: 'pass' },
      { command: 'gcloud run services describe "$SERVICE"', expect: 'pass' },
      { command: 'gcloud projects delete app', expect: 'ask' },
      { command: 'gcloud compute instances stop vm', expect: 'ask' },
      { command: 'gcloud compute ssh vm --command "uptime"', expect: 'pass' },
      { command: 'gcloud compute ssh db --command \'psql -c "DROP DATABASE app"\'', expect: 'deny' },
      { command: 'gcloud compute scp ~/.ssh/id_rsa vm:/tmp/k', expect: 'deny' },
      { command: 'gcloud compute scp vm:/x ~/.bashrc', expect: 'ask' },
      { command: 'gcloud storage cp dist/a.js gs://site', expect: 'pass' },
      { command: 'gcloud storage cp .env gs://site', expect: 'deny' },
      { command: 'gcloud storage rm -r gs://site', expect: 'ask' },
      { command: 'gcloud storage rsync out gs://site --delete-unmatched-destination-objects', expect: 'ask' },
      { command: 'gcloud projects add-iam-policy-binding p --member user:a --role owner', expect: 'ask' },
      { command: 'gcloud iam service-accounts keys create key.json --iam-account a', expect: 'ask' },
      { command: 'gcloud auth list', expect: 'pass' },
      { command: 'gcloud auth print-access-token', expect: 'ask' },
      {
        command:
          'curl -H "Authorization: Bearer $(gcloud auth print-access-token)" https://run.googleapis.com/v1/x',
        expect: 'pass',
        title: 'Used to log in, not shown',
      },
      { command: 'gcloud secrets versions access latest --secret=db', expect: 'ask' },
      { command: 'gcloud sql backups restore 77 --restore-instance=shop', expect: 'ask' },
      { command: 'gcloud run deploy api --project app-dev', expect: 'pass' },
      { command: 'gcloud run deploy api --project app-prod', expect: 'ask' },
      { command: 'gcloud auth activate-service-account --key-file=sa.json', expect: 'pass' },
    ],
  },
  {
    names: 'bq',
    about: 'Queries and loads tables of BigQuery.',
    options: {
      '--project_id --dataset_id --location --format -n --max_rows --destination_table --destination_schema --schema --source_format --label --parameter --maximum_bytes_billed --time_partitioning_field --clustering_fields --expiration -d --description':
        'text',
      '--service_account_credential_file --service_account_private_key_file': 'login',
      '--flagfile --bigqueryrc': 'reads',
      '--apilog': 'writes',
      '--query': 'sql',
      '--dry_run': 'dry',
      '--use_legacy_sql --nouse_legacy_sql --replace --append_table --batch --nosync --headless -q --quiet -f --force -r --recursive -t --table -a --no_clobber':
        'flag',
    },
    kind: 'infrastructure',
    effects: [
      {
        code: 'cloud-delete',
        when: 'rm',
        why: 'Deletes tables or datasets.',
        safer: 'bq show TABLE',
      },
      {
        code: 'cloud-delete',
        when: 'load|query|mk',
        flags: '--replace',
        why: 'Overwrites a table.',
        safer: 'bq show TABLE',
      },
      {
        code: 'cloud-delete',
        when: 'cp|partition',
        flags: '-f --force',
        why: 'Overwrites a table.',
        safer: 'bq show TABLE',
      },
      {
        code: 'cloud-stop',
        when: 'cancel',
        why: 'Cancels a running job.',
        safer: 'bq ls -j',
      },
      {
        code: 'cloud-access',
        when: 'add-iam-policy-binding|set-iam-policy|remove-iam-policy-binding',
        kind: 'escalate',
        why: 'Changes access rights.',
        safer: 'bq get-iam-policy TABLE',
      },
    ],
    behaviours: ['sqlArguments', 'clientShellEscapes'],
    examples: [
      { command: 'bq ls', expect: 'pass' },
      { command: "bq query 'SELECT 1'", expect: 'pass' },
      { command: "bq query 'DROP TABLE a.b'", expect: 'deny' },
      { command: "bq query --dry_run 'DROP TABLE a.b'", expect: 'pass' },
      { command: "bq query --replace --destination_table=a.b 'SELECT 1'", expect: 'ask' },
      { command: 'bq rm -r -f dataset', expect: 'ask' },
      { command: 'bq cp -f a.b c.d', expect: 'ask' },
    ],
  },
];
