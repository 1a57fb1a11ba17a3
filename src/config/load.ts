// The effective config: defaults < user < project < local. A project's layers count only if they are trusted;
// untrusted ones may still make things stricter.

import { version } from '../../package.json';
import type { Setting } from '../core/engine.ts';
import type { Project } from '../core/facts.ts';
import { packNames, packOf, packs } from '../core/pack.ts';
import { type Level, levels, type Policy } from '../core/policy.ts';
import { loadBundle } from '../hook/bundles/load.ts';
import { attempt } from '../system/attempt.ts';
import { readText, samePlace, writeWhole } from '../system/files.ts';
import { existsSync, lexistsSync, readFileSync, statSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { dirname, join } from '../system/path.ts';
import { contextDefaults, retentionDefaults } from './defaults.ts';
import { hashConfig, isTrusted, readStranger, readTrust, scriptsOf, unitPath } from './trust.ts';
import type { Problem } from './validate.ts';

export interface Rule {
  id: string;
  on?: string | string[];
  tool?: string | string[];
  command?: string | string[];
  path?: string | string[];
  prompt?: string | string[];
  action: 'deny' | 'ask' | 'warn' | 'block' | 'inject' | 'tell';
  message: string;
  instead?: string;
  level?: Level;
}

export interface External {
  id: string;
  on: string | string[];
  tool?: string | string[];
  command: string[];
  timeout?: number;
  onError?: 'pass' | 'ask' | 'deny';
  level?: Level;
}

export interface ConfigFile {
  packs?: Record<string, boolean>;
  policies?: Record<string, { level?: Level } & Record<string, unknown>>;
  rules?: Rule[];
  external?: External[];
  workflows?: Record<string, unknown>;
  context?: Record<string, number>;
  retention?: Record<string, number | boolean>;
  /** Counts only in the person's own config. */
  update?: 'check' | 'apply' | 'off';
}

export type LayerName = 'user' | 'project' | 'local';

export interface Layer {
  name: LayerName;
  file: string;
  text: string;
  value: ConfigFile;
  /** `last good`: the file is broken and an earlier version of it is in force. */
  state: 'ok' | 'last good' | 'broken' | 'untrusted';
  problems: Problem[];
}

export interface Config {
  layers: Layer[];
  packs: Record<string, boolean>;
  rules: Rule[];
  external: External[];
  workflows: Record<string, unknown>;
  context: { limit: number };
  retention: Retention;
  setting(policy: Policy): Setting;
  /** Whether a person set options for this policy. */
  tunes(id: string): boolean;
}

export type Retention = typeof retentionDefaults;

/** Asked for only if there is a file to check. */
export type AllPolicies = () => readonly Policy[];

export function loadConfig(home: Home, project: Project, policies: AllPolicies): Config {
  const user = readUserLayer(home, policies);
  const theirs = readProjectLayers(home, project, policies);
  return combine(user ? [user, ...theirs] : theirs);
}

/** Loaded for a file that was not read before: the shape of all there may be is not free to build. */
const reader = () => loadBundle('config-reader');

/** What a user config that reads well was read as, so that the next event need not read and check it again. */
interface Good {
  /** Another Pawl may know other keys. */
  version: string;
  /** Which file it was, as it was before it was read: an edit in between must not go unseen. */
  stamp: string;
  value: ConfigFile;
  problems: Problem[];
}

function readUserLayer(home: Home, policies: AllPolicies): Layer | undefined {
  const copy = join(home.run, 'config.good.json');
  const stamp = stampOf(home.config);
  if (stamp === undefined) return undefined;
  const good = readGood(copy);
  if (good?.stamp === stamp && good.version === version) return goodLayer(home.config, good);
  const text = readText(home.config);
  const layer =
    text === undefined
      ? unreadLayer('user', home.config, 'it can’t be read')
      : reader().readLayer('user', home.config, text, policies());
  if (layer.state === 'ok') keepGood(copy, { version, stamp, value: layer.value, problems: layer.problems });
  else if (good) return { ...layer, value: good.value, state: 'last good' };
  return layer;
}

function goodLayer(file: string, { value, problems }: Good): Layer {
  return {
    name: 'user',
    file,
    get text() {
      return readText(file) ?? '';
    },
    value,
    state: 'ok',
    problems,
  };
}

/** There is a config, and it can't be read: no rights, a folder, a link to nowhere. */
function unreadLayer(name: LayerName, file: string, message: string): Layer {
  const problem: Problem = { path: [], message, severity: 'error' };
  return { name, file, text: '', value: {}, state: 'broken', problems: [problem] };
}

function readGood(copy: string): Good | undefined {
  return attempt(() => JSON.parse(readFileSync(copy, 'utf8')) as Good);
}

function keepGood(copy: string, good: Good): void {
  // In a read-only home the config in force is still good.
  attempt(() => writeWhole(copy, JSON.stringify(good)));
}

/** Also another file of the same age, behind a link that was turned. Undefined: there is none. */
function stampOf(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return `${stat.ino} ${stat.size} ${stat.ctimeMs}`;
  } catch {
    return lexistsSync(path) ? 'unread' : undefined;
  }
}

