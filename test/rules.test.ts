// Rules, scripts and policy files as people write them: what is accepted, what is refused with a suggestion, and how
// they are tried.
import { expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { plainEvent, run, send } from './support/answers.ts';
import { configure, pawl } from './support/pawl.ts';
import { freshWorld, type World, write } from './support/world.ts';

const rule = (more: object) => ({ id: 'mine', action: 'deny', message: 'Not here', ...more });
const edit = (world: World, tool_name: string) =>
  send(
    world,
    plainEvent(world, 'PreToolUse', {
      tool_name,
      tool_input: { file_path: join(world.project, 'a.ts'), content: '', old_string: '', new_string: '' },
      tool_use_id: `toolu_${tool_name}`,
    }),
  ).decision;

const spellings = [
  { tool: 'Edit|Write' },
  { tool: 'edit, WRITE' },
  { tool: ['edit', 'Write'] },
  { tool: '^(Edit|Write)$' },
  { matcher: 'Edit|Write' },
];
for (const names of spellings)
  test(`a rule with ${JSON.stringify(names)} refuses Edit and Write, and nothing else`, () => {
    using world = freshWorld();
    configure(world, { rules: [rule(names)] });
    expect(['Edit', 'Write', 'Read'].map((tool) => edit(world, tool))).toEqual(['deny', 'deny', 'pass']);
  });

test('a tool that does not exist is an error with its line and a suggestion, in `pawl config` and in the session', () => {
  using world = freshWorld();
  write(
    join(world.pawlHome, 'config.jsonc'),
    '{\n  "rules": [\n    { "id": "x", "tool": "Bsh", "action": "deny", "message": "no" }\n  ]\n}\n',
  );
  const shown = pawl(world, ['config']);
  expect(`${shown.stdout}${shown.stderr}`).toContain('there is no tool "Bsh"; did you mean "Bash"?');
  expect(`${shown.stdout}${shown.stderr}`).toContain('config.jsonc:3');
  expect(run(world, 'ls').message).toContain('config.jsonc');
});

for (const command of [
  '~/check.sh --strict',
  ['~/check.sh', '--strict'],
  'cat >/dev/null; ~/check.sh --strict',
])
  test(`a script may be registered as ${JSON.stringify(command)}`, () => {
    using world = freshWorld();
    const script = join(world.home, 'check.sh');
    write(script, '#!/bin/sh\n[ "$1" = --strict ] && { echo "the script says no" >&2; exit 2; }\nexit 0\n');
    chmodSync(script, 0o755);
    configure(world, { external: [{ id: 'check', on: 'pretooluse', tool: 'bash', command }] });
    expect(run(world, 'ls')).toMatchObject({
      decision: 'deny',
      reason: '[external/check] the script says no.',
    });
    expect(edit(world, 'Write')).toBe('pass');
  });

const ownPolicy = (body: string, more = '') =>
  `import { deny } from 'pawl';\nexport default {\n  id: 'mine/own', on: 'PreToolUse', ${more}\n  check(event) {\n    ${body}\n  },\n};\n`;

test('a policy file may spell tools as the client’s matchers do; one that matches nothing is not loaded', () => {
  using world = freshWorld();
  const file = join(world.pawlHome, 'policies', 'own.ts');
  write(file, ownPolicy("return deny('no');", "tools: ['edit|Write'],"));
  expect(['Edit', 'Write', 'Read'].map((tool) => edit(world, tool))).toEqual(['deny', 'deny', 'pass']);
  write(file, ownPolicy("return deny('no');", "tools: ['Wirte'],"));
  expect(pawl(world, ['policies']).stdout).toContain('did you mean "Write"?');
});

test('an error thrown by a policy file is reported with its line', () => {
  using world = freshWorld();
  write(join(world.pawlHome, 'policies', 'own.ts'), ownPolicy('return event.nothing.there;'));
  expect(run(world, 'ls').message).toMatch(/mine\/own failed: it threw .*\(own\.ts:5:\d+\)/);
});

test('`pawl policies test` says which policies are untested, and tries them on an event', () => {
  using world = freshWorld();
  configure(world, { rules: [rule({ tool: 'Bash', command: 'telnet' })] });
  const untested = pawl(world, ['policies', 'test', 'rules/mine']);
  expect(untested.code).toBe(1);
  expect(untested.stdout).toContain('untested rules/mine has no examples');
  expect(untested.stdout).not.toContain('0 of 0');
  const event = (command: string) =>
    JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } });
  const tried = (stdin: string) =>
    pawl(world, ['policies', 'test', 'rules/mine', '--event', '-'], stdin).stdout;
  expect(tried(event('telnet example.com'))).toMatch(/rules\/mine +deny +Not here/);
  expect(tried(event('ls'))).toMatch(/rules\/mine +pass/);
  expect(tried(event('ls').replace('Bash', 'Read'))).toContain('it is about PreToolUse: Bash');
  expect(pawl(world, ['policies', 'test', 'rules/mine', '--event', '-'], 'x')).toMatchObject({ code: 2 });
});

test('a rule that is not in force because the config is broken is not called unknown', () => {
  using world = freshWorld();
  configure(world, { rules: [rule({ tool: 'Bsh' })] });
  expect(pawl(world, ['policies', 'test', 'rules/mine'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is broken, so rules\/mine is not in\s+force/),
  });
});

test('`pawl policies test --last` asks about the last calls of transcripts', () => {
  using world = freshWorld();
  configure(world, { rules: [rule({ tool: 'Bash', command: 'telnet' })] });
  const line = (command: string, n: number) =>
    JSON.stringify({
      timestamp: new Date(1_700_000_000_000 + n).toISOString(),
      sessionId: 's',
      cwd: world.project,
      message: { content: [{ type: 'tool_use', name: 'Bash', id: `toolu_${n}`, input: { command } }] },
    });
  const commands = ['telnet old.example', 'ls', 'telnet new.example'];
  write(join(world.home, '.claude/projects/p/s.jsonl'), commands.map(line).join('\n'));
  const { stdout } = pawl(world, ['policies', 'test', 'rules/mine', '--last', '2']);
  expect(stdout).toContain('2 calls: 1 answer other than pass.');
  expect(stdout).toContain('telnet new.example');
  expect(stdout).not.toContain('old.example');
});
