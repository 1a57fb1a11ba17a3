// Child processes: shown as they run, or captured so that what runs side by side is printed one after the other.
import { spawn } from 'node:child_process';
import { root } from './install.mjs';

const ended = (child) =>
  new Promise((done, fail) => child.on('error', fail).on('close', (code, name) => done(code ?? name)));

/** Runs a program to its end on our own terminal, from where an interrupt reaches it by itself. */
export async function show(program, args, { stdin = 'ignore', signal } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: [stdin, 'inherit', 'inherit'] });
  signal?.addEventListener('abort', () => signal.reason !== 'SIGINT' && child.kill(signal.reason));
  const code = await ended(child);
  if (code !== 0) throw new Error(`exit ${code}`);
}

/**
 * Runs a program to its end and returns what it printed: `output` with standard error, `stdout` without. The program
 * leads its own process group, so that a limit or an abort also ends every process that it started.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal, limit?: number }} [options]  `limit` in milliseconds.
 */
export async function capture(program, args, { env = process.env, signal, limit } = {}) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const text = { output: '', stdout: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text.output += chunk;
    text.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    text.output += chunk;
  });
  let timedOut = false;
  const stop = () => endGroup(child.pid);
  const timer =
    limit &&
    setTimeout(() => {
      timedOut = true;
      stop();
    }, limit);
  signal?.addEventListener('abort', stop);
  // Processes that it leaves running would disturb the next one, and hold its output open.
  child.once('exit', stop);
  try {
    return { code: await ended(child), ...text, timedOut };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function endGroup(pid) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
