// The guard looks whether a database, a container or a path is worth a question. Through the built program.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { run } from './support/answers.ts';
import { clockTick } from './support/wait.ts';
import { freshWorld, type World, write } from './support/world.ts';

const world = (): World => {
  const fresh = freshWorld();
  Bun.spawnSync(['git', 'init', '-q', fresh.project]);
  return fresh;
};

test('a database that this session made may lose its tables', async () => {
  using here = world();
  const transcript = join(here.root, 't.jsonl');
  const more = { transcript_path: transcript };
  write(join(here.project, 'app.db'), 'x');
  await clockTick(here.root);
  write(transcript, '{}\n');
  await clockTick(here.root);
  write(join(here.project, 'mine.db'), 'x');
  expect(run(here, 'sqlite3 app.db "DROP TABLE users"', more).decision).toBe('deny');
  expect(run(here, 'sqlite3 mine.db "DROP TABLE users"', more).raw).toBe('');
  expect(run(here, 'sqlite3 new.db "DROP TABLE IF EXISTS users"', more).raw).toBe('');
  expect(run(here, 'mv app.db new.db && sqlite3 new.db "DROP TABLE users"', more).decision).toBe('deny');
});

test('a database in a temporary folder may lose its tables, unless it is a link to another', () => {
  using here = world();
  const path = `/tmp/pawl-test-${process.pid}.db`;
  expect(run(here, `sqlite3 ${path} 'drop table x'`).raw).toBe('');
  expect(run(here, `ln -s $PWD/app.db ${path} && sqlite3 ${path} 'drop table x'`).decision).toBe('deny');
});

test('containers of this project’s compose file may be removed', () => {
  using here = world();
  const kill = 'docker rm -f project-web-1 pg';
  expect(run(here, kill).decision).toBe('ask');
  write(
    join(here.project, 'docker-compose.yml'),
    'services:\n  web:\n    build: .\n  db:\n    image: postgres\n    container_name: pg\n',
  );
  for (const command of [kill, 'docker kill pg', 'docker compose kill', 'cd sub && docker-compose rm -f web'])
    expect(run(here, command).raw, command).toBe('');
  const { decision, reason } = run(here, 'docker rm -f pg somebody-elses');
  expect(decision).toBe('ask');
  expect(reason).toContain('somebody-elses');
  expect(run(here, 'docker compose down -v').decision).toBe('ask');
});

test('deleting a path that does not exist passes', () => {
  using here = world();
  write(join(here.home, 'Documents', 'thesis.md'), 'x');
  expect(run(here, 'rm -rf ~/Documents').decision).toBe('ask');
  expect(run(here, 'rm -rf ~/nosuch').raw).toBe('');
  expect(run(here, 'rm -rf ~/no/such').decision).toBe('ask');
  expect(run(here, 'mv ~/Documents ~/nosuch; rm -rf ~/nosuch').decision).toBe('ask');
  expect(run(here, 'rm -rf ~/nosuch', { cwd: join(here.root, 'gone') }).decision).toBe('ask');
});

test('the name of an environment file says whether it holds secrets, for every tool', () => {
  using here = world();
  for (const name of ['.env.ports', '.env.test', '.env']) write(join(here.project, name), 'A=1\n');
  const decisions = (name: string) => {
    const file_path = join(here.project, name);
    const calls = [
      { tool_name: 'Bash', tool_input: { command: `cat ${name}` } },
      { tool_name: 'Bash', tool_input: { command: `. ./${name} && env | wc -l` } },
      { tool_name: 'Read', tool_input: { file_path } },
      { tool_name: 'Grep', tool_input: { pattern: 'A', path: file_path, output_mode: 'content' } },
      { tool_name: 'Edit', tool_input: { file_path, old_string: '1', new_string: '2' } },
      { tool_name: 'mcp__files__read_file', tool_input: { path: file_path } },
    ];
    return [...new Set(calls.map((call) => run(here, '', call).decision))];
  };
  expect(decisions('.env.ports')).toEqual(['pass']);
  expect(decisions('.env.test')).toEqual(['ask']);
  expect(decisions('.env')).toEqual(['deny']);
  const glob = { tool_name: 'Glob', tool_input: { pattern: '**/.env*' } };
  expect(run(here, '', glob).raw).toBe('');
});
