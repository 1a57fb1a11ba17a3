// The real Codex, through `codex exec`.
import { join } from 'node:path';
import { write } from '../support/world.ts';
import { contract } from './support/contract.ts';
import { type Driver, inModules, notInstalled } from './support/driver.ts';
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
  readers: { view_image: (path) => ({ name: 'view_image', args: { path } }) },
  writers: {
    'apply_patch in a shell command': (path) => shell(`apply_patch <<'EOP'\n${patchText(path)}EOP`),
  },
  patch: (path) => ({ name: 'apply_patch', args: {}, custom: patchText(path) }),
};

contract(codex, notInstalled(program));
