// Users' own policies and scripts in `pawl check`, `pawl backtest` and `pawl doctor`: asked as in a session, and named
// where they are not.
import { expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { configure, pawl, pawlJson } from './support/pawl.ts';
import { freshWorld, type World, write } from './support/world.ts';

const policyText = (id: string, check: string, examples = '') => `
import { deny, definePolicy } from 'pawl';
export default definePolicy({
  id: '${id}', summary: 's', why: 'w', on: 'PreToolUse', tools: ['Bash'], level: 'deny', examples: [${examples}],
  check(event) { const { command } = event.tool_input as { command: string }; ${check} },
});
`;
const refuses = (word: string) =>
  `if (command.includes('${word}')) return deny('No ${word} here', { instead: 'ssh' });`;
const ownPolicy = (world: World, name: string, check: string, examples = '') =>
  write(join(world.pawlHome, 'policies', `${name}.ts`), policyText(`mine/${name}`, check, examples));

function transcript(world: World, commands: readonly string[]): void {
  const line = (command: string, n: number) =>
    JSON.stringify({
      timestamp: new Date(Date.now() - 1_000 - n).toISOString(),
      sessionId: 's',
      cwd: world.project,
      message: { content: [{ type: 'tool_use', name: 'Bash', id: `toolu_${n}`, input: { command } }] },
    });
  write(join(world.home, '.claude/projects/p/s.jsonl'), commands.map(line).join('\n'));
}

interface Checked {
  decision: string;
  policy: string | null;
  left_out: string[];
}

/** A check exits with 1 for a command that is refused. */
const check = (world: World, command: string): Checked =>
  JSON.parse(pawl(world, ['check', command, '--json']).stdout) as Checked;

test('`pawl check` asks policy files and scripts, as the hook does', () => {
  using world = freshWorld();
  ownPolicy(world, 'no-telnet', refuses('telnet'));
  write(
    join(world.home, 'check.sh'),
    '#!/bin/sh\n[ "$PAWL_DRY_RUN" ] || exit 1\ngrep -q finger && echo "no finger" >&2 && exit 2\nexit 0\n',
  );
  chmodSync(join(world.home, 'check.sh'), 0o755);
  configure(world, { external: [{ id: 'finger', on: 'PreToolUse', tool: 'Bash', command: '~/check.sh' }] });
  expect(check(world, 'telnet example.com')).toMatchObject({
    decision: 'deny',
    policy: 'mine/no-telnet',
    left_out: [],
  });
  expect(check(world, 'finger me')).toMatchObject({ decision: 'deny', policy: 'external/finger' });
  expect(check(world, 'ls')).toMatchObject({ decision: 'pass', policy: null });
  const { stdout, code } = pawl(world, ['check', '--why', 'telnet example.com']);
  expect(code).toBe(1);
  expect(stdout).toContain('mine/no-telnet: No telnet here');
  expect(stdout).toContain('Instead: ssh');
  const batch = pawl(world, ['check', '--batch'], '{"command":"telnet x"}\n{"command":"ls"}\n').stdout;
  expect(
    batch
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).decision),
  ).toEqual(['deny', 'pass']);
});

test('`pawl backtest` counts what policy files would have refused, and says which scripts it did not start', () => {
  using world = freshWorld();
  ownPolicy(world, 'no-telnet', refuses('telnet'));
  ownPolicy(world, 'crashes', `if (command === 'crash') process.exit(3); ${refuses('gopher')}`);
  ownPolicy(world, 'broken', 'this is not code');
  configure(world, { external: [{ id: 'x', on: 'PreToolUse', tool: 'Bash', command: 'false' }] });
  const many = Array.from({ length: 120 }, (_, n) => `echo ${n}`);
  transcript(world, ['telnet a', 'gopher a', ...many, 'crash', 'telnet b', 'git push --force origin main']);
  const report = pawlJson<{
    calls: number;
    denied: number;
    policies: { policy: string; count: number }[];
    left_out: string[];
  }>(world, ['backtest']);
  expect(report).toMatchObject({ calls: 125, denied: 4 });
  expect(report.policies).toContainEqual(expect.objectContaining({ policy: 'mine/no-telnet', count: 2 }));
  expect(report.policies).toContainEqual(expect.objectContaining({ policy: 'mine/crashes', count: 1 }));
  const left = report.left_out.join('\n');
  expect(left).toMatch(/broken\.ts: it does not load: .+ \(broken\.ts:5:\d+\)/);
  expect(left).toContain('mine/crashes failed (it ended its process with 3');
  expect(left).toContain('1 script not asked (external/x)');
}, 30_000);

test('code of a project that nobody has trusted is not run, and is named', () => {
  using world = freshWorld();
  const file = join(world.project, '.pawl/policies/x.ts');
  write(file, policyText('team/x', `require('fs').writeFileSync('${world.tmp}/ran', ''); ${refuses('ls')}`));
  expect(check(world, 'ls')).toMatchObject({ decision: 'pass' });
  expect(check(world, 'ls').left_out.join()).toContain('nobody has trusted it yet');
  expect(pawl(world, ['check', 'ls']).stdout).toContain('`pawl trust`');
});

interface Doctored {
  findings: { code: string; what: string; file?: string }[];
  policies: { examples: number };
}

test('`pawl doctor` runs the examples of policy files, and names the file with one that fails', () => {
  using world = freshWorld();
  const example = (expected: string) =>
    `{ event: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'telnet x' } }, expect: '${expected}' }`;
  const doctor = () => JSON.parse(pawl(world, ['doctor', '--json']).stdout) as Doctored;
  const before = doctor().policies.examples;
  ownPolicy(world, 'no-telnet', refuses('telnet'), example('deny'));
  ownPolicy(world, 'wrong', refuses('gopher'), example('deny'));
  const { findings, policies } = doctor();
  expect(policies.examples).toBe(before + 2);
  const failed = findings.filter(({ code }) => code === 'own-example-failed');
  expect(failed).toEqual([
    expect.objectContaining({
      file: join(world.pawlHome, 'policies', 'wrong.ts'),
      what: expect.stringContaining('mine/wrong: telnet x: expected deny, got pass'),
    }),
  ]);
});

test('`pawl doctor` does not say that all is well where the client is not on the PATH', () => {
  using world = freshWorld();
  expect(pawl(world, ['init']).code).toBe(0);
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: world.project,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 't',
  };
  pawl(world, ['hook'], JSON.stringify(event));
  const report = (folders: string) => pawl(world, ['doctor'], '', { PATH: folders }).stdout;
  const plain = '/usr/bin:/bin';
  const missing = report(plain);
  expect(missing).toContain('Nothing is wrong with the hooks, but Claude Code is not on the PATH');
  expect(missing).not.toContain('All is well');
  write(join(world.tmp, 'claude'), '#!/bin/sh\necho 2.1.325\n');
  chmodSync(join(world.tmp, 'claude'), 0o755);
  expect(report(`${world.tmp}:${plain}`)).toContain('All is well');
}, 30_000);
