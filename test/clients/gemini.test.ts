// The real Gemini CLI, through `gemini -p`.
import { readFileSync } from 'node:fs';
import { write } from '../support/world.ts';
import { contract } from './support/contract.ts';
import { type Driver, hookFile, inModules, notInstalled } from './support/driver.ts';
import { generateContent } from './support/wires.ts';

const program = inModules('@google', 'gemini-cli', 'bundle', 'gemini.js');

const gemini: Driver = {
  name: 'gemini',
  wire: generateContent,
  refusesItself: ['read by read_file', 'written by write_file', 'written by replace'],
  prepare(world) {
    const file = hookFile(world, 'gemini');
    const settings = {
      ...JSON.parse(readFileSync(file, 'utf8')),
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    };
    write(file, JSON.stringify(settings, null, 2));
  },
  command: (_world, prompt) => [
    'node',
    program,
    '--yolo',
    '-m',
    'gemini-2.5-flash',
    '--output-format',
    'stream-json',
    '-p',
    prompt,
  ],
  env: (_world, { port }) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
  shell: (command) => ({ name: 'run_shell_command', args: { command, description: 'x' } }),
  addServer: (world, [command, ...args]) => {
    const file = hookFile(world, 'gemini');
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    write(file, JSON.stringify({ ...settings, mcpServers: { github: { command, args } } }));
  },
  serverTool: (name, args) => ({ name: `mcp_github_${name}`, args }),
  readers: {
    read_file: (file_path) => ({ name: 'read_file', args: { file_path } }),
    grep_search: (path) => ({ name: 'grep_search', args: { pattern: 'TOKEN', include_pattern: path } }),
  },
  writers: {
    write_file: (file_path) => ({ name: 'write_file', args: { file_path, content: 'x' } }),
    replace: (file_path) => ({
      name: 'replace',
      args: { file_path, instruction: 'x', old_string: 'TOKEN', new_string: 'x' },
    }),
  },
};

contract(gemini, notInstalled(program));
