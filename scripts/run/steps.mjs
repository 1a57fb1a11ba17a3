// Steps with a heading, a duration and an honest ending.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './install.mjs';

/** What happened so far; `broken` is the first thing that went wrong. */
export const tally = { passed: 0, failed: 0, broken: '' };

/** The last line of `npm test`, for machines: a failed step that ran no test counts as one failure. */
export function verdict() {
  const failed = tally.broken ? Math.max(tally.failed, 1) : tally.failed;
  return `${tally.passed} passed, ${failed} failed`;
}

export async function step(name, work) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  try {
    await work();
  } catch (problem) {
    throw new Error(`${name} failed: ${problem.message}`);
  }
  console.log(`   ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs a program to its end, showing its output; bun's own totals are added up on the way. */
export async function run(program, args, { tally: counts = false, stdin = 'ignore' } = {}) {
  const stdio = [stdin, counts ? 'pipe' : 'inherit', counts ? 'pipe' : 'inherit'];
  const child = spawn(program, args, { cwd: root, stdio });
  const seen = counts
    ? Promise.all([echo(child.stdout, process.stdout), echo(child.stderr, process.stderr)])
    : [];
  const code = await new Promise((done, fail) =>
    child.on('error', fail).on('close', (c, signal) => done(c ?? signal)),
  );
  for (const text of await seen) count(text);
  if (code !== 0) throw new Error(`exit ${code}`);
}

async function echo(from, to) {
  let text = '';
  for await (const chunk of from) {
    text += chunk;
    to.write(chunk);
  }
  return text;
}

function count(text) {
  for (const [, n, kind] of text.matchAll(/^\s*(\d+) (pass|fail)$/gm)) {
    tally[kind === 'pass' ? 'passed' : 'failed'] += Number(n);
  }
}

/** A home that is thrown away, so that nothing here can read or write the caller's own. */
export function disposableHome() {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'pawl-'));
  mkdirSync(join(path, 'tmp'));
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

// Variables that would carry the caller's agent session, git state or configuration into a test;
// extra CA certificates make every start of a Bun or Node program slower.
const LEAKS = /^(CLAUDE|ANTHROPIC_|PAWL_|AI_AGENT$|GIT_|XDG_|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS$|BUN_|TMUX)/;

export function cleanEnv(env, home) {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !LEAKS.test(name)));
  // The Node that runs us comes first, also for scripts with a `#!/usr/bin/env node` line.
  const PATH = [join(process.execPath, '..'), kept.PATH].filter(Boolean).join(delimiter);
  return { ...kept, PATH, HOME: home, USERPROFILE: home, TMPDIR: join(home, 'tmp') };
}
