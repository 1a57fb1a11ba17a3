// The real Codex, through `codex exec`.
import { describe, expect } from 'bun:test';
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { JsonObject } from '../../src/core/json.ts';
import { pawl } from '../support/pawl.ts';
import { testUnless } from '../support/skip.ts';
import { envOf, type World, write } from '../support/world.ts';
import { contract } from './support/contract.ts';
import { type Driver, hookFile, inModules, notInstalled, play, registeredWorld } from './support/driver.ts';
import { responses } from './support/wires.ts';

const triple = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-musl`;
const program = inModules(
  '@openai',
  `codex-${process.platform}-${process.arch}`,
  'vendor',
  process.platform === 'linux' ? triple : triple.replace('unknown-linux-musl', 'apple-darwin'),
  'bin',
  'codex',
);

const shell = (cmd: string) => ({ name: 'exec_command', args: { cmd } });
const patchText = (path: string) =>
  `*** Begin Patch\n*** Add File: ok.txt\n+x\n*** Update File: ${path}\n@@\n-TOKEN=\n+TOKEN=x\n*** End Patch\n`;

const codex: Driver = {
  name: 'codex',
  wire: responses,
  prepare(world, { port }) {
    write(
      join(world.home, '.codex', 'config.toml'),
      `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
[projects."${world.project}"]
trust_level = "trusted"
`,
    );
  },
  command: (_world, prompt) => [
    program,
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--dangerously-bypass-hook-trust',
    prompt,
  ],
  env: () => ({ SCRIPTED_KEY: 'dummy' }),
  shell,
  addServer: (world, [command, ...args]) =>
    appendFileSync(
      join(world.home, '.codex', 'config.toml'),
      `[mcp_servers.github]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
    ),
  serverTool: (name, args) => ({ name, args, namespace: 'mcp__github' }),
  readers: { view_image: (path) => ({ name: 'view_image', args: { path } }) },
  writers: {
    'apply_patch in a shell command': (path) => shell(`apply_patch <<'EOP'\n${patchText(path)}EOP`),
  },
  patch: (path) => ({ name: 'apply_patch', args: {}, custom: patchText(path) }),
};

const whyNot = notInstalled(program);
contract(codex, whyNot);

describe('Codex: what only it has', () => {
  const test = testUnless(whyNot);

  test('a shell that waits for commands is refused, because nobody is asked about what is typed into it', async () => {
    using world = registeredWorld('codex', {});
    const open = { name: 'exec_command', args: { cmd: 'bash', tty: true, yield_time_ms: 300 } };
    const type = {
      name: 'write_stdin',
      args: { session_id: 1000, chars: 'touch typed\n', yield_time_ms: 300 },
    };
    const { results } = await play(codex, world, [{ calls: [open] }, { calls: [type] }, { text: 'Done.' }]);
    expect(results[0]).toContain('guard/typed-input');
    expect(existsSync(join(world.project, 'typed'))).toBe(false);
  });

  test('a patch over more files than are read is refused by exit code, with the reason', async () => {
    using world = registeredWorld('codex', {});
    const files = Array.from({ length: 101 }, (_, at) => `*** Add File: f${at}\n+x`).join('\n');
    const call = { name: 'apply_patch', args: {}, custom: `*** Begin Patch\n${files}\n*** End Patch\n` };
    const { results } = await play(codex, world, [{ calls: [call] }, { text: 'Done.' }]);
    expect(results[0]).toContain('101 files');
    expect(existsSync(join(world.project, 'f0'))).toBe(false);
  });

  test('a policy changes a command, and Codex runs the changed one', async () => {
    using world = registeredWorld('codex', { external: [changing] });
    const { results } = await play(codex, world, [{ calls: [shell('touch before')] }, { text: 'Done.' }]);
    expect([results[0], existsSync(join(world.project, 'before'))]).toEqual([expect.any(String), false]);
    expect(existsSync(join(world.project, 'after'))).toBe(true);
  });

  test('`pawl doctor` says whether the hooks are trusted, and when they changed since', async () => {
    using world = registeredWorld('codex', {});
    expect(statesInDoctor(world)).toContain('(untrusted)');
    const hooks = await listHooks(world);
    const state = hooks.map(
      ({ key, currentHash }) => `[hooks.state."${key}"]\ntrusted_hash = "${currentHash}"\n`,
    );
    appendFileSync(join(world.home, '.codex', 'config.toml'), state.join(''));
    expect(statesInDoctor(world)).toBe('');
    const file = hookFile(world, 'codex');
    write(file, readFileSync(file, 'utf8').replace('"timeout": 40', '"timeout": 41'));
    expect(statesInDoctor(world)).toContain('(modified)');
  });
});

/** A script that changes every command. */
const changing = {
  id: 'changing',
  on: 'PreToolUse',
  tool: 'Bash',
  command: [
    'echo',
    JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'touch after' } },
    }),
  ],
};

/** Returns the doctor's lines about trust, with Codex on the PATH. */
function statesInDoctor(world: World): string {
  const bin = join(world.root, 'bin');
  mkdirSync(bin, { recursive: true });
  if (!existsSync(join(bin, 'codex'))) symlinkSync(program, join(bin, 'codex'));
  const PATH = [bin, process.env.PATH].join(delimiter);
  const { findings } = JSON.parse(pawl(world, ['doctor', '--json'], '', { PATH }).stdout) as {
    findings: { code: string; what: string }[];
  };
  const about = findings.filter(({ code }) => code === 'client-untrusted' || code === 'client-unasked');
  return about.map(({ what }) => what).join();
}

async function listHooks(world: World): Promise<JsonObject[]> {
  const child = Bun.spawn([program, 'app-server'], {
    cwd: world.project,
    env: envOf(world),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: 60_000,
  });
  const clientInfo = { name: 'test', title: 'test', version: '0' };
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo } },
    { method: 'initialized' },
    { id: 2, method: 'hooks/list', params: { cwds: [world.project] } },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
  child.stdin.flush();
  let text = '';
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    const line = text.split('\n').find((one) => one.includes('"hooks":') && one.endsWith('}'));
    if (line) {
      child.kill();
      return JSON.parse(line).result.data[0].hooks;
    }
  }
  throw new Error(`Codex listed no hooks: ${text}`);
}
