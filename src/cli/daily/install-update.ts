// Installs a newer version with the program that installed the current one. Only `pawl update`, run by a person, does
// it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type PackageSource,
  readSource,
  readUpdate,
  type UpdateState,
  writeUpdate,
} from '../../store/files/update-state.ts';
import type { Env } from '../../system/env.ts';
import { UserError } from '../../system/errors.ts';
import type { Home } from '../../system/home.ts';
import { checkForUpdate } from './update.ts';
import { npmCommands, npmPlace } from './update-npm.ts';

/** Returns the state afterwards, or undefined if this kind of installation can't be updated from here. */
export function installUpdate(home: Home, now: number): UpdateState | undefined {
  const source = readSource(home);
  if (source && !('commit' in source) && source.kind === 'brew') return updateByBrew(home, source, now);
  const state = checkForUpdate(home, 'apply', now);
  if (source && 'commit' in source) return state?.applied ? buildCheckout(home, source.path, state) : state;
  if (!source || state?.result !== 'newer') return state;
  for (const words of npmCommands(home, source, state.remote!)) runOrThrow(words, npmPlace(home));
  return finished(home, { ...state, history: [...state.history, step(state, now)] });
}

const step = ({ local, remote = '' }: UpdateState, at: number) => ({
  at,
  from: local,
  to: remote,
  how: 'npm',
});

function buildCheckout(home: Home, path: string, state: UpdateState): UpdateState {
  const place = { cwd: path, env: process.env };
  runOrThrow(['npm', 'run', 'build'], place);
  runOrThrow([join(path, 'dist', 'pawl'), 'init', '--launcher-only'], place);
  return readUpdate(home) ?? state;
}

function updateByBrew(home: Home, { version }: PackageSource, now: number): UpdateState {
  const place = { cwd: home.dir, env: process.env };
  runOrThrow(['brew', 'upgrade', 'pawl'], place);
  const prefix = Bun.spawnSync(['brew', '--prefix'], place).stdout.toString().trim();
  const program = join(prefix, 'bin', 'pawl');
  if (existsSync(program)) runOrThrow([program, 'init', '--launcher-only'], place);
  const source = readSource(home);
  const local = source && 'version' in source ? source.version : version;
  const result = local === version ? 'same' : 'installed';
  return finished(home, {
    checked_at: now,
    result,
    local,
    remote: local,
    history: readUpdate(home)?.history ?? [],
  });
}

function finished(home: Home, state: UpdateState): UpdateState {
  const result = state.result === 'newer' ? 'installed' : state.result;
  const after = { ...state, result, history: state.history.slice(-50) };
  writeUpdate(home, after);
  return after;
}

/** Shows the command and what it prints. */
function runOrThrow(words: string[], place: { cwd: string; env: Env }): void {
  const [program = '', ...args] = words;
  const path = Bun.which(program);
  if (!path)
    throw new UserError(`The update needs ${program}, which is not installed. Nothing was changed.`, 1);
  console.error(`$ ${words.join(' ')}`);
  // Its output goes to stderr: stdout is for the result, which may be JSON.
  const done = Bun.spawnSync([path, ...args], { ...place, stdin: 'inherit', stdout: 2, stderr: 'inherit' });
  if (done.exitCode !== 0)
    throw new UserError(
      `The update stopped: \`${words.join(' ')}\` ended with ${done.exitCode ?? done.signalCode}. The installed program still works.`,
      1,
    );
}
