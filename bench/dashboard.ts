// What the dashboard takes with a thousand sessions and a million events: `node_modules/.bin/bun bench/dashboard.ts [events]`.
import { statSync } from 'node:fs';
import { homeAt } from '../src/home.ts';
import { countNew } from '../src/store/metrics.ts';
import { openStore } from '../src/store/open.ts';
import type { EventRecord } from '../src/store/record.ts';
import { takeIn } from '../src/store/take.ts';
import { signIn, startDashboard } from '../test/support/dashboard.ts';
import { freshWorld } from '../test/support/world.ts';

const events = Number(process.argv[2] ?? 1_000_000);
const sessions = 1_000;
const days = 365;
const now = Date.now();

const policies = [
  'guard/delete',
  'guard/force-push',
  'guard/self',
  'session/registry',
  'metrics/count',
  'tasks/keep',
];
const tools = ['Bash', 'Read', 'Edit', 'Grep', 'Write', 'Agent'];

function event(n: number): EventRecord {
  const call = Math.floor(n / 2);
  const before = n % 2 === 0;
  const refused = before && call % 50 === 0;
  const session = `s-${call % sessions}`;
  const tool = tools[call % tools.length]!;
  return {
    uid: `u${n}`,
    at: Math.round(now - days * 86_400_000 * (1 - n / events)),
    event: before ? 'PreToolUse' : 'PostToolUse',
    session_id: session,
    project: `/work/project-${call % 20}`,
    repository: `/work/project-${call % 20}`,
    cwd: `/work/project-${call % 20}`,
    tool,
    tool_use_id: `toolu_${call}`,
    decision: refused ? 'deny' : 'pass',
    ms: 4 + (call % 7),
    label: `command number ${call}`,
    policies: policies.map((policy) => ({
      policy,
      level: 'deny',
      said: refused && policy === 'guard/delete' ? 'deny' : 'pass',
      ms: 0.1,
    })),
    ...(refused && { reasons: [{ policy: 'guard/delete', text: 'Deletes the root of the file system' }] }),
    ...(before
      ? { parameters: { command: `command number ${call}` } }
      : { ok: call % 9 > 0, duration_ms: 20 + (call % 300) }),
  };
}

async function timed(what: string, work: () => unknown): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${what.padEnd(44)} ${(performance.now() - start).toFixed(0).padStart(8)} ms`);
}

using world = freshWorld();
const home = homeAt(world.pawlHome);
const db = openStore(home);
await timed(`take in ${events.toLocaleString('en')} events`, () => {
  for (let n = 0; n < events; n += 2_000)
    db.transaction(() =>
      takeIn(
        db,
        Array.from({ length: Math.min(2_000, events - n) }, (_, at) => event(n + at)),
      ),
    ).immediate();
});
await timed('count them', () => countNew(db));
db.close();
console.log(`store ${(statSync(home.store).size / 1e6).toFixed(0)} MB`);

await using dashboard = await startDashboard(world);
const cookie = await signIn(dashboard);
const get = async (path: string) => {
  const answer = await fetch(`${dashboard.origin}${path}`, { headers: { cookie } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
};
for (const round of ['first', 'again']) {
  console.log(`\n${round}`);
  for (const path of [
    'fleet?all=1',
    'fleet?all=1&offset=900',
    'decisions',
    'decisions?policy=guard/delete',
    'decisions?text=number%20100',
    'timeline',
    `timeline?from=0`,
    'session?id=s-7',
    'events?session=s-7',
    'metrics?days=30',
    'metrics?days=365',
    'health',
  ])
    await timed(path, () => get(`/api/${path}`));
}
const { next } = await get('/api/decisions');
await timed('the next page of decisions', () => get(`/api/decisions?before=${next}`));
