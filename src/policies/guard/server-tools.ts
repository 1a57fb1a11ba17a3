import { tool } from '../../core/examples.ts';
import { ask, definePolicy } from '../../index.ts';

/** Verbs after which something is gone, or money has moved. */
const VERB =
  /(^|_)(delete|destroy|drop|purge|terminate|wipe|truncate|uninstall|remove|erase|deprovision|revoke|drain|refund|payout|transfer|flush(all|db)?)(_|$)/;

/** What is worth a question before it goes; a comment, a note or a file of the project is not. */
const NOUN =
  /(^|_)(repo|repository|repositories|branch|project|org|organization|team|user|member|database|db|table|schema|collection|index|bucket|instance|cluster|namespace|node|deployment|pod|service|volume|server|droplet|vm|container|image|stack|environment|secret|key|domain|dns|record|records|zone|app|site|workspace|release|tag|package|account|customer|subscription|payment|invoice|queue|topic|function|lambda|vpc|network|disk|snapshot|backup|webhook|drive|funds|money|charge|resource|resources|kubectl|helm|terraform|ownership|issue|page|ticket|board|epic|document|calendar|event|contact|email|message)s?(_|$)/;

/** Servers that stand for one of those things themselves: `mcp__redis__flushall`. */
const SERVER =
  /redis|mongo|mysql|maria|postgres|sqlite|supabase|neon|planetscale|dynamo|terraform|pulumi|kubernetes|k8s|kubectl|helm|aws|gcp|gcloud|azure|docker|heroku|cloudflare|stripe|paypal|vercel|netlify/;

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
    { event: tool('mcp__git__git_push', { remote: 'origin' }), expect: 'pass' },
    { event: tool('mcp__git__git_reset', { mode: 'hard' }), expect: 'ask' },
    { event: tool('mcp__docker__run_container', { image: 'x', privileged: true }), expect: 'ask' },
    { event: tool('mcp__docker__run_container', { image: 'x', volumes: ['/:/host'] }), expect: 'ask' },
    { event: tool('mcp__docker__run_container', { image: 'x', volumes: ['./a:/a'] }), expect: 'pass' },
    { event: tool('mcp__vault__read_secret', { path: 'secret/prod' }), expect: 'ask' },
    { event: tool('mcp__aws__get_secret_value', { id: 'prod/db' }), expect: 'ask' },
    { event: tool('mcp__vercel__deploy', { target: 'production' }), expect: 'ask' },
    { event: tool('mcp__vercel__deploy', { target: 'preview' }), expect: 'pass' },
    { event: tool('mcp__stripe__create_refund', { payment_intent: 'p' }), expect: 'ask' },
    { event: tool('mcp__github__get_repository', { owner: 'a', repo: 'b' }), expect: 'pass' },
    { event: tool('mcp__memory__delete_entities', { names: ['x'] }), expect: 'pass', title: 'Its own notes' },
    {
      event: tool('mcp__github__delete_branch', { branch: 'x' }),
      expect: 'pass',
      options: { allow: ['mcp__github__delete_branch'] },
    },
  ],
  check({ tool_name, tool_input }, { options }) {
    if (options.allow.includes(tool_name)) return undefined;
    const [, server = '', ...rest] = tool_name.split('__');
    const operation = [tool_input.command, tool_input.operation, tool_input.action].find(isWord);
    const name = snakeCase([...rest, operation ?? ''].join('_'));
    const found = OBJECTIONS.find(({ applies }) => applies(name, snakeCase(server), tool_input));
    return (
      found && ask(`The tool ${tool_name} ${found.does}`, { code: 'server-tool', instead: found.instead })
    );
  },
});

type Input = Readonly<Record<string, unknown>>;

const isWord = (value: unknown): value is string => typeof value === 'string' && /^[\w-]+$/.test(value);

interface Objection {
  applies: (name: string, server: string, input: Input) => boolean;
  does: string;
  instead: string;
}

const OBJECTIONS: readonly Objection[] = [
  {
    applies: (name, server) => VERB.test(name) && (NOUN.test(name) || SERVER.test(server)),
    does: 'takes something away that others may need',
    instead: 'show the person what would be deleted, and let them do it',
  },
  {
    applies: (name, _server, input) => /push/.test(name) && (input.force === true || /force/.test(name)),
    does: 'overwrites commits on the server',
    instead: 'push without force',
  },
  {
    applies: (name, _server, { mode, hard }) => /reset/.test(name) && (mode === 'hard' || hard === true),
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
    applies: (name, _server, input) => /deploy|promote|release/.test(name) && namesProduction(input),
    does: 'changes production',
    instead: 'deploy a preview first, and let the person decide',
  },
];

const MOUNTS_HOST = /^\/:\/|docker\.sock/;

function reachesHost({ privileged, ...input }: Input): boolean {
  return (
    privileged === true ||
    Object.values(input)
      .flat()
      .some((one) => MOUNTS_HOST.test(String(one)))
  );
}

const namesProduction = (input: Input) =>
  Object.values(input).some((one) => /^(prod|production|live)$/i.test(String(one)));

/** `deleteProject` and `delete-project` are `delete_project`. */
const snakeCase = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[-.]/g, '_')
    .toLowerCase();