function readProjectLayers(home: Home, project: Project, policies: AllPolicies): Layer[] {
  if (!existsSync(join(project.root, '.pawl'))) return [];
  const found = (['config', 'local'] as const).flatMap((unit) => {
    const file = unitPath(project.root, unit);
    const theirs = existsSync(file) && !samePlace(dirname(file), home.dir);
    return theirs ? [{ unit, file, text: readStranger(file) }] : [];
  });
  if (found.length === 0) return [];
  const entries = readTrust(home);
  return found.map(({ unit, file, text }) => {
    const name = unit === 'config' ? 'project' : 'local';
    if (text === undefined)
      return unreadLayer(name, file, 'it is not a file of at most 1 MB that can be read');
    const layer = reader().readLayer(name, file, text, policies());
    const hash = hashLayer(layer, project.root);
    return isTrusted(entries, project.repository, unit, hash) ? layer : { ...layer, state: 'untrusted' };
  });
}

export function hashLayer({ text, value }: Pick<Layer, 'text' | 'value'>, root: string): string {
  return hashConfig(text, scriptsOf(root, value.external?.map((one) => one.command) ?? []));
}

/** One loop, few closures: every event comes by here. */
function combine(layers: Layer[]): Config {
  const onOff: Record<string, boolean> = {};
  for (const name of packNames) onOff[name] = packs[name].on;
  const config: Config = {
    layers,
    packs: onOff,
    rules: [],
    external: [],
    workflows: {},
    context: { ...contextDefaults },
    retention: { ...retentionDefaults },
    setting: (policy) => settingOf(policy, layers, onOff),
    tunes: (id) => hasOptions(id, layers),
  };
  for (const { state, value } of layers) {
    if (state === 'untrusted') continue;
    Object.assign(onOff, value.packs);
    Object.assign(config.workflows, value.workflows);
    Object.assign(config.context, value.context);
    Object.assign(config.retention, value.retention);
    if (value.rules) config.rules.push(...value.rules);
    if (value.external) config.external.push(...value.external);
  }
  for (const layer of layers) if (layer.state === 'untrusted') config.rules.push(...strictRules(layer));
  return config;
}

/** Room for real rules; every event asks each of them. */
const strangersRules = 100;

/** A stranger's rules may refuse, but not speak: what the model reads must not be theirs to write. */
function strictRules(layer: Layer): Rule[] {
  const rules = (layer.value.rules ?? []).filter((rule) => ['deny', 'ask', 'block'].includes(rule.action));
  return rules.slice(0, strangersRules).map(({ instead: _, level, ...rule }) => ({
    ...rule,
    id: rule.id.replace(/[^\w.-]/g, '-').slice(0, 40),
    ...(level && rank(level) >= rank('ask') && { level }),
    message: `A rule of this project refuses this (${layer.file}). The project is not trusted, so its own words are left out; a person can read them there, and run \`pawl trust\``,
  }));
}

function hasOptions(id: string, layers: readonly Layer[]): boolean {
  for (const { state, value } of layers) {
    const said = state === 'untrusted' ? undefined : value.policies?.[id];
    for (const key in said) if (key !== 'level') return true;
  }
  return false;
}

function settingOf(policy: Policy, layers: readonly Layer[], onOff: Record<string, boolean>): Setting {
  const pack = packOf(policy.id);
  let setting: Setting =
    onOff[pack] === false
      ? { level: 'off', from: `pack ${pack} is off`, options: {} }
      : { level: policy.level, from: 'default', options: {} };
  for (const layer of layers) {
    const said = layer.value.policies?.[policy.id];
    if (!said || layer.state === 'untrusted' || (policy.personal && layer.name !== 'user')) continue;
    const { level, ...options } = said;
    setting = {
      level: level ?? setting.level,
      from: level ? layer.name : setting.from,
      options: { ...setting.options, ...options },
    };
  }
  for (const layer of layers) if (layer.state === 'untrusted') setting = stricter(policy, setting, layer);
  return setting;
}

/** A stranger may raise the level of a policy that can only refuse. */
function stricter(policy: Policy, setting: Setting, layer: Layer): Setting {
  const level = layer.value.policies?.[policy.id]?.level;
  const refuses = !policy.loosens && rank(policy.level) >= rank('ask');
  if (!level || !refuses || rank(level) <= rank(setting.level)) return setting;
  return { ...setting, level, from: `${layer.name} (untrusted, stricter)` };
}

function rank(level: Level): number {
  return levels.indexOf(level);
}
