// `pawl import --settings` replaces the entries of older hook systems; their state is imported but grants nothing.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './support/events.ts';
import { git, repository } from './support/git.ts';
import { configure, pawl, pawlJson } from './support/pawl.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { freshWorld, type World, write } from './support/world.ts';

const byPerson = testUnless(underAgent());

const command = (text: string, more = {}) => ({ type: 'command', command: text, ...more });

/** The entries of five published hook systems, and one of the person's own. */
function worldWithOlderHooks(): World {
  const world = freshWorld();
  repository(world);
  const hooks = join(world.project, '.claude', 'hooks');
  for (const name of [
    'session_lifecycle.py',
    'tool_tracking.py',
    'todo_core.py',
    'hook_stop.py',
    'plan_mode/__init__.py',
  ])
    write(join(hooks, name), '');
  write(
    world.settings,
    `${JSON.stringify(
      {
        alwaysThinkingEnabled: true,
        hooks: {
          SessionStart: [
            {
              hooks: [
                command('python3 ~/.claude/hooks/session-init.py', { timeout: 5 }),
                command('echo mine'),
              ],
            },
          ],
          PreToolUse: [
            { matcher: 'Bash', hooks: [command('python3 "$HOME/.claude/hooks/deploy-enforcer.py"')] },
            { matcher: '*', hooks: [command('python3 ~/.claude/hooks/auto-approve.py')] },
            {
              matcher: '*',
              hooks: [command("bash -c 'python3 $HOME/.claude/hooks/skill-reminder.py || true'")],
            },
            { matcher: '*', hooks: [command('cd ~/.claude/hooks && python3 bash-version-tracker.py')] },
          ],
        },
      },
      null,
      4,
    )}\n`,
  );
  write(
    join(world.project, '.claude', 'settings.json'),
    JSON.stringify({
      hooks: {
        Stop: ['.claude/hooks/session_lifecycle.py'],
        PostToolUse: [
          { matcher: { toolName: 'Bash' }, hooks: [command('.claude/hooks/collective-metrics.sh')] },
          { hooks: [command('$CLAUDE_PROJECT_DIR/.claude/hooks/hook_stop.py')] },
          { hooks: [command('python3 tools/pre_tool_use.py')] },
          { hooks: [command('python3 .claude/hooks/pre_tool_use.py')] },
        ],
      },
    }),
  );
  return world;
}

const settings = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('a dry run only shows the change, and without --yes nothing is changed', () => {
  using world = worldWithOlderHooks();
  const before = readFileSync(world.settings, 'utf8');
  const dry = pawl(world, ['import', '--settings', '--dry-run']);
  expect(dry.code).toBe(0);
  expect(dry.stdout).toMatch(/^-.*session-init\.py/m);
  expect(dry.stdout).toMatch(/^\+.*bin\/pawl/m);
  expect(dry.stdout).toMatch(/pawl init --packs \S*\+checkpoint/);
  expect(pawl(world, ['import', '--settings']).code).toBe(1);
  expect(readFileSync(world.settings, 'utf8')).toBe(before);
});

