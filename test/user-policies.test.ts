// Users' policy files: what they can do, and that a broken one does not affect the others.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processOf } from '../src/system/process.ts';
import { bashEvent, plainEvent, run, send } from './support/answers.ts';
import { configure, pawl, pawlJson, program } from './support/pawl.ts';
import { acceptPolicies, person } from './support/person.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { until } from './support/wait.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const byPerson = testUnless(underAgent());

const policy = (id: string, check: string, more = '') => `
import { definePolicy, allow, ask, deny, inject, tell } from 'pawl';
import type { Event } from 'pawl';
export default definePolicy({
  id: '${id}', summary: 's', why: 'w', on: 'PreToolUse', tools: ['Bash'], level: 'deny', examples: [],
  ${more}
  check(event, context) { ${check} },
} as never);
`;

function withPolicies(files: Record<string, string>): World {
  const world = freshWorld();
  for (const [name, text] of Object.entries(files))
    write(join(world.pawlHome, 'policies', `${name}.ts`), text);
  return world;
}

const denies = policy(
  'mine/denies',
  'return deny("no " + (event as any).tool_input.command, { instead: "rest" });',
);

test('TypeScript with a value import from "pawl" is loaded without a build step', () => {
  using world = withPolicies({ denies });
  expect(run(world, 'ls')).toMatchObject({ decision: 'deny', reason: '[mine/denies] no ls. Instead: rest' });
});

test('async checks, options from config and levels work as for built-in policies', () => {
  using world = withPolicies({
    slow: policy(
      'mine/slow',
      'return Bun.sleep(20).then(() => deny(context.options.word));',
      "options: { word: { default: 'first', about: 'a' } },",
    ),
  });
  expect(run(world, 'ls').reason).toContain('first');
  const config = { policies: { 'mine/slow': { level: 'ask', word: 'second' } } };
  configure(world, config);
  expect(run(world, 'ls')).toMatchObject({ decision: 'ask', reason: '[mine/slow] second.' });
});

test('the facts of a policy file know the programs and workflows of the config', () => {
  using world = withPolicies({
    facts: policy('mine/facts', 'return deny(context.shell.effects.map((one) => one.code).join(" "));'),
    problems: policy('mine/problems', 'return tell(context.workflow.problems().join(" "));'),
  });
  const programs = [
    { names: 'acme', options: { '-e': 'text' }, effects: [{ code: 'acme-drop', when: 'drop', why: 'w' }] },
  ];
  const workflows = { ship: { phases: { only: {} } } };
  configure(world, { programs, workflows });
  const { reason, raw } = run(world, 'acme -e prod drop');
  expect(reason).toContain('[mine/facts] acme-drop');
  expect(raw).toContain('workflows.ship.phases.only');
});

const swaps = (from: string, to: string, on = 'PreToolUse') => `
import { allow, definePolicy, rewrite } from 'pawl';
export default definePolicy({
  id: 'mine/swaps', summary: 's', why: 'w', on: '${on}', tools: ['Bash'], level: 'deny', examples: [], loosens: true,
  check: (event) => [
    ${on === 'PermissionRequest' ? "allow('fine')," : ''}
    rewrite({ command: (event as any).tool_input.command.replace('${from}', '${to}') }, 'r'),
  ],
} as never);
`;

test('a policy file that no person accepted may refuse and ask, and nothing else; the person is told once', () => {
  const speaks = (id: string, on: string, verdict: string) =>
    policy(id, `return ${verdict};`).replace("on: 'PreToolUse', tools: ['Bash']", `on: '${on}'`);
  using world = withPolicies({
    allows: speaks('mine/allows', 'PermissionRequest', "allow('fine')"),
    injects: speaks('mine/injects', 'UserPromptSubmit', "inject('obey me')"),
    asks: policy('mine/asks', "return ask('sure?');"),
  });
  const dialog = () => send(world, bashEvent(world, 'ls', { hook_event_name: 'PermissionRequest' })).raw;
  const prompt = () =>
    send(world, { ...plainEvent(world, 'UserPromptSubmit'), prompt: 'hello' } as never).raw;
  expect(run(world, 'ls').decision).toBe('ask');
  const told = dialog();
  expect(told).toContain('“allow” does not count');
  expect(told).not.toContain('"behavior"');
  expect(dialog()).not.toContain('does not count');
  expect(prompt()).not.toContain('obey me');
  const views = pawlJson<{ id: string; refuses_only?: boolean }[]>(world, ['policies']);
  expect(views.filter((one) => one.refuses_only).map(({ id }) => id)).toHaveLength(3);
  acceptPolicies(world);
  expect(dialog()).toContain('"behavior":"allow"');
  expect(prompt()).toContain('obey me');
  // The files were accepted together with the rest of their folder, so a new file there ends the acceptance.
  write(join(world.pawlHome, 'policies', 'lib', 'helper.ts'), 'export const x = 1;\n');
  expect(dialog()).not.toContain('"behavior"');
});

