// Decides what an MCP tool would do, from its name and its input. The table in tool-effects.ts has the sentences.
import { pattern } from '../../../shell/base/pattern.ts';
import { flag, type Input, isDryRun, isPublic, isTrue, namesProduction } from './tool-input.ts';
import type { ToolAction } from './tool-name.ts';
import {
  BROKERS,
  DOCUMENTS,
  EDITORS,
  GIT_HOSTS,
  MAIL,
  REGISTRIES,
  SECRET_SERVERS,
  SERVICES,
} from './tool-servers.ts';
import {
  ACCESS,
  ACCESS_PHRASE,
  CHANGES,
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

const has = ({ objects }: ToolAction, set: ReadonlySet<string>) => objects.some((object) => set.has(object));
const isAny = (verb: string | undefined, set: ReadonlySet<string>) => verb !== undefined && set.has(verb);

export function takesAway(action: ToolAction, input: Input): boolean {
  const { server, verb, head, name } = action;
  const isOwnWork = EDITORS.test(server) && !/^(project|team|org|repo|repository|account)$/.test(head);
  if (isOwnWork || /(^|_)(source_branch|sub_issue|kick_off)(_|$)/.test(name)) return false;
  if (isAny(verb, EMPTIES)) return emptiesShared(action);
  const isService = SERVICES.test(server) || DOCUMENTS.test(server);
  // `force_terminate` with a pid ends a process of this machine.
  if (isAny(verb, DESTROYS)) return isService || !(OWN.has(head) || 'pid' in input);
  if (!isAny(verb, TAKES_AWAY)) return false;
  if (/(^|_)remove_from_/.test(name)) return isService;
  return isService || (!OWN.has(head) && (has(action, SHARED) || has(action, VALUABLE)));
}

/** Whether something is emptied or put aside that many depend on. Archiving a mail is everyday work. */
function emptiesShared(action: ToolAction): boolean {
  const { server, verb = '', head } = action;
  if (DOCUMENTS.test(server))
    return /^(trash|trashed|empty|archived?)$/.test(verb) && !(verb === 'archive' && MAIL.test(server));
  return has(action, SHARED) && !OWN.has(head) && !/(^|_)git(_|$)/.test(server);
}

/** Whether a tool does the same as `docker compose down --volumes`. */
export const dropsVolumes = ({ name, server }: ToolAction, input: Input): boolean =>
  /compose/.test(`${server} ${name}`) && /(^|_)down(_|$)/.test(name) && flag(input, /volumes?$/i, /^true$/);

/** Whether somebody or something is kept out: `block_user`. */
export const blocksAccess = ({ name, onlyReads }: ToolAction): boolean =>
  !onlyReads && /(^|_)block_(client|user|device|contact|account|ip|member|customer)s?(_|$)/.test(name);

/** Whether the input is code that calls a deleting method of a cloud’s library. */
export const deletesByCode = ({ server }: ToolAction, input: Input): boolean =>
  SERVICES.test(server) &&
  /gcp|gcloud|aws|azure|firebase|salesforce/.test(server) &&
  flag(input, /code|script/i, /\.(delete|destroy|terminate|purge)\w*\(|\bdelete\s*\[/);

const STOPS =
  /(^|_)(stop|restart|reboot|shutdown|shut_down|power_?off|halt|kill|failover|maintenance_on)(_|$)/;
const MACHINES =
  /(^|_)(instance|vm|virtual_machine|droplet|machine|dyno|cluster|production|database|db|device|host|router|switch)s?(_|$)/;

/** Containers and processes of this machine may be stopped; machines and services that others use are asked about. */
export function stopsMachine({ name, server, onlyReads }: ToolAction): boolean {
  if (onlyReads || EDITORS.test(server) || !STOPS.test(name)) return false;
  if (/(^|_)(reboot|maintenance_on|(stop|kill|shutdown)_all)(_|$)/.test(name) || MACHINES.test(name))
    return true;
  return SERVICES.test(server) && !/docker|kube|k8s|helm/.test(server);
}

export function throwsWorkAway({ name, server }: ToolAction, input: Input): boolean {
  if (
    /reset/.test(name) &&
    /(^|_)hard(_|$)/.test(
      `${name}_${flag(input, /^(mode|reset_?type|type|hard)$/i, /^((--)?hard|true)$/i) ? 'hard' : ''}`,
    )
  )
    return true;
  if (!/git/.test(`${name} ${server}`)) return false;
  const forced = isTrue(input.force) || isTrue(input.discard_changes);
  return (
    (forced && /checkout|switch|restore|worktree_remove|(^|_)clean(_|$)/.test(name)) ||
    /stash_(clear|drop)|discard/.test(name)
  );
}

/** Things that move money when they are made or sent. */
const MONEY = pattern(`
  (^|_)(refund|payout|transfer|charge|payment|payment_intent|withdrawal|purchase|subscription|
  settlement|trade|wire|money|fund|reimbursement|expense|spending|bill)s?(_|$)
`);
const ORDERS = /(^|_)(order|transaction|invoice|position)s?(_|$)/;
const TRADERS = pattern(`
  paypal|razorpay|square|alpaca|binance|coinbase|kraken|robinhood|ccxt|trading|exchange|commerce|
  amazon|uber|doordash|wallet|solana|ethereum|evm|bitcoin|crypto|bank|plaid|wise|mercury|billing|
  (^|_)ramp
`);

/** Objects that only prepare a payment, such as a link or a template, and move no money yet. */
const PREPARES_PAYMENT = /(^|_)(link|method|page|button|webhook|setting|template|intent_status)s?(_|$)/;

export function movesMoney(action: ToolAction, input: Input): boolean {
  const { verb, name, server, onlyReads } = action;
  if (/(^|_)(request|order)_(ride|taxi|delivery|car)(_|$)/.test(name)) return true;
  if (onlyReads || verb === undefined || PREPARES_PAYMENT.test(name) || EDITORS.test(server)) return false;
  const trades =
    TRADERS.test(server) || /token|invoice|order|position|stock|share|coin|cart|fund|money/.test(name);
  if (/^(swap|deposit|stake|sell|trade|finalize|checkout|settle|tip|donate)$/.test(verb)) return trades;
  if (verb === 'transfer')
    return trades || Object.keys(input).some((key) => /^(amount|value|lamports|wei)$/i.test(key));
  if (PAYS.has(verb)) return true;
  if (/^(place|close)$/.test(verb)) return ORDERS.test(name);
  if (verb === 'register') return /(^|_)domain(_|$)/.test(name);
  if (!/^(create|make|send|submit|confirm|capture|update|schedule|add|approve)$/.test(verb)) return false;
  return MONEY.test(name) || (ORDERS.test(name) && (TRADERS.test(server) || verb === 'send'));
}

/** Identity providers. */
const IDENTITIES = /(^|_)(iam|entra|ad|ldap)(_|$)|auth0|okta|keycloak|clerk|workos|cognito/;

/** Verbs that give access, besides those that change something. */
const GIVES = /^(invite|transfer|share)$/;

export function changesAccess(action: ToolAction, input: Input): boolean {
  const { verb, name, onlyReads } = action;
  if (onlyReads || verb === undefined || !(CHANGES.has(verb) || GIVES.test(verb))) return false;
  if (EDITORS.test(action.server)) return false;
  const isAdmin =
    /(^|_)user(_|$)/.test(name) &&
    Object.keys(input).some((key) =>
      /^(roles?|claims?|custom_?claims|permissions?|is_?admin|scopes?)$/i.test(key),
    );
  const isIdentity = IDENTITIES.test(action.server) && /(^|_)(users?|groups?)(_|$)/.test(name);
  const givesAway = verb === 'transfer' && has(action, SHARED);
  return isAdmin || isIdentity || givesAway || has(action, ACCESS) || ACCESS_PHRASE.test(name);
}

export function sharesWithPeople({ verb, name, onlyReads }: ToolAction, input: Input): boolean {
  if (onlyReads) return false;
  if (/(^|_)(shared?|sharing|public)_links?(_|$)/.test(name)) return true;
  if (flag(input, /^forward(ing)?(_?(to|address|email))?$/i, /@/)) return true;
  const invited = /event|meeting/.test(name) && Array.isArray(input.attendees) && input.attendees.length > 0;
  return invited || ((verb === 'invite' || verb === 'share') && !/screen|context|state|memory/.test(name));
}

export function publishes({ name, server, verb, onlyReads }: ToolAction, input: Input): boolean {
  if (onlyReads) return false;
  if (verb === 'publish') return !BROKERS.test(server) && !/diagnostic|event|message|metric/.test(name);
  if (REGISTRIES.test(server) && /^(upload|push)$/.test(verb ?? '')) return true;
  if (flag(input, /^(is_?)?publish(ed)?$/i, /^true$/)) return true;
  if (GIT_HOSTS.test(server) && /(^|_)(create_release|release_create)(_|$)/.test(name)) return true;
  return (
    /post|page|article|product|story|video/.test(name) &&
    /^(publish|published|public|live)$/i.test(String(input.status ?? ''))
  );
}

export const makesPublic = ({ onlyReads, name }: ToolAction, input: Input): boolean =>
  !onlyReads && (/(^|_)(make|set)_(\w+_)?public(_|$)/.test(name) || isPublic(input, name));

/** A gateway does not say which service it calls, but a repository in the input does. */
export const deletesOnHost = ({ name, server }: ToolAction, input: Input): boolean =>
  /(^|_)delete_files?(_|$)/.test(name) && (GIT_HOSTS.test(server) || ('repo' in input && 'owner' in input));

const SHOWS =
  /(^|_)(get|read|show|reveal|access|fetch|export|retrieve|decrypt|view|copy|pull|download|dump|print|lookup|list)(_|$)/;
const ENVIRONMENT =
  /(^|_)env(ironment)?(_?(vars?|variables?|file))(_|$)|(^|_)(get|list|show|read|dump|print|pull|export)_env$/;

export function showsSecret({ name, server, objects, verb }: ToolAction, input: Input): boolean {
  if (verb === undefined && objects.includes('credential')) return true;
  if (!SHOWS.test(name)) return false;
  if (flag(input, /^with_?decryption$/i, /^true$/i)) return true;
  if (ENVIRONMENT.test(name) || (SERVICES.test(server) && objects.includes('variable')))
    return !/(^|_)names?(_|$)/.test(name);
  const lists = /(^|_)list(_|$)/.test(name);
  if (SECRET_SERVERS.test(server))
    return !lists && !/(^|_)(status|health|vaults?|mounts?|polic(y|ies))(_|$)/.test(name);
  if (/kube|k8s|eks|gke|openshift/.test(`${server}_${name}`) && Object.values(input).some(isSecretKind))
    return true;
  if (/kube/.test(server) && /(^|_)configuration_view(_|$)/.test(name)) return true;
  return !lists && SECRET_OBJECTS.test(name) && !NO_SECRET.test(name);
}

/** `kubectl_get` with `resourceType: secrets`. */
const isSecretKind = (value: unknown) => typeof value === 'string' && /^secrets?(\/|$)/i.test(value);

/** Entries of a tracker or a document, which may mention production without touching it. */
const TRACKED =
  /(^|_)(issue|comment|ticket|note|incident|task|page|doc|document|message|alert|dashboard|monitor|memory|report|annotation)s?(_|$)/;
const RUNS =
  /deploy|promote|rollback|release|workflow|pipeline|trigger|apply|upgrade|install|rollout|restart|scale|patch|migrat|playbook|sync|run_job/;

export function changesProduction({ name, onlyReads, verb }: ToolAction, input: Input): boolean {
  if (onlyReads) return false;
  if (/(^|_)promote(_|$)/.test(name) && !/milestone|member|user|admin/.test(name)) return true;
  if (RUNS.test(name) && /(^|_)prod(uction)?(_|$)/.test(name)) return true;
  return namesProduction(input) && (RUNS.test(name) || (isAny(verb, CHANGES) && !TRACKED.test(name)));
}

/** `deploy` as the verb, not as a part of `deploy_key` or `deploy_status`. */
const DEPLOYING = pattern(String.raw`
  # deploy_app, but not deploy_key
  (^|
  _)(re)?deploy(?!_(services?|keys?|hooks?|tokens?|previews?|status|logs?|configs?|settings?|history|
  docs?|branch\w*|info|list)(_|$))(_|
  $)|
  # create_deployment
  (^|_)(create|trigger|start|new|cancel)_deploy(ment)?(_|$)|
  (^|_)deployments?_(create|start|trigger)(_|$)|
  # rollout, submit_for_review
  (^|_)(rollout|roll_out|go_live|submit_(for|to|app)_?\w*(review|store))(_|$)
`);

/** An environment for trying things out, in the name of the tool or in its input. */
const TRIED_OUT =
  /(^|_)(preview|draft|staging|stage|sandbox|dev|development|test|testing|local|localhost|minikube|kind|emulator)(_|$)/i;

/** Servers whose `deploy` stays on this machine, or makes a preview unless production is named. */
const DEPLOYS_HERE = /docker|compose|minikube|(^|_)kind(_|$)|vercel|emulator|localstack/;

const isTriedOut = (name: string, input: Input): boolean =>
  TRIED_OUT.test(name) ||
  Object.entries(input).some(
    ([key, value]) =>
      (typeof value === 'string' &&
        value.length < 60 &&
        TRIED_OUT.test(value.replace(/[^a-z]+/gi, '_')) &&
        /^(target|env|environment(_?(name|key|id))?|context|stage|branch|channel|alias|network|namespace|cluster|deploy_?type|type)$/i.test(
          key,
        )) ||
      (/^(is_?)?(draft|preview|dev|staging)$/i.test(key) && isTrue(value)),
  );

/** Whether users get a new version at once. */
export function deploysForUsers({ name, server, onlyReads }: ToolAction, input: Input): boolean {
  if (onlyReads || EDITORS.test(server) || DEPLOYS_HERE.test(server) || isDryRun(input)) return false;
  return DEPLOYING.test(name) && !isTriedOut(name, input);
}

/** Objects of a platform that serve users: code that runs there, and the names and rules by which it is reached. */
const SERVING = pattern(`
  (^|_)(workers?(_scripts?)?|(edge_|cloud_|lambda_)?functions?(_code)?|lambdas?|dns(_records?)?|
  record_sets?|name_?servers?|waf(_rules?)?|page_rules?|redirects?_rules?|routes?_rules?|
  load_balancers?|listeners?|cdn|distributions?|task_definitions?|api_gateways?|certificates?)(_|$)
`);

const PLATFORMS =
  /cloudflare|route_?53|(^|_)(dns|cf)(_|$)|godaddy|namecheap|porkbun|gandi|dnsimple|ns1|fastly|akamai|bunny/;

/** `worker_put`, `update_function_code`, `create_dns_record`: users reach something else afterwards. */
export function changesServing({ name, server, verb = '', onlyReads }: ToolAction, input: Input): boolean {
  if (onlyReads || EDITORS.test(server) || isDryRun(input) || isTriedOut(name, input)) return false;
  if (/docker|compose/.test(server) || !(SERVICES.test(server) || PLATFORMS.test(server))) return false;
  const isName = /(^|_)(dns(_records?)?|record_sets?|name_?servers?)(_|$)/.test(name);
  const changes =
    /^(put|update|upload|replace|patch|edit|modify|change|upsert|set|bind|attach|publish)$/.test(verb);
  return SERVING.test(name) && (changes || (isName && /^(create|add|import|register)$/.test(verb)));
}

/** Whether a feature that users see is switched. In a named environment other than production, none is. */
export function switchesFeature({ name, verb = '', onlyReads }: ToolAction, input: Input): boolean {
  if (onlyReads || !/(^|_)(feature_)?(flags?|toggles?|gates?|experiments?)(_|$)/.test(name)) return false;
  if (!/(^|_)feature|flag|gate|toggle/.test(name) || isTriedOut(name, input)) return false;
  const switched = Object.keys(input).some((key) =>
    /^(active|enabled|on|is_?enabled|rollout(_?percentage)?|percentage|filters|targeting|fallthrough\w*|variations?|instructions|patch)$/i.test(
      key,
    ),
  );
  return (
    /^(toggle|enable|disable|rollout|archive)$/.test(verb) ||
    (/^(update|set|patch|edit|change)$/.test(verb) && switched)
  );
}

export function changesInfrastructure({ name, server, onlyReads }: ToolAction, input: Input): boolean {
  if (onlyReads || !/terraform|tofu|pulumi|cloudformation|cdk|ccapi|crossplane/.test(`${name} ${server}`))
    return false;
  const approvesItself =
    [input.auto_approve, input.autoApprove, input.auto_apply].some(isTrue) ||
    /apply/.test(String(input.run_type ?? input.run_action ?? ''));
  return /(^|_)(apply|up)(_|$)/.test(name) || approvesItself;
}

const GRANTS_CLUSTER = /cluster-admin|privileged["']?:\s*true|hostPID["']?:\s*true|hostPath["']?:/;

export const grantsCluster = ({ name }: ToolAction, input: Input): boolean =>
  /apply|create|patch|update|manage/.test(name) &&
  Object.values(input).some((value) =>
    GRANTS_CLUSTER.test(typeof value === 'string' ? value : JSON.stringify(value ?? '')),
  );

const OPENS = /(^|_)(unlock|disarm|alarm_disarm|open_(garage|door|gate)|(garage|door|gate)_open)(_|$)/;

/** Whether a door is unlocked or an alarm switched off: `alarm_disarm`. */
export function unlocksDoor({ name }: ToolAction, { domain, service, entity_id }: Input): boolean {
  const called = [domain, service, entity_id]
    .flat()
    .map((value) => String(value ?? ''))
    .join('_');
  return (
    OPENS.test(`${name}_${called}`) ||
    /(^|_)open_cover_.*(garage|gate|door)/.test(called) ||
    (/turn_off|disable/.test(name) && /(^|_)(alarm|lock)/.test(called))
  );
}

/** `set_config_value` with `key: allowedDirectories`. */
export const loosensServer = ({ name, onlyReads }: ToolAction, input: Input): boolean =>
  !onlyReads &&
  /(^|_)(set|update|change|edit|patch)(_\w+)?_(config\w*|settings?|preferences?)(_|$)/.test(name) &&
  [...Object.keys(input), String(input.key ?? input.name ?? input.setting ?? '')].some((setting) =>
    /blocked|allowed|denied|denylist|allowlist|whitelist|sandbox|read_?only|permission|trusted/i.test(
      setting,
    ),
  );
