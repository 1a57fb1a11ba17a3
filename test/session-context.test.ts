// Tests the context that a session gets at its start, and the warnings about the size of its context.
import { expect, test } from 'bun:test';
import { closeSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { act, run, sessionOf, someClient } from './support/fleet.ts';
import { configure, processorTime } from './support/pawl.ts';
import { freshWorld, type World, write } from './support/world.ts';

const me = { session_id: 's-one' };
const planner = { ...me, env: { CLAUDE_SESSION_ROLE: 'planner' } };
const put = (world: World, name: string, text: string) => write(join(world.project, name), text);
const core = (world: World, files: string[], more = {}) =>
  configure(world, { policies: { 'session/context': { core: files, ...more } } });

test('a session gets the core files, its role and the files in the role’s front matter, with variables and globs', () => {
  using world = freshWorld();
  core(world, ['Desktop/TODAY.md', 'Desktop/MEMORY.md']);
  put(world, 'Desktop/TODAY.md', 'today: ship');
  put(
    world,
    '.claude/roles/planner/role.md',
    '---\nauto_include:\n  - "docs/**/*.md"\n  - ${PROJECT_PATH}/CLAUDE.md\n  - nowhere.md\n---\nYou plan.',
  );
  for (const n of [1, 2, 3, 4]) put(world, `docs/deep/spec${n}.md`, `spec number ${n}`);
  const { context } = act(world, planner, 'SessionStart.startup');
  expect(context).toContain('today: ship');
  expect(context).toContain('You plan.');
  // By default, a glob brings the three newest files.
  expect(context.match(/spec number/g)).toHaveLength(3);
  put(world, 'sub/CLAUDE.md', 'rules of sub');
  const sub = { session_id: 's-two', env: { ...planner.env, PROJECT_PATH: join(world.project, 'sub') } };
  expect(act(world, sub, 'SessionStart.startup').context).toContain('rules of sub');
});

test('small files are given whole before a large one is cut, and omitted files are named with their path', () => {
  using world = freshWorld();
  core(world, ['huge.md', 'large.md', 'one.md', 'two.md'], { budget: 4_000 });
  put(world, 'huge.md', 'h'.repeat(50_000));
  put(world, 'large.md', 'l'.repeat(3_990));
  put(world, 'one.md', 'a'.repeat(700));
  put(world, 'two.md', 'b'.repeat(700));
  const { context } = act(world, me, 'SessionStart.startup');
  expect(context).toContain('a'.repeat(700));
  expect(context).toContain('b'.repeat(700));
  expect(context).toContain(`the full file is ${join(world.project, 'huge.md')}`);
  expect(context).toContain('Left out for length: large.md (3990 characters)');
  expect(context.length).toBeLessThan(4_600);
});

test('a resume repeats only what changed, a compaction everything', () => {
  using world = freshWorld();
  core(world, ['a.md', 'b.md']);
  put(world, 'a.md', 'text of a');
  put(world, 'b.md', 'text of b');
  expect(act(world, me, 'SessionStart.startup').context).toContain('text of a');
  expect(act(world, me, 'SessionStart.resume').context).toBe('');
  put(world, 'b.md', 'new text of b');
  const resumed = act(world, me, 'SessionStart.resume').context;
  expect(resumed).toContain('new text of b');
  expect(resumed).not.toContain('text of a');
  expect(act(world, me, 'SessionStart.compact').context).toContain('text of a');
});

test('files that are not text are left out, and an empty front matter counts as none', () => {
  using world = freshWorld();
  core(world, ['a.bin', 'a.md', 'folder']);
  put(world, 'a.bin', 'P\0NG');
  put(world, 'folder/b.md', 'b');
  put(world, 'a.md', 'text of a');
  put(world, '.claude/roles/planner.md', '---\n---\nYou plan.');
  const { context } = act(world, planner, 'SessionStart.startup');
  expect(context).toContain('## .claude/roles/planner.md\nYou plan.');
  expect(context).toContain('text of a');
  expect(context).not.toMatch(/a\.bin|front matter/);
  put(world, '.claude/roles/planner.md', '---\n# later\n---\nYou plan.');
  expect(act(world, { ...planner, session_id: 's-two' }, 'SessionStart.startup').context).not.toContain(
    'front',
  );
});

test('a broken role file is reported and the other files are given; a list can’t name files outside the project', () => {
  using world = freshWorld();
  core(world, ['a.md']);
  put(world, 'a.md', 'text of a');
  put(world, '.claude/roles/planner.md', '---\nauto_include: [unclosed\n---\nYou plan.');
  const broken = act(world, planner, 'SessionStart.startup').context;
  expect(broken).toContain('text of a');
  expect(broken).toContain('front matter');
  put(world, '.claude/roles/empty.md', '---\nauto_include: [unclosed\n---\n');
  core(world, []);
  const empty = { session_id: 's-empty', env: { CLAUDE_SESSION_ROLE: 'empty' } };
  expect(act(world, empty, 'SessionStart.startup').context).toContain('front matter');
  write(join(world.root, 'secret.md'), 'outside');
  symlinkSync(join(world.root, 'secret.md'), join(world.project, 'link.md'));
  put(world, '.env', 'TOKEN=1');
  put(
    world,
    '.claude/roles/spy.md',
    '---\nauto_include: [../secret.md, link.md, /etc/hostname, .env]\n---\n',
  );
  const spy = { session_id: 's-two', env: { CLAUDE_SESSION_ROLE: 'spy' } };
  expect(act(world, spy, 'SessionStart.startup').context).not.toMatch(/outside|TOKEN/);
});

/** One answer as the client writes it to its transcript. */
const answer = (tokens: number, more = {}) =>
  `${JSON.stringify({
    type: 'assistant',
    isSidechain: false,
    message: {
      id: `msg_${tokens}`,
      model: 'claude-sonnet-4-5',
      usage: { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: tokens - 10 },
    },
    ...more,
  })}\n`;

function transcript(world: World, text: string): { transcript_path: string } {
  const transcript_path = join(world.tmp, 't.jsonl');
  write(transcript_path, text);
  return { transcript_path };
}

test('the context use comes from the last real answer of the main conversation', () => {
  using world = freshWorld();
  const noise = [
    answer(190_000, { isSidechain: true }),
    `${JSON.stringify({ type: 'assistant', message: { model: '<synthetic>', usage: { input_tokens: 0 } } })}\n`,
    `${JSON.stringify({ type: 'user', message: { content: 'x'.repeat(300_000) } })}\n`,
  ].join('');
  const where = transcript(world, answer(20_000) + answer(124_000) + noise);
  expect(act(world, me, 'UserPromptSubmit.plain', where).context).toContain('62 % full (124,000 of 200,000');
  expect(sessionOf(world, 's-one').context).toMatchObject({ percent: 62, from: 'transcript' });
});

test('more tokens than the usual window holds mean a larger window', () => {
  using world = freshWorld();
  const { context } = act(world, me, 'UserPromptSubmit.plain', transcript(world, answer(250_000)));
  expect(context).toBe('');
  expect(sessionOf(world, 's-one').context).toMatchObject({ percent: 25, window: 1_000_000 });
});

test('each warning is given once, only the highest, and again after a compaction; a stop is blocked only late', () => {
  using world = freshWorld();
  const says = (tokens: number, event = 'PostToolUse.Bash') =>
    act(world, me, event, transcript(world, answer(tokens)));
  expect(says(100_000).context).toBe('');
  expect(says(121_000).context).toContain('60 %');
  expect(says(130_000).context).toBe('');
  expect(says(186_000).context).toContain('93 %');
  expect(says(187_000).context).toBe('');
  expect(says(191_000, 'Stop.plain')).toMatchObject({
    decision: 'block',
    reason: expect.stringContaining('95 %'),
  });
  expect(says(192_000, 'Stop.plain')).toMatchObject({ reason: '' });
  act(world, me, 'SessionStart.compact');
  expect(says(122_000).context).toContain('61 %');
});

test('when the use falls a little, no lower warning is given after a higher one', () => {
  using world = freshWorld();
  const says = (tokens: number) =>
    act(world, me, 'PostToolUse.Bash', transcript(world, answer(tokens))).context;
  expect(says(181_000)).toContain('90 %');
  expect(says(179_000)).toBe('');
  expect(says(159_000)).toBe('');
  expect(says(191_000)).toContain('95 %');
});

test('after a compaction the use is unknown until the next answer', () => {
  using world = freshWorld();
  const boundary = `${JSON.stringify({ type: 'system', subtype: 'compact_boundary' })}\n`;
  const where = transcript(world, answer(199_000) + boundary);
  expect(act(world, me, 'UserPromptSubmit.plain', where).context).toBe('');
  const quoted = `${JSON.stringify({ type: 'user', message: { content: 'what is a compact_boundary?' } })}\n`;
  const talked = transcript(world, answer(199_000) + quoted);
  expect(act(world, me, 'UserPromptSubmit.plain', talked).context).toContain('99 %');
});

test('unattended modes are warned ten points earlier', () => {
  using world = freshWorld();
  const where = transcript(world, answer(101_000));
  const mission = { session_id: 's-two', env: { CLAUDE_SESSION_MODE: 'mission' } };
  expect(act(world, me, 'UserPromptSubmit.plain', where).context).toBe('');
  expect(act(world, mission, 'UserPromptSubmit.plain', where).context).toContain('50 %');
});

test('200 MB of transcript cost no more than a small one', () => {
  using world = freshWorld();
  const path = join(world.tmp, 'big.jsonl');
  const file = openSync(path, 'w');
  const block = `${JSON.stringify({ type: 'user', message: { content: 'x'.repeat(1_000_000) } })}\n`;
  for (let n = 0; n < 200; n++) writeSync(file, block);
  writeSync(file, answer(150_000));
  closeSync(file);
  const big = { transcript_path: path };
  const small = transcript(world, answer(150_000));
  const time = (session_id: string, where: Record<string, unknown>) =>
    processorTime(() => {
      expect(act(world, { session_id }, 'UserPromptSubmit.plain', where).context).toContain('75 %');
    });
  const runs = [1, 2, 3, 4, 5].map((n) => [time(`small-${n}`, small), time(`big-${n}`, big)] as const);
  const least = (at: 0 | 1) => Math.min(...runs.map((pair) => pair[at]));
  expect(least(1)).toBeLessThan(least(0) * 1.5 + 10);
});

const status = (world: World, session_id: string, tokens: number | null, window = 1_000_000) =>
  JSON.stringify({
    session_id,
    cwd: world.project,
    model: { id: 'claude-opus-5-5', display_name: 'Opus 5.5' },
    context_window: {
      context_window_size: window,
      used_percentage: tokens === null ? null : Math.round((100 * tokens) / window),
      current_usage: tokens === null ? null : { input_tokens: tokens, output_tokens: 5 },
    },
  });

test('the status line saves the exact figure, which takes precedence over the estimate from the transcript', () => {
  using world = freshWorld();
  act(world, me, 'SessionStart.startup');
  const line = run(world, ['statusline'], {}, status(world, 's-one', 612_000));
  expect(line.code).toBe(0);
  const plain = Bun.stripANSI(line.stdout);
  expect(plain).toContain('Opus 5.5');
  expect(plain).toContain('██████░░░░ 61%');
  expect(sessionOf(world, 's-one').context).toMatchObject({ percent: 61.2, from: 'status line' });
  expect(act(world, me, 'UserPromptSubmit.plain').context).toContain('61 % full (612,000 of 1,000,000');
  run(world, ['statusline'], {}, status(world, 's-one', null));
  expect(sessionOf(world, 's-one').context).toBeNull();
});

test('a person’s own status line keeps working inside ours, and a broken one does no harm', () => {
  using world = freshWorld();
  const own = { type: 'command', command: 'read -r line; echo "mine: ${#line}"; echo two' };
  write(join(world.pawlHome, 'statusline.json'), JSON.stringify(own));
  const input = status(world, 's-one', 10_000);
  const lines = run(world, ['statusline'], {}, input).stdout.trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual([`mine: ${input.length}`, 'two']);
  expect(lines).toHaveLength(3);
  write(join(world.pawlHome, 'statusline.json'), '{"command": "exit 3"}');
  expect(run(world, ['statusline'], {}, input)).toMatchObject({ code: 0, stderr: '' });
  expect(run(world, ['statusline'], {}, 'not json')).toMatchObject({ code: 0, stderr: '' });
});

test('after a clear the status is still there, and nobody is reminded of it', async () => {
  using world = freshWorld();
  await using client = someClient();
  configure(world, { policies: { 'session/status': { minutes: 0 } } });
  const env = { CLAUDE_PID: String(client.pid) };
  act(world, { ...me, env }, 'SessionStart.startup');
  run(world, ['status', 'the parser'], { CLAUDE_CODE_SESSION_ID: 's-one' });
  act(world, { ...me, env }, 'SessionEnd.clear');
  act(world, { session_id: 's-two', env }, 'SessionStart.clear');
  expect(act(world, { session_id: 's-two', env }, 'UserPromptSubmit.plain').context).toBe('');
  expect(sessionOf(world, 's-two').status_text).toBe('the parser');
});

test('one reminder to set a status, and none when there is one', () => {
  using world = freshWorld();
  configure(world, { policies: { 'session/status': { minutes: 0 } } });
  act(world, me, 'SessionStart.startup');
  expect(act(world, me, 'UserPromptSubmit.plain').context).toContain('pawl status');
  expect(act(world, me, 'UserPromptSubmit.plain').context).toBe('');
  act(world, me, 'SessionStart.compact');
  expect(act(world, me, 'UserPromptSubmit.plain').context).toBe('');
  act(world, { session_id: 's-two' }, 'SessionStart.startup');
  const set = run(world, ['status', 'reading', 'the', 'spec'], { CLAUDE_CODE_SESSION_ID: 's-two' });
  expect(set.stdout).toContain('reading the spec');
  expect(act(world, { session_id: 's-two' }, 'UserPromptSubmit.plain').context).toBe('');
  expect(sessionOf(world, 's-two').status_text).toBe('reading the spec');
});
