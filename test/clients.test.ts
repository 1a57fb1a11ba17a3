// Other coding agents through the built program: what each is told about a dangerous command, a secret and a failure.
import { describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientName, clientNames } from '../src/clients/client.ts';
import { clients } from '../src/clients/index.ts';
import type { JsonObject } from '../src/core/json.ts';
import { repository } from './support/git.ts';
import { pawl, pawlJson, program } from './support/pawl.ts';
import { person } from './support/person.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

interface Told {
  code: number;
  stdout: string;
  stderr: string;
}

function tell(world: World, client: string, event: string | undefined, payload: JsonObject | string): Told {
  const stdin = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const words = ['hook', ...(event ? [event] : []), '--client', client];
  const done = Bun.spawnSync([program, ...words], {
    cwd: world.project,
    env: envOf(world),
    stdin: Buffer.from(stdin),
  });
  return { code: done.exitCode, stdout: done.stdout.toString(), stderr: done.stderr.toString() };
}

const sessionId = '11111111-2222-4333-8444-555555555555';

/** A tool call as each client sends it: `shell` with a command, `read` and `write` with a path. */
const calls: Record<
  ClientName,
  (world: World, kind: 'shell' | 'read' | 'write', what: string) => [string, JsonObject]
> = {
  codex: ({ project }, kind, what) => {
    const common = { session_id: sessionId, cwd: project, hook_event_name: 'PreToolUse', tool_use_id: 'c1' };
    if (kind === 'write')
      return [
        'PreToolUse',
        {
          ...common,
          tool_name: 'apply_patch',
          tool_input: {
            command: `*** Begin Patch\n*** Add File: ok.txt\n+x\n*** Add File: ${what}\n+x\n*** End Patch\n`,
          },
        },
      ];
    const command = kind === 'read' ? `cat ${what}` : what;
    return ['PreToolUse', { ...common, tool_name: 'Bash', tool_input: { command } }];
  },
  copilot: ({ project }, kind, what) => {
    const [tool_name, tool_input] = {
      shell: ['Bash', { command: what, description: 'x' }],
      read: ['Read', { path: join(project, what) }],
      write: ['Write', { path: join(project, what), file_text: 'x' }],
    }[kind];
    return [
      'PreToolUse',
      { hook_event_name: 'PreToolUse', session_id: sessionId, cwd: project, tool_name, tool_input },
    ];
  },
  gemini: (world, kind, what) => [
    'BeforeTool',
    { ...likeGemini(world, kind, what), hook_event_name: 'BeforeTool' },
  ],
  qwen: (world, kind, what) => [
    'PreToolUse',
    { ...likeGemini(world, kind, what), hook_event_name: 'PreToolUse' },
  ],
  opencode: ({ project }, kind, what) => {
    const [tool, args] = {
      shell: ['bash', { command: what }],
      read: ['read', { filePath: what }],
      write: ['write', { filePath: what, content: 'x' }],
    }[kind];
    const input = { tool, sessionID: 'ses_1', callID: 'c1' };
    return [
      'tool.execute.before',
      { hook: 'tool.execute.before', input, output: { args }, directory: project },
    ];
  },
};

function likeGemini({ project }: World, kind: 'shell' | 'read' | 'write', what: string): JsonObject {
  const [tool_name, tool_input] = {
    shell: ['run_shell_command', { command: what, description: 'x' }],
    read: ['read_file', { file_path: what }],
    write: ['write_file', { file_path: what, content: 'x' }],
  }[kind];
  return { session_id: sessionId, cwd: project, tool_name, tool_input };
}

const refuses = ({ stdout, code }: Told) => code === 0 && /"deny"|"refuse":/.test(stdout);

for (const name of clientNames) {
  describe(clients[name].title, () => {
    const call = (world: World, kind: 'shell' | 'read' | 'write', what: string) =>
      tell(world, name, ...calls[name](world, kind, what));

    test('a dangerous command is refused with its reason, an ordinary one passes without a word', () => {
      using world = freshWorld();
      repository(world);
      const told = call(world, 'shell', 'git push --force origin main');
      expect(refuses(told)).toBe(true);
      expect(told.stdout).toContain('guard/force-push');
      expect(call(world, 'shell', 'ls')).toEqual({ code: 0, stdout: '', stderr: '' });
    });

    test('a secret is refused by every tool', () => {
      using world = freshWorld();
      write(join(world.project, '.env'), 'KEY=1\n');
      for (const kind of ['read', 'write'] as const) {
        expect(refuses(call(world, kind, '.env'))).toBe(true);
        expect(refuses(call(world, kind, 'notes.txt'))).toBe(false);
      }
      expect(refuses(call(world, 'shell', 'cat .env'))).toBe(true);
    });

    test('a question is one that the client can ask, or a refusal that says how to go on', () => {
      using world = freshWorld();
      const { stdout } = call(world, 'shell', 'sudo apt-get install jq');
      expect(stdout).toContain(clients[name].channel.ask === 'dialog' ? '"ask"' : 'allow-once');
    });

    test('what can’t be read is not let through', () => {
      using world = freshWorld();
      const [event] = calls[name](world, 'shell', 'ls');
      for (const junk of ['', 'no json', '[]', '{"tool_name": 3}']) {
        const told = tell(world, name, event, junk);
        expect([junk, refuses(told) || told.stdout.includes('"ask"')]).toEqual([junk, true]);
      }
    });
  });
}

