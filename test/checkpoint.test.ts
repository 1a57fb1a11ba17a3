// From an edit to a stop that passes, through the built program.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commit, git, repository } from './support/git.ts';
import { configure, pawl, pawlJson, program } from './support/pawl.ts';
import { talker, used } from './support/talk.ts';
import { freshWorld, type World, write } from './support/world.ts';

const insight = 'The tokenizer returns one empty token for empty input, so every loop runs once.';

const checkpoint = (world: World, reflection: object = {}) => ({
  self_report: { is_job_complete: true, code_changes_made: true, linters_pass: true, category: 'bugfix' },
  reflection: {
    what_was_done: 'Made the parser accept empty input, with cases',
    what_remains: 'none',
    key_insight: insight,
    search_terms: ['parser', 'empty'],
    ...reflection,
  },
  verification: {
    tests_executed_at_version: git(world, ['rev-parse', '--short', 'HEAD']).trim(),
    tests: [{ id: '1', type: 'unit', expected: 'ok', actual: 'ok', passed: true }],
  },
});

const file = '.claude/completion-checkpoint.json';

/** A repository with a test that can pass and fail, and the packs switched on. */
function project(): World {
  const world = freshWorld();
  configure(world, { packs: { checkpoint: true, memory: true } });
  repository(world);
  write(
    join(world.project, 'package.json'),
    JSON.stringify({ scripts: { test: 'sh check.sh', lint: 'true' } }),
  );
  commit(world, 'check.sh', 'test ! -e broken\n');
  git(world, ['add', '.']);
  git(world, ['commit', '-qm', 'checks']);
  return world;
}

function begin(world: World, session = 's') {
  const say = talker(world, session);
  say('SessionStart', { source: 'startup' });
  return say;
}

const edit = (world: World, text = 'let a = 1;\n') => write(join(world.project, 'src/parser.js'), text);
/** The same edit, made by a session with its own tool. */
function changes(say: ReturnType<typeof begin>, world: World, text?: string): void {
  edit(world, text);
  say('PostToolUse', used('Edit', { file_path: join(world.project, 'src/parser.js') }));
}
/** A new file, made by a session with its own tool. */
function writes(say: ReturnType<typeof begin>, world: World, path: string, text = '1'): void {
  write(join(world.project, path), text);
  say('PostToolUse', used('Write', { file_path: join(world.project, path) }));
}
const put = (world: World, body: unknown) => write(join(world.project, file), JSON.stringify(body));
const verify = (world: World, session = 's') => pawl(world, ['verify', '--session', session]);

describe('the whole cycle', () => {
  test('without changes a stop passes', () => {
    using world = project();
    expect(begin(world)('Stop').stdout).toBe('');
  });

  test('after an edit a stop is blocked; with evidence and a checkpoint it passes, and the next session gets the lesson', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    const first = say('Stop').blocked;
    expect(first).toContain('src/parser.js');
    expect(first).toContain(`${file} is missing`);
    expect(first).toContain(
      'No evidence for lint and test: `npm run lint` was not run; `npm run test` was not run',
    );
    expect(first).toContain('"is_job_complete":true');
    put(world, checkpoint(world));
    expect(say('Stop', { stop_hook_active: true }).blocked).toContain('No evidence for lint');
    expect(verify(world).code).toBe(0);
    expect(say('Stop', { stop_hook_active: true }).stdout).toBe('');
    say('SessionEnd');
    const next = begin(world, 'next');
    const heard = next('SessionStart', { source: 'compact' });
    expect(heard.context).toContain(insight);
    expect(pawlJson<{ injected: number }[]>(world, ['memory', 'list'])[0]?.injected).toBe(1);
  });

  test('a compaction in between takes no new snapshot', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    say('PreCompact', { trigger: 'auto' });
    say('SessionStart', { source: 'compact' });
    expect(say('Stop').blocked).toContain('src/parser.js');
  });

  test('a commit of exactly the checked files keeps the evidence; a commit of others does not', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    verify(world);
    put(world, checkpoint(world));
    const commitAll = () => {
      git(world, ['add', '.']);
      git(world, ['commit', '-qm', 'parser']);
      return say('PostToolUse', used('Bash', { command: 'git commit -qm parser' }));
    };
    expect(commitAll().context).toBe('');
    expect(git(world, ['show', '--stat', 'HEAD'])).not.toContain(file);
    expect(say('Stop').stdout).toBe('');
    changes(say, world, 'let b = 2;\n');
    expect(commitAll().context).toContain('after a commit, earlier results no longer count');
    put(world, checkpoint(world));
    expect(say('Stop', { prompt_id: 'p2' }).blocked).toContain('the tree has changed since');
    verify(world);
    expect(say('Stop', { prompt_id: 'p2', stop_hook_active: true }).stdout).toBe('');
  });

  test('tests before a commit in the same line count, unless a hook may change what is committed', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    const testAndCommit = () => {
      git(world, ['add', '.']);
      git(world, ['commit', '-qm', 'parser', '--allow-empty']);
      const command = 'npm run lint && npm test && git commit -qam parser';
      const told = say('PostToolUse', used('Bash', { command })).context;
      put(world, checkpoint(world));
      return { told, stop: say('Stop', { stop_hook_active: true }) };
    };
    expect(testAndCommit()).toMatchObject({ told: '', stop: { stdout: '' } });
    changes(say, world, 'let c = 3;\n');
    write(join(world.project, '.git/hooks/pre-commit'), '#!/bin/sh\n');
    const { told, stop } = testAndCommit();
    expect(told).toContain('earlier results no longer count');
    expect(stop.blocked).toContain('No evidence for lint and test');
  });

  test('changes of ignored paths alone need no proof', () => {
    using world = project();
    const say = begin(world);
    write(join(world.project, 'README.md'), '# x');
    write(join(world.project, '.claude/notes.json'), '{}');
    write(join(world.project, 'package-lock.json'), '{}');
    expect(say('Stop').stdout).toBe('');
  });
});

