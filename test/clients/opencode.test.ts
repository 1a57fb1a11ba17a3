// The real OpenCode, through `opencode run`.
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { write } from '../support/world.ts';
import { contract } from './support/contract.ts';
import { type Driver, inModules, notInstalled } from './support/driver.ts';
import { chat } from './support/wires.ts';

const fetched = join(import.meta.dir, 'opencode');
const program = inModules(`opencode-${process.platform}-${process.arch}`, 'bin', 'opencode');

const opencode: Driver = {
  name: 'opencode',
  wire: chat,
  prepare(world, { port }) {
    const model = { name: 'fake-model', limit: { context: 200_000, output: 4000 } };
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'scripted',
      options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'dummy' },
      models: { 'fake-model': model },
    };
    const config = {
      autoupdate: false,
      share: 'disabled',
      model: 'scripted/fake-model',
      small_model: 'scripted/fake-model',
      provider: { scripted: provider },
      permission: { bash: 'allow', edit: 'allow' },
    };
    const folder = join(world.home, '.config', 'opencode');
    write(join(folder, 'opencode.json'), JSON.stringify(config));
    // OpenCode would fetch these at its first start, which takes half a minute and needs a registry.
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(fetched, name), join(folder, name));
    symlinkSync(join(fetched, 'node_modules'), join(folder, 'node_modules'));
  },
  command: (_world, prompt) => [program, 'run', '--format', 'json', prompt],
  env: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_SHARE: '1',
  }),
  shell: (command) => ({ name: 'bash', args: { command, description: 'x' } }),
  readers: {
    read: (filePath) => ({ name: 'read', args: { filePath } }),
    grep: (path) => ({ name: 'grep', args: { pattern: 'TOKEN', include: path } }),
  },
  writers: {
    write: (filePath) => ({ name: 'write', args: { filePath, content: 'x' } }),
    edit: (filePath) => ({ name: 'edit', args: { filePath, oldString: 'TOKEN', newString: 'x' } }),
  },
};

contract(opencode, notInstalled(program));
