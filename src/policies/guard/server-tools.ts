import { tool } from '../../core/examples.ts';
import { flatInput, readInput } from '../../core/flat-input.ts';
import { ask, definePolicy } from '../../index.ts';

/** Verbs after which something is gone, or money has moved. */
const VERB =
  /(^|_)(delete|destroy|drop|purge|terminate|wipe|truncate|uninstall|remove|erase|deprovision|revoke|drain|refund|payout|transfer|prune|cancel|pause|suspend|deactivate|disable|flush(all|db)?)(_|$)/;

/** Objects whose deletion is worth a question; a comment, a note or a file of the project is not. */
const NOUN =
  /(^|_)(repo|repository|repositories|branch|project|org|organization|team|user|member|collaborator|permission|role|policy|rule|database|db|table|schema|collection|index|bucket|instance|cluster|namespace|node|deployment|pod|service|volume|server|droplet|vm|container|image|stack|environment|secret|key|domain|dns|record|records|zone|app|site|workspace|release|tag|package|account|customer|subscription|payment|invoice|queue|topic|function|lambda|vpc|network|disk|snapshot|backup|webhook|drive|funds|money|charge|resource|resources|kubectl|helm|terraform|ownership|issue|page|ticket|board|epic|document|calendar|event|contact|email|message)s?(_|$)/;

/** Verbs that leave nothing, and things of the project or of the session that they may be used on without a question. */
const FINAL = /(^|_)(delete|destroy|drop|purge|terminate|wipe|truncate|erase|deprovision)(_|$)/;
const OWN =
  /(^|_)(memory|memories|entity|entities|relations?|observations?|lines?|symbols?|text|chars?|characters?|range|cells?|breakpoints?|cookies?|tabs?|storage|mocks?|routes?|comments?|reactions?|labels?|drafts?|todos?|notes?|bookmarks?|caches?|temp|tmp|selection|layers?|shapes?|frames?|elements?|components?|thoughts?|checkpoints?|sessions?|files?|folders?|director(y|ies)|dir|path|worktree|item|nodes?|columns?|rows?|snippets?|suggestions?)s?(_|$)/;

/** Servers that edit a document of the project, or the agent's own notes and browser: what they delete is their work. */
const EDITORS =
  /memory|thinking|serena|filesystem|playwright|puppeteer|chrome|browser|figma|unity|unreal|blender|godot|excel|word|powerpoint|jupyter|notebook|language_server|jetbrains/;

/** Servers that stand for one of those things themselves: `mcp__redis__flushall`. */
const SERVER =
  /redis|mongo|mysql|maria|postgres|sqlite|supabase|neon|planetscale|dynamo|terraform|pulumi|kubernetes|k8s|kubectl|helm|aws|gcp|gcloud|azure|docker|heroku|cloudflare|stripe|paypal|vercel|netlify/;

/** Servers that keep people's documents, where a deleted file is not one of the project. */
const DOCUMENTS =
  /obsidian|notion|drive|dropbox|onedrive|sharepoint|evernote|confluence|icloud|s3|storage|ftp|webdav|minio|airtable|coda/;

/** Servers and tools that show the content of secrets. */
const SECRET_SERVER =
  /1password|onepassword|bitwarden|lastpass|keychain|vault|secret_?s?_?manager|doppler|infisical/;
const SHOWS = /(^|_)(get|read|show|reveal|access|fetch|export)(_|$)/;

