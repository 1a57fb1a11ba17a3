// Runs git so that no program of the repository runs with it. A repository can name programs in its settings (filters,
// hooks, a file system monitor, a pager, diff drivers, credential helpers, transports), and a folder in it can be made to
// look like another repository.

import { attempt } from '../system/attempt.ts';
import { existsSync, statSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import { trustedPath } from '../system/trusted-path.ts';
import { findPlace } from './project.ts';

/** Settings that override those of the repository. Built only when git runs, because most events don't need them. */
const fixedSettings = (): Record<string, string> => ({
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.pager': 'cat',
  'core.sshCommand': 'false',
  'core.askPass': '',
  'core.alternateRefsCommand': '',
  'core.untrackedCache': 'false',
  'credential.helper': '',
  'gpg.program': 'false',
  'gpg.ssh.program': 'false',
  'gpg.x509.program': 'false',
  'log.showSignature': 'false',
  'safe.bareRepository': 'explicit',
  'status.submoduleSummary': 'false',
  'submodule.recurse': 'false',
});

/** Only what git needs: other variables could name programs as well. */
const fixedEnv = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // A missing object would be fetched through a transport that the repository names.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
};

/** The filters of git LFS, which the person installed. Any other filter may be a program that the repository chose. */
const knownFilters = ['git-lfs clean -- %f', 'git-lfs smudge -- %f', 'git-lfs filter-process'];

export interface SafeGit {
  env: Record<string, string>;
}

export interface GitRun {
  code: number | null;
  bytes: Buffer;
}

/** Folders in which git did not answer in time, and when. It is not asked there again for a while. */
const unanswered = new Map<string, number>();
const retryAfter = 60_000;

/** The settings are read once for several commands, but a process that runs for long reads them again. */
const prepared = new Map<string, { at: number; changed: number; git: SafeGit | undefined }>();
const maxSettingsAge = 1_000;

/**
 * Runs a git command; undefined if git can't run here safely, or takes too long. All commands only read,
 * except for the temporary worktree of baseline.ts. `gitDir` names a bare repository, which `safe.bareRepository` keeps
 * git from finding.
 */
export function runSafeGit(
  root: string,
  args: readonly string[],
  timeout: number,
  gitDir?: string,
): GitRun | undefined {
  const end = performance.now() + timeout;
  const safe = prepare(root, timeout, gitDir);
  const timeLeft = Math.floor(end - performance.now());
  if (!safe || timeLeft <= 0) return undefined;
  return spawnGit(root, [...safeCommand(args[0]), ...args.slice(1)], safe.env, timeLeft);
}

/** Lists the index. Git reads neither .gitattributes nor .gitignore for it, so it can't hang on a named pipe there. */
export function readIndexOnly(root: string): string | undefined {
  if (!hasOrdinaryGitFiles(root)) return undefined;
  const env = {
    ...fixedEnv,
    ...asVariables(fixedSettings()),
    PATH: trustedPath(root),
    HOME: process.env.HOME ?? '/',
  };
  const run = spawnGit(root, ['ls-files', '-s', '-z'], env, 2_000);
  return run?.code === 0 ? run.bytes.toString() : undefined;
}

/** The command, with options that keep a diff from running the repository's diff programs and text converters. */
function safeCommand(command = ''): string[] {
  const isDiff = ['diff', 'log', 'show'].includes(command);
  return isDiff ? [command, '--no-ext-diff', '--no-textconv'] : [command];
}

function prepare(root: string, timeout: number, gitDir?: string): SafeGit | undefined {
  const cached = prepared.get(root);
  const now = performance.now();
  const changed = attempt(() => statSync(join(findPlace(root).gitDir ?? root, 'config')).mtimeMs) ?? 0;
  if (cached && now - cached.at < maxSettingsAge && cached.changed === changed) return cached.git;
  const git = hasOrdinaryFiles(root) ? safeEnvironment(root, Math.min(timeout, 2_000), gitDir) : undefined;
  prepared.set(root, { at: now, changed, git });
  return git;
}

