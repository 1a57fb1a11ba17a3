// The user's own config as it is in force: the file, except for edits that weaken and that no person has accepted yet
// (weakening.ts). What is in force is kept in a signed file. It is the reference for the next edit, the last good
// version of a file that got broken, and a cache, so that most events need not parse and check the config.

import { version } from '../../package.json';
import type { Policy } from '../core/policy.ts';
import { loadBundle } from '../hook/bundles/load.ts';
import { attempt } from '../system/attempt.ts';
import { readText } from '../system/files.ts';
import { lexistsSync, statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import type { Person } from '../system/person.ts';
import { readSigned, writeSigned } from '../system/seal.ts';
import type { AllPolicies, ConfigFile, Layer, LayerName } from './load.ts';
import type { Problem } from './validate.ts';

interface InForce {
  /** The Pawl that checked it: another version may know other keys. */
  version: string;
  /** Identifies the file. Taken before the file is read, so that an edit during the read is noticed next time. */
  stamp: string;
  value: ConfigFile;
  problems: Problem[];
  waiting: string[];
}

/** Loaded only for a file that has changed, because building the schema of a config takes time. */
const configReader = () => loadBundle('config-reader');

/** The stamp of a file that does not exist. */
const absent = 'absent';

export function readUserLayer(home: Home, policies: AllPolicies): Layer | undefined {
  const stamp = fileStamp(home.config);
  const before = readInForce(home);
  if (stamp === absent && !before) return undefined;
  if (before?.stamp === stamp && before.version === version) return layerInForce(home.config, before);
  const read = readFile(home.config, stamp, policies());
  if (read.state !== 'ok')
    return before ? { ...read, value: before.value, waiting: before.waiting, state: 'last good' } : read;
  const { value, waiting } = checkEdit(home, before?.value, read.value, policies());
  const inForce: InForce = { version, stamp, value, problems: read.problems, waiting };
  writeInForce(home, inForce);
  return layerInForce(home.config, inForce);
}

function readFile(file: string, stamp: string, policies: readonly Policy[]): Layer {
  const text = stamp === absent ? '{}' : readText(file);
  return text === undefined
    ? unreadableLayer('user', file, 'can’t be read')
    : configReader().readLayer('user', file, text, policies);
}

/** Withholds changes that would weaken Pawl. In a managed installation only root edits the file, so nothing waits. */
function checkEdit(
  home: Home,
  before: ConfigFile = {},
  after: ConfigFile,
  policies: readonly Policy[],
): Pick<InForce, 'value' | 'waiting'> {
  if (home.managed) return { value: after, waiting: [] };
  return configReader().withoutWeakening(before, after, policies);
}

/** Undefined for a file that was deleted, if nothing of it is still in force. */
function layerInForce(file: string, { stamp, value, problems, waiting }: InForce): Layer | undefined {
  if (stamp === absent && waiting.length === 0) return undefined;
  return {
    name: 'user',
    file,
    get text() {
      return readText(file) ?? '';
    },
    value,
    state: 'ok',
    problems,
    waiting,
  };
}

/** The layer of a config that exists but can't be read: no permission, a folder, or a dangling link. */
export function unreadableLayer(name: LayerName, file: string, message: string): Layer {
  const problem: Problem = { path: [], message, severity: 'error' };
  return { name, file, text: '', value: {}, state: 'broken', problems: [problem] };
}

/** Lists the changes that would wait for a person if the user's file were edited to this value. */
export function wouldWait(home: Home, after: ConfigFile, policies: readonly Policy[]): string[] {
  return checkEdit(home, readInForce(home)?.value, after, policies).waiting;
}

/**
 * Puts the whole file in force, if it still has the text that the person has seen. `_person` is not read: it makes sure
 * that only callers with the proof of a person can accept anything.
 */
export function acceptConfig(
  home: Home,
  seen: string,
  policies: readonly Policy[],
  _person: Person,
): boolean {
  if ((readText(home.config) ?? '') !== seen) return false;
  accept(home, policies, (_before, after) => after);
  return true;
}

/** Puts one value of the file in force. Other edits that wait for a person keep waiting. */
export function acceptValue(
  home: Home,
  path: readonly string[],
  policies: readonly Policy[],
  _person: Person,
): void {
  accept(home, policies, (before, after) => withPath({ ...before }, path, valueAt(after, path)));
}

function accept(
  home: Home,
  policies: readonly Policy[],
  choose: (before: ConfigFile, after: ConfigFile) => ConfigFile,
): void {
  const stamp = fileStamp(home.config);
  const { state, value: after, problems } = readFile(home.config, stamp, policies);
  if (state !== 'ok') return;
  const before = choose(readInForce(home)?.value ?? {}, after);
  writeInForce(home, { version, stamp, problems, ...checkEdit(home, before, after, policies) });
}

type Tree = Record<string, unknown>;

const asTree = (value: unknown): Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tree) : {};

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => asTree(value)[key], tree);
}

function withPath(tree: Tree, [key, ...rest]: readonly string[], value: unknown): Tree {
  if (key === undefined) return asTree(value);
  return { ...tree, [key]: rest.length > 0 ? withPath(asTree(tree[key]), rest, value) : value };
}

const inForceFile = (home: Home) => join(home.decisions, 'config.in-force');

function readInForce(home: Home): InForce | undefined {
  const content = readSigned(home, inForceFile(home));
  return content === undefined ? undefined : attempt(() => JSON.parse(content) as InForce);
}

function writeInForce(home: Home, inForce: InForce): void {
  // A failure is ignored: in a read-only home the config is read anew for each event.
  attempt(() => writeSigned(home, inForceFile(home), JSON.stringify(inForce)));
}

/** Copies which config is in force to a temporary copy of a home, which has its own key. */
export function copyInForce(from: Home, to: Home): void {
  const inForce = readInForce(from);
  if (inForce) writeInForce(to, inForce);
}

/** The parts of the user's config that wait, for the status line: from the cache only, without checking the file. */
export const readWaiting = (home: Home): readonly string[] => readInForce(home)?.waiting ?? [];

/** Changes when the file is edited, replaced, or reached through a link that now points elsewhere. */
function fileStamp(path: string): string {
  try {
    const stat = statSync(path);
    return `${stat.ino} ${stat.size} ${stat.ctimeMs}`;
  } catch {
    return lexistsSync(path) ? 'unread' : absent;
  }
}
