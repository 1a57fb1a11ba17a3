// The guard through the built program: the hook, `check`, `backtest`, `contact`.
import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bashEvent, run, send } from './support/events.ts';
import { commit, repository } from './support/git.ts';
import { configure, pawl, pawlJson, processorTime, program } from './support/pawl.ts';
import { clockTick } from './support/wait.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const world = (): World => {
  const fresh = freshWorld();
  Bun.spawnSync(['git', 'init', '-q', fresh.project]);
  return fresh;
};

test('a refusal names its policy, its code and a safer way', () => {
  using here = world();
  const { decision, reason } = run(here, 'sudo git push --force origin main');
  expect(decision).toBe('deny');
  expect(reason).toContain('guard/force-push');
  expect(reason).toContain('git revert');
});

test('ordinary work gets no answer at all', () => {
  using here = world();
  for (const command of [
    'npm test',
    'rm -rf node_modules',
    'git commit -m "rm -rf /"',
    'cp .env.example .env',
  ])
    expect(run(here, command).raw).toBe('');
});

test('a script that the agent wrote is read before it runs', () => {
  using here = world();
  write(join(here.project, 'x.sh'), 'rm -rf ~\n');
  expect(run(here, 'bash x.sh').decision).toBe('deny');
});

test('a rule of the person applies to plain commands too', () => {
  using here = world();
  write(join(here.project, 'notes.txt'), 'x');
  expect(run(here, 'cat notes.txt').raw).toBe('');
  configure(here, {
    policies: { 'guard/secrets': { patterns: ['notes*'] }, 'guard/deploy': { commands: ['npm run build'] } },
  });
  expect(run(here, 'cat notes.txt').decision).toBe('deny');
  const build = { ...bashEvent(here, 'npm run build'), agent_id: 'a1', agent_type: 'helper' };
  expect(send(here, build).decision).toBe('deny');
});

test('a link to a folder is judged by its target', () => {
  using here = world();
  write(join(here.home, '.ssh', 'known'), 'x');
  symlinkSync(join(here.home, '.ssh'), join(here.project, 'docs'));
  expect(run(here, 'cat docs/known').decision).toBe('deny');
  expect(run(here, 'touch docs/new').decision).toBe('deny');
});

test('`..` after a link is the parent of its target', () => {
  using here = world();
  write(join(here.home, '.ssh', 'github'), 'x');
  mkdirSync(join(here.home, '.ssh', 'sub'));
  symlinkSync(join(here.home, '.ssh', 'sub'), join(here.project, 'docs'));
  mkdirSync(join(here.project, 'src'));
  for (const command of ['cat docs/../github', 'cd docs && head -5 ../github', 'touch ./docs/../new'])
    expect(run(here, command).decision, command).toBe('deny');
  for (const command of ['cat src/../github', 'cd docs && cd .. && cat github'])
    expect(run(here, command).raw, command).toBe('');
});

test('a link to a secret is a secret', () => {
  using here = world();
  write(join(here.project, '.env'), 'KEY=1');
  symlinkSync(join(here.project, '.env'), join(here.project, 'notes.txt'));
  expect(run(here, 'cat notes.txt').decision).toBe('deny');
  const read = {
    ...bashEvent(here, ''),
    tool_name: 'Read',
    tool_input: { file_path: join(here.project, 'notes.txt') },
  };
  expect(send(here, read).decision).toBe('deny');
});

test('the guard protects its own home, wherever that is', () => {
  using here = world();
  expect(run(here, `echo {} > ${here.pawlHome}/config.jsonc`).decision).toBe('deny');
  expect(run(here, 'pawl pause').decision).toBe('deny');
});

test('the guard protects a Pawl home in the project, also behind a link', () => {
  using here = world();
  const real = join(here.project, 'state');
  mkdirSync(real);
  symlinkSync(real, here.pawlHome);
  for (const command of [
    'touch state/off',
    'mkdir -p state/run',
    'rm -rf state',
    `touch ${here.pawlHome}/off`,
  ])
    expect(run(here, command).decision, command).toBe('deny');
  for (const file_path of [join(real, 'off'), join(here.pawlHome, 'config.jsonc')]) {
    const call = { tool_name: 'Write', tool_input: { file_path, content: '' } };
    expect(send(here, { ...bashEvent(here, ''), ...call }).decision, file_path).toBe('deny');
  }
});