test('a settings file that can’t be read is reported, not treated as empty', () => {
  using world = worldWithOlderHooks();
  write(world.settings, `// mine\n${readFileSync(world.settings, 'utf8')}`);
  expect(pawl(world, ['import', '--settings', '--dry-run'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${world.settings}:1`),
  });
});

byPerson('with --yes the old entries are replaced, everything else stays, and a backup is kept', () => {
  using world = worldWithOlderHooks();
  expect(pawl(world, ['import', '--settings', '--yes']).code).toBe(0);
  const user = settings(world.settings);
  expect(user.alwaysThinkingEnabled).toBe(true);
  expect(user.hooks.SessionStart[0]).toEqual({ hooks: [command('echo mine')] });
  expect(JSON.stringify(user)).not.toContain('.py');
  expect(user.hooks.PreToolUse).toMatchObject([
    { hooks: [{ args: ['hook', 'PreToolUse', expect.stringMatching(/^--id=/)] }] },
  ]);
  expect(readFileSync(world.settings, 'utf8')).toContain('\n    "hooks"');
  const project = settings(join(world.project, '.claude', 'settings.json'));
  // A script of the same name in another folder belongs to someone else.
  expect(project).toEqual({
    hooks: { PostToolUse: [{ hooks: [command('python3 tools/pre_tool_use.py')] }] },
  });
  const kept = readdirSync(join(world.pawlHome, 'backups')).map((name) =>
    readFileSync(join(world.pawlHome, 'backups', name), 'utf8'),
  );
  expect(kept.some((text) => text.includes('session-init.py'))).toBe(true);
  expect(pawl(world, ['import', '--settings', '--yes']).stdout).toContain('No entries of older');
});

const gone = (...names: string[]) =>
  names.map((name) => ({ hooks: [command(`python3 ~/.claude/hooks/${name}`)] }));

test('entries whose scripts are gone are recognised, and Pawl’s own stay', () => {
  using world = freshWorld();
  configure(world, { packs: { session: true } });
  expect(pawl(world, ['init']).code).toBe(0);
  const own = settings(world.settings);
  expect(JSON.stringify(own)).toContain('--rewake');
  const Stop = [...own.hooks.Stop, ...gone('hook_stop.py', 'stop.py')];
  const UserPromptSubmit = [
    ...own.hooks.UserPromptSubmit,
    ...gone('hook_user_prompt.py', 'user_prompt_submit.py'),
  ];
  write(world.settings, JSON.stringify({ ...own, hooks: { ...own.hooks, Stop, UserPromptSubmit } }, null, 2));
  const { files } = pawlJson<{ files: { replaced: { script: string }[] }[] }>(world, [
    'import',
    '--settings',
    '--dry-run',
  ]);
  expect(files.flatMap(({ replaced }) => replaced)).toHaveLength(4);
  const { stdout } = pawl(world, ['import', '--settings', '--dry-run']);
  expect(stdout).toMatch(/^-.*hook_stop\.py/m);
  expect(stdout).not.toMatch(/^-.*rewake/m);
});

test('patterns of secret files are taken over into the config; allowed files are named, not allowed', () => {
  using world = freshWorld();
  repository(world);
  configure(world, { policies: { 'guard/secrets': { patterns: ['*.mine'] } } });
  const file = join(world.project, '.claude/sensitive-files.json');
  write(
    file,
    JSON.stringify({
      patterns: { custom_patterns: ['\\.vault$', 'customers/**', '(?=x)y'] },
      allowlist: ['.env.ci'],
    }),
  );
  const config = () => readFileSync(join(world.pawlHome, 'config.jsonc'), 'utf8');
  const before = config();
  const found = (...more: string[]) =>
    pawlJson<{ what: string; found: number; added: number; left_out: string[] }[]>(world, [
      'import',
      ...more,
    ]).find(({ what }) => what === 'secrets');
  expect(found('--dry-run')).toMatchObject({ found: 3, added: 2 });
  expect(config()).toBe(before);
  expect(run(world, 'cat a.vault').decision).not.toBe('deny');
  expect(found()).toMatchObject({ found: 3, added: 2 });
  expect(found()).toMatchObject({ found: 3, added: 0 });
  expect(JSON.parse(config()).policies['guard/secrets'].patterns).toEqual([
    '*.mine',
    '*.vault',
    'customers/**',
  ]);
  expect(found()!.left_out.join()).toMatch(/\(\?=x\)y can’t be written as a glob.*\.env\.ci stays a secret/);
  for (const command of ['cat a.vault', 'cat customers/a.csv', 'cat x.mine', 'cat .env.ci.x .env'])
    expect(run(world, command).decision).toBe('deny');
});

test('worktrees of an older system become known; its updates and autonomous state only become log entries', () => {
  using world = freshWorld();
  repository(world);
  configure(world, { packs: { autonomy: true } });
  const tree = join(world.tmp, 'claude-worktrees', 'agent-1');
  git(world, ['worktree', 'add', '-q', '-b', 'claude-agent/agent-1', tree]);
  const claude = join(world.home, '.claude');
  const worktrees = {
    'agent-1': {
      path: tree,
      branch: 'claude-agent/agent-1',
      main_repo: '.',
      created_at: '2026-01-25T10:30:00+00:00Z',
    },
    'agent-2': { path: join(world.tmp, 'gone'), branch: 'x', main_repo: '.', created_at: 'never' },
  };
  write(join(claude, 'worktree-state.json'), JSON.stringify({ worktrees }));
  write(
    join(claude, 'toolkit-update-state.json'),
    JSON.stringify({
      last_check_timestamp: '2026-01-27T10:30:00Z',
      last_check_result: 'up_to_date',
      update_history: [{ timestamp: '2026-01-20T10:30:00Z', from: 'abc', to: 'def' }],
    }),
  );
  const state = {
    mode: 'go',
    iteration: 3,
    started_at: new Date().toISOString(),
    allowed_prompts: [{ tool: 'Bash', prompt: 'deploy to production' }],
  };
  write(join(world.project, '.claude', 'autonomous-state.json'), JSON.stringify(state));
  interface Taken {
    what: string;
    found: number;
    added: number;
    left_out: string[];
  }
  const dry = pawlJson<Taken[]>(world, ['import', '--dry-run']);
  const taken = pawlJson<Taken[]>(world, ['import']);
  expect(dry).toEqual(taken);
  expect(taken).toMatchObject([
    { what: 'worktrees', found: 2, added: 1, left_out: ['agent-2 no longer exists'] },
    { what: 'updates', found: 2, added: 2 },
    { what: 'autonomy', found: 1, added: 1 },
  ]);
  expect(pawlJson<Taken[]>(world, ['import']).map((one) => one.added)).toEqual([0, 0, 0]);
  expect(pawlJson<{ path: string; created_at: number }[]>(world, ['worktree', 'list'])).toMatchObject([
    { path: tree, created_at: Date.parse('2026-01-25T10:30:00Z') },
  ]);
  const rows = pawlJson<{ label: string }[]>(world, ['log', '--event', 'pawl:import']);
  expect(rows.map((row) => row.label).join()).toContain('go mode, iteration 3');
  expect(run(world, 'npm test').decision).toBe('pass');
  expect(run(world, 'vercel --prod').decision).toBe('ask');
});
