// The words in the names of MCP tools: verbs by what they do, and objects by what losing them would mean.
import { pattern } from '../../../shell/base/pattern.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Verbs that only look. */
export const LOOKS = words(`
  get list ls search find read show describe view fetch query select count check is has can lookup resolve preview diff
  status inspect browse explain analyze analyse validate verify retrieve watch tail peek stat exists info suggest
  estimate plan simulate ask help compare recommend detect scan audit lint discover navigate click hover wait capture
  screenshot test whoami poll ping export download decode parse format calculate compute classify extract summarize
  filter match measure render report trace explore`);

/** Verbs that make or change something. They are listed so that a later word of the name is not taken for the verb. */
export const CHANGES = words(`
  create add set update put patch edit write insert append modify change make new register save move copy rename upload
  import link assign attach enable start open upsert replace apply merge mark submit draft configure toggle select
  press type fill drag log comment label tag subscribe increment schedule sync generate build install undo redo place close approve
  grant promote give bind elevate authorize rotate allow settle tip donate`);

/** Verbs after which the object is gone. */
export const DESTROYS = words(`
  delete del destroy drop purge terminate wipe truncate erase deprovision nuke obliterate decommission teardown expunge
  shred ban kick unpublish flushall flushdb undeploy deregister unregister batchdelete bulkdelete`);

/** Verbs that take something away, which might be restored. */
export const TAKES_AWAY = words(`
  remove rm uninstall revoke drain prune cancel pause suspend deactivate disable flush detach evict void retire
  hdel srem lrem zrem xdel offboard unenroll release rollback deallocate hibernate mute silence unshare unassign deny downgrade`);

/** Verbs that empty something or put it aside: harmless for a console or a form, a loss for a database. */
export const EMPTIES = words(
  'archive archived reset clear empty trash trashed discard expire clean cleanup recreate reinitialize',
);

/** Verbs that send something to other people. */
export const SENDS = words(
  'send push post reply forward publish broadcast notify tweet retweet dm share invite dispatch',
);

/** Verbs that move money. */
export const PAYS = words(
  'refund charge pay payout book reserve rent transfer purchase buy sell withdraw deposit checkout trade swap stake finalize',
);

/** Verbs that bring a new version to users. */
export const DEPLOYS = words('deploy redeploy promote rollout ship');

/** Verbs that are often objects, too: `transfer_list`, `archive_get`. The verb is then the last word. */
export const ALSO_OBJECTS = words(`
  transfer charge refund payout order share post reply trade book archive reset trash drop release export report log trace test plan query draft
  filter status format label tag comment link build schedule deploy promote rollout ship`);

/** Objects on which many people depend, so that even emptying or archiving one is asked about. */
export const SHARED = words(`
  repo repository project org organization organisation team user database db table schema collection bucket cluster
  namespace environment volume queue topic channel workspace account customer password drive site website domain zone
  server instance vm machine droplet app application stack registry vault dashboard space wiki inbox mailbox calendar
  keyspace stream backup snapshot board contact lead deal campaign product`);

/** Other objects whose removal is worth a question. */
export const VALUABLE = words(`
  branch member collaborator permission role policy rule node deployment pod service container image secret credential
  certificate dns release package client subscription payment invoice function lambda vpc network subnet disk webhook
  fund money charge resource kubectl helm terraform ownership issue ticket board epic sprint document spreadsheet event
  meeting booking appointment reservation contact lead deal opportunity email mail message group playbook alert alarm
  monitor incident datasource survey campaign audience segment workflow pipeline product order price listing
  article video integration connection model dataset endpoint trigger experiment index trail artifact gateway firewall tunnel
  worker consumer partition dyno addon mfa 2fa encryption versioning logging protection blocking antivirus record page`);

/** Objects that belong to the session or to the agent's own work, which may be deleted without a question. */
export const OWN = words(`
  memory entity relation observation line symbol text char character range cell breakpoint cookie tab storage mock route
  comment reaction label draft todo note bookmark cache temp tmp selection layer shape frame element component thought
  checkpoint session file folder directory dir path worktree node column row snippet suggestion word paragraph
  slide shadow console terminal filter breadcrumb annotation highlight keyframe vertex assignee reviewer subtask link attachment watcher vote star favorite field property review pending`);

/** Objects that decide who may reach something. */
export const ACCESS = words(`
  collaborator member permission role binding policy acl ownership owner claim secret credential firewall ingress
  invitation invite guest grant iam sso mfa 2fa passkey webhook`);

/** The same objects, in several words. */
export const ACCESS_PHRASE = pattern(String.raw`
  (^|_)((deploy|ssh|gpg|access|api)_keys?|access_(tokens?|lists?)|public_access\w*|security_groups?|service_accounts?|(db|database)_users?|env_?vars?|config_vars?|(environment|ci|ci_cd|pipeline|build|actions|repo|repository|org|organization|project|group|instance|deployment)_variables?|oauth_\w+|(add|make|promote|set)(_\w+)?_admin)(_|$)|
  _access$
`);

/** Objects that are secrets themselves. */
export const SECRET_OBJECTS = pattern(`
  (^|_)(
  secrets?|credentials?|passwords?|passphrase|private_keys?|
  (access|api|service|role|root|admin|storage|account|encryption|signing|secret|master|ssh)_keys?|
  (access|auth|refresh|bearer|api|oauth|id|session|login|service_account|registry|deploy|bot)_tokens?|
  connection_(string|uri|url)s?|totp|otp|kube_?config|env(ironment)?_?(var(iable)?s?|file)|dotenv|
  recovery_codes?|seed_phrase|mnemonic|keychain|wallet_key
  )(_|$)
`);

/** Words beside which such an object is no secret: a scan for secrets, the names of secrets, a public key. */
export const NO_SECRET = pattern(`
  (^|_)(
  scan(ning|ner)?|alerts?|publishable|public|anon|names?|metadata|rotation|policy|polic(y|ies)|
  list|count|usage|docs?|schema|types?|validate|check|test|create|delete|update|set|put|add|
  remove|status
  )(_|$)
`);