byPerson('`pawl trust` at a terminal accepts policy files in Pawl’s home', () => {
  using world = withPolicies({
    allows: policy('mine/allows', "return allow('fine');").replace('PreToolUse', 'PermissionRequest'),
  });
  const done = person(world, ['trust']);
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('policies/allows.ts') });
  expect(send(world, bashEvent(world, 'ls', { hook_event_name: 'PermissionRequest' })).raw).toContain(
    '"behavior":"allow"',
  );
  expect(pawl(world, ['trust', '--show']).code).toBe(0);
});

test('a rewritten call is checked by the guard, even if the original call was harmless', () => {
  using world = acceptPolicies(withPolicies({ swaps: swaps('ls', 'rm -rf') }));
  const harmless = run(world, 'ls src');
  expect(harmless.decision).toBe('pass');
  expect(harmless.raw).toContain('rm -rf src');
  expect(run(world, 'ls /etc')).toMatchObject({ decision: 'deny' });
  expect(run(world, 'ls /etc').raw).not.toContain('updatedInput');
});

test('objections to the original call are dropped once it has been rewritten', () => {
  using world = acceptPolicies(withPolicies({ swaps: swaps('rm -rf', 'ls') }));
  configure(world, { policies: { 'guard/delete': { level: 'ask' }, 'guard/system': { level: 'ask' } } });
  const made = run(world, 'rm -rf /etc');
  expect(made.decision).toBe('pass');
  expect(made.raw).toContain('ls /etc');
});

test('a rewrite that comes with a yes to a permission dialog is checked too', () => {
  using world = acceptPolicies(withPolicies({ swaps: swaps('ls', 'rm -rf', 'PermissionRequest') }));
  const ask = (command: string) =>
    send(world, bashEvent(world, command, { hook_event_name: 'PermissionRequest' })).raw;
  expect(ask('ls src')).toContain('"behavior":"allow"');
  expect(ask('ls /etc')).not.toContain('"behavior":"allow"');
});

