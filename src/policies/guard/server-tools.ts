import { tool } from '../../core/examples.ts';
import { flatInput, readInput } from '../../core/flat-input.ts';
import { ask, definePolicy } from '../../index.ts';
import { TOOL_EFFECTS } from './shared/tool-effects.ts';
import { actionsOf } from './shared/tool-name.ts';

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
    { event: tool('mcp__heroku__maintenance_on', { app: 'a' }), expect: 'ask' },
    { event: tool('mcp__router__reboot_device', { mac: 'x' }), expect: 'ask' },
    { event: tool('mcp__docker__stop_container', { id: 'web' }), expect: 'pass', title: 'On this machine' },
    { event: tool('mcp__datadog__mute_monitor', { id: 1 }), expect: 'ask' },
    { event: tool('mcp__compose__control', { action: 'down', remove_volumes: true }), expect: 'ask' },
    { event: tool('mcp__gitlab__create_merge_request', { remove_source_branch: true }), expect: 'pass' },
    {
      event: tool('mcp__shop__graphql', { query: 'mutation { productDelete(id: 1) { id } }' }),
      expect: 'ask',
    },
    { event: tool('mcp__shop__graphql', { query: 'query { products { id } }' }), expect: 'pass' },
    { event: tool('mcp__azure__role_assignment_create', { role: 'Owner' }), expect: 'ask' },
    { event: tool('mcp__atlas__create-db-user', { roles: [{ roleName: 'atlasAdmin' }] }), expect: 'ask' },
    { event: tool('mcp__dropbox__create_shared_link', { path: '/x' }), expect: 'ask' },
    { event: tool('mcp__calendar__create_event', { attendees: [{ email: 'a@b.example' }] }), expect: 'ask' },
    { event: tool('mcp__calendar__create_event', { title: 'Focus', attendees: [] }), expect: 'pass' },
    { event: tool('mcp__wordpress__create_post', { title: 'x', status: 'publish' }), expect: 'ask' },
    { event: tool('mcp__wordpress__create_post', { title: 'x', status: 'draft' }), expect: 'pass' },
    { event: tool('mcp__ansible__run_playbook', { inventory: 'production' }), expect: 'ask' },
    { event: tool('mcp__tracker__create_issue', { environment: 'production' }), expect: 'pass' },
    { event: tool('mcp__datadog__search_logs', { environment: 'production' }), expect: 'pass' },
    { event: tool('mcp__stripe__list_refunds', {}), expect: 'pass', title: 'Only looks' },
    { event: tool('mcp__shop__transfers_list', {}), expect: 'pass', title: 'The verb is the last word' },
    { event: tool('mcp__alpaca__place_stock_order', { symbol: 'X', quantity: 1 }), expect: 'ask' },
    { event: tool('mcp__home__call_service', { domain: 'lock', service: 'unlock' }), expect: 'ask' },
    { event: tool('mcp__home__call_service', { domain: 'light', service: 'turn_off' }), expect: 'pass' },
    { event: tool('mcp__desk__set_config_value', { key: 'allowedDirectories', value: [] }), expect: 'ask' },
    { event: tool('mcp__browser__clear_console', {}), expect: 'pass' },
    { event: tool('mcp__editor__reset_view', {}), expect: 'pass' },
    { event: tool('mcp__design__set_drop_shadow', { radius: 4 }), expect: 'pass' },
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
    const actions = actionsOf(tool_name, tool_input);
    const found = TOOL_EFFECTS.find(({ applies }) => actions.some((action) => applies(action, input)));
    return (
      found && ask(`The tool ${tool_name} ${found.does}`, { code: 'server-tool', instead: found.instead })
    );
  },
});
