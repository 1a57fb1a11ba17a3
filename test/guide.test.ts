// The examples in docs/workflows.md work as written.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulateSession } from './support/events.ts';
import { git, repository } from './support/git.ts';
import { pawl } from './support/pawl.ts';
import { person } from './support/person.ts';
import { freshWorld, write } from './support/world.ts';

const guide = readFileSync(join(import.meta.dir, '..', 'docs', 'workflows.md'), 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map((one) => one[1]!);

test('the workflow of the guide works from start to end', () => {
  using world = freshWorld();
  repository(world);
  const [, ...init] = blocks('sh')[0]!.trim().split(' ');
  expect(pawl(world, init).code).toBe(0);
  Bun.spawnSync(['sh', '-c', blocks('sh')[1]!], { cwd: world.project });
  write(join(world.project, '.pawl/config.jsonc'), blocks('jsonc')[0]!);
  git(world, ['add', '-A']);
  git(world, ['commit', '-qm', 'agents']);
  expect(person(world, ['trust']).code).toBe(0);
  expect(pawl(world, ['workflow', 'validate']).stdout).toContain('are valid');
  const drawn = pawl(world, ['workflow', 'show', 'notes']).stdout.trim();
  expect(drawn.replace(/\d{6}/g, '111526')).toBe(blocks('text')[0]!.trim());

  const session = simulateSession(world);
  expect(session.command('notes').text).toContain('notes-writer');
  expect(session.launch('notes-editor').text).toContain('Start notes-writer first');
  expect(session.launch('notes-writer').word).toBe('pass');
  expect(session.begin('notes-writer').text).toContain(`docs/notes_${session.id}_`);
  expect(session.finish('notes-writer').word).toBe('block');
  const notes = join(world.project, `docs/notes_${session.id}_111526.md`);
  const text = `# Changed\n${'x'.repeat(100)}\n# Fixed\nall`;
  write(notes, text);
  expect(session.finish('notes-writer').word).toBe('pass');
  session.launch('notes-editor');
  session.begin('notes-editor');
  write(notes, `---\nedited_by: notes-editor\n---\n${text}`);
  expect(session.finish('notes-editor').text).toContain('not committed');
  git(world, ['add', '-A']);
  git(world, ['commit', '-qm', 'notes']);
  expect(session.finish('notes-editor').word).toBe('pass');
  expect(session.prompt('next').text).toContain('edited and committed');
});

test('every other example in the guide is a valid config', () => {
  for (const block of blocks('jsonc')) {
    using world = freshWorld();
    write(join(world.pawlHome, 'config.jsonc'), block);
    expect(pawl(world, ['workflow', 'validate'])).toMatchObject({ code: 0, stderr: '' });
  }
});