export default definePolicy({
  id: 'guard/server-tools',
  summary: 'Ask before a tool of a server destroys something',
  why: 'A tool call deletes a repository or a cluster as quickly as a command does, and often without a way back.',
  on: 'PreToolUse',
  tools: ['mcp__*'],
  level: 'ask',
  onError: 'deny',
  options: {
    allow: {
      default: [] as string[],
      weaker: 'more items',
      about: 'Full names of tools that may be used without a question.',
    },
  },
  examples: () => [
    { event: tool('mcp__github__delete_repository', { owner: 'a', repo: 'b' }), expect: 'ask' },
    { event: tool('mcp__kubernetes__kubectl_delete', { resourceType: 'pod', name: 'x' }), expect: 'ask' },
    { event: tool('mcp__k8s__kubectl_generic', { command: 'delete', name: 'x' }), expect: 'ask' },
    { event: tool('mcp__neon__deleteProject', { id: 'p' }), expect: 'ask' },
    { event: tool('mcp__redis__flushall', {}), expect: 'ask' },
    { event: tool('mcp__mongodb__delete-many', { collection: 'users', filter: {} }), expect: 'ask' },
    { event: tool('mcp__terraform__destroy', { workspace: 'prod' }), expect: 'ask' },
    { event: tool('mcp__git__git_push', { force: true }), expect: 'ask', says: 'overwrites' },
    { event: tool('mcp__git__git_push', { force: 'true', branch: 'main' }), expect: 'ask' },
    { event: tool('mcp__git__git_push', { remote: 'origin' }), expect: 'pass' },
    { event: tool('mcp__git__git_reset', { options: { mode: '--hard' } }), expect: 'ask' },
    { event: tool('mcp__github__update_branch_protection', { branch: 'main' }), expect: 'ask' },
    { event: tool('mcp__github__get_branch_protection', { branch: 'main' }), expect: 'pass' },
    { event: tool('mcp__github__delete_file', { path: 'README.md', branch: 'main' }), expect: 'ask' },
    { event: tool('mcp__k8s__kubectl_get', { resourceType: 'secrets', output: 'yaml' }), expect: 'ask' },
    { event: tool('mcp__k8s__kubectl_get', { resourceType: 'pods' }), expect: 'pass' },
    { event: tool('mcp__s3__put_bucket_policy', { bucket: 'b' }), expect: 'ask' },
    { event: tool('mcp__npm__publish', { package: 'x' }), expect: 'ask' },
    {
      event: tool('mcp__aws__use_aws', { operation_name: 'delete_bucket', parameters: { Bucket: 'b' } }),
      expect: 'ask',
    },
    { event: tool('mcp__http__request', { method: 'DELETE', url: 'https://a.example/x' }), expect: 'ask' },
    { event: tool('mcp__http__request', { method: 'GET', url: 'https://a.example/x' }), expect: 'pass' },
    { event: tool('mcp__prisma__migrate-reset', { projectCWD: '.' }), expect: 'ask' },
    { event: tool('mcp__env__list_environment_variables', {}), expect: 'ask' },
    { event: tool('mcp__mongodb__aggregate', { pipeline: [{ $out: 'users' }] }), expect: 'ask' },
    {
      event: tool('mcp__github__run_workflow', { inputs: { environment: 'production' } }),
      expect: 'ask',
    },
    { event: tool('mcp__git__git_reset', { mode: 'hard' }), expect: 'ask' },
    { event: tool('mcp__docker__run_container', { image: 'x', privileged: true }), expect: 'ask' },
    { event: tool('mcp__docker__run_container', { image: 'x', volumes: ['/:/host'] }), expect: 'ask' },
    { event: tool('mcp__docker__run_container', { image: 'x', volumes: ['./a:/a'] }), expect: 'pass' },
    { event: tool('mcp__docker__run', { image: 'x', volumes: { '/': { bind: '/h' } } }), expect: 'ask' },
    { event: tool('mcp__docker__prune', { volumes: true }), expect: 'ask' },
    { event: tool('mcp__supabase__pause_project', { project_id: 'p' }), expect: 'ask' },
    { event: tool('mcp__terraform__apply', { dir: 'prod' }), expect: 'ask' },
    { event: tool('mcp__terraform__plan', { dir: 'prod' }), expect: 'pass' },
    { event: tool('mcp__k8s__kubectl_scale', { name: 'api', replicas: 0 }), expect: 'ask' },
    { event: tool('mcp__k8s__kubectl_scale', { name: 'api', replicas: 3 }), expect: 'pass' },
    { event: tool('mcp__k8s__apply', { manifest: 'roleRef: {name: cluster-admin}' }), expect: 'ask' },
    { event: tool('mcp__github__update_repository', { repo: 'r', private: false }), expect: 'ask' },
    { event: tool('mcp__obsidian__delete_file', { filepath: 'a.md' }), expect: 'ask' },
    { event: tool('mcp__grafana__delete_dashboard', { uid: 'x' }), expect: 'ask', title: 'Whatever it is' },
    { event: tool('mcp__github__add_collaborator', { username: 'x' }), expect: 'ask' },
    { event: tool('mcp__drive__share_file', { id: 'x', type: 'anyone' }), expect: 'ask' },
    { event: tool('mcp__blender__delete_object', { name: 'Cube' }), expect: 'pass', title: 'Its own work' },
    { event: tool('mcp__serena__delete_lines', { relative_path: 'a.ts' }), expect: 'pass' },
    { event: tool('mcp__serena__delete_memory', { memory_name: 'x' }), expect: 'pass' },
    { event: tool('mcp__vault__read_secret', { path: 'secret/prod' }), expect: 'ask' },
    { event: tool('mcp__aws__get_secret_value', { id: 'prod/db' }), expect: 'ask' },
    { event: tool('mcp__vercel__deploy', { target: 'production' }), expect: 'ask' },
    { event: tool('mcp__vercel__deploy', { target: 'preview' }), expect: 'pass' },
    { event: tool('mcp__stripe__create_refund', { payment_intent: 'p' }), expect: 'ask' },
    { event: tool('mcp__github__get_repository', { owner: 'a', repo: 'b' }), expect: 'pass' },
    {
      event: tool('mcp__fs__read_files', { paths: Array.from({ length: 6_000 }, (_, n) => `src/${n}.ts`) }),
      expect: 'ask',
      title: 'More than Pawl reads is not passed in silence',
    },
    { event: tool('mcp__memory__delete_entities', { names: ['x'] }), expect: 'pass', title: 'Its own notes' },
    {
      event: tool('mcp__github__delete_branch', { branch: 'x' }),
      expect: 'pass',
      options: { allow: ['mcp__github__delete_branch'] },
    },
  ],
  check({ tool_name, tool_input }, { options }) {
    if (options.allow.includes(tool_name)) return undefined;
    if (readInput(tool_input).cut)
      return ask(`The input of ${tool_name} is too long or too deeply nested to be read`, {
        code: 'server-tool',
        instead: 'call it several times with less',
      });
    const input = flatInput(tool_input);
    const [, server = '', ...rest] = tool_name.split('__');
    const operation = OPERATIONS.map((field) => input[field]).find(isWord);
    const name = snakeCase([...rest, operation ?? ''].join('_'));
    const found = OBJECTIONS.find(({ applies }) => applies(name, snakeCase(server), input));
    return (
      found && ask(`The tool ${tool_name} ${found.does}`, { code: 'server-tool', instead: found.instead })
    );
  },
});

