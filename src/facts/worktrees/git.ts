// Runs git for the worktree commands, without a shell. Errors carry git's own message.
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../system/errors.ts';
import { runSafeGit } from '../safe-git.ts';

/** Drops the variables of a surrounding git process (a hook, a rebase), which would point to its repository. */
function gitEnvironment(extra: Record<string, string>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR)$/.test(name),
  );
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    ...extra,
  };
}

interface GitResult {
  code: number;
  out: string;
  /** Raw output, because not every file is UTF-8. */
  bytes: Buffer;
  message: string;
}

export function runGit(
  root: string,
  args: readonly string[],
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): GitResult {
  const result = Bun.spawnSync(['git', '-C', root, ...args], {
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
    env: gitEnvironment(env),
  });
  const message = `${result.stderr}${result.exitCode === 0 ? '' : result.stdout}`.trim();
  return { code: result.exitCode, out: result.stdout.toString(), bytes: result.stdout, message };
}

/** The output of git. Throws git's message if it fails. */
export function gitOrThrow(root: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { code, out, message } = runGit(root, args, { env });
  if (code !== 0) throw new UserError(`git ${args[0]} failed: ${message || `exit ${code}`}`, 1);
  return out;
}

/** The output of a read-only git command, which runs nothing of the repository; undefined if it fails. */
export function readGit(root: string, args: readonly string[]): string | undefined {
  const run = runSafeGit(root, args, gitTimeout, bareGitDir(root));
  return run?.code === 0 ? run.bytes.toString().trimEnd() : undefined;
}

/** The raw output of a read-only git command, because not every file is UTF-8. */
export function readGitBytes(root: string, args: readonly string[]): Buffer {
  return runSafeGit(root, args, gitTimeout, bareGitDir(root))?.bytes ?? Buffer.alloc(0);
}

/** Worktrees may belong to a bare repository, which git would not recognise by itself. */
function bareGitDir(root: string): string | undefined {
  const isBare = !existsSync(join(root, '.git')) && existsSync(join(root, 'worktrees'));
  return isBare && existsSync(join(root, 'HEAD')) ? root : undefined;
}

/** Milliseconds. A large repository may take long, and the person who runs the command can interrupt it. */
export const gitTimeout = 120_000;

/** Uses a temporary index, so that the worktree's own stays unchanged. */
export function withTemporaryIndex<T>(work: (env: { GIT_INDEX_FILE: string }) => T): T {
  const index = join(tmpdir(), `pawl-index-${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    return work({ GIT_INDEX_FILE: index });
  } finally {
    rmSync(index, { force: true });
  }
}
