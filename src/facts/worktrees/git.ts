// git as the worktree commands use it. It throws what git said; nothing here goes through a shell.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../system/errors.ts';

/** Variables of a surrounding git (a hook, a rebase) must not send us to its repository. */
function environment(extra: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR)$/.test(name),
  );
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    ...extra,
  };
}

/** Only looking: nothing that the repository configures may run, and no lock is taken. */
export const looking = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '--no-optional-locks',
];

interface Done {
  code: number;
  out: string;
  /** As they came: not every file is UTF-8. */
  bytes: Buffer;
  said: string;
}

export function runGit(
  root: string,
  args: readonly string[],
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): Done {
  const done = Bun.spawnSync(['git', '-C', root, ...args], {
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
    env: environment(env),
  });
  const said = `${done.stderr}${done.exitCode === 0 ? '' : done.stdout}`.trim();
  return { code: done.exitCode, out: done.stdout.toString(), bytes: done.stdout, said };
}

/** What git prints, or an error with its own words. */
export function git(root: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { code, out, said } = runGit(root, args, { env });
  if (code !== 0) throw new UserError(`git ${args[0]} failed: ${said || `exit ${code}`}`, 1);
  return out;
}

/** What git prints, or undefined if it has nothing to say. */
export function look(root: string, args: readonly string[]): string | undefined {
  const { code, out } = runGit(root, [...looking, ...args]);
  return code === 0 ? out.trimEnd() : undefined;
}

/** An index of its own, so that the worktree's stays as it is. */
export function withIndex<T>(work: (env: { GIT_INDEX_FILE: string }) => T): T {
  const index = join(tmpdir(), `pawl-index-${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    return work({ GIT_INDEX_FILE: index });
  } finally {
    rmSync(index, { force: true });
  }
}
