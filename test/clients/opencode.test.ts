// The real OpenCode, through `opencode run`.
import { describe, expect } from 'bun:test';
import { copyFileSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pawl } from '../support/pawl.ts';
import { testUnless } from '../support/skip.ts';
import { write } from '../support/world.ts';
import { contract } from './support/contract.ts';
import { type Driver, inModules, notInstalled, play, registeredWorld } from './support/driver.ts';
import { chat } from './support/wires.ts';

const fetched = join(import.meta.dir, 'opencode');
const program = inModules(`opencode-${process.platform}-${process.arch}`, 'bin', 'opencode');

/** OpenCode gives models of this name the tool for patches instead of those for edits. */
const prepareFor =
  (name: string): Driver['prepare'] =>
  (world, { port }) => {
    const model = { name, limit: { context: 200_000, output: 4000 } };
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'scripted',
      options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'dummy' },
      models: { [name]: model },
    };
    const config = {
      autoupdate: false,
      share: 'disabled',
      model: `scripted/${name}`,
      small_model: `scripted/${name}`,
      provider: { scripted: provider },
      permission: { bash: 'allow', edit: 'allow' },
    };
    const folder = join(world.home, '.config', 'opencode');
    write(join(folder, 'opencode.json'), JSON.stringify(config));
    // OpenCode would fetch these at its first start, which takes half a minute and needs a registry.
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(fetched, name), join(folder, name));
    symlinkSync(join(fetched, 'node_modules'), join(folder, 'node_modules'));
  };

const opencode: Driver = {
  name: 'opencode',
  wire: chat,
  prepare: prepareFor('fake-model'),
  command: (_world, prompt) => [program, 'run', '--format', 'json', prompt],
  env: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_SHARE: '1',
  }),
  shell: (command) => ({ name: 'bash', args: { command, description: 'x' } }),
  addServer: (world, command) => {
    const file = join(world.home, '.config', 'opencode', 'opencode.json');
    const config = JSON.parse(readFileSync(file, 'utf8'));
    write(file, JSON.stringify({ ...config, mcp: { github: { type: 'local', command } } }));
  },
  serverTool: (name, args) => ({ name: `github_${name}`, args }),
  readers: {
    read: (filePath) => ({ name: 'read', args: { filePath } }),
    grep: (path) => ({ name: 'grep', args: { pattern: 'TOKEN', include: path } }),
  },
  writers: {
    write: (filePath) => ({ name: 'write', args: { filePath, content: 'x' } }),
    edit: (filePath) => ({ name: 'edit', args: { filePath, oldString: 'TOKEN', newString: 'x' } }),
  },
};

const whyNot = notInstalled(program);
contract(opencode, whyNot);

describe('OpenCode: what only it has', () => {
  const test = testUnless(whyNot);

  test('`pawl doctor` sees whether the plugin was loaded', async () => {
    using world = registeredWorld('opencode', {});
    const codes = () =>
      (JSON.parse(pawl(world, ['doctor', '--json']).stdout) as { findings: { code: string }[] }).findings.map(
        ({ code }) => code,
      );
    // Before its first start with the plugin, OpenCode had no chance to load it.
    expect(codes()).not.toContain('client-not-loaded');
    await play(opencode, world, [{ text: 'Done.' }]);
    expect(codes()).not.toContain('client-not-loaded');
    rmSync(join(world.pawlHome, 'run', 'opencode-loaded'));
    expect(codes()).toContain('client-not-loaded');
  });

  test('a patch over a protected path is refused, whole', async () => {
    using world = registeredWorld('opencode', {});
    write(join(world.project, '.env'), 'TOKEN=1\n');
    const patchText =
      '*** Begin Patch\n*** Add File: ok.txt\n+x\n*** Update File: .env\n@@\n-TOKEN=1\n+TOKEN=2\n*** End Patch';
    const calls = [{ name: 'apply_patch', args: { patchText } }];
    const { results } = await play({ ...opencode, prepare: prepareFor('gpt-5') }, world, [
      { calls },
      { text: 'Done.' },
    ]);
    expect(results[0]).toContain('guard/');
    expect(existsSync(join(world.project, 'ok.txt'))).toBe(false);
    expect(readFileSync(join(world.project, '.env'), 'utf8')).toBe('TOKEN=1\n');
  });
});
