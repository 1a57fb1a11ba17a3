// The effective config: defaults < user < project < local. A project's layers count only if they are trusted;
// untrusted ones may still make things stricter.

import type { Setting } from '../core/engine.ts';
import type { Project } from '../core/facts.ts';
import { type PackName, packNames, packOf, packs } from '../core/pack.ts';
import { type Level, levels, type Policy } from '../core/policy.ts';
import { loadBundle } from '../hook/bundles/load.ts';
import type { ProgramSpec } from '../shell/programs/spec.ts';
import { existsSync } from '../system/fs/index.ts';
import type { Home } from '../system/home.ts';
import { join } from '../system/path.ts';
import { contextDefaults, retentionDefaults } from './defaults.ts';
import type { OtlpConfig } from './export.ts';
import { strictPrograms } from './strict-programs.ts';
import { readTeamLayer } from './team-layer.ts';
import { readUserLayer } from './user-layer.ts';
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
  programs?: ProgramSpec[];
  workflows?: Record<string, unknown>;
  context?: Record<string, number>;
  retention?: Record<string, number | boolean>;
  /** Read only from the user's own config; ignored in a project. */
  update?: 'check' | 'apply' | 'off';
  /** Read only from the user's own config. */
  export?: { otlp?: OtlpConfig };
  /** Read only from the user's own config. */
  team?: TeamConfig;
}

/** The team store, see src/team. */
export interface TeamConfig {
  url: string;
  passwordCommand?: string[];
  machine?: string;
  repositories?: string[];
  labels?: boolean;
  content?: boolean;
  memory?: boolean;
}

export type LayerName = 'team' | 'user' | 'project' | 'local';

export interface Layer {
  name: LayerName;
  file: string;
  text: string;
  value: ConfigFile;
  /** `last good`: the file is broken, so the last version that could be read is in force. */
  state: 'ok' | 'last good' | 'broken' | 'untrusted';
  problems: Problem[];
  /** Parts of the user's own file that would weaken Pawl and are not in force until a person accepts them. */
  waiting?: readonly string[];
  /** The folder of a team's policy files, once a person has accepted them. */
  policies?: string;
}

export interface Config {
  layers: Layer[];
  packs: Record<string, boolean>;
  rules: Rule[];
  external: External[];
  /** Programs of your own that the guard should know. */
  programs: ProgramSpec[];
  workflows: Record<string, unknown>;
  context: { limit: number };
  retention: Retention;
  setting(policy: Policy): Setting;
  /** Whether a trusted layer sets options of a policy of this pack; levels do not count. */
  hasOptions(pack: PackName): boolean;
}

export type Retention = typeof retentionDefaults;

/** A function, because the policies are needed only if there is a config file to check. */
export type AllPolicies = () => readonly Policy[];

export function loadConfig(home: Home, project: Project, policies: AllPolicies): Config {
  const layers = readProjectLayers(home, project, policies);
  const user = readUserLayer(home, policies);
  if (user) layers.unshift(user);
  // Most users are in no team, and then no file is read.
  const team = user?.value.team && readTeamLayer(home);
  if (team) layers.unshift(team);
  return combine(layers);
}

/** Most projects have no config of Pawl's, so what reads and trusts one is loaded on demand. */
function readProjectLayers(home: Home, project: Project, policies: AllPolicies): Layer[] {
  return existsSync(join(project.root, '.pawl'))
    ? loadBundle('config-reader').readProjectLayers(home, project, policies)
    : [];
}

