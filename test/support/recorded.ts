// Records a session with a bit of everything: prompts, files, a refused push, a failure, a subagent, tasks, tests,
// memories, a worktree, and text that would be markup if a page did not escape it.
import { join } from 'node:path';
import { session } from './client.ts';
import { repository } from './git.ts';
import { configure, install, launcher, pawl } from './pawl.ts';
import { bash, calls, says, type ToolCall, type Turn } from './script.ts';
import { type World, write } from './world.ts';

/** Pictures for the documentation are taken without it. */
const hostile = process.env.SCREENSHOTS
  ? ''
  : '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>';
const refused = 'git push --force origin main';

const full = (tokens: number, turn: Turn): Turn => ({
  ...turn,
  usage: { input_tokens: 100, cache_read_input_tokens: tokens - 100, output_tokens: 40 },
});

const agent: ToolCall = {
  name: 'Agent',
  input: { subagent_type: 'general-purpose', description: 'Look for callers', prompt: 'Who calls greet()?' },
};

const file = (world: World, name: string) => join(world.project, name);
const reads = (path: string): ToolCall => ({ name: 'Read', input: { file_path: path } });
const writes = (path: string, content: string): ToolCall => ({
  name: 'Write',
  input: { file_path: path, content },
});

function script(world: World) {
  const pawlCommand = launcher(world);
  return {
    main: [
      full(21_000, {
        text: 'First I look around.',
        ...calls(bash('git status --short && ls'), reads(file(world, 'greeting.txt'))),
      }),
      full(
        34_000,
        calls(
          bash(`${pawlCommand} task add 'Greet politely'`),
          bash(`${pawlCommand} task add 'Write the changelog'`),
        ),
      ),
      full(
        52_000,
        calls(
          writes(
            file(world, 'src/greet.ts'),
            "export const greet = (name: string) => 'Good day, ' + name;\n",
          ),
        ),
      ),
      full(61_000, calls(bash('sleep 0.4; npm test'))),
      full(78_000, calls(agent)),
      full(96_000, calls(bash(`echo 'greeting ${hostile}'`))),
      full(112_000, { text: 'I publish it.', ...calls(bash(refused)) }),
      full(118_000, calls(bash('sudo rm -rf / --no-preserve-root'))),
      full(124_000, calls(bash(`${pawlCommand} task done 1; git add -A && git commit -qm 'Greet politely'`))),
      full(131_000, says('The greeting is polite now; the push was refused and waits for you.')),
    ],
    agents: [[calls(bash('sleep 0.3; grep -rn greet . | head')), says('Nobody calls it yet.')]],
  };
}

/** Records the session in a test world; returns its id. */
export async function record(world: World): Promise<string> {
  repository(world);
  write(
    file(world, 'package.json'),
    JSON.stringify({ name: 'greeter', scripts: { test: 'node -e "process.exit(0)"' } }),
  );
  install(world);
  configure(world, { packs: { memory: true, handoff: true } });
  pawl(world, [
    'memory',
    'add',
    'The proxy strips the Origin header; set it again behind it',
    '--about',
    'cors',
    '--about',
    'nginx.conf',
  ]);
  pawl(world, [
    'memory',
    'add',
    `Labels may hold markup: escape the greeting ${hostile}`,
    '--about',
    'greeting',
  ]);
  pawl(world, ['worktree', 'create', 'polite']);
  const run = await session(world, {
    script: script(world),
    prompt: `Make the greeting polite and publish it ${hostile}`.trim(),
    args: ['--allowedTools', 'Bash,Read,Write,Agent', '--permission-mode', 'acceptEdits'],
    env: { CLAUDE_SESSION_ID: 'greeter', CLAUDE_SESSION_ROLE: 'builder' },
  });
  const id = run.lines.find((line) => line.session_id)?.session_id;
  if (!id) throw new Error(`the client did not say its session: ${run.stderr}`);
  return id;
}
