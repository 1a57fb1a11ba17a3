// `pawl metrics` and `pawl report`: what was sent to the hook is what is counted, once, and for a year.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '../src/domain/metrics.ts';
import { insertEvents } from '../src/store/db/insert-event.ts';
import { countNewEvents } from '../src/store/db/metrics.ts';
import { openStore } from '../src/store/db/open.ts';
import { spool } from '../src/store/files/spool.ts';
import type { EventRecord } from '../src/store/record.ts';
import { homeAt } from '../src/system/home.ts';
import { bashEvent, plainEvent, send } from './support/answers.ts';
import { repository } from './support/git.ts';
import { configure, pawl, pawlJson, processorTime, program } from './support/pawl.ts';
import { person } from './support/person.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const byPerson = testUnless(underAgent());

type Row = Record<string, number | string | null>;

const ended = (world: World, command: string, id: string, more: object) => ({
  ...plainEvent(world, 'PostToolUse'),
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: id,
  tool_response: { stdout: '' },
  duration_ms: 100,
  ...more,
});

/** A small day: two calls that ended well, one that failed, one refused, an agent, a test run, a stop. */
function play(world: World): void {
  send(world, plainEvent(world, 'SessionStart', { source: 'startup' }));
  send(world, plainEvent(world, 'UserPromptSubmit', { prompt: 'go' }));
  for (const [at, command] of ['ls', 'npm test', 'false'].entries()) {
    send(world, bashEvent(world, command, { tool_use_id: `toolu_${at}` }));
    const failed = { hook_event_name: 'PostToolUseFailure', error: 'Exit code 1' };
    send(world, ended(world, command, `toolu_${at}`, command === 'false' ? failed : {}));
  }
  send(world, bashEvent(world, 'git push --force origin main', { tool_use_id: 'toolu_9' }));
  send(world, plainEvent(world, 'SubagentStart', { agent_id: 'a1', agent_type: 'tester' }));
  send(world, plainEvent(world, 'Stop', { stop_hook_active: false }));
}

test('calls, outcomes, refusals, tests and routing are counted, by every name', () => {
  using world = freshWorld();
  play(world);
  const [bash] = pawlJson<Row[]>(world, ['metrics', '--by', 'tool']);
  expect(bash).toMatchObject({ tool: 'Bash', calls: 4, ok: 2, failed: 1, refused: 1, tests_passed: 1 });
  // A bucket is within a tenth of what it stands for.
  expect(Math.abs((bash!.duration_p50_ms as number) - 100)).toBeLessThan(10);
  expect(bash!.hook_p95_ms).toBeGreaterThan(0);
  const policies = pawlJson<Row[]>(world, ['metrics', '--by', 'policy']);
  expect(policies.find(({ policy }) => policy === 'guard/force-push')).toMatchObject({ refused: 1 });
  const agents = pawlJson<Row[]>(world, ['metrics', '--by', 'agent']);
  expect(agents.find(({ agent }) => agent === 'tester')).toMatchObject({ routed: 1 });
  expect(pawlJson<Row[]>(world, ['metrics', '--by', 'session'])).toHaveLength(1);
  const days = pawlJson<Row[]>(world, ['metrics', '--by', 'day', '--since', '7d']);
  expect(days).toHaveLength(7);
  expect(days.at(-1)).toMatchObject({ day: dayOf(Date.now()), calls: 4, prompts: 1, gates_passed: 1 });
});

test('counting again, from many processes at once, adds nothing twice', async () => {
  using world = freshWorld();
  play(world);
  const look = async () => {
    const command = [program, 'metrics', '--by', 'tool', '--json'];
    const child = Bun.spawn(command, { cwd: world.project, env: envOf(world), stdout: 'pipe' });
    return (JSON.parse(await child.stdout.text()) as Row[])[0]!.calls;
  };
  expect(await Promise.all(Array.from({ length: 6 }, look))).toEqual([4, 4, 4, 4, 4, 4]);
  expect(await look()).toBe(4);
});

byPerson('a person’s ways out are counted as overrides, and against the policy they pass over', () => {
  using world = freshWorld();
  send(world, bashEvent(world, 'git push --force origin main'));
  person(world, ['allow-once']);
  send(world, bashEvent(world, 'git push --force origin main', { tool_use_id: 'toolu_again' }));
  person(world, ['pause', '--policy', 'guard/force-push']);
  send(world, bashEvent(world, 'git push --force origin main', { tool_use_id: 'toolu_third' }));
  expect(pawlJson<{ total: Row }>(world, ['metrics']).total).toMatchObject({ overrides: 2, refused: 1 });
  const policies = pawlJson<Row[]>(world, ['metrics', '--by', 'policy']);
  expect(policies.find(({ policy }) => policy === 'guard/force-push')).toMatchObject({
    overrides: 2,
    refused: 1,
  });
});