test('a wildcard is judged by the folders it matches', () => {
  using here = world();
  write(join(here.pawlHome, 'config.jsonc'), '{}');
  write(join(here.home, '.ssh', 'github'), 'x');
  write(here.settings, '{}');
  symlinkSync(here.pawlHome, join(here.project, 'link'));
  for (const command of [
    'cd ~/.paw? && touch off',
    ': > ~/.p*l/config.jsonc',
    'cp x ~/.[p]awl/config.jsonc',
    'sed -i s/deny/off/ ~/.paw*/config.jsonc',
    'cp x ~/.claude/setting*.json',
    'echo x > ~/.cl?ude/settings.json',
    'echo x >> ~/.s?h/authorized_keys',
    'cat ~/.ss*/github',
    'ln -s ~/.pa* q; touch q/off',
    'some-tool --write link/config.jsonc',
  ])
    expect(run(here, command).decision, command).toBe('deny');
  write(join(here.project, '.github', 'workflows', 'a.yml'), '');
  for (const command of ['cat .github/*/*.yml', 'cat ~/.x*/y', 'touch .github/work*/b.yml', 'cat src/*.ts'])
    expect(run(here, command).raw, command).toBe('');
});

test('files in ~/.ssh are protected even if the session works there', () => {
  using here = world();
  const cwd = join(here.home, '.ssh');
  const file_path = join(cwd, 'github');
  write(file_path, 'x');
  expect(run(here, 'cat github', { cwd }).decision).toBe('deny');
  expect(run(here, 'head -5 github', { cwd }).decision).toBe('deny');
  expect(run(here, '', { cwd, tool_name: 'Read', tool_input: { file_path } }).decision).toBe('deny');
  expect(run(here, '', { cwd, tool_name: 'Write', tool_input: { file_path } }).decision).toBe('deny');
});

test('check shows the verdict and the commands that were read', () => {
  using here = world();
  const { code, stdout } = pawl(here, ['check', 'x=rm; sudo $x -rf /']);
  expect(code).toBe(1);
  expect(stdout).toContain('guard/delete');
  expect(stdout).toContain('rm -rf /');
  expect(pawl(here, ['check', 'ls -la']).code).toBe(0);
  expect(pawl(here, ['check']).code).toBe(2);
  expect(pawl(here, ['check', '--cwd', 'no-such-folder', 'ls'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/There is no folder .*no-such-folder/),
  });
});

test('every command of a batch has its own time for looking at the machine', () => {
  using here = freshWorld();
  repository(here);
  // Together they take far longer than one event may.
  const lines = Array.from({ length: 400 }, (_, id) =>
    JSON.stringify({ id, command: `pkill -f "no-such-server-${id}"`, cwd: here.project }),
  );
  const { stdout } = pawl(here, ['check', '--batch'], lines.join('\n'));
  const stopped = stdout
    .trim()
    .split('\n')
    .filter((line) => JSON.parse(line).decision !== 'pass');
  expect(stopped).toEqual([]);
}, 30_000);

test('check --batch answers line by line, with the id of the line', () => {
  using here = world();
  const lines = [
    { id: 'a', command: 'rm -rf /' },
    { id: 'b', command: 'ls', cwd: 'no such place' },
    { command: 'npm publish' },
  ];
  const input = [...lines.map((line) => JSON.stringify(line)), 'not json', ''].join('\n');
  const { code, stdout } = pawl(here, ['check', '--batch'], input);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(answers.map((a) => [a.id, a.decision])).toEqual([
    ['a', 'deny'],
    ['b', 'pass'],
    [2, 'ask'],
    [3, 'ask'],
  ]);
  expect(answers[0]).toMatchObject({ policy: 'guard/delete', code: 'delete-root' });
  expect(answers.map((a) => Object.keys(a))).toEqual(
    answers.map(() => ['id', 'decision', 'policy', 'code', 'reason']),
  );
});

