// Other coding agents through the built program: what each is told about a dangerous command, a secret and a failure.
import { describe, expect, test } from 'bun:test';
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type ClientName, clientNames } from '../src/clients/client.ts';
import { clients } from '../src/clients/index.ts';
import type { JsonObject } from '../src/core/json.ts';
import { calls, sessionId } from './support/client-calls.ts';
import { repository } from './support/git.ts';
import { configure, pawl, pawlJson, program } from './support/pawl.ts';
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

    test('a question is put by a client that can ask, and is otherwise a refusal that says how to go on', () => {
      using world = freshWorld();
      const { stdout } = call(world, 'shell', 'sudo make install');
      expect(stdout).toContain(clients[name].channel.ask === 'dialog' ? '"ask"' : 'allow-once');
    });

    test('an event that can’t be read does not let a call through', () => {
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
    // With a mark at its beginning, as some editors write it.
    const before = '\uFEFF{\n\t"theme": "dark",\n\t"hooks": { "BeforeTool": [] }\n}';
    write(file(world, 'gemini'), before);
    const names = clientNames.join(',');
    expect(pawl(world, ['init', '--client', names])).toMatchObject({ code: 0, stderr: '' });
    const again = pawlJson<{ changed: boolean }[]>(world, ['init', '--client', names]);
    expect(again.map(({ changed }) => changed)).toEqual(clientNames.map(() => false));
    for (const name of ['codex', 'copilot', 'gemini', 'qwen'] as const) {
      const { hooks, version } = JSON.parse(readFileSync(file(world, name), 'utf8').replace('\uFEFF', ''));
      const [tool] = Object.entries(clients[name].events).find(([, event]) => event === 'PreToolUse')!;
      const [entry] = hooks[tool][0].hooks;
      expect(entry.command).toStartWith(
        `${join(world.pawlHome, 'bin/pawl')} hook ${tool} --client ${name} || `,
      );
      expect(entry).not.toHaveProperty('args');
      expect(version).toBe(name === 'copilot' ? 1 : undefined);
    }
    expect(existsSync(world.settings)).toBe(false);
    expect(pawl(world, ['doctor']).stdout.replace(/\s+/g, ' ')).toContain(
      'also registered with Codex, Copilot CLI, Gemini CLI, Qwen Code, OpenCode',
    );
    expect(person(world, ['uninstall'])).toMatchObject({ code: 0 });
    expect(readFileSync(file(world, 'gemini'), 'utf8')).toBe(before);
    for (const name of ['codex', 'copilot', 'qwen', 'opencode'] as const)
      expect(existsSync(file(world, name))).toBe(false);
  });

  test('comments stay where the client reads them, and are refused where it would not', () => {
    using world = freshWorld();
    const before = '{\n\t// mine\n\t"ui": {"theme": "x"} // dark\n\t/* last */\n}\n';
    write(file(world, 'gemini'), before);
    write(file(world, 'qwen'), '{ // nothing yet\n}\n');
    expect(pawl(world, ['init', '--client', 'gemini,qwen'])).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['gemini', 'qwen'] as const) {
      const text = readFileSync(file(world, name), 'utf8');
      expect(Object.keys(Bun.JSONC.parse(text) as object)).toContain('hooks');
      expect(text).toMatch(/mine[\s\S]*last|nothing yet/);
    }
    expect(pawlJson<{ changed: boolean }[]>(world, ['init', '--client', 'gemini,qwen'])).toMatchObject([
      { changed: false },
      { changed: false },
    ]);
    // Edited since: Pawl's entries go, the comments stay.
    write(file(world, 'qwen'), readFileSync(file(world, 'qwen'), 'utf8').replace('nothing yet', 'edited'));
    expect(person(world, ['uninstall'])).toMatchObject({ code: 0 });
    expect(readFileSync(file(world, 'gemini'), 'utf8')).toBe(before);
    expect(readFileSync(file(world, 'qwen'), 'utf8')).toMatch(/^\{\s*\/\/ edited\s*\}\n$/);
    write(file(world, 'codex'), '{ // mine\n}\n');
    expect(pawl(world, ['init', '--client', 'codex'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('comments are not allowed'),
    });
  });

  test('one client is removed alone, and only by a person', () => {
    using world = freshWorld();
    pawl(world, ['init', '--client', 'codex,qwen']);
    const words = ['uninstall', '--client', 'codex'];
    expect(pawl(world, words, '', { CLAUDECODE: '1' })).toMatchObject({ code: 1 });
    expect(existsSync(file(world, 'codex'))).toBe(true);
    expect(pawl(world, [...words, '--dry-run']).stdout).toContain('Dry run');
    expect(person(world, words)).toMatchObject({ code: 0 });
    expect([existsSync(file(world, 'codex')), existsSync(file(world, 'qwen'))]).toEqual([false, true]);
    expect(person(world, ['uninstall', '--client', 'all'])).toMatchObject({ code: 0 });
    expect(existsSync(file(world, 'qwen'))).toBe(false);
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

  test('a file that Pawl did not write is left alone', () => {
    using world = freshWorld();
    write(file(world, 'opencode'), 'export const mine = 1;\n');
    expect(pawl(world, ['init', '--client', 'opencode'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was changed'),
    });
    expect(readFileSync(file(world, 'opencode'), 'utf8')).toBe('export const mine = 1;\n');
  });

  test('OpenCode’s plugin refuses calls that Pawl refuses, and calls that it can’t ask about', async () => {
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

describe('other coding agents on this machine', () => {
  const file = (world: World, name: ClientName) => clients[name].registration.file(world.home, envOf(world));

  /** Programs of these names that do nothing, first on the PATH. */
  function withPrograms(world: World, names: readonly string[]): Record<string, string> {
    const bin = join(world.root, 'bin');
    for (const name of names) {
      write(join(bin, name), '#!/bin/sh\nexit 1\n');
      chmodSync(join(bin, name), 0o755);
    }
    return { PATH: [bin, process.env.PATH].join(delimiter) };
  }

  interface Found {
    code: string;
    what: string;
    severity: string;
    fix: string;
  }

  const findings = (world: World, env: Record<string, string>): Found[] =>
    JSON.parse(pawl(world, ['doctor', '--json'], '', env).stdout).findings.filter(({ code }: Found) =>
      /^client-(?!unknown|old|missing)/.test(code),
    );
  const codes = (world: World, env: Record<string, string>) => findings(world, env).map(({ code }) => code);

  test('init names agents without Pawl; once they are registered, neither init nor doctor mentions them', () => {
    using world = freshWorld();
    const env = withPrograms(world, ['gemini', 'opencode']);
    const done = pawl(world, ['init'], '', env);
    expect(done.stdout.replace(/\s+/g, ' ')).toContain(
      'without Pawl: gemini, opencode. `~/.pawl/bin/pawl init --client all`',
    );
    expect(pawl(world, ['init', '--client', 'all'], '', env).code).toBe(0);
    expect(codes(world, env).filter((code) => code !== 'client-lacks')).toEqual([]);
    expect(pawl(world, ['init'], '', env).stdout).not.toContain('without Pawl');
  });

  test('doctor finds changed entries, hooks that are off, a Codex that can’t be asked, and an agent without Pawl', () => {
    using world = freshWorld();
    const env = withPrograms(world, ['codex', 'opencode']);
    pawl(world, ['init', '--client', 'codex,copilot,gemini,qwen'], '', env);
    const gemini = JSON.parse(readFileSync(file(world, 'gemini'), 'utf8'));
    write(file(world, 'gemini'), JSON.stringify({ ...gemini, hooksConfig: { enabled: false } }));
    const qwen = JSON.parse(readFileSync(file(world, 'qwen'), 'utf8'));
    qwen.hooks.PreToolUse[0].hooks[0].timeout = 40;
    write(file(world, 'qwen'), JSON.stringify(qwen));
    write(join(world.project, '.claude', 'settings.json'), '{\n  // mine\n  "disableAllHooks": true\n}\n');
    write(join(world.project, '.codex', 'config.toml'), '[features]\nhooks = false\n');
    const found = findings(world, env)
      .filter(({ code }) => code !== 'client-lacks')
      .map(({ code, what }) => `${code} ${what.split(':')[0]}`);
    expect(found.sort()).toEqual([
      'client-hooks-off Codex',
      'client-hooks-off Copilot CLI',
      'client-hooks-off Gemini CLI',
      'client-outdated Qwen Code',
      'client-unasked Codex did not say which hooks are trusted',
      'client-unguarded OpenCode is installed, and Pawl is not registered with it',
    ]);
  });

  test('doctor finds entries of a project that Copilot reads too, and says whether the folder is trusted', () => {
    using world = freshWorld();
    repository(world);
    const env = withPrograms(world, ['copilot']);
    pawl(world, ['init', '--project'], '', env);
    const shared = () => findings(world, env).find(({ code }) => code === 'client-shared-settings');
    expect(shared()).toMatchObject({
      severity: 'warning',
      what: expect.stringContaining('once this folder'),
    });
    write(
      join(world.home, '.copilot', 'config.json'),
      `// This file is managed automatically.\n${JSON.stringify({ trustedFolders: [world.project] })}`,
    );
    pawl(world, ['init', '--client', 'copilot'], '', env);
    expect(shared()).toMatchObject({ severity: 'info', what: expect.stringContaining('is trusted') });
  });

  test('doctor and explain say which policies do less with a client', () => {
    using world = freshWorld();
    repository(world);
    pawl(world, ['init', '--client', 'codex']);
    expect(
      findings(world, {})
        .map(({ what }) => what)
        .join('\n'),
    ).toContain('Codex: session/context-use: how full');
    tell(world, 'codex', ...calls.codex(world, 'shell', 'git push --force origin main'));
    const explained = pawl(world, ['explain']).stdout.replace(/\s+/g, ' ');
    expect(explained).toContain('Codex');
    expect(explained).toContain(
      'With Codex these policies do less than they say: session/context-use: how full',
    );
    expect(pawlJson<{ client: { name: string } }>(world, ['explain']).client.name).toBe('codex');
  });

  test('a registered command refuses a tool call by itself when the program is gone', () => {
    using world = freshWorld();
    pawl(world, ['init', '--client', 'codex,gemini,qwen']);
    rmSync(join(world.pawlHome, 'bin/pawl'));
    for (const name of ['codex', 'gemini', 'qwen'] as const) {
      const { hooks } = JSON.parse(readFileSync(file(world, name), 'utf8'));
      const run = (event: string) => {
        const [{ command }] = hooks[event][0].hooks;
        const done = Bun.spawnSync(['sh', '-c', command], { env: envOf(world), stdin: Buffer.from('{}') });
        return [done.exitCode === 2, done.stderr.toString().includes('Pawl did not check this call')];
      };
      expect(run(name === 'gemini' ? 'BeforeTool' : 'PreToolUse')).toEqual([true, true]);
      expect(run('SessionStart')).toEqual([false, false]);
    }
  });

  test('text that one event of a client can’t carry comes with the next', () => {
    using world = freshWorld();
    const rule = { id: 'note', on: 'PreToolUse', tool: 'Bash', action: 'inject', message: 'NOTE-BEFORE' };
    configure(world, { rules: [rule] });
    const [, call] = calls.gemini(world, 'shell', 'ls');
    expect(tell(world, 'gemini', 'BeforeTool', call).stdout).toBe('');
    const after = { ...call, hook_event_name: 'AfterTool', tool_response: { llmContent: 'a' } };
    expect(tell(world, 'gemini', 'AfterTool', after).stdout).toContain('NOTE-BEFORE');
  });
});
