// A person lets a session work alone, and the real client does not ask any more.

import { expect } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { grantId, listGrants, writeGrant } from '../../src/store/files/grants.ts';
import { homeAt } from '../../src/system/home.ts';
import { session } from '../support/client.ts';
import { git, repository } from '../support/git.ts';
import { configure, install, pawlJson } from '../support/pawl.ts';
import { somebody } from '../support/person.ts';
import { result, toolResults, whereIs } from '../support/read.ts';
import { bash, calls, says } from '../support/script.ts';
import { testUnless, underAgent, withoutTmux } from '../support/skip.ts';
import { tui } from '../support/tui.ts';
import { until } from '../support/wait.ts';
import { freshWorld, type World, write } from '../support/world.ts';

const id = '7c7c7c7c-1111-4222-8333-444444444444';
/** A client that an agent started has no grant, as it should be. */
const byPerson = testUnless(underAgent());
const manual = ['--permission-mode', 'manual'];

function alone(world: World, policies = {}): void {
  repository(world);
  configure(world, { packs: { autonomy: true }, policies });
  install(world);
}

function give(world: World, session_id = id): string {
  const grant = { id: grantId(), at: Date.now(), for_ms: 3_600_000, session_id, by: 'pawl grant' };
  const where = { directory: world.project, repository: world.project, worktrees: false };
  writeGrant(homeAt(world.pawlHome), { ...grant, ...where, mode: 'build', allow: [] }, somebody);
  return grant.id;
}

const touching = (name: string) => [calls(bash(`touch ${name}`)), says('end')];
const made = (world: World, name: string) => existsSync(join(world.project, name));

byPerson(
  'a grant approves calls before a compaction, after it and on resume, but nothing that the guard refuses, and no call of another session',
  async () => {
    using world = freshWorld();
    alone(world);
    const grant = give(world);
    const first = [calls(bash('touch one')), calls(bash('git push --force origin main')), says('end')];
    const run = await session(world, { script: first, args: ['--session-id', id] });
    expect(toolResults(run).map((one) => one.refused)).toEqual([false, true]);
    expect(made(world, 'one')).toBe(true);
    await session(world, { script: touching('x'), prompt: '/compact', args: ['--resume', id] });
    await session(world, { script: touching('two'), args: ['--resume', id] });
    expect(made(world, 'two')).toBe(true);
    const rows = pawlJson<{ event: string; label?: string }[]>(world, ['log', '--session', id]);
    expect(rows.filter((row) => row.event === 'SessionStart').map((row) => row.label)).toContain('compact');
    expect(pawlJson<unknown[]>(world, ['log', '--grant', grant, '--decision', 'allow'])).toHaveLength(2);
    await session(world, { script: touching('three') });
    expect(made(world, 'three')).toBe(false);
  },
);

byPerson('a session that works alone goes on after a skill, and commits before it stops', async () => {
  using world = freshWorld();
  alone(world);
  give(world);
  write(
    join(world.home, '.claude/skills/review/SKILL.md'),
    '---\nname: review\ndescription: r\n---\nReview.\n',
  );
  const script = [
    calls({ name: 'Skill', input: { skill: 'review' } }),
    calls(bash('echo "let a = 1" > app.ts')),
    says('done, I think'),
    calls(bash('git add app.ts && git commit -qm app')),
    says('done'),
  ];
  const run = await session(world, { script, args: ['--session-id', id] });
  expect(
    whereIs(run, 'The skill review has finished, but the task it was called for has not')[0],
  ).toStartWith('#1');
  expect(whereIs(run, 'has uncommitted changes in app.ts')[0]).toStartWith('#3');
  expect(result(run)).toBe('done');
  expect(git(world, ['log', '--oneline'])).toContain('app');
});

