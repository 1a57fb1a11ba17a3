// Checks the remote of Pawl's checkout for a newer version. Nothing that is fetched is run: at most the checkout is
// fast-forwarded, with git hooks off, and a person builds it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  readSource,
  readUpdate,
  type UpdateResult,
  type UpdateState,
  writeUpdate,
} from '../../store/files/update-state.ts';
import type { Home } from '../../system/home.ts';

export type UpdateMode = 'check' | 'apply' | 'off';

const day = 86_400_000;

export function isDue(home: Home, now: number): boolean {
  const last = readUpdate(home)?.checked_at ?? 0;
  return now - last >= day || last > now;
}

/** Returns undefined if Pawl was not built from a checkout. */
export function update(home: Home, mode: Exclude<UpdateMode, 'off'>, now: number): UpdateState | undefined {
  const source = readSource(home);
  if (!source || !existsSync(join(source.path, '.git'))) return undefined;
  const before = readUpdate(home);
  const found = compare(source.path);
  const applied = mode === 'apply' && found.result === 'newer' ? apply(source.path, found) : {};
  const state: UpdateState = {
    history: before?.history ?? [],
    ...(before?.applied && { applied: before.applied }),
    ...found,
    ...applied,
    checked_at: now,
  };
  if (state.result === 'applied') {
    const step = { at: now, from: found.local, to: found.remote!, how: 'fast-forward' };
    state.history = [...state.history, step].slice(-50);
    state.applied = found.remote!;
  }
  writeUpdate(home, state);
  return state;
}

type Comparison = Omit<UpdateState, 'checked_at' | 'history'>;

/** Runs git without prompts, because nobody could answer, and without hooks of the repository. */
function git(root: string, args: readonly string[]): { code: number; out: string } {
  const quiet = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.auto=0'];
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    // A user's own ssh command is kept.
    ...(!process.env.GIT_SSH_COMMAND && { GIT_SSH_COMMAND: sshCommand(root) }),
    LC_ALL: 'C',
  };
  const done = Bun.spawnSync(['git', ...quiet, '-C', root, ...args], {
    stdin: 'ignore',
    stderr: 'ignore',
    timeout: 60_000,
    env,
  });
  return { code: done.exitCode ?? 1, out: done.stdout.toString().trim() };
}

function sshCommand(root: string): string {
  const own = Bun.spawnSync(['git', '-C', root, 'config', 'core.sshCommand'], {
    stdin: 'ignore',
    stderr: 'ignore',
  });
  return own.stdout.toString().trim() || 'ssh -oBatchMode=yes -oConnectTimeout=10';
}

function compare(root: string): Comparison {
  const local = git(root, ['rev-parse', 'HEAD']).out;
  const branch = git(root, ['symbolic-ref', '--short', '-q', 'HEAD']).out;
  const remote = git(root, ['config', `branch.${branch}.remote`]).out;
  const ref = git(root, ['config', `branch.${branch}.merge`]).out;
  if (!branch || !remote || !ref) return { result: 'no_upstream', local };
  const listed = git(root, ['ls-remote', '--exit-code', remote, ref]);
  if (listed.code !== 0) return { result: 'offline', local };
  const tip = listed.out.split(/\s/)[0]!;
  if (tip === local) return { result: 'same', local, remote: tip };
  const fetched = git(root, [
    'fetch',
    '-q',
    '--no-tags',
    '--no-recurse-submodules',
    remote,
    `+${ref}:refs/pawl/update`,
  ]);
  if (fetched.code !== 0) return { result: 'offline', local, remote: tip };
  return { ...relate(root, local, tip), local, remote: tip };
}

function relate(
  root: string,
  local: string,
  tip: string,
): Pick<UpdateState, 'result' | 'behind' | 'registration_changed'> {
  const includes = (older: string, newer: string) =>
    git(root, ['merge-base', '--is-ancestor', older, newer]).code === 0;
  if (includes(tip, local)) return { result: 'ahead' };
  const behind = Number(git(root, ['rev-list', '--count', `${local}..${tip}`]).out);
  if (!includes(local, tip)) return { result: 'diverged', behind };
  // This generated file lists the events that all policies need.
  const hooks = git(root, ['diff', '--quiet', local, tip, '--', 'plugin/hooks/hooks.json']).code !== 0;
  return { result: 'newer', behind, registration_changed: hooks };
}

function apply(root: string, { remote }: Comparison): { result: UpdateResult; kept?: string } {
  if (git(root, ['status', '--porcelain', '--untracked-files=no']).out !== '')
    return { result: 'newer', kept: 'the checkout has uncommitted changes' };
  const moved = git(root, ['merge', '-q', '--ff-only', remote!]).code === 0;
  return moved ? { result: 'applied' } : { result: 'newer', kept: 'git could not fast-forward' };
}
