// Checks Pawl's own files: config, trust, store, permissions.
import { accessSync, chmodSync, constants, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { checkPolicySettings } from '../../config/effective.ts';
import type { Layer } from '../../config/load.ts';
import type { Policy } from '../../core/policy.ts';
import type { StoreHealth } from '../../store/db/health.ts';
import { encoderProblem } from '../../store/db/memory-vectors.ts';
import { attempt } from '../../system/attempt.ts';
import type { Home } from '../../system/home.ts';
import { lineOf } from '../init/json.ts';
import type { SwitchedOn } from '../init/needed.ts';
import { type Finding, finding } from './finding.ts';

export function checkConfig({ config, files, all }: SwitchedOn): Finding[] {
  return [
    ...config.layers.flatMap((layer) => layerFindings(layer, all)),
    ...files.broken.map(({ file, problem }) => finding('own-policy-broken', problem, { file })),
    ...files.untrusted.slice(0, 1).map((file) => {
      const more = files.untrusted.length > 1 ? ` and ${files.untrusted.length - 1} more` : '';
      return finding('untrusted', `This policy of the project${more} is not trusted`, { file });
    }),
  ];
}

function layerFindings(layer: Layer, all: readonly Policy[]): Finding[] {
  const untrusted =
    layer.state === 'untrusted' && layer.name !== 'team'
      ? [finding('untrusted', 'This config is not trusted', { file: layer.file })]
      : [];
  const found = [...layer.problems, ...checkPolicySettings(layer, all)];
  const problems = found.map(({ path, message, severity }) => {
    const code = severity === 'error' ? 'config-broken' : 'config-unknown-key';
    const problem = path.length > 0 ? `${path.join('.')}: ${message}` : message;
    return finding(code, problem, { file: layer.file, line: lineAt(layer.text, path) });
  });
  const waiting = layer.waiting ?? [];
  return [
    ...untrusted,
    ...(waiting.length > 0
      ? [finding('config-waiting', `Not in force: ${waiting.join('; ')}`, { file: layer.file })]
      : []),
    ...problems,
  ];
}

function lineAt(text: string, path: (string | number)[]): number {
  const root = parseTree(text, [], { allowTrailingComma: true });
  for (let end = path.length; root && end > 0; end--) {
    const node = findNodeAtLocation(root, path.slice(0, end));
    if (node) return lineOf(text, node.offset);
  }
  return 1;
}

const large = 1_000_000;

export function checkStore(home: Home, health: StoreHealth): Finding[] {
  const file = home.store;
  const backlog =
    health.backlog > large
      ? [finding('spool-backlog', `The spool holds ${mb(health.backlog)}`, { file: home.spool })]
      : [];
  switch (health.state) {
    case 'corrupt':
      return [finding('store-corrupt', health.problem ?? 'damaged', { file, fixable: true }), ...backlog];
    case 'newer':
      return [finding('store-newer', `Its schema has version ${health.version}`, { file }), ...backlog];
    case 'unopenable':
      return [finding('store-unopenable', health.problem ?? 'unknown', { file }), ...backlog];
    default:
      return backlog;
  }
}

/** Tried only if lessons are recalled, because it takes 50 ms. */
export function checkEncoder({ policies }: SwitchedOn): Finding[] {
  const problem = policies.some(({ id }) => id === 'memory/recall') ? encoderProblem() : undefined;
  return problem === undefined ? [] : [finding('encoder-unusable', problem)];
}

export function mb(bytes: number): string {
  return bytes < large / 10 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / large).toFixed(1)} MB`;
}

/**
 * Files and folders below Pawl's home that other users can read or write. What is in a closed folder is out of their
 * reach, whatever its mode: an editor saves a policy with mode 0644.
 */
export function findOpenPaths(home: Home): string[] {
  const skip = new Set([join(home.dir, 'node_modules')]);
  const look = (path: string): string[] => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat || stat.isSymbolicLink() || skip.has(path) || (stat.mode & 0o077) === 0) return [];
    const names = stat.isDirectory() ? (attempt(() => readdirSync(path)) ?? []) : [];
    return [path, ...names.flatMap((name) => look(join(path, name)))];
  };
  return look(home.dir);
}

/** Checks the folders in which every event writes. */
export function checkWritable(home: Home): Finding[] {
  const readOnly = [home.dir, home.spool, home.run].find((folder) => !canWriteIn(folder));
  return readOnly ? [finding('home-read-only', `${readOnly} is not writable`, { file: readOnly })] : [];
}

/** A missing folder counts as writable, because it is created when it is needed. */
function canWriteIn(folder: string): boolean {
  try {
    if (!existsSync(folder)) return true;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

export function checkPermissions(home: Home): Finding[] {
  // Windows has access lists instead of modes, and a folder in the profile is its owner's.
  if (process.platform === 'win32') return [];
  const open = findOpenPaths(home);
  if (open.length === 0) return [];
  const more = open.length > 1 ? `, and ${open.length - 1} more` : '';
  return [
    finding('permissions', `Accessible to other users: ${open[0]}${more}`, { file: open[0]!, fixable: true }),
  ];
}

export function makePrivate(home: Home): string[] {
  const open = findOpenPaths(home);
  for (const path of open) chmodSync(path, lstatSync(path).mode & 0o700);
  return open;
}