describe('two sessions in one tree', () => {
  const edited = (path: string) => used('Edit', { file_path: path });

  test('each session answers only for its own edits', () => {
    using world = project();
    const one = begin(world, 'one');
    const two = begin(world, 'two');
    changes(one, world);
    one('PostToolUse', edited(join(world.project, 'src/parser.js')));
    two('PostToolUse', edited(join(world.project, 'README.md')));
    expect(two('Stop').blocked).toBeUndefined();
    expect(one('Stop').blocked).toContain('src/parser.js');
  });

  test('a checkpoint is for one session', () => {
    using world = project();
    const one = begin(world, 'one');
    changes(one, world);
    verify(world, 'one');
    put(world, checkpoint(world));
    one('PostToolUse', edited(join(world.project, 'src/parser.js')));
    expect(one('Stop').stdout).toBe('');
    const two = begin(world, 'two');
    changes(one, world, 'let b = 2;\n');
    two('PostToolUse', edited(join(world.project, 'src/parser.js')));
    verify(world, 'two');
    expect(two('Stop').blocked).toContain('from another session');
  });
});

test('a checkpoint that was written from outside any session can be taken over', () => {
  using world = project();
  const say = begin(world);
  changes(say, world);
  verify(world);
  expect(pawl(world, ['checkpoint'], JSON.stringify(checkpoint(world))).code).toBe(0);
  expect(say('Stop').stdout).toBe('');
});

test('a checkpoint that one session wrote is not taken by another that stops first', () => {
  using world = project();
  const [one, two] = [begin(world, 'one'), begin(world, 'two')];
  const writes = (say: typeof one, path: string) =>
    say('PostToolUse', used('Write', { file_path: join(world.project, path) }));
  edit(world);
  writes(one, 'src/parser.js');
  write(join(world.project, 'src/other.js'), 'let b = 1;\n');
  writes(two, 'src/other.js');
  put(world, checkpoint(world));
  writes(one, file);
  verify(world, 'one');
  expect(two('Stop').blocked).toContain('from another session');
  expect(one('Stop').stdout).toBe('');
});

test('two sessions in one tree: a checkpoint still counts after the other session wrote its own, or the same text', () => {
  using world = project();
  const [one, two] = [begin(world, 'one'), begin(world, 'two')];
  const gives = (session: string, reflection: object = {}) =>
    pawl(world, ['checkpoint', JSON.stringify(checkpoint(world, reflection)), '--session', session]);
  changes(one, world);
  write(join(world.project, 'src/other.js'), 'let b = 1;\n');
  two('PostToolUse', used('Write', { file_path: join(world.project, 'src/other.js') }));
  verify(world, 'one');
  expect(gives('one').code).toBe(0);
  expect(gives('two', { what_was_done: 'Added another constant, with cases' }).code).toBe(0);
  expect(one('Stop').stdout).toBe('');
  expect(two('Stop').stdout).toBe('');
  changes(one, world, 'let c = 3;\n');
  verify(world, 'one');
  expect(one('Stop', { prompt_id: 'p2' }).blocked).toContain('with it, brought up to date');
  const same = { what_was_done: 'Added another constant, with cases' };
  expect(gives('one', same).code).toBe(0);
  expect(one('Stop', { prompt_id: 'p2', stop_hook_active: true }).stdout).toBe('');
});

