// The environment of everything that runs here: a home that is thrown away, and nothing of the caller's session.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A home that is thrown away, so that nothing here can read or write the caller's own. */
export function disposableHome() {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'pawl-'));
  const temporary = join(path, 'tmp');
  mkdirSync(temporary);
  // Others may pass through but not list it: some tests run the client as another user.
  chmodSync(path, 0o711);
  return {
    path,
    env: { HOME: path, USERPROFILE: path, TMPDIR: temporary },
    remove: () => removeFolder(path),
  };
}

/** Limit in milliseconds for removing a home. */
const REMOVAL_LIMIT = 10_000;

/**
 * Removes a folder into which a process that is just ending may still write: Node gives up with ENOTEMPTY then.
 * A folder that can't be removed is only reported, because a full temporary folder says nothing about the tests.
 */
export async function removeFolder(path, limit = REMOVAL_LIMIT) {
  const end = performance.now() + limit;
  for (;;) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (performance.now() > end) return console.error(`${path} can’t be removed: ${error.message}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

// Variables that would carry the caller's agent session, git state, configuration or terminal into a test;
// extra CA certificates make every start of a Bun or Node program slower.
const LEAKS =
  /^(CLAUDE|ANTHROPIC_|PAWL_|AI_AGENT$|AGENT$|GIT_|XDG_|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS$|BUN_|TMUX|COLUMNS$|LINES$|FORCE_COLOR$|NO_COLOR$|CLICOLOR)/;

export function cleanEnv(env, home) {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !LEAKS.test(name)));
  // The Node that runs us comes first, also for scripts with a `#!/usr/bin/env node` line.
  const PATH = [join(process.execPath, '..'), kept.PATH].filter(Boolean).join(delimiter);
  return { ...kept, PATH, ...home.env };
}