test('check --batch answers a line before it has got the next one', async () => {
  using here = world();
  const child = Bun.spawn([program, 'check', '--batch'], {
    cwd: here.project,
    env: envOf(here),
    stdin: 'pipe',
    stdout: 'pipe',
  });
  const answers = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  for (const id of ['first', 'second']) {
    child.stdin.write(`${JSON.stringify({ id, command: 'ls' })}\n`);
    await child.stdin.flush();
    expect((await answers.read()).value).toContain(`"id":"${id}","decision":"pass"`);
  }
  await child.stdin.end();
  expect(await child.exited).toBe(0);
});

test('check --why shows the spec, the facts and what would change the decision', () => {
  using here = world();
  const { stdout } = pawl(here, ['check', '--why', 'git checkout -- a.ts && docker rm -f web']);
  const text = stdout.replace(/\s+/g, ' ');
  for (const part of [
    'effect container-force-remove (risky), of the kind containers (docker: `pawl help programs/containers`)',
    'guard/containers: not known as containers of this project: web',
    'guard/containers passes if all containers belong to this project’s compose file',
    '{"policies": {"guard/containers": {"accept":["container-force-remove"]}}}',
    'pawl help container-force-remove',
  ])
    expect(text).toContain(part);
  const { why } = pawlJson<{ why: { facts: object[]; changes: string[] } }>(here, ['check', '--why', 'ls']);
  expect(why).toEqual({ effects: [], facts: [], changes: [], pages: [] } as never);
});

test('the time per command does not grow with the number of commands', () => {
  using here = world();
  const input = Array.from({ length: 2_000 }, (_, id) =>
    JSON.stringify({ id, command: `cd src && npm run build-${id} | tee log.txt && git status` }),
  ).join('\n');
  const timed = (text: string, count: number) =>
    processorTime(() => {
      const { stdout } = pawl(here, ['check', '--batch'], text);
      expect(stdout.trim().split('\n')).toHaveLength(count);
    });
  const few = timed(input.split('\n').slice(0, 200).join('\n'), 200);
  expect(timed(input, 2_000) / few).toBeLessThan(15);
});

const used = (name: string, input: unknown, id: string) => ({
  type: 'assistant',
  timestamp: new Date().toISOString(),
  sessionId: 's',
  message: { content: [{ type: 'tool_use', id, name, input }] },
});

test('backtest counts the calls that would be refused, and compares configs', () => {
  using here = world();
  const calls = [
    used('Bash', { command: 'rm -rf /' }, 't1'),
    used('Bash', { command: 'ls' }, 't2'),
    used('Read', { file_path: '.env' }, 't3'),
  ];
  write(
    join(here.home, '.claude', 'projects', 'p', 's.jsonl'),
    calls.map((one) => JSON.stringify({ ...one, cwd: here.project })).join('\n'),
  );
  write(join(here.root, 'other.jsonc'), JSON.stringify({ policies: { 'guard/secrets': { level: 'off' } } }));
  const report = pawlJson<{ calls: number; denied: number; differ: unknown[] }>(here, [
    'backtest',
    '--compare',
    join(here.root, 'other.jsonc'),
  ]);
  expect(report).toMatchObject({ calls: 3, denied: 2, compared: { denied: 1 } });
  expect(report.differ).toEqual([{ call: '.env', now: 'deny', other: 'pass' }]);
});

test('check shows an objection that has no effect because of the policy’s level', () => {
  using here = world();
  configure(here, {
    policies: { 'guard/delete': { level: 'observe' }, 'guard/processes': { level: 'warn' } },
  });
  const deleted = pawl(here, ['check', 'rm -rf /']);
  expect(deleted.code).toBe(0);
  expect(deleted.stdout.replace(/\s+/g, ' ')).toContain('(deny, but at level observe it is only recorded)');
  const warned = pawl(here, ['check', 'pkill -v node']).stdout.replace(/\s+/g, ' ');
  expect(warned).toContain('(ask, but at level warn it only warns)');
  expect(pawlJson<object>(here, ['check', 'rm -rf /'])).toMatchObject({
    decision: 'pass',
    lowered: [{ policy: 'guard/delete', level: 'observe', decision: 'deny' }],
  });
});

test('the folder of `pawl check --cwd` may be relative', () => {
  using here = world();
  configure(here, {});
  mkdirSync(join(here.project, 'sub'), { recursive: true });
  const { commands } = pawlJson<{ commands: object[] }>(here, ['check', '--cwd', 'sub', 'ls -a']);
  expect(commands[0]).toMatchObject({ cwd: join(here.project, 'sub'), name: 'ls', words: ['ls', '-a'] });
});