test('a checkpoint that is given by the command counts after another session wrote its own with a tool', () => {
  using world = project();
  const [one, two] = [begin(world, 'one'), begin(world, 'two')];
  put(world, checkpoint(world));
  one('PostToolUse', used('Write', { file_path: join(world.project, file) }));
  expect(one('Stop').stdout).toBe('');
  changes(two, world);
  verify(world, 'two');
  const own = checkpoint(world, { what_was_done: 'Changed another constant, with cases' });
  expect(pawl(world, ['checkpoint', JSON.stringify(own), '--session', 'two']).code).toBe(0);
  expect(two('Stop').stdout).toBe('');
});

describe('a checkpoint is for one tree', () => {
  test('a checkpoint written before the work is outdated at the first stop', () => {
    using world = project();
    const say = begin(world);
    put(world, checkpoint(world));
    changes(say, world);
    Bun.spawnSync(['touch', '-d', '1 minute', join(world.project, 'src/parser.js')]);
    verify(world);
    expect(say('Stop').blocked).toContain('before the last changes');
  });

  test('a pipe in place of the checkpoint, or a file that is too large, does not block the hook', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    write(join(world.project, file), `{"a":"${'x'.repeat(1_000_000)}"}`);
    expect(say('Stop').blocked).toContain('is not a JSON object');
    rmSync(join(world.project, file));
    Bun.spawnSync(['mkfifo', join(world.project, file)]);
    expect(say('Stop', { stop_hook_active: true }).blocked).toContain('is not a JSON object');
  });

  test('after more changes a checkpoint is outdated; written again it counts', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    verify(world);
    put(world, checkpoint(world));
    expect(say('Stop').stdout).toBe('');
    changes(say, world, 'let a = 2;\n');
    verify(world);
    expect(say('Stop', { prompt_id: 'p2' }).blocked).toContain('before the last changes');
    put(world, checkpoint(world));
    expect(say('Stop', { prompt_id: 'p2', stop_hook_active: true }).stdout).toBe('');
  });

  test('a checkpoint from before the session does not count', () => {
    using world = project();
    put(world, checkpoint(world));
    Bun.spawnSync(['touch', '-d', '1 hour ago', join(world.project, file)]);
    const say = begin(world);
    changes(say, world);
    verify(world);
    expect(say('Stop').blocked).toContain('from another session');
  });
});

describe('rules', () => {
  const failing = (world: World, body: unknown) => {
    write(join(world.project, 'c.json'), JSON.stringify(body));
    const { stdout, code } = pawl(world, ['checkpoint', 'c.json', '--session', 's', '--json']);
    return { code, rules: (JSON.parse(stdout).failures as { rule: string }[]).map(({ rule }) => rule) };
  };

  test('each failing rule is named, and no checkpoint is written', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    expect(failing(world, {}).rules).toEqual([
      'self_report.is_job_complete',
      'self_report.code_changes_made',
      'self_report.linters_pass',
      'self_report.category',
      'reflection.what_was_done',
      'reflection.what_remains',
      'reflection.key_insight',
      'reflection.search_terms',
      'verification.tests',
      'verification.tests_executed_at_version',
    ]);
    const same = 'Made the parser accept empty input, with cases, and wrote it down';
    const body = checkpoint(world, {
      what_was_done: same,
      key_insight: `${same} too`,
      what_remains: 'the docs',
      search_terms: ['one'],
    });
    expect(failing(world, body).rules).toEqual([
      'reflection.what_remains',
      'reflection.key_insight',
      'reflection.search_terms',
    ]);
    const tests = (verification: object) => failing(world, { ...checkpoint(world), verification }).rules;
    expect(tests({ tests: [], tests_executed_at_version: 'fffffff' })).toEqual([
      'verification.tests',
      'verification.tests_executed_at_version',
    ]);
    // The form as it was given out, or words that say nothing.
    const form = JSON.parse(pawl(world, ['checkpoint', '--template', '--session', 's']).stdout);
    const dots = { ...form, reflection: { ...checkpoint(world).reflection, search_terms: ['…', '…'] } };
    expect(failing(world, dots).rules).toEqual(['reflection.search_terms', 'verification.tests']);
    const twice = checkpoint(world, { search_terms: ['parser', 'Parser'] });
    expect(failing(world, twice).rules).toEqual(['reflection.search_terms']);
    expect(existsSync(join(world.project, file))).toBe(false);
  });

  test('a filled-in --template is accepted from standard input, and --check says so', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    const form = JSON.parse(pawl(world, ['checkpoint', '--template', '--session', 's']).stdout);
    expect(form.verification.tests_executed_at_version).toMatch(/^[0-9a-f]{7}-dirty$/);
    const body = {
      ...form,
      reflection: checkpoint(world).reflection,
      verification: { ...form.verification, tests: checkpoint(world).verification.tests },
    };
    expect(pawl(world, ['checkpoint', '--check', '--session', 's'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('.claude/completion-checkpoint.json is missing.'),
    });
    expect(pawl(world, ['checkpoint', '--session', 's'], JSON.stringify(body))).toMatchObject({ code: 0 });
    expect(pawl(world, ['checkpoint', '--check', '--session', 's']).code).toBe(0);
    expect(JSON.parse(readFileSync(join(world.project, file), 'utf8'))).toEqual(body);
  });
});