/** Fields with which a tool is told what to do. */
const OPERATIONS = 'command operation action operation_name operationName method api apiName'.split(' ');

type Input = Readonly<Record<string, unknown>>;

const isWord = (value: unknown): value is string => typeof value === 'string' && /^[\w-]+$/.test(value);

interface Objection {
  applies: (name: string, server: string, input: Input) => boolean;
  does: string;
  instead: string;
}

const OBJECTIONS: readonly Objection[] = [
  {
    applies: (name, server) =>
      !EDITORS.test(server) &&
      ((VERB.test(name) && (NOUN.test(name) || SERVER.test(server) || DOCUMENTS.test(server))) ||
        (FINAL.test(name) && !OWN.test(name))),
    does: 'deletes or takes back something that others may need',
    instead: 'show the person what would be lost, and let them do it',
  },
  {
    applies: (name, _server, { force }) => /push/.test(name) && (isTrue(force) || /force/.test(name)),
    does: 'overwrites commits on the server',
    instead: 'push without force',
  },
  {
    applies: (name, server) =>
      /(^|_)(archive|reset)_(channel|repo|repository|project|branch|database|db|password|workspace)/.test(
        name,
      ) && !/(^|_)git(_|$)/.test(server),
    does: 'takes something away that others may need',
    instead: 'show the person what would change, and let them do it',
  },
  {
    applies: (name) => /(^|_)(migrate|db|database|schema|branch)_reset(_|$)/.test(name),
    does: 'deletes the data of a database',
    instead: 'show the person what would be lost, and let them do it',
  },
  {
    applies: (name, _server, input) =>
      /aggregate/.test(name) && /"\$(out|merge)"/.test(JSON.stringify(input.pipeline ?? '')),
    does: 'overwrites a collection with its result',
    instead: 'leave $out and $merge away, and look at the result',
  },
  {
    applies: (name) => /(^|_)(get|list|show|read|dump|print)_env(ironment)?(_var(iable)?s?)?(_|$)/.test(name),
    does: 'shows the environment, with its secrets',
    instead: 'ask the person for the one value you need',
  },
  {
    applies: (name) =>
      /(^|_)(add|invite|grant|set|put|attach|update|create)(_\w+)?_(collaborator|member|permission|role|role_binding|policy|policy_binding|acl|access|public_access\w*|firewall_rule|secret|deploy_key|ssh_key|access_key|api_key)s?(_|$)/.test(
        name,
      ),
    does: 'changes who may reach something, or with which key',
    instead: 'let the person decide who gets access',
  },
  {
    applies: (name, server, { force }) =>
      /git/.test(`${name} ${server}`) && /checkout|switch|restore/.test(name) && isTrue(force),
    does: 'throws uncommitted work away',
    instead: 'git stash',
  },
  {
    applies: (name, _server, { visibility, type, ...input }) =>
      /repo|project|bucket|acl|share|permission/.test(name) &&
      (visibility === 'public' || input.private === false || /^(anyone|allUsers|public)$/.test(String(type))),
    does: 'lets everybody see what was private',
    instead: 'let the person decide who may see it',
  },
  {
    applies: (name, server, { replicas }) => /scale/.test(`${name} ${server}`) && Number(replicas) === 0,
    does: 'stops everything that runs there',
    instead: 'look at what depends on it first',
  },
  {
    applies: (name, server) =>
      /terraform|tofu|pulumi|cloudformation|cdk/.test(`${name} ${server}`) &&
      /(^|_)(apply|up)(_|$)/.test(name),
    does: 'changes infrastructure',
    instead: 'plan it first, and show the person the plan',
  },
  {
    applies: (name, _server, input) => /apply|create|patch/.test(name) && grantsCluster(input),
    does: 'gives all rights in the cluster, or a way out of a container',
    instead: 'a role with the rights that are needed',
  },
  {
    applies: (name, server, { force }) =>
      /git/.test(`${name} ${server}`) && /clean/.test(name) && isTrue(force),
    does: 'deletes files that git does not know',
    instead: 'git stash push -u',
  },
  {
    applies: (name, _server, { mode, hard }) =>
      /reset/.test(name) && (/^(--)?hard$/.test(String(mode)) || isTrue(hard)),
    does: 'throws uncommitted work away',
    instead: 'git stash',
  },
  {
    applies: (name, _server, input) => /run|create|start/.test(name) && reachesHost(input),
    does: 'gives a container all of this machine',
    instead: 'mount only the folder that it needs',
  },
  {
    applies: (name, server) => SHOWS.test(name) && (SECRET_SERVER.test(server) || /secret/.test(name)),
    does: 'shows a secret in the conversation',
    instead: 'let the program that needs the secret fetch it',
  },
  {
    applies: (name, server, input) =>
      SHOWS.test(name) && /kube|k8s/.test(server) && Object.values(input).some(isSecretKind),
    does: 'shows a secret in the conversation',
    instead: 'list the names of the secrets only',
  },
  {
    applies: (name) => /(^|_)(branch_protection|protection|ruleset)(_|$)/.test(name) && CHANGES.test(name),
    does: 'changes what protects a branch',
    instead: 'let the person decide what may be pushed',
  },
  {
    applies: (name, server) =>
      /git_?(hub|lab|ea)|bitbucket/.test(server) && /(^|_)delete_files?(_|$)/.test(name),
    does: 'deletes a file on the server at once',
    instead: 'delete it in a branch, and let the person review it',
  },
  {
    applies: (name, server) =>
      /(^|_)publish(_|$)/.test(name) &&
      /npm|pypi|crates|nuget|gems|registry|package/.test(`${server} ${name}`),
    does: 'publishes a package for everybody',
    instead: 'let the person publish it',
  },
  {
    applies: (name, _server, input) =>
      /deploy|promote|release|workflow|pipeline|run_trigger/.test(name) && namesProduction(input),
    does: 'changes production',
    instead: 'deploy a preview first, and let the person decide',
  },
];

const CHANGES = /(^|_)(update|set|put|patch|edit|disable|remove|delete)(_|$)/;

/** Servers take `true` as a text too. */
const isTrue = (value: unknown) => value === true || value === 'true';

/** `kubectl_get` with `resourceType: secrets`. */
const isSecretKind = (value: unknown) => typeof value === 'string' && /^secrets?(\/|$)/i.test(value);

const MOUNTS_HOST = /^"?\/("?:|$)|docker\.sock/;

function reachesHost({ privileged, ...input }: Input): boolean {
  const named = Object.values(input).flatMap((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.keys(one) : one,
  );
  return privileged === true || named.some((one) => MOUNTS_HOST.test(String(one)));
}

const GRANTS_CLUSTER = /cluster-admin|privileged["']?:\s*true|hostPID["']?:\s*true|hostPath["']?:/;

const grantsCluster = (input: Input) =>
  Object.values(input).some((one) => typeof one === 'string' && GRANTS_CLUSTER.test(one));

const namesProduction = (input: Input) =>
  Object.values(input).some((one) => /^(prod|production|live)$/i.test(String(one)));

/** `deleteProject` and `delete-project` are `delete_project`. */
const snakeCase = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[-.]/g, '_')
    .toLowerCase();