/** Switches off the filters that the settings name. Git lists its settings without running any of them. */
function safeEnvironment(root: string, timeout: number, gitDir?: string): SafeGit | undefined {
  const gitDirVariable: Record<string, string> = gitDir ? { GIT_DIR: gitDir } : {};
  const env = { ...fixedEnv, ...gitDirVariable, PATH: trustedPath(root), HOME: process.env.HOME ?? '/' };
  const listed = spawnGit(
    root,
    ['config', '--list', '-z'],
    { ...env, ...asVariables(fixedSettings()) },
    timeout,
  );
  if (listed?.code !== 0) return undefined;
  const found = listed.bytes.toString().split('\0').filter(Boolean).map(splitSetting);
  const settings = Object.fromEntries(found);
  const place = findPlace(root);
  // These settings would show git another tree, or none.
  const hidesTree = settings['core.worktree'] !== undefined || settings['core.bare'] === 'true';
  return {
    env: {
      ...env,
      ...asVariables({ ...fixedSettings(), ...withoutFilters(found) }),
      ...(hidesTree && place.gitDir && { GIT_DIR: place.gitDir, GIT_WORK_TREE: place.root }),
    },
  };
}

function splitSetting(text: string): [string, string] {
  const at = text.indexOf('\n');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function withoutFilters(found: readonly [string, string][]): Record<string, string> {
  const disabled: Record<string, string> = {};
  for (const [key, value] of found) {
    const name = /^filter\.(.+)\.(clean|smudge|process)$/s.exec(key)?.[1];
    if (name === undefined || knownFilters.includes(value)) continue;
    for (const part of ['clean', 'smudge', 'process']) disabled[`filter.${name}.${part}`] = '';
    disabled[`filter.${name}.required`] = 'false';
  }
  return disabled;
}

/**
 * Passes settings as variables: a name on the command line may not contain an equals sign, but the name of a filter
 * may.
 */
function asVariables(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings);
  const pairs = entries.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(entries.length) };
}

function spawnGit(
  root: string,
  args: readonly string[],
  env: Record<string, string>,
  timeout: number,
): GitRun | undefined {
  const program = Bun.which('git', { PATH: env.PATH! });
  if (!program || performance.now() - (unanswered.get(root) ?? -retryAfter) < retryAfter) return undefined;
  const result = attempt(() =>
    Bun.spawnSync([program, '--no-pager', '-C', root, ...args], {
      stdin: 'ignore',
      stderr: 'ignore',
      timeout,
      killSignal: 'SIGKILL',
      env,
    }),
  );
  if (!result) return undefined;
  if (result.exitedDueToTimeout) unanswered.set(root, performance.now());
  return result.exitedDueToTimeout ? undefined : { code: result.exitCode, bytes: result.stdout };
}

const maxSettingsSize = 1_000_000;

/** Whether git can read its files to their end: a named pipe or an endless file would keep it waiting. */
export const hasOrdinaryFiles = (root: string): boolean =>
  hasOrdinaryGitFiles(root) && hasOrdinaryTreeFiles(root);

function hasOrdinaryGitFiles(root: string): boolean {
  const { gitDir } = findPlace(root);
  if (!gitDir) return true;
  const settings = ['config', 'config.worktree', 'commondir', 'HEAD', 'info/exclude', 'info/attributes'];
  return (
    settings.every((name) => canBeReadToEnd(join(gitDir, name), maxSettingsSize)) &&
    canBeReadToEnd(join(gitDir, 'index'), Number.POSITIVE_INFINITY)
  );
}

const hasOrdinaryTreeFiles = (root: string): boolean =>
  ['.gitattributes', '.gitignore', '.gitmodules'].every((name) =>
    canBeReadToEnd(join(root, name), maxSettingsSize),
  );

/** True also if there is no such file: then git reads nothing. */
function canBeReadToEnd(path: string, limit: number): boolean {
  const stat = existsSync(path) ? attempt(() => statSync(path)) : undefined;
  return stat === undefined || stat.isDirectory() || (stat.isFile() && stat.size <= limit);
}