/** Every event runs this, so it is one loop with few closures. */
function combine(layers: Layer[]): Config {
  const packsOn: Record<string, boolean> = {};
  for (const name of packNames) packsOn[name] = packs[name].on;
  const config: Config = {
    layers,
    packs: packsOn,
    rules: [],
    external: [],
    programs: [],
    workflows: {},
    context: { ...contextDefaults },
    retention: { ...retentionDefaults },
    setting: (policy) => settingOf(policy, layers, packsOn),
    hasOptions: (pack) => hasOptions(pack, layers),
  };
  for (const { state, value } of layers) {
    if (state === 'untrusted') continue;
    Object.assign(packsOn, value.packs);
    Object.assign(config.workflows, value.workflows);
    Object.assign(config.context, value.context);
    Object.assign(config.retention, value.retention);
    if (value.rules) config.rules.push(...value.rules);
    if (value.external) config.external.push(...value.external);
    if (value.programs) config.programs.push(...value.programs);
  }
  for (const layer of layers) {
    if (layer.state !== 'untrusted') continue;
    config.rules.push(...refusingRules(layer));
    if (layer.value.programs) config.programs.push(...strictPrograms(layer.value.programs));
  }
  return config;
}

/** Enough for real rules. There is a limit because every event checks each rule. */
const maxUntrustedRules = 100;
const maxUntrustedPatterns = 1000;

/**
 * The rules of an untrusted project that can only refuse. Their messages are replaced, because an untrusted project
 * must not be able to write text that the model reads.
 */
function refusingRules(layer: Layer): Rule[] {
  const rules = (layer.value.rules ?? []).filter((rule) => ['deny', 'ask', 'block'].includes(rule.action));
  return boundedRules(rules).map(({ instead: _, level, ...rule }) => ({
    ...rule,
    id: rule.id.replace(/[^\w.-]/g, '-').slice(0, 40),
    ...(level && rank(level) >= rank('ask') && { level }),
    message: untrustedMessage(layer),
  }));
}

function boundedRules(rules: readonly Rule[]): Rule[] {
  let patterns = 0;
  return rules.slice(0, maxUntrustedRules).filter(({ command, path, prompt, tool, on }) => {
    patterns += [command, path, prompt, tool, on].flat().length;
    return patterns <= maxUntrustedPatterns;
  });
}

function untrustedMessage({ name, file }: Layer): string {
  return name === 'team'
    ? 'A rule of the team refuses this. Its own message is left out because nobody has accepted it on this machine; a person can read it with `pawl team pull`'
    : `A rule in ${file} refuses this. Its own message is left out because the project is not trusted; a person can read the file and run \`pawl trust\``;
}

function hasOptions(pack: PackName, layers: readonly Layer[]): boolean {
  for (const { state, value } of layers)
    for (const id in state === 'untrusted' ? undefined : value.policies)
      if (packOf(id) === pack) for (const key in value.policies![id]) if (key !== 'level') return true;
  return false;
}

function settingOf(policy: Policy, layers: readonly Layer[], packsOn: Record<string, boolean>): Setting {
  const pack = packOf(policy.id);
  let setting: Setting =
    packsOn[pack] === false && !policy.neededBy?.some((name) => packsOn[name])
      ? { level: 'off', from: `pack ${pack} is off`, options: {} }
      : { level: policy.level, from: 'default', options: {} };
  for (const layer of layers) {
    const layerSettings = layer.value.policies?.[policy.id];
    if (!layerSettings || layer.state === 'untrusted' || (policy.personal && layer.name !== 'user')) continue;
    const { level, ...options } = layerSettings;
    setting = {
      level: level ?? setting.level,
      from: level ? layer.name : setting.from,
      options: { ...setting.options, ...options },
    };
  }
  // The stricter settings of a team override the user's own config, accepted or not.
  for (const layer of layers)
    if (layer.state === 'untrusted' || layer.name === 'team') setting = raiseLevel(policy, setting, layer);
  return setting;
}

/** An untrusted project may raise the level of a policy that can only refuse. */
function raiseLevel(policy: Policy, setting: Setting, layer: Layer): Setting {
  const level = layer.value.policies?.[policy.id]?.level;
  const refuses = !policy.loosens && rank(policy.level) >= rank('ask');
  if (!level || !refuses || rank(level) <= rank(setting.level)) return setting;
  return { ...setting, level, from: `${layer.name} (${layer.state === 'ok' ? '' : 'untrusted, '}stricter)` };
}

function rank(level: Level): number {
  return levels.indexOf(level);
}
