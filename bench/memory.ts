// `npm run bench:memory [-- set.txt …]`: measures recall through the built program. Each set is a project's memories, with
// prompts and session starts and the memories that are relevant for them. Ferry and greenhouse were looked at while recall
// was tuned; the others were written before their first run. The figures are in bench/memory/RESULTS.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from '../scripts/build.ts';
import { git, repository } from '../test/support/git.ts';
import { configure, pawl, pawlJson } from '../test/support/pawl.ts';
import { talker } from '../test/support/talk.ts';
import { freshWorld, type World, write } from '../test/support/world.ts';
import { type Figures, figures, plainSearch, possibleAtFive, type Ranking } from './memory/measure.ts';
import { type MemorySet, readSet } from './memory/read-set.ts';

const memorySets = [
  'ferry',
  'greenhouse',
  'laboratory',
  'scooters',
  'podcasts',
  'clinic',
  'warehouse',
  'notebook',
  'rentals',
  'meters',
  'arcade',
  'fitness',
  'annotation',
  'bookshops',
  'solar',
  'shifts',
  'sitegen',
  'theatre',
  'lockers',
  'language',
  'pharmacy',
  'waste',
  'chargers',
  'museum',
];

const given = process.argv.slice(2);
const files =
  given.length > 0 ? given : memorySets.map((name) => join(import.meta.dir, 'memory', `${name}.txt`));

/** Adds every second memory with `pawl memory add`, and imports the others from an older system's files. */
function fill(world: World, { memories }: MemorySet): Map<number, number> {
  const events = join(world.home, '.claude', 'memory', 'older', 'events');
  mkdirSync(events, { recursive: true });
  for (const { number, text, about } of memories)
    if (number % 2 === 0) pawl(world, ['memory', 'add', text, ...about.flatMap((one) => ['--about', one])]);
    else
      writeFileSync(
        join(events, `evt_${number}.json`),
        JSON.stringify({
          v: 1,
          id: `evt_${number}`,
          ts: new Date().toISOString(),
          content: text,
          entities: about,
        }),
      );
  pawl(world, ['import', '--memory', 'older']);
  const kept = pawlJson<{ id: number; content: string }[]>(world, ['memory', 'export']);
  const numbers = new Map(memories.map(({ text, number }) => [text, number]));
  return new Map(kept.map(({ id, content }) => [id, numbers.get(content)!]));
}

/** The memories that an event brought, in the order in which they were given. */
function recalled(world: World, numbers: Map<number, number>, session: string, event: string, more: object) {
  const { context } = talker(world, session)(event, more);
  return [...context.matchAll(/<m ref="m(\d+)"/g)].map(([, id]) => numbers.get(Number(id))!);
}

/** Makes a first commit with every file, as in a young project. */
function firstCommit(world: World, { starts }: MemorySet): void {
  for (const file of starts.flatMap((start) => start.files)) write(join(world.project, file), 'first\n');
  git(world, ['add', '.']);
  git(world, ['commit', '-qm', 'first version']);
}

/** Starts a session after a commit of all files but the last one, which has uncommitted changes. */
function startIn(world: World, numbers: Map<number, number>, start: MemorySet['starts'][number], n: number) {
  git(world, ['checkout', '-q', '-f', '-b', `start-${n}`, 'main']);
  const [last, ...others] = start.files.toReversed();
  for (const file of others) write(join(world.project, file), `${n}\n`);
  git(world, ['commit', '-qam', start.commit, '--allow-empty']);
  write(join(world.project, last!), `${n}\n`);
  return recalled(world, numbers, `start-${n}`, 'SessionStart', { source: 'startup' });
}

function measure(file: string): void {
  using world = freshWorld();
  configure(world, { packs: { memory: true } });
  repository(world);
  const set = readSet(file);
  firstCommit(world, set);
  const numbers = fill(world, set);
  const search: Ranking = set.prompts.map(({ prompt }) =>
    pawlJson<{ id: number }[]>(world, ['memory', 'search', prompt, '--limit', '5']).map(
      ({ id }) => numbers.get(id)!,
    ),
  );
  const prompts: Ranking = set.prompts.map(({ prompt }, n) =>
    recalled(world, numbers, `prompt-${n}`, 'UserPromptSubmit', { prompt }),
  );
  const starts: Ranking = set.starts.map((start, n) => startIn(world, numbers, start, n));
  const possible = possibleAtFive(set.prompts).toFixed(2);
  console.log(`\n${basename(file)}: ${set.memories.length} memories, ${set.prompts.length} prompts`);
  print('full-text search', figures(set.prompts, plainSearch(set)), possible);
  print('pawl memory search', figures(set.prompts, search), possible);
  print('with a prompt', figures(set.prompts, prompts), possible);
  const atStart = figures(set.starts, starts);
  console.log(
    `at the start         ${percent(atStart.relevant)} relevant, ${atStart.given.toFixed(1)} given each`,
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function print(name: string, one: Figures, possible: string): void {
  const figure = `at 5: ${one.atFive.toFixed(3)} (${possible} possible)  at 1: ${one.atOne.toFixed(2)}`;
  const hits = `hit in the top two: ${one.topTwo} of ${one.cases}`;
  console.log(
    `${name.padEnd(20)} ${figure}  ${hits}  ${one.given.toFixed(1)} given each, ${percent(one.relevant)} relevant`,
  );
}

if (import.meta.main) {
  await build();
  for (const file of files) measure(file);
}