test('a person manages contacts, and every attempt to send a message is listed', () => {
  using here = world();
  configure(here, { packs: { guard: true } });
  expect(
    pawl(here, ['contact', 'add', 'Ann', '--address', 'ann@example.com', '--tag', 'claude_draft']).code,
  ).toBe(0);
  const draft = {
    ...bashEvent(here, ''),
    tool_name: 'mcp__mail__create_draft',
    tool_input: { to: 'ann@example.com' },
  };
  expect(send(here, draft).decision).toBe('pass');
  expect(send(here, { ...draft, tool_name: 'mcp__mail__send_email' }).decision).toBe('deny');
  const audit = pawlJson<{ to: string[]; decision: string }[]>(here, ['contact', 'audit']);
  expect(audit.map((one) => one.decision)).toEqual(['pass', 'deny']);
  expect(pawl(here, ['contact', 'tag', 'Bob', '--tag', 'claude_direct']).code).toBe(1);
  expect(pawl(here, ['contact', 'remove'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Give a name'),
  });
  expect(pawl(here, ['contact', 'tag', 'Ann']).code).toBe(2);
  const tagged = ['contact', 'tag', 'Ann', '--tag', 'claude_direct', '--json'];
  expect(JSON.parse(pawl(here, tagged).stdout)).toMatchObject({ name: 'Ann' });
  const [last] = pawlJson<{ label: string }[]>(here, ['log', '--event', 'pawl:contact']);
  expect(last?.label).toBe('Ann: claude_draft, claude_direct');
});

const acme = {
  names: 'acme',
  options: { '-o --out': 'writes', '-e --env': 'text' },
  kind: 'deploy',
  effects: [
    {
      code: 'acme-wipe',
      kind: 'data',
      when: 'wipe',
      weight: 'irreversible',
      why: 'Wipes the cluster.',
      safer: 'acme list',
    },
  ],
};

test('a program of the config is judged as it says there', () => {
  using here = world();
  configure(here, { programs: [acme] });
  const { decision, reason } = run(here, 'acme -e prod wipe');
  expect(decision).toBe('deny');
  expect(reason).toContain('Wipes the cluster');
  expect(run(here, 'acme -e wipe list').raw).toBe('');
  expect(run(here, 'acme list -o /etc/passwd').decision).toBe('deny');
  const checked = JSON.parse(pawl(here, ['check', 'acme wipe', '--json']).stdout);
  expect(checked).toMatchObject({ code: 'acme-wipe', programs: [{ name: 'acme', from: 'config' }] });
});

test('an effect that the config adds to a known program applies to plain commands too', () => {
  using here = world();
  expect(run(here, 'git status').raw).toBe('');
  configure(here, {
    programs: [
      { names: 'git', effects: [{ code: 'no-status', kind: 'data', when: 'status', why: 'Not here.' }] },
    ],
  });
  expect(run(here, 'git status').decision).toBe('ask');
});

test('the programs of an untrusted project can’t make the guard milder', () => {
  using here = world();
  write(
    join(here.project, '.pawl/config.jsonc'),
    JSON.stringify({
      programs: [
        { names: 'rm', operands: 'text', traits: ['words'] },
        { names: 'acme', effects: acme.effects, traits: ['words'] },
      ],
    }),
  );
  expect(run(here, 'rm -rf ~').decision).toBe('deny');
  expect(run(here, 'acme wipe').decision).toBe('deny');
  expect(run(here, 'acme wipe').reason).not.toContain('Wipes the cluster');
});

test('a script that a session writes and commits itself is not trusted with the project’s secrets', async () => {
  using here = freshWorld();
  repository(here);
  write(join(here.project, '.env'), 'KEY=1\n');
  commit(here, 'old.sh', 'cat .env\n');
  const transcript_path = join(here.home, 'transcript.jsonl');
  await clockTick(here.root);
  write(transcript_path, '');
  await clockTick(here.root);
  commit(here, 'new.sh', 'cat .env\n');
  const asked = (command: string) => send(here, bashEvent(here, command, { transcript_path })).raw;
  expect(asked('sh old.sh')).not.toContain('"deny"');
  expect(asked('sh new.sh')).toContain('"deny"');
});