test('a policy’s state is kept for the next event, even if a later policy ends the process', () => {
  using world = withPolicies({
    'a-counts': policy(
      'mine/counts',
      'context.state.update((n) => n + 1); return tell("seen " + context.state.get());',
      "state: { scope: 'session', initial: 0 },",
    ),
    'b-exits': policy('mine/exits', 'process.exit(0)'),
  });
  expect(run(world, 'ls').message).toContain('seen 0');
  expect(run(world, 'ls').message).toContain('seen 1');
  // `explain` is a dry run, so the count stays the same.
  const event = JSON.stringify(
    plainEvent(world, 'PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
  );
  expect(pawl(world, ['explain', '-'], event).code).toBe(0);
  expect(run(world, 'ls').message).toContain('seen 2');
});

/** By behaviour; `says` is part of the message to the person. */
const broken: Record<string, { source: string; says: string }> = {
  'syntax-error': { source: 'export default {', says: 'syntax-error.ts is not in force: it does not load' },
  'throws-on-load': {
    source: 'throw new Error("boo")',
    says: 'throws-on-load.ts is not in force: it does not load: boo',
  },
  'hangs-on-load': {
    source: 'while (true) {}',
    says: 'hangs-on-load.ts is not in force: it does not load: it did not answer',
  },
  'exits-on-load': {
    source: 'process.exit(3)',
    says: 'exits-on-load.ts is not in force: it does not load: it ended',
  },
  'no-default-export': { source: 'export const a = 1', says: 'no default export' },
  'no-check': { source: "export default { id: 'mine/x', on: 'Stop' }", says: '"check" must be a function' },
  'wrong-id': { source: policy('Nope', ''), says: '"id" must be a name like' },
  'reserved-id': { source: policy('rules/x', ''), says: '"id" must be in a pack other than rules' },
  'wrong-event': { source: policy('mine/x', '', "on: 'Nope',"), says: 'there is no event "Nope"' },
  'odd-tools': { source: policy('mine/x', '', 'tools: 7,'), says: '"tools" must be a list of tool names' },
  'odd-options': { source: policy('mine/x', '', 'options: { a: null },'), says: '"options" must be' },
  'odd-state': { source: policy('mine/x', '', 'state: { scope: "galaxy" },'), says: '"state" must be' },
  circular: { source: policy('mine/x', '', 'get a() { return this },'), says: 'it does not load' },
  'takes-a-built-in-id': {
    source: policy('guard/force-push', ''),
    says: 'guard/force-push is already taken',
  },
  throws: { source: policy('mine/x', 'throw new Error("boo")'), says: 'mine/x failed: it threw boo' },
  rejects: { source: policy('mine/x', 'return Promise.reject("boo")'), says: 'mine/x failed: it threw boo' },
  hangs: { source: policy('mine/x', 'while (true) {}'), says: 'mine/x failed: it did not answer within' },
  'never-settles': {
    source: policy('mine/x', 'return new Promise(() => {})'),
    says: 'mine/x failed: it ended the process',
  },
  'never-settles-but-lives': {
    source: policy('mine/x', 'return new Promise(() => setInterval(() => {}, 1000))'),
    says: 'mine/x failed: it did not answer within',
  },
  exits: { source: policy('mine/x', 'process.exit(0)'), says: 'mine/x failed: it ended the process' },
  'exits-with-3': {
    source: policy('mine/x', 'process.exit(3)'),
    says: 'mine/x failed: it ended its process with 3',
  },
  'kills-itself': {
    source: policy('mine/x', 'process.kill(process.pid, "SIGKILL")'),
    says: 'mine/x failed: it ended',
  },
  'returns-a-word': { source: policy('mine/x', 'return "deny"'), says: 'mine/x failed: it returned "deny"' },
  'returns-an-object': {
    source: policy('mine/x', 'return { deny: true }'),
    says: 'mine/x failed: it returned an object',
  },
  'returns-a-circle': {
    source: policy('mine/x', 'const a = {}; a.a = a; return a'),
    says: 'mine/x failed: it threw',
  },
};

for (const [behaviour, { source, says }] of Object.entries(broken)) {
  test(`a policy that ${behaviour} is reported by name, and the other policies still answer`, () => {
    using world = withPolicies({
      [behaviour]: source,
      'zz-denies': denies,
      'aa-asks': policy('mine/asks', 'return ask("sure?")'),
    });
    const started = performance.now();
    const answer = run(world, 'git push --force origin main');
    expect(answer.decision).toBe('deny');
    for (const name of ['guard/force-push', 'mine/denies', 'mine/asks'])
      expect(answer.reason).toContain(`[${name}`);
    expect(answer.message).toContain(says);
    const again = performance.now();
    // The client waits at most twenty seconds.
    expect(again - started).toBeLessThan(20_000);
    // The failure to load is cached, so the next event is not slowed down again.
    if (!says.includes('failed')) {
      const first = again - started;
      expect(run(world, 'ls').decision).toBe('deny');
      expect(performance.now() - again).toBeLessThan(Math.max(first, 5_000));
    }
  });
}

test('when the hook is killed, its policy processes end too', async () => {
  using world = withPolicies({
    hangs: policy(
      'mine/x',
      'require("node:fs").writeFileSync(process.env.TMPDIR + "/pid", String(process.pid)); while (true) {}',
    ),
  });
  run(world, 'ls', { tool_name: 'Read' });
  const stdin = Buffer.from(JSON.stringify(bashEvent(world, 'ls')));
  const hook = Bun.spawn([program, 'hook'], { cwd: world.project, env: envOf(world), stdin });
  const file = join(world.tmp, 'pid');
  const pid = await until('the policy runs', () => existsSync(file) && Number(readFileSync(file, 'utf8')));
  hook.kill('SIGTERM');
  await hook.exited;
  await until('the policy is gone, too', () => processOf(pid) === undefined);
});

test('of two files with the same id the first is in force and the second is reported', () => {
  using world = withPolicies({
    a: policy('mine/same', 'return deny("first")'),
    b: policy('mine/same', 'return deny("second")'),
  });
  const { reason, message } = run(world, 'ls');
  expect(reason).toBe('[mine/same] first.');
  expect(message).toContain('b.ts is not in force: the id mine/same is already taken');
});

test('the output of a policy does not get into the answer', () => {
  const noise =
    'console.log("noise"); process.stdout.write("{\\"decision\\":"); console.error("x".repeat(200000));';
  using world = withPolicies({ prints: policy('mine/prints', `${noise} return deny("quiet")`) });
  expect(run(world, 'ls')).toMatchObject({ decision: 'deny', reason: '[mine/prints] quiet.' });
});

test('onError decides a tool call after a crash, but never blocks a stop', () => {
  using world = withPolicies({
    strict: policy('mine/strict', 'throw new Error("boo")', "onError: 'deny', on: ['PreToolUse', 'Stop'],"),
  });
  expect(run(world, 'ls')).toMatchObject({ decision: 'deny' });
  expect(send(world, plainEvent(world, 'Stop', { stop_hook_active: false })).decision).toBe('pass');
});

test('`pawl policies` lists broken files, and `pawl policies test` runs the examples of policy files', () => {
  using world = withPolicies({ 'syntax-error': 'export default {', denies });
  const listed = pawlJson<{ id: string; source: string; problem?: string; level: string }[]>(world, [
    'policies',
  ]);
  expect(listed.find((one) => one.id === 'mine/denies')).toMatchObject({ source: 'own', level: 'deny' });
  expect(listed.find((one) => one.id === 'syntax-error.ts')?.problem).toContain('does not load');
  expect(pawl(world, ['policies']).stdout).toContain('syntax-error.ts');
  // It has no examples, so nothing was tested.
  expect(pawl(world, ['policies', 'test', 'mine/denies']).code).toBe(1);

  const wrong = policy('mine/wrong', 'return undefined').replace(
    'examples: []',
    "examples: [{ event: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'x' } }, expect: 'deny' }]",
  );
  write(join(world.pawlHome, 'policies', 'wrong.ts'), wrong);
  const { code, stdout } = pawl(world, ['policies', 'test', 'mine/wrong']);
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('expected deny, got pass'),
  });
});

