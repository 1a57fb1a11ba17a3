// The real Copilot CLI, through `copilot -p`.
import { join } from 'node:path';
import { write } from '../support/world.ts';
import { contract } from './support/contract.ts';
import { dialogs } from './support/dialog.ts';
import { type Driver, inModules, notInstalled } from './support/driver.ts';
import { chat } from './support/wires.ts';

const program = inModules('@github', `copilot-${process.platform}-${process.arch}`, 'copilot');

const copilot: Driver = {
  name: 'copilot',
  wire: chat,
  prepare() {},
  command: (_world, prompt) => [program, '-p', prompt, '--allow-all-tools', '--trust-folder'],
  env: (world, { port }) => ({
    COPILOT_CACHE_HOME: world.tmp,
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'dummy',
    COPILOT_MODEL: 'fake-model',
  }),
  shell: (command) => ({ name: 'bash', args: { command, description: 'x' } }),
  addServer: (world, [command, ...args]) => {
    const github = { type: 'local', command, args, tools: ['*'] };
    write(join(world.home, '.copilot', 'mcp-config.json'), JSON.stringify({ mcpServers: { github } }));
  },
  serverTool: (name, args) => ({ name: `github-${name}`, args }),
  readers: {
    view: (path) => ({ name: 'view', args: { path } }),
    grep: (path) => ({ name: 'grep', args: { pattern: 'TOKEN', paths: path, output_mode: 'content' } }),
  },
  writers: {
    create: (path) => ({ name: 'create', args: { path, file_text: 'x' } }),
    edit: (path) => ({ name: 'edit', args: { path, old_str: 'TOKEN', new_str: 'x' } }),
  },
};

const whyNot = notInstalled(program);
contract(copilot, whyNot);

dialogs(
  {
    ...copilot,
    prepare: (world) =>
      write(
        join(world.home, '.copilot', 'config.json'),
        JSON.stringify({ trustedFolders: [world.project], appTipShown: true }),
      ),
  },
  { command: [program, '--allow-all-tools'], ready: /\/ commands|@ files/, no: 'Escape' },
  whyNot,
);
