// What tools of servers do that is worth a question: a table, with the sentence for each.
import { type Input, isDryRun, isPublic, isTrue, mountsHost, namesProduction } from './tool-input.ts';
import type { ToolAction } from './tool-name.ts';
import {
  DESTROYS,
  EMPTIES,
  NO_SECRET,
  OWN,
  PAYS,
  SECRET_OBJECTS,
  SHARED,
  TAKES_AWAY,
  VALUABLE,
} from './tool-vocabulary.ts';

export interface ToolEffect {
  applies: (action: ToolAction, input: Input) => boolean;
  /** Completes the sentence “The tool x …”. */
  does: string;
  instead: string;
}

/** Servers that edit a document of the project, or the agent's own notes, browser and devices: what they delete is their work. */
const EDITORS =
  /memory|thinking|serena|filesystem|playwright|puppeteer|chrome|browser|figma|unity|unreal|blender|godot|excel|word|powerpoint|pptx|docx|jupyter|notebook|language_server|jetbrains|mobile|appium|simulator|xcode|android|excalidraw|penpot|taskmaster|task_master|todo/;

/** Servers that stand for something valuable themselves: `mcp__redis__flushall`. */
const SERVICES =
  /redis|mongo|mysql|maria|postgres|sqlite|supabase|neon|planetscale|dynamo|terraform|pulumi|kubernetes|k8s|kubectl|helm|aws|gcp|gcloud|azure|docker|heroku|cloudflare|stripe|paypal|vercel|netlify|railway|digitalocean|firebase/;

/** Servers that keep people's documents, where a deleted file is not one of the project. */
const DOCUMENTS =
  /obsidian|notion|drive|dropbox|onedrive|sharepoint|evernote|confluence|icloud|s3|storage|ftp|webdav|minio|airtable|coda|gmail|mail|outlook|box/;

const GIT_HOSTS = /git_?(hub|lab|ea)|gitee|bitbucket|forgejo|azure_?devops/;

/** Servers and tools that show the content of secrets. */
const SECRET_SERVERS =
  /1password|onepassword|(^|_)op($|_)|bitwarden|lastpass|dashlane|keepass|keychain|vault|secret_?s?_?manager|doppler|infisical/;

/** Servers on which `publish` hands a message to programs. */
const BROKERS = /redis|mqtt|kafka|rabbit|nats|pubsub|queue|broker|event/;

const has = ({ objects }: ToolAction, set: ReadonlySet<string>) => objects.some((one) => set.has(one));
const isAny = (verb: string | undefined, set: ReadonlySet<string>) => verb !== undefined && set.has(verb);
const says = (pattern: RegExp) => (action: ToolAction) => !action.looks && pattern.test(action.name);

function takesAway(action: ToolAction): boolean {
  const { server, verb } = action;
  if (EDITORS.test(server)) return false;
  const isService = SERVICES.test(server) || DOCUMENTS.test(server);
  if (isAny(verb, DESTROYS))
    return isService || has(action, SHARED) || has(action, VALUABLE) || !has(action, OWN);
  if (isAny(verb, TAKES_AWAY)) return isService || has(action, SHARED) || has(action, VALUABLE);
  return isAny(verb, EMPTIES) && has(action, SHARED) && !/(^|_)git(_|$)/.test(server);
}

const show = 'show the person what would be lost, and let them do it';

