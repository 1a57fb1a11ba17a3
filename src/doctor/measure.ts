// What each command hook costs: it is run, with an event like the client's, in a home and a project of its own.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { on } from '../core/examples.ts';
import { runChild } from '../own/child.ts';
import type { Around } from './command-line.ts';
import { type Entry, isObject } from './entries.ts';

export interface Cost {
  file: string;
  line: number;
  event: string;
  command: string;
  /** Median of three runs; undefined when it did not end in time. */
  ms: number | undefined;
  exit: number | undefined;
}

const runs = 3;
const patience = 10_000;

/** What an event brings, as far as a hook may look at it. Harmless: nothing in it can be acted upon. */
const call = {
  tool_name: 'Bash',
  tool_input: { command: 'true' },
  tool_use_id: 'toolu_doctor',
  permission_mode: 'default',
};
const samples: Record<string, Record<string, unknown>> = {
  PreToolUse: call,
  PostToolUse: { ...call, tool_response: { stdout: '', stderr: '', interrupted: false }, duration_ms: 1 },
  PostToolUseFailure: { ...call, error: 'exit 1' },
  PermissionRequest: call,
  PermissionDenied: { ...call, reason: 'sample' },
  PostToolBatch: { tool_calls: [{ ...call, tool_response: '' }] },
  UserPromptSubmit: { prompt: 'hello', permission_mode: 'default' },
  UserPromptExpansion: { prompt: '/help', command_name: 'help', command_args: '' },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  Stop: { stop_hook_active: false, permission_mode: 'default', background_tasks: [] },
  SubagentStop: { stop_hook_active: false, agent_id: 'a1', agent_type: 'Explore' },
  SubagentStart: { agent_id: 'a1', agent_type: 'Explore' },
  Notification: { message: 'sample', notification_type: 'idle_prompt' },
  PreCompact: { trigger: 'manual', custom_instructions: '' },
};

export async function measure(
  entries: readonly Entry[],
  around: (entry: Entry) => Around,
  env: Record<string, string | undefined>,
  progress: (text: string) => void,
): Promise<Cost[]> {
  const commands = entries.filter(
    ({ value }) => isObject(value) && value.type === 'command' && value.command,
  );
  const costs: Cost[] = [];
  for (const [at, entry] of commands.entries()) {
    progress(`${at + 1}/${commands.length} ${entry.event}`);
    costs.push(await measureOne(entry, around(entry), env));
  }
  return costs;
}

async function measureOne(
  entry: Entry,
  around: Around,
  env: Record<string, string | undefined>,
): Promise<Cost> {
  const world = mkdtempSync(join(tmpdir(), 'pawl-measure-'));
  const [home, project] = [join(world, 'home'), join(world, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  const value = entry.value as { command: string; args?: string[] };
  const command = value.args
    ? [value.command, ...value.args].map((word) => filled(word, around))
    : ['/bin/sh', '-c', filled(value.command, around)];
  const payload = JSON.stringify({ ...on(entry.event, samples[entry.event]), cwd: project });
  const clean = {
    ...withoutClient(env),
    HOME: home,
    CLAUDE_PROJECT_DIR: project,
    PAWL_HOME: join(home, '.pawl'),
  };
  const times: number[] = [];
  let exit: number | undefined;
  try {
    for (let run = 0; run < runs; run++) {
      const start = performance.now();
      const done = await runChild(command, payload, patience, clean);
      exit = done.exit;
      if (done.problem) break;
      times.push(performance.now() - start);
    }
  } finally {
    rmSync(world, { recursive: true, force: true });
  }
  const shown = [value.command, ...(value.args ?? [])].join(' ');
  const { file } = entry.source;
  return { file, line: entry.line, event: entry.event, command: shown, ms: median(times), exit };
}

/** The scripts are the real ones; what they find at home and in the project is empty. */
function filled(command: string, { home, project, pluginRoot }: Around): string {
  return command
    .replaceAll(/(^|[\s"'=])~(?=\/)/g, `$1${home}`)
    .replaceAll(/\$\{HOME\}|\$HOME\b/g, home)
    .replaceAll(/\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g, project)
    .replaceAll(/\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g, pluginRoot ?? '')
    .replaceAll(/(^|\s)((?:\.{0,2}[\w-]+)?(?:\/[\w.-]+)+)/g, (whole, before: string, path: string) =>
      !path.startsWith('/') && exists(join(project, path)) ? before + join(project, path) : whole,
    );
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function withoutClient(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(CLAUDE|ANTHROPIC|PAWL)_?/.test(name)));
}

function median(times: number[]): number | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? undefined : Math.round(middle * 10) / 10;
}
