// Runs the program for one event, as the client would run a command hook.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { channels, type EventName } from '../core/channels.ts';
import type { HookInput, HookOutput, PawlHookOptions } from './index.ts';
import { type Ended, failed, outputOf } from './output.ts';
import { findProgram, whyMissing } from './program.ts';

/** The options, and what the callbacks of one `pawlHooks()` remember. */
export interface HookContext extends PawlHookOptions {
  /** The folder in which each session started. */
  projects: Map<string, string>;
}

/** An application may run for months; then a session's later folder is taken for its first. */
const maxSessions = 10_000;

export async function runEvent(
  context: HookContext,
  event: EventName,
  input: HookInput,
  signal: AbortSignal,
): Promise<HookOutput> {
  const program = findProgram(context);
  if (!program) return failed(event, whyMissing(context));
  try {
    return outputOf(event, await run(program, context, event, input, signal));
  } catch (error) {
    // Nobody waits for an answer any more.
    if (signal.aborted) return {};
    return failed(event, `${(error as Error).message}. Run: ${program} doctor`);
  }
}

function run(
  program: string,
  context: HookContext,
  event: EventName,
  input: HookInput,
  signal: AbortSignal,
): Promise<Ended> {
  const flags = context.settingSources?.length === 0 ? ['--no-settings'] : [];
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['hook', event, '--sdk', ...flags], {
      cwd: existsSync(input.cwd) ? input.cwd : undefined,
      env: envOf(context, input),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const seconds = channels[event].timeout * 0.9;
    const stop = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(why));
    };
    const late = setTimeout(stop, seconds * 1_000, `${program} did not answer within ${seconds} s`);
    const abort = () => stop('the client gave up');
    signal.addEventListener('abort', abort, { once: true });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
    child.on('error', ({ message }) => stop(`${program} does not start: ${message}`));
    child.on('close', (code) => {
      clearTimeout(late);
      signal.removeEventListener('abort', abort);
      resolve({ code, ...texts });
    });
    // A program that answers without reading everything closes the pipe; what it answered counts.
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(input));
  });
}

/** Variables of an outer session, if this application runs inside one. They must not be taken for this session's. */
const outerSessionVariables = [
  'CLAUDE_ENV_FILE',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PLUGIN_DATA',
  'CLAUDE_CODE_MESSAGING_SOCKET',
  'CLAUDE_CODE_MESSAGING_TOKEN',
];

/**
 * The variables that the client sets for its command hooks. The session ends with this process, so this process is
 * given as the client.
 */
function envOf(context: HookContext, input: HookInput): NodeJS.ProcessEnv {
  const { env = process.env, home } = context;
  const kept = Object.entries(env).filter(([name]) => !outerSessionVariables.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...(home && { PAWL_HOME: home }),
    CLAUDE_PROJECT_DIR: projectOf(context, input),
    CLAUDE_CODE_SESSION_ID: input.session_id,
    CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
    CLAUDE_PID: String(process.pid),
  };
}

function projectOf({ cwd, projects }: HookContext, input: HookInput): string {
  const project = cwd ?? projects.get(input.session_id) ?? input.cwd;
  if (projects.size >= maxSessions) projects.clear();
  projects.set(input.session_id, project);
  return project;
}