testUnless(withoutTmux() ?? underAgent())(
  'a typed command gives the grant; questions and plans do not stop the session',
  async () => {
    using world = freshWorld();
    alone(world, { 'autonomy/typed-command': { commands: { build: {} } } });
    write(
      join(world.home, '.claude/skills/build/SKILL.md'),
      '---\nname: build\ndescription: b\n---\nBuild.\n',
    );
    const question = {
      question: 'Which one?',
      header: 'Pick',
      options: [
        { label: 'A', description: 'a' },
        { label: 'B', description: 'b' },
      ],
      multiSelect: false,
    };
    const script = [
      calls(bash('touch made'), bash('touch beside')),
      calls({ name: 'AskUserQuestion', input: { questions: [question] } }),
      calls({ name: 'EnterPlanMode', input: {} }),
      calls({ name: 'ExitPlanMode', input: { plan: 'do it' } }),
      says('end of turn'),
    ];
    await using client = tui(world, {
      script,
      args: manual,
      env: { ENABLE_TOOL_SEARCH: '0' },
      attached: true,
    });
    await client.shows(/❯/);
    await client.say('/build the house');
    await client.shows(/end of turn/);
    expect(made(world, 'made') && made(world, 'beside')).toBe(true);
    expect(listGrants(homeAt(world.pawlHome))).toMatchObject([{ by: '/build', mode: 'build' }]);
    const heard = JSON.stringify(client.requests.at(-1)?.body?.messages);
    expect(heard).toContain('No person is available to answer');
  },
);

testUnless(withoutTmux() ?? underAgent())(
  'a command that a program typed into the client’s terminal gives no grant, and the person is told',
  async () => {
    using world = freshWorld();
    alone(world, { 'autonomy/typed-command': { commands: { build: {} } } });
    write(
      join(world.home, '.claude/skills/build/SKILL.md'),
      '---\nname: build\ndescription: b\n---\nBuild.\n',
    );
    await using client = tui(world, { script: [says('end of turn')], args: manual });
    await client.shows(/❯/);
    await client.say('/build the house');
    await client.shows(/end of turn/);
    expect(client.screen().replaceAll(/\s+/g, ' ')).toContain('/build gives no grant here');
    expect(listGrants(homeAt(world.pawlHome))).toEqual([]);
  },
);

testUnless(withoutTmux() ?? underAgent())(
  'with "questions": "ask" a dialog that the guard opened is left to the person, grant or not',
  async () => {
    using world = freshWorld();
    alone(world, { 'guard/force-push': { level: 'ask' }, 'autonomy/approve': { questions: 'ask' } });
    give(world);
    const script = [
      calls(bash('touch one')),
      calls(bash('git push --force origin main')),
      says('end of turn'),
    ];
    await using client = tui(world, { script, args: [...manual, '--session-id', id] });
    await client.shows(/❯/);
    await client.say('go');
    await client.shows(/Do you want to proceed/);
    const dialogs = () => pawlJson<{ decision: string }[]>(world, ['log', '--event', 'PermissionRequest']);
    await until('Pawl has answered the client about the dialog', () => dialogs().length > 0);
    expect(dialogs()).toMatchObject([{ decision: 'ask' }]);
    expect(client.screen()).toContain('guard/force-push');
    expect(client.screen()).not.toContain('end of turn');
    expect(made(world, 'one')).toBe(true);
  },
);

testUnless(withoutTmux() ?? underAgent())(
  'in a session that works alone, a question of the guard blocks nothing: the call is left out and listed',
  async () => {
    using world = freshWorld();
    alone(world);
    give(world);
    const script = [calls(bash('docker push example/app')), calls(bash('touch after')), says('end of turn')];
    await using client = tui(world, { script, args: [...manual, '--session-id', id] });
    await client.shows(/❯/);
    await client.say('go');
    await client.shows(/end of turn/);
    expect(made(world, 'after')).toBe(true);
    expect(JSON.stringify(client.requests.at(-1)?.body?.messages)).toContain('Leave this out, go on');
    expect(pawlJson<{ unanswered: object[] }[]>(world, ['sessions'])[0]?.unanswered).toMatchObject([
      { tool: 'Bash', label: 'docker push example/app' },
    ]);
  },
);
