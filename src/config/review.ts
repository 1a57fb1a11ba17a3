// Describes a project before `pawl trust` accepts it: its files, what they would change, and what is new.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Project } from '../core/facts.ts';
import type { Policy } from '../core/policy.ts';
import { isSamePath } from '../system/files.ts';
import type { Home } from '../system/home.ts';
import type { Person } from '../system/person.ts';
import type { ConfigFile, Layer } from './load.ts';
import { hashLayer } from './project-layers.ts';
import { readLayer } from './read.ts';
import {
  type FileText,
  hashFiles,
  hashText,
  isTrusted,
  keepCopy,
  ownPolicyContent,
  readPolicyFolder,
  readTrust,
  readUntrusted,
  scriptsOf,
  type TrustEntry,
  trust,
  trustedFolder,
  type Unit,
  unitPath,
  units,
} from './trust.ts';
import { readUserLayer } from './user-layer.ts';

export interface Reviewed {
  /** `your config`: edits of the user's own file that weaken Pawl. `your policy`: a policy file in Pawl's home. */
  unit: Unit | 'your config' | 'your policy';
  path: string;
  hash: string;
  trusted: boolean;
  /** The contents to be trusted. They are read only once, so that a person trusts exactly what was shown. */
  files: FileText[];
  /** The files as they were when a person last trusted them. */
  before: FileText[];
  /** The changes it would make, one readable line each. */
  effects: string[];
  layer?: Layer;
}

export function review(home: Home, project: Project, policies: readonly Policy[]): Reviewed[] {
  if (isSamePath(join(project.root, '.pawl'), home.dir)) return [];
  const entries = readTrust(home);
  return units.flatMap((unit) => {
    const content = unit === 'policies' ? reviewPolicies(project) : reviewConfig(project, unit, policies);
    if (!content) return [];
    const trusted = isTrusted(entries, project.repository, unit, content.hash);
    return [{ ...content, trusted, before: lastTrusted(home, entries, project, unit) }];
  });
}

/** The user's own config, if a part of it waits for a person. */
export function reviewOwn(home: Home, policies: readonly Policy[]): Reviewed[] {
  const layer = readUserLayer(home, () => policies);
  if (!layer?.waiting?.length) return [];
  const { file: path, text, waiting } = layer;
  const effects = waiting.map((change) => `WEAKENS: ${change}`);
  const files = [{ name: basename(path), text }];
  return [{ unit: 'your config', path, hash: hashText(text), trusted: false, files, before: files, effects }];
}

/** The policy files in Pawl's home. They may refuse and ask in any case; anything else has to be accepted by a person. */
export function reviewOwnPolicies(home: Home, files: readonly string[]): Reviewed[] {
  if (home.managed) return [];
  const entries = readTrust(home);
  return files.map((path): Reviewed => {
    const content = ownPolicyContent(path, home.policies, (other) => files.includes(other));
    const hash = hashFiles(content);
    const trusted = isTrusted(entries, path, 'policies', hash);
    const before = lastTrusted(home, entries, { repository: path }, 'policies');
    const effects = ['may allow and rewrite calls, and speak to the model'];
    return { unit: 'your policy', path, hash, trusted, files: content, before, effects };
  });
}

type UnitContent = Omit<Reviewed, 'trusted' | 'before'>;

function reviewConfig(
  project: Project,
  unit: 'config' | 'local',
  policies: readonly Policy[],
): UnitContent | undefined {
  const path = unitPath(project.root, unit);
  const text = existsSync(path) ? readUntrusted(path) : undefined;
  if (text === undefined) return undefined;
  const layer = readLayer(unit === 'config' ? 'project' : 'local', path, text, policies);
  const scripts = scriptsOf(project.root, layer.value.external?.map((script) => script.command) ?? []);
  const files = [{ name: basename(path), text }, ...scripts];
  return { unit, path, hash: hashLayer(layer, project.root), files, effects: effectsOf(layer.value), layer };
}

function reviewPolicies(project: Project): UnitContent | undefined {
  const path = unitPath(project.root, 'policies');
  const files = readPolicyFolder(path);
  if (files.length === 0) return undefined;
  const effects = files.map(({ name }) => `runs ${name} on your machine, with your permissions`);
  return { unit: 'policies', path, hash: hashFiles(files), files, effects };
}

function effectsOf(value: ConfigFile): string[] {
  const packs = Object.entries(value.packs ?? {}).map(([name, on]) => `pack ${name}: ${on ? 'on' : 'OFF'}`);
  const levels = Object.entries(value.policies ?? {}).map(
    ([id, settings]) => `${id}: ${JSON.stringify(settings)}`,
  );
  const rules = (value.rules ?? []).map(({ id, action }) => `rule ${id}: ${action}`);
  const scripts = (value.external ?? []).map(
    ({ id, command }) => `RUNS a program (${id}): ${command.join(' ')}`,
  );
  const rest = (['workflows', 'context', 'retention'] as const).flatMap((key) =>
    value[key] ? [`${key}: ${JSON.stringify(value[key])}`] : [],
  );
  return [...packs, ...levels, ...rules, ...scripts, ...rest];
}

function lastTrusted(
  home: Home,
  entries: TrustEntry[],
  { repository }: Pick<Project, 'repository'>,
  unit: Unit,
): FileText[] {
  const unitEntries = entries.filter((entry) => entry.repository === repository && entry.unit === unit);
  const last = unitEntries.sort((a, b) => b.at - a.at)[0];
  return last ? readPolicyFolder(trustedFolder(home, last.hash)) : [];
}

/** Copies the files before it writes the entries, so that every trusted content can be shown later. */
export function trustReviewed(
  home: Home,
  project: Project,
  reviewed: readonly Reviewed[],
  person: Person,
): void {
  const units = reviewed.filter(({ unit }) => unit !== 'your config');
  for (const { hash, files } of units) keepCopy(home, hash, files);
  const added = units.map(({ unit, hash, path }): TrustEntry => {
    const isOwn = unit === 'your policy';
    return {
      repository: isOwn ? path : project.repository,
      unit: isOwn ? 'policies' : (unit as Unit),
      hash,
      at: person.at,
    };
  });
  if (added.length > 0) trust(home, added, person);
}
