// Reads the client's settings files, and finds new settings in them that weaken Pawl.

import type { Event } from '../core/event.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { isAlwaysNew, type SettingsFacts } from '../domain/client-settings/facts.ts';
import {
  type ClientSettings,
  findWeaknesses,
  type SettingsFile,
  type SettingsScope,
  type Weakness,
} from '../domain/client-settings/weaknesses.ts';
import { isApproved, readSettingsApprovals } from '../store/files/settings-approvals.ts';
import {
  clientPid,
  readSettingsState,
  type SettingsState,
  writeSettingsState,
} from '../store/files/settings-state.ts';
import { attempt } from '../system/attempt.ts';
import type { Env } from '../system/env.ts';
import { isSamePath } from '../system/files.ts';
import { lexistsSync } from '../system/fs/index.ts';
import { clientHome, type Home, userHome } from '../system/home.ts';
import { managed } from '../system/managed.ts';
import { basename, join } from '../system/path.ts';
import { processOf } from '../system/process.ts';
import type { World } from './facts.ts';
import { files } from './files.ts';
import { once } from './once.ts';

/** The administrator's settings files, in the order in which the client reads them. */
export function managedFiles(folder = managed.settings): string[] {
  const dropIns = join(folder, 'managed-settings.d');
  const names = files.list(dropIns).filter((name) => name.endsWith('.json'));
  return [join(folder, 'managed-settings.json'), ...[...names].sort().map((name) => join(dropIns, name))];
}

/** A settings file is far smaller; a larger one is reported and not read. The client's state file may grow. */
const maxSize = (scope: SettingsScope) => (scope === 'state' ? 64_000_000 : 4_000_000);

const scopesBySource: Record<string, SettingsScope> = {
  user_settings: 'user',
  project_settings: 'project',
  local_settings: 'local',
};

/**
 * The settings as the client would read them now. `changed` is the file that a ConfigChange event names: the client may
 * show a proposal that lies beside the settings file.
 */
export function readClientSettings(
  project: string,
  { home, env }: Pick<World, 'home' | 'env'>,
  changed: { source?: string; file_path?: string } = {},
): ClientSettings {
  const folder = join(project, '.claude');
  const paths: [SettingsScope, string][] = [
    ['state', join(env.CLAUDE_CONFIG_DIR || userHome(env), '.claude.json')],
    ['user', join(clientHome(env), 'settings.json')],
    ['project', join(folder, 'settings.json')],
    ['local', join(folder, 'settings.local.json')],
    ...managedFiles().map((file): [SettingsScope, string] => ['managed', file]),
  ];
  const changedScope = scopesBySource[changed.source ?? ''];
  const found = paths.flatMap(([scope, file]) =>
    readSettingsFile(scope, scope === changedScope ? (changed.file_path ?? file) : file),
  );
  return { files: found, plugins: installedPawlPlugins(env), isLauncher: launcherTest(home) };
}

function readSettingsFile(scope: SettingsScope, file: string): SettingsFile[] {
  if (!lexistsSync(file)) return [];
  const size = files.size(file);
  // The client ignores a broken link, too.
  if (size === undefined) return [];
  return [{ scope, file, text: size > maxSize(scope) ? undefined : files.read(file, maxSize(scope)) }];
}

/** Pawl's plugin has the name `pawl`, whatever the marketplace is called. */
function installedPawlPlugins(env: Env): string[] {
  const text = files.read(join(clientHome(env), 'plugins', 'installed_plugins.json'));
  const parsed = attempt(() => JSON.parse(text ?? '{}') as JsonObject);
  return isObject(parsed?.plugins)
    ? Object.keys(parsed.plugins).filter((name) => /^pawl(-windows)?@/.test(name))
    : [];
}

function launcherTest(home: Home): ClientSettings['isLauncher'] {
  return (command) => basename(command) === basename(home.launcher) && isSamePath(command, home.launcher);
}

/** The settings of one client process, compared with what they were when it started. */
function compareSettings(
  project: string,
  world: World,
  changed: { source?: string; file_path?: string } = {},
) {
  const { home, env, now } = world;
  const pid = clientPid(env);
  const started = processOf(pid)?.started ?? '';
  const state = readSettingsState(home, pid);
  const weaknesses = findWeaknesses(readClientSettings(project, world, changed));
  const approvals = readSettingsApprovals(home, now);
  const before = state?.started === started ? state : undefined;
  const isNew = (weakness: Weakness) =>
    before ? !before.known.includes(weakness.id) : isAlwaysNew(weakness, Boolean(env.CLAUDE_PLUGIN_ROOT));
  return {
    before,
    found: weaknesses.filter((weakness) => isNew(weakness) && !isApproved(approvals, weakness.id)),
    unapproved: weaknesses.filter((weakness) => !isApproved(approvals, weakness.id)),
    save: (refused: SettingsState['refused']) => {
      const ids = weaknesses
        .map(({ id }) => id)
        .filter((id) => !refused.some((weakness) => weakness.id === id));
      // While a change is refused, the settings from before it are in force.
      const known = refused.length > 0 ? (before?.known ?? ids) : ids;
      writeSettingsState(home, pid, { started, known, refused });
    },
  };
}

const projectOf = (event: Event, { env }: World) => env.CLAUDE_PROJECT_DIR || event.cwd;

export function settingsFacts(event: Event, world: World): SettingsFacts {
  const changed = event.hook_event_name === 'ConfigChange' ? event : {};
  const compared = once(() => compareSettings(projectOf(event, world), world, changed));
  return {
    newWeaknesses: () => compared().found,
    remember: (found) => {
      const { save } = compared();
      world.later?.(() =>
        save(found.map(({ id, file, problem }) => ({ id, what: problem, ...(file && { file }) }))),
      );
    },
  };
}

/**
 * For the start of a session: returns the weaknesses of the client's settings that the person should know about. With
 * the first session of a client process, the settings are remembered.
 */
export function weaknessesAtStart(event: Event, world: World): Weakness[] {
  const { before, unapproved, save } = compareSettings(projectOf(event, world), world);
  if (!before) world.later?.(() => save([]));
  return unapproved.filter(({ kind }) => kind !== 'event' && kind !== 'unknown' && kind !== 'hook');
}

/**
 * Returns the part of a refused change that is still on disk. It is empty once the file is fixed or a person accepted
 * it.
 */
export function stillRefused(event: Event, world: World): Weakness[] {
  const { before, found, save } = compareSettings(projectOf(event, world), world);
  const stillThere = found.filter(({ id }) => before?.refused.some((weakness) => weakness.id === id));
  if (before && stillThere.length === 0) world.later?.(() => save([]));
  return stillThere;
}
