// Every file from which the client takes hooks, as far as it can be found from outside.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../core/json.ts';
import type { Env } from '../../system/env.ts';
import { readText } from '../../system/files.ts';
import { clientHome } from '../../system/home.ts';
import { settingsFile } from '../init/settings.ts';

export type Kind = 'user' | 'project' | 'local' | 'managed' | 'plugin';

export interface Source {
  kind: Kind;
  file: string;
  text: string;
  /** Of a plugin: its name and the folder that its hooks call home. */
  plugin?: { name: string; root: string };
}

const managedFolders: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
};

export const managedFolder = managedFolders[process.platform] ?? '/etc/claude-code';

/** In the order of their rank: later ones win where the client takes only one value. */
export function findSources(root: string, env: Env, managed = managedFolder): Source[] {
  const scopes = (['user', 'project', 'local'] as const).map((kind) => ({
    kind,
    file: settingsFile(kind, root, env),
  }));
  // In the home directory the project's file is the user's.
  const own = scopes.filter((one, at) => scopes.findIndex(({ file }) => file === one.file) === at);
  const files = [...own, ...managedFiles(managed).map((file) => ({ kind: 'managed' as const, file }))];
  const settings = files.flatMap(({ kind, file }) => {
    const text = readText(file);
    return text === undefined ? [] : [{ kind, file, text: text.replace(/^\uFEFF/, '') }];
  });
  return [...settings, ...pluginSources(settings, env)];
}

function managedFiles(folder: string): string[] {
  const more = join(folder, 'managed-settings.d');
  const names = list(more).filter((name) => name.endsWith('.json'));
  return [join(folder, 'managed-settings.json'), ...names.sort().map((name) => join(more, name))];
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A file's content if it is an object, whatever its shape otherwise. */
export function asObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function pluginSources(settings: readonly Source[], env: Env): Source[] {
  const enabled = Object.assign({}, ...settings.map(({ text }) => asObject(text).enabledPlugins));
  const installed = asObject(readText(join(clientHome(env), 'plugins', 'installed_plugins.json'))).plugins;
  return Object.entries((installed ?? {}) as Record<string, unknown>)
    .filter(([name]) => enabled[name] === true)
    .flatMap(([name, entry]) => {
      const paths = [entry].flat().map((one) => (one as { installPath?: unknown } | null)?.installPath);
      const root = paths.findLast((path) => typeof path === 'string') as string | undefined;
      return root ? hookFiles(root).map((one) => ({ ...one, plugin: { name, root } })) : [];
    });
}

function hookFiles(root: string): Source[] {
  const manifest = join(root, '.claude-plugin', 'plugin.json');
  const { hooks } = asObject(readText(manifest));
  const named = [hooks].flat().filter((one) => typeof one === 'string');
  const files = [...new Set(['hooks/hooks.json', ...named].map((name) => join(root, name)))];
  // A manifest may also hold the hooks themselves.
  if (isObject(hooks)) files.push(manifest);
  return files.flatMap((file) => {
    const text = readText(file);
    return text === undefined ? [] : [{ kind: 'plugin' as const, file, text }];
  });
}

/** Why settings hooks do not run at all here; undefined when they do. */
export function hooksOff(sources: readonly Source[]): { file: string; key: string } | undefined {
  const settings = sources.filter(({ kind }) => kind !== 'plugin');
  for (const { file, kind, text } of settings) {
    const { allowManagedHooksOnly, strictPluginOnlyCustomization: strict } = asObject(text);
    if (kind !== 'managed') continue;
    if (allowManagedHooksOnly === true) return { file, key: 'allowManagedHooksOnly' };
    if (strict === true || (Array.isArray(strict) && strict.includes('hooks')))
      return { file, key: 'strictPluginOnlyCustomization' };
  }
  const last = settings.findLast(({ text }) => typeof asObject(text).disableAllHooks === 'boolean');
  return last && asObject(last.text).disableAllHooks === true
    ? { file: last.file, key: 'disableAllHooks' }
    : undefined;
}