export const TOOL_EFFECTS: readonly ToolEffect[] = [
  {
    applies: (action, input) => takesAway(action) && !isDryRun(input),
    does: 'deletes or takes back something that others may need',
    instead: show,
  },
  {
    applies: ({ name }, { force }) => /push/.test(name) && (isTrue(force) || /force/.test(name)),
    does: 'overwrites commits on the server',
    instead: 'push without force',
  },
  {
    applies: says(
      /(^|_)(migrate|migration|db|database|schema|branch)_reset(_|$)|(^|_)reset_(db|database|branch)(_|$)/,
    ),
    does: 'deletes the data of a database',
    instead: show,
  },
  {
    applies: ({ name }, input) =>
      /aggregate/.test(name) && /"\$(out|merge)"/.test(JSON.stringify(input.pipeline ?? '')),
    does: 'overwrites a collection with its result',
    instead: 'leave $out and $merge away, and look at the result',
  },
  {
    applies: ({ name }, { filter }) =>
      /(^|_)(update|replace)_(many|all)(_|$)/.test(name) && /^\s*\{\s*\}\s*$/.test(textOf(filter)),
    does: 'changes every document of a collection',
    instead: 'give a filter for the documents you mean',
  },
  {
    applies: says(
      /(^|_)(stop|restart|reboot|shutdown|shut_down|power_off|poweroff|halt|kill|rebuild|failover|resize)(_\w+)?_(instance|vm|virtual_machine|droplet|machine|dyno|cluster|production|database|db)s?(_|$)|(^|_)(instance|vm|virtual_machine|droplet|machine|dyno|cluster)s?_(stop|restart|reboot|shutdown|power_off|power|halt|kill|failover)(_|$)/,
    ),
    does: 'stops a machine or a service that others may use',
    instead: 'look at what depends on it, and let the person stop it',
  },
  {
    applies: movesMoney,
    does: 'moves money, or binds the person to pay',
    instead: 'show the person the amount and the recipient, and let them do it',
  },
  {
    applies: says(
      /(^|_)(add|invite|grant|set|put|attach|update|create|change|assign|promote|give|modify|edit|bind|elevate|transfer|enable|generate|issue|rotate|authorize|register|upsert|write)(_\w+)?_(collaborator|member|members|permission|role|role_binding|binding|policy|policy_binding|acl|access|public_access\w*|firewall_rule|security_group\w*|ingress\w*|ownership|owner|admin|claim|custom_claim|secret|secret_value|variable_group|deploy_key|ssh_key|gpg_key|access_key|api_key|access_token|service_account\w*|invitation|invite|guest|oauth\w*|env_?var\w*|environment_variable)s?(_|$)|(^|_)(role|permission|policy|acl|member|collaborator|secret|api_key|access_key|access|claim)s?_(add|grant|set|put|attach|update|create|assign|change)(_|$)/,
    ),
    does: 'changes who may reach something, or with which key',
    instead: 'let the person decide who gets access',
  },
  {
    applies: ({ verb, name }) =>
      (verb === 'invite' || verb === 'share') && !/screen|context|state|memory/.test(name),
    does: 'shares something with other people',
    instead: 'let the person decide who may see it',
  },
  {
    applies: ({ looks, name }, input) => !looks && isPublic(input, name),
    does: 'lets everybody see or reach what was private',
    instead: 'let the person decide who may see it',
  },
  {
    applies: ({ name, server }, { force }) =>
      /git/.test(`${name} ${server}`) &&
      ((/checkout|switch|restore/.test(name) && isTrue(force)) || /stash_?(clear|drop)|discard/.test(name)),
    does: 'throws uncommitted work away',
    instead: 'git stash',
  },
  {
    applies: ({ name, server }, { force }) =>
      /git/.test(`${name} ${server}`) && /(^|_)clean(_|$)/.test(name) && isTrue(force),
    does: 'deletes files that git does not know',
    instead: 'git stash push -u',
  },
  {
    applies: ({ name }, { mode, hard, reset_type, type }) =>
      /reset/.test(name) &&
      ([mode, reset_type, type].some((one) => /^(--)?hard$/i.test(String(one))) || isTrue(hard)),
    does: 'throws uncommitted work away',
    instead: 'git stash',
  },
  {
    applies: ({ name, server }, { replicas, count, desired_count }) =>
      /scale|update_service|resize/.test(`${name} ${server}`) &&
      [replicas, count, desired_count].some((one) => one !== undefined && Number(one) === 0),
    does: 'stops everything that runs there',
    instead: 'look at what depends on it first',
  },
  {
    applies: ({ name, server, looks }, input) =>
      !looks &&
      /terraform|tofu|pulumi|cloudformation|cdk|ccapi|crossplane/.test(`${name} ${server}`) &&
      (/(^|_)(apply|up)(_|$)/.test(name) || approvesItself(input)),
    does: 'changes infrastructure',
    instead: 'plan it first, and show the person the plan',
  },
  {
    applies: ({ name }, input) => /apply|create|patch|update/.test(name) && grantsCluster(input),
    does: 'gives all rights in the cluster, or a way out of a container',
    instead: 'a role with the rights that are needed',
  },
  {
    applies: ({ name }, input) => /run|create|start/.test(name) && mountsHost(input),
    does: 'gives a container all of this machine',
    instead: 'mount only the folder that it needs',
  },
  {
    applies: showsSecret,
    does: 'shows a secret in the conversation',
    instead: 'let the program that needs the secret fetch it, or list the names only',
  },
  {
    applies: says(/(^|_)(branch_protection|protection|ruleset)s?(_|$)/),
    does: 'changes what protects a branch',
    instead: 'let the person decide what may be pushed',
  },
  {
    applies: ({ name, server }) => GIT_HOSTS.test(server) && /(^|_)delete_files?(_|$)/.test(name),
    does: 'deletes a file on the server at once',
    instead: 'delete it in a branch, and let the person review it',
  },
  {
    applies: ({ name, server, verb }) =>
      (verb === 'publish' && !BROKERS.test(server) && !/diagnostic|event|message|metric/.test(name)) ||
      (GIT_HOSTS.test(server) && /(^|_)(create_release|release_create|publish_release)(_|$)/.test(name)),
    does: 'publishes something for everybody',
    instead: 'let the person publish it',
  },
  {
    applies: ({ name, looks }, input) =>
      !looks &&
      /deploy|promote|rollback|release|workflow|pipeline|run_trigger|apply|upgrade|install|rollout|restart|scale|patch|migrat/.test(
        name,
      ) &&
      (namesProduction(input) || /(^|_)prod(uction)?(_|$)/.test(name)),
    does: 'changes production',
    instead: 'deploy a preview first, and let the person decide',
  },
  {
    applies: ({ name, looks }) => !looks && /(^|_)promote(_|$)/.test(name),
    does: 'changes production',
    instead: 'deploy a preview first, and let the person decide',
  },
  {
    applies: opensHouse,
    does: 'unlocks a door or switches an alarm off',
    instead: 'let the person do it',
  },
  {
    applies: ({ name, looks }, input) =>
      !looks &&
      /(^|_)(set|update|change|edit|patch)(_\w+)?_(config\w*|settings?|preferences?)(_|$)/.test(name) &&
      loosensServer(input),
    does: 'changes what the server may do on this machine',
    instead: 'let the person change the settings of the server',
  },
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** Objects with which money moves when they are made or sent. */
const MONEY =
  /(^|_)(refund|payout|transfer|charge|payment|payment_intent|withdrawal|purchase|subscription|trade|bank_transfer|wire)s?(_|$)/;
const TRADERS =
  /paypal|razorpay|square|alpaca|binance|coinbase|kraken|robinhood|ccxt|trading|broker|exchange|shop|commerce|amazon|uber|doordash|wallet|solana|ethereum|evm|bitcoin|crypto|bank|plaid|wise|mercury|ramp/;

function movesMoney({ verb, name, server, looks, objects }: ToolAction): boolean {
  if (looks || /(^|_)(link|method|page|button|webhook|settings?)s?(_|$)/.test(name)) return false;
  if (verb === 'transfer' && objects.some((one) => /^(file|data|artifact|style|call|learning)$/.test(one)))
    return false;
  if (verb === 'checkout') return /cart|order|shop/.test(name);
  if (
    verb === 'swap' ||
    verb === 'deposit' ||
    verb === 'stake' ||
    verb === 'sell' ||
    verb === 'trade' ||
    verb === 'finalize'
  )
    return TRADERS.test(server) || /token|invoice|order|position|stock|share|coin/.test(name);
  if (isAny(verb, PAYS)) return true;
  if (
    /^(create|make|send|submit|confirm|capture|execute|update|schedule|place|process|add)$/.test(verb ?? '')
  )
    return (
      MONEY.test(name) ||
      (/(^|_)(order|transaction|invoice_send|send_invoice|position)s?(_|$)/.test(name) &&
        (TRADERS.test(server) || verb === 'place' || /send_invoice|invoice_send/.test(name)))
    );
  return /(^|_)(place|submit|close)_(\w+_)?(order|position|trade)s?(_|$)|(^|_)(send|pay)_(\w+_)?(transaction|invoice|sol|eth|btc|token|fund|money|payment)s?(_|$)/.test(
    name,
  );
}

const approvesItself = (input: Input) =>
  [input.auto_approve, input.autoApprove, input.auto_apply].some(isTrue) ||
  /apply/.test(String(input.run_type ?? input.run_action ?? ''));

const SHOWS =
  /(^|_)(get|read|show|reveal|access|fetch|export|retrieve|decrypt|view|copy|pull|download|dump|print|lookup|list)(_|$)/;

function showsSecret({ name, server, objects }: ToolAction, input: Input): boolean {
  if (!SHOWS.test(name)) return false;
  if (/(^|_)(get|list|show|read|dump|print|pull|export)_env(ironment)?(_var(iable)?s?)?(_|$)/.test(name))
    return true;
  const lists = /(^|_)list(_|$)/.test(name);
  if (SECRET_SERVERS.test(server))
    return !lists && !/(^|_)(status|health|vaults?|mounts?|polic(y|ies))(_|$)/.test(name);
  if (/kube|k8s|openshift/.test(`${server}_${name}`) && Object.values(input).some(isSecretKind)) return true;
  if (/kube/.test(server) && /(^|_)configuration_view(_|$)/.test(name)) return true;
  return !lists && !objects.includes('scanning') && SECRET_OBJECTS.test(name) && !NO_SECRET.test(name);
}

/** `kubectl_get` with `resourceType: secrets`. */
const isSecretKind = (value: unknown) => typeof value === 'string' && /^secrets?(\/|$)/i.test(value);

const GRANTS_CLUSTER = /cluster-admin|privileged["']?:\s*true|hostPID["']?:\s*true|hostPath["']?:/;

const grantsCluster = (input: Input) =>
  Object.values(input).some((one) =>
    GRANTS_CLUSTER.test(typeof one === 'string' ? one : JSON.stringify(one ?? '')),
  );

const LOCKS = /(^|_)(unlock|disarm|alarm_disarm|open_garage|open_door|open_gate)(_|$)/;

function opensHouse({ name }: ToolAction, { domain, service, entity_id }: Input): boolean {
  const called = `${String(domain ?? '')}_${String(service ?? '')}_${String(entity_id ?? '')}`;
  return (
    LOCKS.test(`${name}_${String(service ?? '')}`) || /(^|_)open_cover_.*(garage|gate|door)/.test(called)
  );
}

/** `set_config_value` with `key: allowedDirectories`. */
const loosensServer = (input: Input) =>
  [...Object.keys(input), String(input.key ?? input.name ?? input.setting ?? '')].some((one) =>
    /blocked|allowed|denied|denylist|allowlist|whitelist|sandbox|read_?only|permission|trusted/i.test(one),
  );
