// The real Qwen Code, through `qwen -p`.
import { readFileSync } from 'node:fs';
import { write } from '../support/world.ts';
import { contract } from './support/contract.ts';
import { dialogs } from './support/dialog.ts';
import { type Driver, hookFile, inModules, notInstalled } from './support/driver.ts';
import { chat } from './support/wires.ts';

const program = inModules('@qwen-code', 'qwen-code', 'cli.js');

const qwen: Driver = {
  name: 'qwen',
  wire: chat,
  absolutePaths: true,
  prepare(world) {
    const file = hookFile(world, 'qwen');
    const settings = {
      ...JSON.parse(readFileSync(file, 'utf8')),
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    };
    write(file, JSON.stringify(settings, null, 2));
  },
  command: (_world, prompt) => [
    'node',
    program,
    '--yolo',
    '--auth-type',
    'openai',
    '--output-format',
    'stream-json',
    '-p',
    prompt,
  ],
  env: (_world, { port }) => ({
    OPENAI_API_KEY: 'dummy',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_MODEL: 'fake-model',
  }),
  shell: (command) => ({
    name: 'run_shell_command',
    args: { command, description: 'x', is_background: false },
  }),
  addServer: (world, [command, ...args]) => {
    const file = hookFile(world, 'qwen');
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    write(file, JSON.stringify({ ...settings, mcpServers: { github: { command, args } } }));
  },
  serverTool: (name, args) => ({ name: `mcp__github__${name}`, args }),
  readers: {
    read_file: (file_path) => ({ name: 'read_file', args: { file_path } }),
    grep_search: (path) => ({ name: 'grep_search', args: { pattern: 'TOKEN', glob: path } }),
  },
  writers: {
    write_file: (file_path) => ({ name: 'write_file', args: { file_path, content: 'x' } }),
    edit: (file_path) => ({ name: 'edit', args: { file_path, old_string: 'TOKEN', new_string: 'x' } }),
  },
};

const whyNot = notInstalled(program);
contract(qwen, whyNot);

dialogs(
  qwen,
  {
    command: ['node', program, '--auth-type', 'openai', '--yolo'],
    ready: /Type your message/,
    no: 'Escape',
  },
  whyNot,
);