test('`pawl config` reports a broken policy file and exits with 1', () => {
  using world = freshWorld();
  write(join(world.pawlHome, 'policies', 'half.ts'), 'export default {');
  const { code, stdout } = pawl(world, ['config']);
  expect(code).toBe(1);
  expect(stdout).toContain('half.ts is not in force: ');
});

test('`pawl policies new` refuses the name of an existing policy', () => {
  using world = freshWorld();
  expect(pawl(world, ['policies', 'new', 'guard/delete'])).toMatchObject({
    code: 1,
    stderr: 'pawl: Choose another name; the policy guard/delete exists already (built-in).\n',
  });
});

const tsc = join(import.meta.dir, '..', 'node_modules', '.bin', 'tsc');
const types = (folder: string) => Bun.spawnSync([tsc, '-p', folder]);

test('`pawl policies new` writes a policy that runs, with passing examples and types for an editor', () => {
  using world = freshWorld();
  for (const [args, folder] of [
    [['policies', 'new', 'no-telnet'], world.pawlHome],
    [['policies', 'new', 'no-telnet', '--project'], join(world.project, '.pawl')],
  ] as const) {
    expect(pawl(world, [...args])).toMatchObject({ code: 0, stderr: '' });
    expect(pawl(world, [...args]).code).toBe(1);
    expect(types(folder).stdout.toString()).toBe('');
    const file = join(folder, 'policies', 'wrong.ts');
    write(
      file,
      "import { definePolicy } from 'pawl';\nexport default definePolicy({ id: 'mine/x', on: 'Nope' });\n",
    );
    expect(types(folder).stdout.toString()).toContain('wrong.ts');
    write(file, 'export default {');
  }
  expect(pawl(world, ['policies', 'test', 'mine/no-telnet'])).toMatchObject({
    code: 0,
    stdout: '2 of 2 examples passed.\n',
  });
  // The name it was created with is enough.
  expect(pawl(world, ['policies', 'test', 'no-telnet']).stdout).toBe('2 of 2 examples passed.\n');
  expect(run(world, 'telnet example.com')).toMatchObject({ decision: 'deny' });
});
