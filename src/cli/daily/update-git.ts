// Updates of a program that was built from a checkout: compares it with its remote. Fetched code is not run: at most
// the checkout is fast-forwarded, with git hooks off.
import type { UpdateResult, UpdateState } from '../../store/files/update-state.ts';

export type Comparison = Omit<UpdateState, 'checked_at' | 'history'>;

/** Runs git without prompts, because no person is there to answer, and without hooks of the repository. */
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

export function compareCheckout(root: string): Comparison {
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

export function fastForward(root: string, { remote }: Comparison): { result: UpdateResult; kept?: string } {
  if (git(root, ['status', '--porcelain', '--untracked-files=no']).out !== '')
    return { result: 'newer', kept: 'the checkout has uncommitted changes' };
  const moved = git(root, ['merge', '-q', '--ff-only', remote!]).code === 0;
  return moved ? { result: 'applied' } : { result: 'newer', kept: 'git could not fast-forward' };
}
