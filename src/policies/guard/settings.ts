import { on } from '../../core/examples.ts';
import { describeWeaknesses } from '../../domain/client-settings/weaknesses.ts';
import { block, definePolicy, tell } from '../../index.ts';

export default definePolicy({
  id: 'guard/settings',
  summary: 'Refuse settings changes that would switch Pawl off in a running session',
  why: 'The client applies a changed settings file at once. Whoever wrote it and however, the session keeps its settings if the new ones would silence Pawl.',
  on: 'ConfigChange',
  level: 'deny',
  onError: 'deny',
  examples: () => [
    { event: changed('project'), expect: 'block', given: now({ project: '{"disableAllHooks":true}' }) },
    { event: changed('local'), expect: 'block', given: now({ local: '{"disableAllHooks":true}' }) },
    {
      event: changed('local'),
      expect: 'pass',
      title: 'The local settings win over the project’s',
      given: now({ project: '{"disableAllHooks":true}', local: '{"disableAllHooks":false}' }),
    },
    {
      event: changed('user'),
      expect: 'block',
      title: 'The entries of Pawl are gone',
      given: now({ user: '{}' }),
    },
    {
      event: changed('user'),
      expect: 'block',
      title: 'Broken JSON: the client ignores the file',
      given: now({ user: registered().slice(1) }),
    },
    {
      event: changed('user'),
      expect: 'block',
      title: 'One invalid value: the client ignores the whole file',
      given: now({ user: registered({}, { model: 5 }) }),
    },
    {
      event: changed('user'),
      expect: 'block',
      title: 'An entry with a matcher that matches no tool',
      given: now({ user: registered({ matcher: 'Nothing' }) }),
    },
    {
      event: changed('user'),
      expect: 'block',
      title: 'An `async` entry, for whose answer the client does not wait',
      given: now({ user: registered({}, {}, { async: true }) }),
    },
    {
      event: changed('user'),
      expect: 'block',
      given: now({ user: registered({}, {}, { if: 'Bash(zzz)' }) }),
    },
    {
      event: changed('user'),
      expect: 'block',
      given: now({ user: registered({}, {}, { command: '/bin/true' }) }),
    },
    { event: changed('user'), expect: 'block', given: now({ user: registered({}, {}, { timeout: 0.001 }) }) },
    {
      event: changed('project'),
      expect: 'block',
      title: 'An entry like Pawl’s with a short timeout, which would take its place',
      given: now({ user: registered(), project: registered({}, {}, { timeout: 1 }) }),
    },
    {
      event: changed('local'),
      expect: 'block',
      given: now({ user: registered(), local: registered({}, {}, { async: true }) }),
    },
    {
      event: changed('project'),
      expect: 'block',
      title: 'Another hook, which could rewrite a call after Pawl has judged it',
      given: now({
        user: registered(),
        project: '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./x.sh"}]}]}}',
      }),
    },
    {
      event: changed('project'),
      expect: 'pass',
      title: 'Another hook, which can’t rewrite a call',
      given: now({
        user: registered(),
        project: '{"hooks":{"PostToolUse":[{"hooks":[{"type":"command","command":"./format.sh"}]}]}}',
      }),
    },
    {
      event: changed('project'),
      expect: 'pass',
      title: 'The same entry a second time',
      given: now({ user: registered(), project: registered() }),
    },
    {
      event: changed('project'),
      expect: 'block',
      given: now({ project: '{"env":{"LD_PRELOAD":"/tmp/x.so"}}' }),
    },
    {
      event: changed('project'),
      expect: 'block',
      given: now({ project: '{"env":{"BUN_JSC_watchdog":"1"}}' }),
    },
    {
      event: changed('project'),
      expect: 'block',
      given: now({ project: '{"env":{"CLAUDE_CODE_SIMPLE":"1"}}' }),
    },
    {
      event: changed('user'),
      expect: 'block',
      title: 'The plugin of Pawl is switched off',
      given: now({ user: registered({}, { enabledPlugins: { 'pawl@pawl': false } }) }, ['pawl@pawl']),
    },
    { event: changed('project'), expect: 'pass', given: now({ project: '{"env":{"NODE_ENV":"test"}}' }) },
    {
      event: changed('user'),
      expect: 'pass',
      given: now({ user: registered({}, { model: 'opus', permissions: { allow: ['Bash(ls *)'] } }) }),
    },
    {
      event: changed('project'),
      expect: 'pass',
      title: 'Broken JSON in a file where Pawl is not registered',
      given: now({ project: '{' }),
    },
    {
      event: on('ConfigChange', { source: 'skills', file_path: '.claude/skills/a/SKILL.md' }),
      expect: 'pass',
    },
  ],
  check({ source }, { settings }) {
    // Skills have no settings, and nobody can refuse an administrator’s.
    if (source === 'skills' || source === 'policy_settings') return undefined;
    const found = settings.newWeaknesses();
    settings.remember(found);
    if (found.length === 0) return undefined;
    const text = `A change of the settings would weaken Pawl, so this session keeps its earlier settings: ${describeWeaknesses(found)}`;
    const next =
      'Fix the file before another session starts, or accept the change with `pawl trust --settings`.';
    return [block(text, { code: 'settings' }), tell(`${text}. ${next}`)];
  },
});

const changed = (scope: 'user' | 'project' | 'local') =>
  on('ConfigChange', { source: `${scope}_settings`, file_path: `.claude/settings.json` });

/** The user's settings with Pawl registered for two events; each part can be altered. */
function registered(group: object = {}, settings: object = {}, handler: object = {}): string {
  const entry = (event: string, more: object) => [
    {
      ...group,
      hooks: [
        {
          type: 'command',
          command: '/home/me/.pawl/bin/pawl',
          args: ['hook', event],
          timeout: 20,
          ...more,
          ...handler,
        },
      ],
    },
  ];
  const hooks = {
    PreToolUse: entry('PreToolUse', { onFailure: 'block' }),
    ConfigChange: entry('ConfigChange', {}),
  };
  return JSON.stringify({ ...settings, hooks });
}

const now = (files: Record<string, string>, plugins: readonly string[] = []) => ({
  settings: {
    before: {
      user: registered({}, { enabledPlugins: Object.fromEntries(plugins.map((name) => [name, true])) }),
    },
    now: files,
    plugins,
  },
});