test('an unknown client refuses a tool call and nothing else', () => {
  using world = freshWorld();
  const told = tell(world, 'nosuch', 'PreToolUse', '{}');
  expect(told).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('use one of codex, copilot'),
  });
  expect(tell(world, 'nosuch', 'Stop', '{}')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a patch over too many files is refused', () => {
  using world = freshWorld();
  const files = Array.from({ length: 101 }, (_, at) => `*** Add File: f${at}\n+x`).join('\n');
  const tool_input = { command: `*** Begin Patch\n${files}\n*** End Patch` };
  const told = tell(world, 'codex', 'PreToolUse', {
    session_id: sessionId,
    cwd: world.project,
    hook_event_name: 'PreToolUse',
    tool_name: 'apply_patch',
    tool_input,
  });
  expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('101 files') });
});

describe('pawl init --client', () => {
  const file = (world: World, name: ClientName) => clients[name].registration.file(world.home, envOf(world));

  test('each client gets entries that it starts without arguments, and uninstall gives the bytes back', () => {
    using world = freshWorld();
    const before = '{\n\t"theme": "dark",\n\t"hooks": { "BeforeTool": [] }\n}';
    write(file(world, 'gemini'), before);
    const names = clientNames.join(',');
    expect(pawl(world, ['init', '--client', names])).toMatchObject({ code: 0, stderr: '' });
    const again = pawlJson<{ changed: boolean }[]>(world, ['init', '--client', names]);
    expect(again.map(({ changed }) => changed)).toEqual(clientNames.map(() => false));
    for (const name of ['codex', 'copilot', 'gemini', 'qwen'] as const) {
      const { hooks, version } = JSON.parse(readFileSync(file(world, name), 'utf8'));
      const [tool] = Object.entries(clients[name].events).find(([, event]) => event === 'PreToolUse')!;
      const [entry] = hooks[tool][0].hooks;
      expect(entry.command).toStartWith(
        `${join(world.pawlHome, 'bin/pawl')} hook ${tool} --client ${name} || `,
      );
      expect(entry).not.toHaveProperty('args');
      expect(version).toBe(name === 'copilot' ? 1 : undefined);
    }
    expect(existsSync(world.settings)).toBe(false);
    expect(person(world, ['uninstall'])).toMatchObject({ code: 0 });
    expect(readFileSync(file(world, 'gemini'), 'utf8')).toBe(before);
    for (const name of ['codex', 'copilot', 'qwen', 'opencode'] as const)
      expect(existsSync(file(world, name))).toBe(false);
  });

  test('a dry run writes nothing, and an unknown client is named', () => {
    using world = freshWorld();
    expect(pawl(world, ['init', '--client', 'codex', '--dry-run']).stdout).toContain('--client codex');
    expect(existsSync(world.pawlHome)).toBe(false);
    expect(pawl(world, ['init', '--client', 'codx'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no client “codx”'),
    });
  });

  test('a file of somebody else is left alone', () => {
    using world = freshWorld();
    write(file(world, 'opencode'), 'export const mine = 1;\n');
    expect(pawl(world, ['init', '--client', 'opencode'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was changed'),
    });
    expect(readFileSync(file(world, 'opencode'), 'utf8')).toBe('export const mine = 1;\n');
  });

  test('OpenCode’s plugin refuses what Pawl refuses, and what it can’t ask about', async () => {
    using world = freshWorld();
    repository(world);
    pawl(world, ['init', '--client', 'opencode']);
    const copy = join(world.tmp, 'pawl.mjs');
    copyFileSync(file(world, 'opencode'), copy);
    const { Pawl } = await import(copy);
    const hooks = await Pawl({ client: { tui: { showToast: async () => {} } }, directory: world.project });
    const call = (command: string) =>
      hooks['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, { args: { command } });
    await expect(call('git push --force origin main')).rejects.toThrow('guard/force-push');
    await call('ls');
    rmSync(join(world.pawlHome, 'bin/pawl'));
    await expect(call('ls')).rejects.toThrow('could not check this call');
  });
});
