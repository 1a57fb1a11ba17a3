// `pawl import`: the state of older hook systems is imported completely and once, and their files do not change.
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './support/git.ts';
import { pawlJson } from './support/pawl.ts';
import { freshWorld, type World, write } from './support/world.ts';

const key = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function olderSystems(world: World): void {
  const claude = join(world.home, '.claude');
  const todos = [
    { content: 'finish the parser', status: 'in_progress', activeForm: 'x' },
    { content: 'write the docs', status: 'pending', activeForm: 'x' },
    { content: 'done long ago', status: 'completed', activeForm: 'x' },
    { content: 'broken', status: 'whenever' },
  ];
  const state = { schema_version: 1, project_name: 'project', todos, updated_at: '2026-01-17T14:35:00' };
  write(join(claude, `todo-state/todos_${key(world.project)}.json`), JSON.stringify(state));
  write(
    join(claude, 'todo-state/todos_0123456789abcdef.json'),
    JSON.stringify({ ...state, project_name: 'elsewhere' }),
  );
  const folder = join(claude, 'memory', key(world.project));
  for (let n = 0; n < 20; n++) {
    const id = `evt_20260901T10000${n}-1-abcde${n}`;
    const event = {
      v: 1,
      id,
      ts: '2026-09-01T10:00:00+00:00Z',
      type: 'compound',
      content: `LESSON: number ${n}`,
      entities: ['cors', `f${n}.py`],
      category: 'bugfix',
      meta: {},
    };
    write(join(folder, 'events', `${id}.json`), JSON.stringify(event));
  }
  // The manifest lists only nine of the twenty.
  const first = 'evt_20260901T100000-1-abcde0';
  write(
    join(folder, 'manifest.json'),
    JSON.stringify({ recent: [first], total_count: 9, utility: { [first]: { injected: 4, cited: 2 } } }),
  );
  write(
    join(folder, 'core-assertions.jsonl'),
    '{"ts":"2026-09-01T10:00:00Z","topic":"Tests","assertion":"run with -x"}\nnot json\n',
  );
  const reflection = {
    what_was_done: 'Moved the headers to nginx',
    key_insight: 'The proxy strips the Origin header, so CORS must be set in nginx itself.',
    search_terms: ['cors'],
  };
  write(
    join(world.project, '.claude/completion-checkpoint.json'),
    JSON.stringify({ self_report: { category: 'config' }, reflection }),
  );
}

const listing = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => {
    try {
      return `${name} ${key(readFileSync(join(folder, name), 'utf8'))}`;
    } catch {
      return name;
    }
  });

interface Taken {
  what: string;
  found: number;
  added: number;
  left_out: string[];
}

test('everything is imported, even what the manifest does not list; a second import adds nothing', () => {
  using world = freshWorld();
  repository(world);
  olderSystems(world);
  const before = listing(join(world.home, '.claude'));
  const run = (...args: string[]) => pawlJson<Taken[]>(world, ['import', ...args]);
  const counts = (taken: Taken[]) =>
    taken.map(({ what, found, added }) => `${what} ${added}/${found}`).sort();
  const all = ['checkpoint 1/1', 'memories 21/22', 'todos 0/2', 'todos 2/2'];

  expect(counts(run('--dry-run'))).toEqual(all);
  expect(pawlJson<unknown[]>(world, ['memory', 'list'])).toEqual([]);
  const taken = run();
  expect(counts(taken)).toEqual(all);
  expect(taken.flatMap(({ left_out }) => left_out).join()).toContain('its project (elsewhere) is not known');
  expect(taken.flatMap(({ left_out }) => left_out).join()).toContain('item 4');

  expect(counts(run())).toEqual(['checkpoint 0/1', 'memories 0/22', 'todos 0/2', 'todos 0/2']);
  const tasks = pawlJson<{ content: string }[]>(world, ['task', 'list']);
  expect(tasks.map(({ content }) => content)).toEqual(['finish the parser', 'write the docs']);
  const memories = pawlJson<{ content: string; injected: number; at: number }[]>(world, [
    'memory',
    'list',
    '--limit',
    '50',
  ]);
  expect(memories).toHaveLength(22);
  expect(memories.find(({ content }) => content === 'LESSON: number 0')).toMatchObject({
    injected: 4,
    at: Date.UTC(2026, 8, 1, 10),
  });
  expect(listing(join(world.home, '.claude'))).toEqual(before);
});

test('a memory folder of an unknown project can be assigned with --memory', () => {
  using world = freshWorld();
  const event = { id: 'evt_1', ts: '2026-09-01T10:00:00Z', content: 'LESSON: x', entities: [] };
  write(join(world.home, '.claude/memory/feedfeedfeedfeed/events/evt_1.json'), JSON.stringify(event));
  const [taken] = pawlJson<Taken[]>(world, ['import']);
  expect(taken).toMatchObject({ added: 0, left_out: [expect.stringContaining('--memory feedfeedfeedfeed')] });
  expect(pawlJson<Taken[]>(world, ['import', '--memory', 'feedfeedfeedfeed'])).toMatchObject([{ added: 1 }]);
});

test('broken files are reported, and the others are imported', () => {
  using world = freshWorld();
  repository(world);
  const claude = join(world.home, '.claude');
  const folder = join(claude, 'memory', key(world.project));
  write(join(claude, 'todo-state/todos_deadbeef.json'), '{broken');
  write(join(folder, 'events/evt_1.json'), '{broken');
  write(join(folder, 'events/evt_2.json'), '[]');
  write(join(folder, 'events/evt_3.json'), JSON.stringify({ id: { a: 1 }, ts: 5, content: 'LESSON: x' }));
  write(join(folder, 'manifest.json'), '{"utility":{"[object Object]":{"injected":{},"cited":"many"}}}');
  write(join(folder, 'core-assertions.jsonl'), 'broken\n{"topic":"t","assertion":"x"}\n');
  write(join(claude, 'worktree-state.json'), '{"worktrees":{"a":null,"b":5}}');
  write(join(claude, 'toolkit-update-state.json'), '{"update_history":[null,5]}');
  for (const added of [2, 0])
    expect(pawlJson<Taken[]>(world, ['import'])).toMatchObject([
      { what: 'todos', left_out: ['can’t be read'] },
      {
        what: 'memories',
        added,
        left_out: [
          'evt_1.json can’t be read',
          'evt_2.json can’t be read',
          'a line of core-assertions.jsonl can’t be read: broken',
        ],
      },
      { what: 'worktrees', added: 0, left_out: ['a no longer exists', 'b no longer exists'] },
      { what: 'updates', found: 0 },
    ]);
});
