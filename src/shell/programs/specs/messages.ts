import type { EffectRule, ProgramSpec } from '../spec.ts';

const PLATFORMS_0_0: readonly EffectRule[] = [
  { code: 'secret-read', when: 'auth token', kind: 'read', why: 'Prints a token into the conversation.' },
  {
    code: 'platform-delete',
    when: 'delete|destroy|remove|rm|purge|down|erase|clear|reset|teardown|uninstall|unregister|clean|shutdown|prune|remove-secret',
    why: 'Deletes something on the platform.',
    safer: 'the matching list or info command',
  },
  {
    code: 'platform-delete',
    when: '*:delete|*:destroy|*:remove|*:rm|*:reset|*:unset|*:rollback|*:revoke|*:purge|*:clear|*:disable|*:detach|*:scale|*:cancel|*:stop|*:downgrade',
    why: 'Deletes or resets something on the platform.',
  },
  {
    code: 'platform-delete',
    when: '* delete|destroy|remove|rm|uninstall|rollback|remove-secret|unlist|roll|purge|reset|disable|archive|revoke|clear|unset|detach|restore|stop|cancel|refund|prune|close|del|edit-lock|erase|wipe|void|deactivate|suspend|transfer|reboot',
    why: 'Deletes or disables something on the platform.',
  },
  {
    code: 'platform-delete',
    when: '* * delete|destroy|remove|rm|purge|reset|revoke|unset|undeploy',
    why: 'Deletes something on the platform.',
  },
  {
    code: 'platform-delete',
    when: '* * * delete|destroy|remove|purge|revoke',
    why: 'Deletes something on the platform.',
  },
  {
    code: 'platform-delete',
    when: 'envs|apis|proxies undeploy',
    why: 'Takes something away from its users.',
  },
  {
    code: 'platform-delete',
    when: 'variables|variable',
    flags: '--remove --delete',
    why: 'Deletes something on the platform.',
  },
  { code: 'platform-delete', when: 'db|migration|migrations reset|down|delete', why: 'Resets the database.' },
  {
    code: 'platform-delete',
    when: 'delete-*|disable-*|destroy-*|safe-restart|safe-shutdown|restart|quiet-down|rollback|clear-task-cache',
    why: 'Deletes or stops something on the server.',
  },
  {
    code: 'platform-delete',
    when: 'variable|variables|vars|var set|upsert database_*|*database_url*|pg*|postgres*|mysql*|redis*|mongo*',
    why: 'Points the service to another database.',
  },
  {
    code: 'platform-delete',
    when: 'variable|variables|vars|var',
    flags: '--set=database_|pg|postgres|mysql|redis|mongo',
    why: 'Points the service to another database.',
  },
  {
    code: 'platform-delete',
    when: 'secret create',
    flags: '--force --overwrite',
    why: 'Replaces a secret that others use.',
  },
  { code: 'platform-delete', when: 'service version activate', why: 'Changes what everybody gets at once.' },
  { code: 'db-overwrite', when: 'database:set', kind: 'data', why: 'Replaces everything below that path.' },
  { code: 'platform-delete', when: 'env:clone', why: 'Overwrites the settings of another site.' },
  {
    code: 'platform-delete',
    when: 'sync|gateway',
    flags: '--select-tag',
    why: 'Deletes what does not carry the tag.',
    safer: 'deck diff',
  },
  { code: 'platform-delete', when: 'refunds|payouts|transfers|topups create', why: 'Moves real money.' },
  { code: 'secret-read', when: 'env pull', kind: 'read', why: 'Downloads secrets into a file.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'nats',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set --vhost -n --node --server':
        'text',
    },
    kind: 'infrastructure',
    effects: [
      ...PLATFORMS_0_0,
      {
        code: 'queue-delete',
        when: 'delete*|purge*|reset|force_reset|stop*|forget_cluster_node|clear_*|delete|close*|disable|set_permissions|change_password|eval|shutdown',
        why: 'Deletes queues or stops the broker.',
        safer: 'rabbitmqctl list_queues',
        kind: 'data',
      },
      {
        code: 'queue-delete',
        when: 'stream|consumer|kv|object|account|topics|namespaces|tenants|subscriptions rm|del|delete|purge|unload|clear-backlog|seal|edit|unsubscribe',
        why: 'Deletes streams, consumers or keys.',
        kind: 'data',
      },
    ],
    traits: ['sends'],
  },
  {
    names: 'ngrok',
    about: '',
    options: {
      '-a --app -t --token -p --project --team --org -e --environment --scope -R --repo -s --site --config -c --set':
        'text',
    },
    kind: 'infrastructure',
    effects: PLATFORMS_0_0,
    traits: ['sends'],
  },
  {
    names: 'kcat',
    about: '',
    options: { '--bootstrap-server --zookeeper --topic --group --entity-type --entity-name': 'text' },
    kind: 'data',
    effects: [
      {
        code: 'queue-delete',
        flags:
          '--delete --remove --execute --reset-offsets --delete-config --offset-json-file --delete-offsets',
        why: 'Deletes topics, groups or records.',
        safer: 'the same command with --describe',
      },
      { code: 'queue-delete', when: 'format', why: 'Formats the storage of the broker.' },
      {
        code: 'queue-delete',
        when: 'topic|group|cluster delete|trim-prefix|offset-delete',
        why: 'Deletes topics or groups.',
      },
    ],
    traits: ['sends'],
  },
  {
    names: 'mail mailx mutt',
    about: '',
    options: { '-a -A': 'sends-file', '-s -c -b -r -e -i -H': 'text' },
    traits: ['sends'],
    behaviours: ['attached'],
  },
  {
    names: 'sendmail msmtp swaks kafkacat mosquitto_pub slackcat pbin termbin',
    about: '',
    traits: ['sends'],
  },
  {
    names: 'transfer croc wormhole magic-wormhole pastebinit',
    about: '',
    traits: ['sends'],
    behaviours: ['named'],
  },
];