test('tests that `pawl verify` runs are counted as well', () => {
  using world = freshWorld();
  repository(world);
  write(join(world.project, 'package.json'), JSON.stringify({ scripts: { test: 'exit 0' } }));
  pawl(world, ['verify']);
  expect(pawlJson<{ total: Row }>(world, ['metrics']).total).toMatchObject({
    tests_passed: 1,
    tests_failed: 0,
  });
});

test('`pawl metrics` prints tables, plots and CSV, and has exit codes', () => {
  using world = freshWorld();
  expect(pawl(world, ['metrics']).stdout).toContain('There are no events in this period');
  play(world);
  const shown = pawl(world, ['metrics']);
  expect(shown.code).toBe(0);
  for (const word of ['4 calls', '1 refused', 'Tools', 'Bash', 'guard/force-push', '█', 'hook p95'])
    expect(shown.stdout).toContain(word);
  const csv = pawl(world, ['metrics', '--by', 'tool', '--csv']).stdout.trim().split('\n');
  expect(csv[0]).toStartWith('tool,events,prompts,calls,ok,failed,refused');
  expect(csv[1]).toStartWith('Bash,');
  for (const args of [['--by', 'weather'], ['--since', 'ever'], ['word'], ['--csv', '--json']])
    expect(pawl(world, ['metrics', ...args]).code).toBe(2);
});

test('a name can’t become a formula or a column in CSV', () => {
  using world = freshWorld();
  const at = Date.now();
  const base = {
    at,
    event: 'PreToolUse',
    session_id: 's',
    cwd: '/',
    project: '/',
    repository: '/',
    decision: 'pass',
    ms: 1,
  };
  spool(homeAt(world.pawlHome), at, { ...base, uid: 'a', tool: '=cmd|calc' });
  spool(homeAt(world.pawlHome), at, { ...base, uid: 'b', tool: 'a,"b' });
  const csv = pawl(world, ['metrics', '--by', 'tool', '--csv']).stdout;
  expect(csv).toContain("\n'=cmd|calc,");
  expect(csv).toContain('\n"a,""b",');
});

test('the report is one file without foreign addresses, and markup in names stays text', () => {
  using world = freshWorld();
  const at = Date.now();
  const evil = '</script><script>alert(1)</script>';
  const base = {
    at,
    event: 'PreToolUse',
    session_id: 's',
    cwd: '/',
    project: '/',
    repository: '/',
    decision: 'pass',
    ms: 1,
  };
  spool(homeAt(world.pawlHome), at, { ...base, uid: 'a', tool: evil });
  const file = join(world.root, 'report.html');
  const { bytes } = pawlJson<{ bytes: number }>(world, ['report', '--out', file]);
  const html = readFileSync(file, 'utf8');
  expect(html.length).toBeLessThanOrEqual(bytes);
  expect(html).not.toContain(evil);
  expect((html.match(/(src|href)=["']?https?:/g) ?? []).length).toBe(0);
  expect(html).toContain("default-src 'none'");
});

function record(n: number, at: number): EventRecord {
  const refused = n % 40 === 0;
  return {
    uid: `u${n}`,
    at,
    event: n % 2 === 0 ? 'PreToolUse' : 'PostToolUse',
    session_id: `s-${Math.floor(n / 60)}`,
    project: `/p/${n % 9}`,
    repository: `/p/${n % 9}`,
    cwd: '/p',
    tool: ['Bash', 'Read', 'Edit'][n % 3]!,
    decision: refused ? 'deny' : 'pass',
    ms: 5,
    policies: Array.from({ length: 20 }, (_, at) => ({
      policy: `guard/p${at}`,
      level: 'deny',
      said: 'pass' as const,
      ms: 0.1,
    })),
    ...(n % 2 === 1 && { ok: true, duration_ms: n % 900 }),
  };
}

test('a query over a year is fast, metrics outlive their events, and they are deleted after their retention', () => {
  using world = freshWorld();
  const home = homeAt(world.pawlHome);
  const day = 86_400_000;
  const now = Date.now();
  const db = openStore(home);
  const all = Array.from({ length: 6_000 }, (_, n) =>
    record(n, now - 450 * day + Math.floor((n * 450 * day) / 6_000)),
  );
  db.transaction(() => insertEvents(db, all)).immediate();
  expect(countNewEvents(db)).toBe(6_000);
  expect(countNewEvents(db)).toBe(0);
  db.close();
  const metrics = (since: string) => pawlJson<{ total: Row }>(world, ['metrics', '--since', since]);
  metrics('1d');
  const { total } = metrics('365d');
  const cost = (since: string) => processorTime(() => void metrics(since));
  expect(cost('365d') / cost('1d')).toBeLessThan(5);
  configure(world, { retention: { events_days: 30, metrics_days: 400 } });
  pawl(world, ['gc']);
  expect(pawlJson<{ total: Row }>(world, ['metrics', '--since', '365d']).total).toEqual(total);
  const days = pawlJson<Row[]>(world, ['metrics', '--by', 'day', '--since', '450d']);
  expect(days.filter(({ calls }) => calls !== 0).length).toBeLessThanOrEqual(401);
});
