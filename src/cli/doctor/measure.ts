// Measures how long each command hook takes. It is run with a sample event, in a temporary home and project.

import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyInForce } from '../../config/user-layer.ts';
import { on } from '../../core/examples.ts';
import { isObject } from '../../core/json.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { makeFolder, readText } from '../../system/files.ts';
import { type Home, homeAt } from '../../system/home.ts';
import { runChild } from '../../user-policies/child-process.ts';
import type { HookPaths } from './command-line.ts';
import type { HookEntry } from './entries.ts';

export interface Cost {
  file: string;
  line: number;
  event: string;
  command: string;
  /** Median of three runs; undefined if it did not end in time. */
  ms: number | undefined;
  exit: number | undefined;
}

const runs = 3;
const timeout = 10_000;

/** Sample events with the fields that a hook may read. They are harmless, because the hooks really run. */
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
  ConfigChange: { source: 'skills' },
  PreCompact: { trigger: 'manual', custom_instructions: '' },
};

export async function measure(
  home: Home,
  entries: readonly HookEntry[],
  paths: (entry: HookEntry) => HookPaths,
  env: Env,
  progress: (text: string) => void,
): Promise<Cost[]> {
  const commands = entries.filter(
    ({ value }) => isObject(value) && value.type === 'command' && value.command,
  );
  const costs: Cost[] = [];
  for (const [at, entry] of commands.entries()) {
    progress(`${at + 1}/${commands.length} ${entry.event}`);
    costs.push(await measureOne(home, entry, paths(entry), env));
  }
  return costs;
}

async function measureOne(home: Home, entry: HookEntry, paths: HookPaths, env: Env): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-measure-'));
  try {
    const [userHome, project] = [join(folder, 'home'), join(folder, 'project')];
    const temporary = createTemporaryHome(home, join(userHome, '.pawl'));
    mkdirSync(project);
    const value = entry.value as { command: string; args?: string[] };
    const expand = (word: string) => expandPaths(word.replaceAll(home.launcher, temporary.launcher), paths);
    const command = value.args
      ? [value.command, ...value.args].map(expand)
      : ['/bin/sh', '-c', expand(value.command)];
    const payload = JSON.stringify({ ...on(entry.event, samples[entry.event]), cwd: project });
    const clean = { ...withoutClient(env), HOME: userHome, CLAUDE_PROJECT_DIR: project };
    const shown = [value.command, ...(value.args ?? [])].join(' ');
    const registered = { file: entry.source.file, line: entry.line, event: entry.event, command: shown };
    return { ...registered, ...(await time(command, payload, clean)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function time(command: string[], payload: string, env: Env): Promise<Pick<Cost, 'ms' | 'exit'>> {
  const times: number[] = [];
  let exit: number | undefined;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    const done = await runChild(command, payload, timeout, env);
    exit = done.exit;
    if (done.problem) break;
    times.push(performance.now() - start);
  }
  return { ms: median(times), exit };
}

/** Pawl's launcher uses the home that contains it; in the real home it would record the sample events. */
function createTemporaryHome(original: Home, dir: string): Home {
  const home = homeAt(dir);
  makeFolder(join(dir, 'bin'));
  writeFileSync(home.marker, '');
  const config = readText(original.config);
  if (config !== undefined) writeFileSync(home.config, config);
  copyInForce(original, home);
  try {
    linkSync(original.launcher, home.launcher);
  } catch {
    // A hard link fails across file systems, or if there is no launcher.
    attempt(() => copyFileSync(original.launcher, home.launcher));
  }
  return home;
}

/** The scripts are the real ones, but their home and project are the temporary, empty folders. */
function expandPaths(command: string, { home, project, pluginRoot }: HookPaths): string {
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

function withoutClient(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(CLAUDE|ANTHROPIC|PAWL)_?/.test(name)));
}

function median(times: number[]): number | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? undefined : Math.round(middle * 10) / 10;
}
