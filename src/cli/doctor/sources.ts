// Finds the files from which the client reads hooks: settings of the user, project and administrator, and plugins.

import { join } from 'node:path';
import { isObject } from '../../core/json.ts';
import { managedFiles } from '../../facts/client-settings.ts';
import type { Env } from '../../system/env.ts';
import { readText } from '../../system/files.ts';
import { clientHome } from '../../system/home.ts';
import { managed as managedLayout } from '../../system/managed.ts';
import { settingsFile } from '../init/settings.ts';

export type SourceKind = 'user' | 'project' | 'local' | 'managed' | 'plugin';

export interface Source {
  kind: SourceKind;
  file: string;
  text: string;
  /** For a plugin: its name and its folder (CLAUDE_PLUGIN_ROOT). */
  plugin?: { name: string; root: string };
}

/** In order of precedence: where the client uses a single value, later files win. */
export function findSources(root: string, env: Env, managed = managedLayout.settings): Source[] {
  const scopes = (['user', 'project', 'local'] as const).map((kind) => ({
    kind,
    file: settingsFile(kind, root, env),
  }));
  // In the home directory the project's file and the user's file are the same.
  const distinctScopes = scopes.filter(
    (scope, at) => scopes.findIndex(({ file }) => file === scope.file) === at,
  );
  const files = [
    ...distinctScopes,
    ...managedFiles(managed).map((file) => ({ kind: 'managed' as const, file })),
  ];
  const settings = files.flatMap(({ kind, file }) => {
    const text = readText(file);
    return text === undefined ? [] : [{ kind, file, text: text.replace(/^\uFEFF/, '') }];
  });
  return [...settings, ...pluginSources(settings, env)];
}

/** The parsed JSON if it is an object, else an empty object. */
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
      const paths = [entry]
        .flat()
        .map((installation) => (installation as { installPath?: unknown } | null)?.installPath);
      const root = paths.findLast((path) => typeof path === 'string') as string | undefined;
      return root ? hookFiles(root).map((source) => ({ ...source, plugin: { name, root } })) : [];
    });
}

function hookFiles(root: string): Source[] {
  const manifest = join(root, '.claude-plugin', 'plugin.json');
  const { hooks } = asObject(readText(manifest));
  const named = [hooks].flat().filter((name) => typeof name === 'string');
  const files = [...new Set(['hooks/hooks.json', ...named].map((name) => join(root, name)))];
  // A manifest may also hold the hooks themselves.
  if (isObject(hooks)) files.push(manifest);
  return files.flatMap((file) => {
    const text = readText(file);
    return text === undefined ? [] : [{ kind: 'plugin' as const, file, text }];
  });
}

/** The setting that keeps hooks in settings files from running (or all but the administrator's); undefined if none does. */
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
