// Measures the dashboard with a thousand sessions and a million events: `node_modules/.bin/bun bench/dashboard.ts [events]`.
import { statSync } from 'node:fs';
import { homeAt } from '../src/system/home.ts';
import { fillWorld } from '../test/support/crowd.ts';
import { signIn, startDashboard } from '../test/support/dashboard.ts';
import { freshWorld } from '../test/support/world.ts';

const events = Number(process.argv[2] ?? 1_000_000);

const say = (label: string, ms: number) => console.log(`${label.padEnd(44)} ${ms.toFixed(0).padStart(8)} ms`);

async function timed(label: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  say(label, performance.now() - start);
}

const paths = [
  'fleet?all=1',
  'fleet?all=1&offset=900',
  'decisions',
  'decisions?policy=guard/delete',
  'decisions?text=number%20100',
  'timeline',
  'timeline?from=0',
  'session?id=s-7',
  'events?session=s-7',
  'metrics?days=30',
  'metrics?days=365',
  'health',
];

using world = freshWorld();
const { taken, counted } = fillWorld(world, { sessions: 1_000, events, days: 365 });
say(`import ${events.toLocaleString('en')} events`, taken);
say('count them', counted);
console.log(`store ${(statSync(homeAt(world.pawlHome).store).size / 1e6).toFixed(0)} MB`);

await using dashboard = await startDashboard(world);
const headers = await signIn(dashboard);
async function get(path: string): Promise<{ next?: string }> {
  const answer = await fetch(`${dashboard.origin}/api/${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<{ next?: string }>;
}

for (const round of ['first', 'again']) {
  console.log(`\n${round}`);
  for (const path of paths) await timed(path, () => get(path));
}
const { next } = await get('decisions');
await timed('the next page of decisions', () => get(`decisions?before=${next}`));
