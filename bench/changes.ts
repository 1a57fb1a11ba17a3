// Measures SessionStart and Stop in a large repository and with many memories. `bun bench/changes.ts` runs it alone.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addMemory } from '../src/store/db/memory.ts';
import { openStore } from '../src/store/db/open.ts';
import { homeAt } from '../src/system/home.ts';
import { git, repository } from '../test/support/git.ts';
import { configure, program } from '../test/support/pawl.ts';
import { envOf, freshWorld, type World, write } from '../test/support/world.ts';
import { type Contestant, median, race } from './measure.ts';

/** Names of the rows. */
export const large = {
  status: 'git status, 50,000 files',
  start: 'Pawl, SessionStart, 50,000 files, 10,000 memories',
  stop: 'Pawl, Stop after an edit, 50,000 files',
};

const files = 50_000;
const memories = 10_000;

/** 50,000 tracked files in 500 folders, in one commit like a shallow clone, and a few that are not committed. */
export function largeWorld(): World {
  const world = freshWorld();
  configure(world, { packs: { checkpoint: true, memory: true, docs: true } });
  repository(world);
  for (let folder = 0; folder < 500; folder++) {
    const path = join(world.project, `src/part${folder}`);
    write(join(path, 'index.ts'), `export const part = ${folder};\n`);
    for (let n = 1; n < files / 500; n++)
      writeFileSync(join(path, `file${n}.ts`), `export const n = ${n};\n`);
  }
  git(world, ['add', '.']);
  git(world, ['commit', '-q', '--amend', '-m', 'large']);
  fillMemories(world);
  hook(world, event(world, 'SessionStart', 'measured', { source: 'startup' }));
  for (let n = 0; n < 20; n++) write(join(world.project, `src/part${n}/file1.ts`), `changed ${n}\n`);
  write(join(world.project, 'src/new.ts'), 'new\n');
  return world;
}

function fillMemories(world: World): void {
  const db = openStore(homeAt(world.pawlHome));
  db.transaction(() => {
    for (let n = 0; n < memories; n++) {
      const entities = [`file${n % 100}.ts`, `part${n % 500}/file${n % 100}.ts`, `word${n % 97}`];
      const at = Date.now() - n * 60_000;
      const origin = { repository: world.project, session_id: 'old', at, source: 'bench' };
      addMemory(db, { content: `lesson ${n} about part${n % 500}`, category: 'bugfix', entities }, origin);
    }
  })();
  db.close();
}

function event(world: World, hook_event_name: string, session_id: string, more: object): string {
  return JSON.stringify({ session_id, cwd: world.project, prompt_id: 'p', hook_event_name, ...more });
}

function hook(world: World, stdin: string): void {
  Bun.spawnSync([program, 'hook'], { cwd: world.project, env: envOf(world), stdin: Buffer.from(stdin) });
}

export function largeContestants(world: World, every = 20): Contestant[] {
  const status = ['git', 'status', '--porcelain=v2', '-z', '--untracked-files=all'];
  const row = (name: string, argv: string[], stdin: string): Contestant => ({
    name,
    argv,
    stdin,
    env: envOf(world),
    cwd: world.project,
    every,
  });
  return [
    row(large.status, status, ''),
    // The snapshot exists already, so this is a resume; 10,000 memories are searched.
    row(large.start, [program, 'hook'], event(world, 'SessionStart', 'measured', { source: 'resume' })),
    row(large.stop, [program, 'hook'], event(world, 'Stop', 'measured', { stop_hook_active: false })),
  ];
}

if (import.meta.main) {
  using world = largeWorld();
  const samples = race(largeContestants(world, 1), Number(process.env.ROUNDS ?? 15), () => {});
  for (const [name, taken] of samples) {
    const [ms, cpu] = [taken.map((run) => run.ms), taken.map((run) => run.cpu)].map((list) =>
      median(list).toFixed(1),
    );
    console.log(`${ms!.padStart(8)} ms  ${cpu!.padStart(8)} ms CPU  ${name}`);
  }
}
