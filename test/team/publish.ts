// A config for the whole team: what makes things stricter counts at once, the rest when a person has seen it.
import { expect } from 'bun:test';
import { join } from 'node:path';
import { pawl, pawlJson } from '../support/pawl.ts';
import { person } from '../support/person.ts';
import { underAgent } from '../support/skip.ts';
import { machineOf, makeTeam } from '../support/team.ts';
import { type World, write } from '../support/world.ts';
import { server, testWithServer } from './server.ts';

const call = (world: World, command: string) =>
  pawl(
    world,
    ['hook', 'PreToolUse'],
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: world.project,
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      tool_input: { command },
    }),
  ).stdout;

const config = (more: object = {}) => ({
  packs: { docs: true },
  policies: { 'guard/server-tools': { level: 'deny' }, 'guard/git-work': { level: 'off' } },
  rules: [
    { id: 'no-left-pad', command: 'npm install left-pad', action: 'deny', message: 'Ours: pad by hand.' },
  ],
  update: 'off',
  ...more,
});

interface Values {
  values: { key: string; value: unknown; from: string }[];
}

const value = (world: World, key: string) =>
  pawlJson<Values>(world, ['config']).values.find((one) => one.key === key)?.value;

const byPerson = underAgent() ? testWithServer.skip : testWithServer;

byPerson('stricter parts count at once, with a notice; the rest after a person saw it', async () => {
  const team = await makeTeam(server(), ['alice'], ['lena']);
  using lead = machineOf(team, 'lena');
  using alice = machineOf(team, 'alice');
  const folder = join(lead.root, 'team');
  write(join(folder, 'config.jsonc'), JSON.stringify(config()));
  const policy = `export default { id: 'team/no-foo', summary: 's', why: 'w', on: 'PreToolUse', tools: ['Bash'], level: 'deny', examples: [],
    check(event) { return event.tool_input.command.includes('run-foo') ? { kind: 'deny', reason: 'No foo in this team' } : undefined; } };`;
  write(join(folder, 'policies', 'no-foo.ts'), policy);
  expect(pawl(alice, ['team', 'publish', folder]).stderr).toContain('only a lead');
  expect(pawl(lead, ['team', 'publish', folder, '--note', 'first rules']).stdout).toContain(
    'Published config.jsonc',
  );
  expect(pawl(alice, ['sync']).stdout).toContain('has published a config');

  // The refusing rule and the raised level count, without the team's own words; nothing that loosens does, and no code.
  expect(call(alice, 'npm install left-pad')).toContain('A rule of the team refuses this');
  expect(call(alice, 'npm install left-pad')).not.toContain('pad by hand');
  expect(value(alice, 'policies.guard/server-tools.level')).toBe('deny');
  expect(value(alice, 'policies.guard/git-work.level')).toBe('deny');
  expect(value(alice, 'packs.docs')).toBe(false);
  expect(call(alice, 'run-foo')).not.toContain('No foo');
  const start = JSON.stringify({
    hook_event_name: 'SessionStart',
    session_id: 'n',
    cwd: alice.project,
    source: 'startup',
  });
  expect(pawl(alice, ['hook', 'SessionStart'], start).stdout).toContain(
    'lena published a config for the team: first rules',
  );

  const shown = pawl(alice, ['team', 'pull', '--show']);
  expect([shown.code, shown.stdout]).toEqual([1, expect.stringContaining('no-foo.ts')]);
  expect(pawl(alice, ['team', 'pull'], '', { CLAUDECODE: '1' }).stderr).toContain('Only a person');
  const accepted = person(alice, ['team', 'pull']);
  expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringContaining('in force now')]);
  expect(call(alice, 'npm install left-pad')).toContain('pad by hand');
  expect(call(alice, 'run-foo')).toContain('No foo in this team');
  expect(value(alice, 'packs.docs')).toBe(true);
  expect(value(alice, 'policies.guard/git-work.level')).toBe('off');

  // Another content waits again, and shows only what has changed.
  write(join(folder, 'config.jsonc'), JSON.stringify(config({ packs: { docs: true, memory: true } })));
  pawl(lead, ['team', 'publish', folder]);
  pawlJson(alice, ['sync']);
  expect(value(alice, 'packs.memory')).toBe(false);
  const next = pawlJsonOf(pawl(alice, ['team', 'pull', '--show', '--json']).stdout);
  expect(next).toMatchObject({ accepted: false, author: 'lena', changes: [{ file: 'config.jsonc' }] });
});

const pawlJsonOf = (text: string) => JSON.parse(text) as Record<string, unknown>;

testWithServer(
  'a config that is broken or holds a secret is not published, and a forged one is not accepted',
  async () => {
    const team = await makeTeam(server(), ['alice'], ['lena']);
    using lead = machineOf(team, 'lena');
    using alice = machineOf(team, 'alice');
    const folder = join(lead.root, 'team');
    const publish = (text: string) => {
      write(join(folder, 'config.jsonc'), text);
      return pawl(lead, ['team', 'publish', folder]).stderr;
    };
    expect(pawl(lead, ['team', 'publish', folder]).stderr).toContain('neither config.jsonc');
    expect(publish('{"packs": 3}')).toContain('is broken');
    expect(publish('{"rules": [] /* AKIAIOSFODNN7EXAMPLE password: hunter2secret */}')).toContain(
      'looks like a secret',
    );
    await server().run(
      team.database,
      `INSERT INTO pawl.published (hash, author, files) VALUES ('not the hash', 'lena', '[{"name": "config.jsonc", "text": "{}"}]')`,
    );
    expect(pawl(alice, ['sync']).stderr).toContain('does not match its hash');
  },
);
