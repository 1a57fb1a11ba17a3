// The guard's look at the machine is limited to 150 ms for a whole event, also with a git that hangs. While a
// machine is busy with other work, our own share of the processor counts, up to 600 ms. Without an answer in time, the
// guard asks or refuses.
import { expect, test } from 'bun:test';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from './support/answers.ts';
import { commit, repository } from './support/git.ts';
import { freshWorld, type World, write } from './support/world.ts';

/** Milliseconds for all lookups of an event, and for git to be ended when they are over. */
const LIMIT = 150;
const BUSY_LIMIT = 600;
const SLACK = 150;

function world(): World {
  const fresh = freshWorld();
  repository(fresh);
  commit(fresh, 'src/a.ts', 'a\n');
  return fresh;
}

/** Settings of the person that wait for a pipe into which nobody writes, so that git never answers. */
function letGitHang(here: World): void {
  const pipe = join(here.home, 'settings');
  Bun.spawnSync(['mkfifo', pipe]);
  write(join(here.home, '.gitconfig'), `[include]\n\tpath = ${pipe}\n`);
}

/** Starts one busy process per processor, until the end of the test. */
function load(): Disposable {
  const busy = Array.from({ length: availableParallelism() }, () =>
    Bun.spawn(['sh', '-c', 'while :; do :; done']),
  );
  return {
    [Symbol.dispose]() {
      for (const one of busy) one.kill('SIGKILL');
    },
  };
}

/** The shortest of some runs, so that other work on this machine counts for little. */
function shortest(times: number, ask: () => void): number {
  const taken = Array.from({ length: times }, () => {
    const start = performance.now();
    ask();
    return performance.now() - start;
  });
  return Math.min(...taken);
}

/** How much longer the guard takes for a command that it looks something up for, than for one that it refuses at once. */
function lookupTime(here: World, command: string): number {
  const base = shortest(5, () => expect(run(here, 'rm -rf ~').decision).toBe('deny'));
  return shortest(5, () => run(here, command)) - base;
}

const discards = Array.from({ length: 8 }, (_, n) => `git checkout -- src/${n}.ts`).join('; ');

test('a git that hangs is given up after the limit, and the discard is refused', () => {
  using here = world();
  letGitHang(here);
  using _busy = load();
  expect(lookupTime(here, 'git checkout -- src/a.ts')).toBeLessThan(LIMIT + SLACK);
  expect(run(here, 'git checkout -- src/a.ts').decision).toBe('deny');
});

test('eight discards in one command share the limit', () => {
  using here = world();
  letGitHang(here);
  using _busy = load();
  expect(lookupTime(here, discards)).toBeLessThan(LIMIT + SLACK);
  expect(run(here, discards).decision).toBe('deny');
});

test('git, processes and paths together keep to the limit of a busy machine', () => {
  using here = world();
  using _busy = load();
  const together = `${discards}; pkill -f "next dev"; kill $(lsof -ti:3999); rm -rf ../nosuch`;
  expect(lookupTime(here, together)).toBeLessThan(BUSY_LIMIT + SLACK);
});