describe('evidence', () => {
  test('verify finds checks, reports the result of each, and fails if one fails', () => {
    using world = project();
    begin(world);
    expect(pawlJson<{ name: string }[]>(world, ['verify', '--list']).map(({ name }) => name)).toEqual([
      'lint',
      'test',
    ]);
    write(join(world.project, 'broken'), '');
    const failed = pawl(world, ['verify', 'test']);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('✗ test  npm run test');
    rmSync(join(world.project, 'broken'));
    const [result] = pawlJson<{ ok: boolean; exit: number; ms: number; tree: string }[]>(world, [
      'verify',
      'test',
    ]);
    expect(result).toMatchObject({ ok: true, exit: 0, ms: expect.any(Number), tree: expect.any(String) });
  });

  test('a check that the agent runs itself counts with its exit code until the tree changes', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    put(world, checkpoint(world));
    const ran = (command: string) =>
      say('PostToolUse', used('Bash', { command }, { stdout: 'ok', stderr: '' }));
    ran('npm run lint && npm test');
    expect(say('Stop').stdout).toBe('');
    changes(say, world, 'let c = 3;\n');
    expect(say('Stop', { prompt_id: 'p2' }).blocked).toContain('the tree has changed since');
    say('PostToolUseFailure', { ...used('Bash', { command: 'npm test' }), error: 'Exit code 1\nboom' });
    expect(say('Stop', { prompt_id: 'p3' }).blocked).toContain('`npm test` failed');
    expect(ran('npm test | tail -1').context).toContain('hides its exit code');
  });

  test.each([
    ['one file of it', 'npm run lint && npm test -- parser.test.js'],
    ['a few of its tests', 'npm run lint && npm test -- parser'],
    ['one package of a monorepo', 'npm run lint && cd packages/api && npm test'],
    ['an edit after it in the same line', 'npm run lint && npm test && sed -i s/1/2/ src/parser.js'],
    ['a line written after it', 'npm run lint && npm test && echo x >> src/parser.js'],
    ['another project', 'cd /elsewhere && npm run lint && npm test'],
    ['a comment', 'true # && npm run lint && npm test'],
    ['an argument on the next line', 'echo \\\nnpm test'],
    ['the end of a text', "cat <<'npm test'\nhello\nnpm test"],
  ])('%s is no evidence', (_what, command) => {
    using world = project();
    // The pack reads test runs too.
    configure(world, { packs: { checkpoint: true, handoff: true } });
    write(join(world.project, 'packages/api/package.json'), '{"scripts":{"test":"true"}}');
    const say = begin(world);
    changes(say, world);
    put(world, checkpoint(world));
    say('PostToolUse', used('Bash', { command }));
    expect(say('Stop').blocked).toMatch(/No evidence for (lint and )?test/);
  });

  test('npm looks for the package further up, so the folder makes no difference', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    put(world, checkpoint(world));
    say('PostToolUse', used('Bash', { command: 'cd src && npm run lint && npm test' }));
    expect(say('Stop').stdout).toBe('');
  });

  test('a check in a container counts if this tree is mounted there, and not on the files of an image', () => {
    using world = project();
    write(
      join(world.project, 'compose.yaml'),
      'services:\n  web: {build: ., volumes: [".:/app"]}\n  ci: {build: .}\n',
    );
    const say = begin(world);
    changes(say, world);
    put(world, checkpoint(world));
    const ran = (service: string) => {
      const run = `docker compose run --rm ${service}`;
      return say('PostToolUse', {
        ...used('Bash', { command: `${run} npm run lint && ${run} npm test` }),
        duration_ms: 1,
      });
    };
    expect(ran('ci').context).toContain('the files of an image');
    expect(say('Stop').blocked).toMatch(/No evidence for (lint and )?test/);
    expect(ran('web').context).toBe('');
    expect(say('Stop', { stop_hook_active: true }).stdout).toBe('');
  });

  test('a check that writes files each time is evidence for the files that it leaves', () => {
    using world = project();
    const say = begin(world);
    const fixing = { lint: 'date +%N >> src/parser.js', test: 'date +%N > report.xml' };
    commit(world, 'package.json', JSON.stringify({ scripts: fixing }));
    changes(say, world);
    put(world, checkpoint(world));
    expect(verify(world).stdout).toContain('the results count for the files as they are now');
    expect(say('Stop', { stop_hook_active: true }).stdout).toBe('');
    changes(say, world, 'let b = 2;\n');
    expect(say('Stop', { prompt_id: 'p2' }).blocked).toContain('the tree has changed since');
  });

  test('a check during which a session edits a file is not evidence, and verify says so', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    const event = join(world.tmp, 'event.json');
    const edited = used('Edit', { file_path: join(world.project, 'src/parser.js') });
    write(
      event,
      JSON.stringify({ session_id: 's', cwd: world.project, hook_event_name: 'PostToolUse', ...edited }),
    );
    write(join(world.project, 'check.sh'), `PAWL_HOME='${world.pawlHome}' '${program}' hook < '${event}'\n`);
    expect(verify(world).stdout).toContain('a session edited files while test ran');
    put(world, checkpoint(world));
    expect(say('Stop').blocked).toContain('the tree has changed since');
    write(join(world.project, 'check.sh'), 'true\n');
    expect(verify(world).stdout).toContain('All passed; the results count');
    expect(say('Stop', { stop_hook_active: true }).stdout).toBe('');
  });

  test('a test during which a file was edited is not evidence', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    put(world, checkpoint(world));
    const path = (name: string) => ({ file_path: join(world.project, name) });
    const ranFor = (duration_ms: number) =>
      say('PostToolUse', { ...used('Bash', { command: 'npm run lint && npm test' }), duration_ms });
    say('PostToolUse', used('Edit', path('src/parser.js')));
    ranFor(60_000);
    expect(say('Stop').blocked).toMatch(/No evidence for (lint and )?test/);
    say('PostToolUse', used('Edit', path('README.md')));
    ranFor(1);
    expect(say('Stop', { stop_hook_active: true }).stdout).toBe('');
  });

  test('changes list what to test, and a deployment makes evidence outdated', () => {
    using world = project();
    const say = begin(world);
    writes(say, world, 'src/auth.ts', 'export const logout = () => clearToken();\n');
    writes(say, world, 'src/db.py', 'rows = session.query(User).all()\n');
    const blocked = say('Stop').blocked;
    expect(blocked).toContain('- auth: ');
    expect(blocked).toContain('- orm_boundary: ');
    verify(world);
    const deploy = used('Bash', { command: 'gh workflow run deploy.yml' });
    expect(say('PostToolUse', deploy).context).toContain('after a deploy');
  });

  test('without a person, a change to an application needs a web test, and a change to tooling does not', () => {
    using world = project();
    const say = begin(world);
    const alone = { permission_mode: 'bypassPermissions' };
    writes(say, world, 'scripts/x.js');
    expect(say('Stop', alone).blocked).not.toContain('web-smoke');
    writes(say, world, 'src/page.tsx');
    expect(say('Stop', { ...alone, prompt_id: 'p2' }).blocked).toContain('web-smoke/summary.json is missing');
    expect(say('Stop', { prompt_id: 'p3' }).blocked).not.toContain('web-smoke');
  });

  test('a stop takes milliseconds, however slow the checks are', () => {
    using world = project();
    const say = begin(world);
    write(join(world.project, 'package.json'), JSON.stringify({ scripts: { test: 'sleep 60' } }));
    changes(say, world);
    const start = performance.now();
    expect(say('Stop').blocked).toContain('was not run');
    // The check alone would take a minute.
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

describe('the gate', () => {
  test('a block shows one list, the most important first; after two blocks without progress the stop passes, and that is recorded', () => {
    using world = project();
    const say = begin(world);
    changes(say, world);
    const todos = [{ content: 'write it', status: 'in_progress', activeForm: 'x' }];
    say('PostToolUse', used('TodoWrite', { todos }));
    const first = say('Stop').blocked!;
    expect(first).toStartWith('Something is missing before this turn can end.');
    expect(first.indexOf('checkpoint/proof')).toBeLessThan(first.indexOf('tasks/finish'));
    expect(say('Stop', { stop_hook_active: true }).blocked).toContain('checkpoint/proof');
    const released = say('Stop', { stop_hook_active: true });
    expect(released.blocked).toBeUndefined();
    expect(released.shown).toContain('2 blocks in a row changed nothing');
    const [record] = pawlJson<{ notes: string[]; decision: string }[]>(world, [
      'log',
      '--event',
      'Stop',
      '--limit',
      '1',
    ]);
    expect(record).toMatchObject({ decision: 'pass', notes: [expect.stringContaining('stop not blocked')] });
  });

  test('with a broken store the checkpoint does not block a stop', () => {
    using world = project();
    const say = begin(world);
    write(`${world.pawlHome}/pawl.db`, 'this is not a database');
    expect(say('Stop').blocked).toBeUndefined();
  });
});

test('a session that only read files is not charged with the person’s edits', () => {
  using world = project();
  const say = begin(world);
  say('PostToolUse', used('Read', { file_path: join(world.project, 'greeting.txt') }));
  edit(world);
  expect(say('Stop').stdout).toBe('');
  say('PostToolUse', used('Bash', { command: 'echo x >> src/parser.js' }));
  expect(say('Stop', { prompt_id: 'p2' }).blocked).toContain('src/parser.js');
});

test('work still counts after the session changed to another directory', () => {
  using world = project();
  const say = begin(world);
  changes(say, world);
  say('CwdChanged', { old_cwd: world.project, new_cwd: world.tmp });
  const blocked = say('Stop', { cwd: world.tmp }).blocked;
  expect(blocked).toContain(`In ${world.project}: This session changed src/parser.js`);
});

test('a session that left a tree can give the evidence about it from its new directory', () => {
  using world = project();
  const say = begin(world);
  const tree = join(world.root, 'a tree');
  git(world, ['worktree', 'add', '-q', '-b', 'linked', tree]);
  say('CwdChanged', { old_cwd: world.project, new_cwd: tree });
  write(join(tree, 'src/new.js'), 'x');
  say('PostToolUse', { ...used('Edit', { file_path: join(tree, 'src/new.js') }), cwd: tree });
  const { blocked } = say('Stop');
  const [, asked] = /Run `(.* verify --in .*?)`/.exec(blocked!)!;
  expect(asked).toEndWith(`verify --in '${tree}'`);
  const call = { tool_name: 'Bash', tool_use_id: 'v1', permission_mode: 'default' };
  expect(say('PreToolUse', { ...call, tool_input: { command: asked } }).stdout).toContain('"allow"');
  const elsewhere = asked!.replace('a tree', 'another');
  expect(say('PreToolUse', { ...call, tool_input: { command: elsewhere } }).stdout).not.toContain('"allow"');
  const session = ['--session', 's', '--in', tree];
  expect(pawl(world, ['verify', ...session]).code).toBe(0);
  expect(pawl(world, ['checkpoint', JSON.stringify(checkpoint(world)), ...session]).code).toBe(0);
  expect(existsSync(join(tree, file))).toBe(true);
  expect(say('Stop', { stop_hook_active: true }).stdout).toBe('');
});

describe('a worktree that the session made itself', () => {
  test('work in it counts, whichever tool did it', () => {
    using world = project();
    const say = begin(world);
    const tree = join(world.root, 'linked');
    git(world, ['worktree', 'add', '-q', '-b', 'linked', tree]);
    expect(say('Stop', { cwd: tree }).stdout).toBe('');
    write(join(tree, 'src/new.js'), 'x');
    say('PostToolUse', { ...used('Bash', { command: 'echo x > src/new.js' }), cwd: tree });
    expect(say('Stop', { cwd: tree, prompt_id: 'p2' }).blocked).toContain('src/new.js');
    git(world, ['-C', tree, 'add', '.']);
    git(world, ['-C', tree, 'commit', '-qm', 'x']);
    expect(say('Stop', { cwd: tree, prompt_id: 'p3' }).blocked).toContain('src/new.js');
  });
});
