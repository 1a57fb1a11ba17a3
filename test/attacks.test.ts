// Attempts to get around Pawl that were made against the built program. What held once must hold: each is refused or
// asked about. Attempts that the guard lets pass, and that a seal, a proof or the client's settings stop, are elsewhere.
import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pawl } from './support/pawl.ts';
import { freshWorld, write } from './support/world.ts';

interface Attempt {
  kind: string;
  command: string;
}

const attempts = readFileSync(join(import.meta.dir, 'attacks.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Attempt);

test('no attempt that was stopped once gets through', () => {
  using world = freshWorld();
  for (const folder of ['Documents', '.pawl/bin', '.ssh'])
    mkdirSync(join(world.home, folder), { recursive: true });
  write(join(world.project, '.env'), 'KEY=1\n');
  const lines = attempts.map(({ command }, id) => JSON.stringify({ id, command, cwd: world.project }));
  const { stdout } = pawl(world, ['check', '--batch'], lines.join('\n'));
  const answers = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: number; decision: string });
  expect(answers.length).toBe(attempts.length);
  expect(answers.filter(({ decision }) => decision === 'pass').map(({ id }) => attempts[id])).toEqual([]);
});
