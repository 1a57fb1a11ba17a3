// Finds parts of the client's settings that would silence or weaken Pawl. It judges the settings as they are, no matter
// how they were written. Pure: the files are read in facts/client-settings.ts.
import { type EventName, eventNames } from '../../core/channels.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import { isAccepted } from './accepted-values.ts';
import { type HookGroup, isPawlHook, isReliableGroup, isUnawaited } from './handlers.ts';
import { weakensPawl } from './variables.ts';

/** `state`: the client's state file `.claude.json`, of which it takes only variables. */
export type SettingsScope = 'state' | 'user' | 'project' | 'local' | 'managed';

export interface SettingsFile {
  scope: SettingsScope;
  file: string;
  /** Undefined: there is something at this path, but it can't be read, or it is too large to be checked. */
  text: string | undefined;
}

/** The client's settings, in order of precedence: of a single value, the last file's counts. */
export interface ClientSettings {
  files: readonly SettingsFile[];
  /** The installed plugins that are Pawl, for example `pawl@marketplace`. */
  plugins: readonly string[];
  /** Whether a command is the installed program. */
  isLauncher(command: string): boolean;
}

export type WeaknessKind =
  | 'off' // all hooks are switched off
  | 'variable' // a variable that every hook gets
  | 'plugin' // Pawl's plugin is not enabled
  | 'ignored' // the client ignores the file in which Pawl is registered
  | 'unreadable' // Pawl can't read the file, so it does not know
  | 'unknown' // a value of which Pawl does not know whether the client accepts it
  | 'event' // no entry asks Pawl about this event
  | 'entry' // an entry like ours, for which the client does not wait
  | 'hook'; // another program's hook that may rewrite or approve a call

export interface Weakness {
  kind: WeaknessKind;
  /** The same weakness has the same id, so that it can be compared with what was there before. */
  id: string;
  /** The file, if there is one to blame. */
  file?: string;
  /** The rest of a sentence that begins with the file; of an event, a whole sentence. */
  problem: string;
}

interface ParsedFile extends SettingsFile {
  /** Undefined if the client can't parse the file. */
  settings: JsonObject | undefined;
}

export function findWeaknesses(client: ClientSettings): Weakness[] {
  const parsed = client.files.map((file): ParsedFile => ({ ...file, settings: parseSettings(file.text) }));
  const files = parsed.filter(({ scope }) => scope !== 'state');
  return [
    ...hooksOff(files),
    ...parsed.flatMap(variables),
    ...pluginsOff(files, client.plugins),
    ...files.flatMap(unusable),
    ...uncoveredEvents(files, client),
    ...files.flatMap((file) => unawaitedEntries(file, client)),
    ...files.flatMap(otherHooks),
  ];
}

/** The client accepts a byte order mark, but neither comments nor trailing commas. */
function parseSettings(text: string | undefined): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse((text ?? '').replace(/^\uFEFF/, ''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A file that the client ignores can switch the hooks off here, but not on. */
function hooksOff(files: readonly ParsedFile[]): Weakness[] {
  const deciding = files.findLast(({ settings = {} }) => {
    const value = settings.disableAllHooks;
    return value === true || (value === false && !isIgnored(settings));
  });
  if (deciding?.settings?.disableAllHooks !== true) return [];
  return [
    { kind: 'off', id: 'off', file: deciding.file, problem: 'switches all hooks off (disableAllHooks)' },
  ];
}

/** Variables that an administrator sets are the administrator's business. */
function variables({ scope, file, settings }: ParsedFile): Weakness[] {
  const env = settings?.env;
  if (scope === 'managed' || !isObject(env)) return [];
  return Object.keys(env)
    .filter(weakensPawl)
    .map((name) => ({
      kind: 'variable',
      id: `variable ${scope} ${name} ${hash(env[name])}`,
      file,
      problem: `sets ${name} for every hook, which can change or end Pawl’s process`,
    }));
}

function pluginsOff(files: readonly ParsedFile[], plugins: readonly string[]): Weakness[] {
  return plugins.flatMap((name): Weakness[] => {
    const enabling = files.findLast(({ settings }) => pluginValue(settings, name) !== undefined);
    const value = pluginValue(enabling?.settings, name);
    if (value !== undefined && value !== false) return [];
    // Without a file the sentence begins with “No settings file”.
    const problem = `${enabling ? 'does not enable' : 'enables'} ${name} any more (enabledPlugins)`;
    return [{ kind: 'plugin', id: `plugin ${name}`, ...(enabling && { file: enabling.file }), problem }];
  });
}

function pluginValue(settings: JsonObject | undefined, name: string): unknown {
  return isObject(settings?.enabledPlugins) ? settings.enabledPlugins[name] : undefined;
}

/** Only a file in which Pawl is registered has to be accepted by the client. */
function unusable({ scope, file, text, settings }: ParsedFile): Weakness[] {
  if (text === undefined)
    return [
      {
        kind: 'unreadable',
        id: `unreadable ${scope}`,
        file,
        problem: 'can’t be read, so it can’t be checked',
      },
    ];
  if (!settings || !text.includes('pawl') || !registersPawl(settings)) return [];
  return Object.entries(settings).flatMap(([key, value]): Weakness[] => {
    const accepted = isAccepted(key, value);
    if (accepted === true) return [];
    const id = `${scope} ${key} ${hash(value)}`;
    return accepted === false
      ? [
          {
            kind: 'ignored',
            id,
            file,
            problem: `has an invalid "${key}", so the client ignores the whole file`,
          },
        ]
      : [
          {
            kind: 'unknown',
            id,
            file,
            problem: `has a new "${key}"; if it is invalid, the client ignores the whole file`,
          },
        ];
  });
}

const isIgnored = (settings: JsonObject) =>
  Object.entries(settings).some(([key, value]) => isAccepted(key, value) === false);

function registersPawl(settings: JsonObject): boolean {
  return eventNames.some((event) =>
    groupsOf(settings, event).some(
      ({ hooks }) =>
        Array.isArray(hooks) && hooks.some((handler) => isObject(handler) && isPawlHook(handler)),
    ),
  );
}

function uncoveredEvents(files: readonly ParsedFile[], client: ClientSettings): Weakness[] {
  return eventNames
    .filter((event) => !files.some(({ settings }) => settings && isCovered(settings, event, client)))
    .map((event) => ({
      kind: 'event',
      id: `event ${event}`,
      problem: `Pawl is not asked about ${event} any more`,
    }));
}

/** Whether the client asks Pawl about every event of this kind, by these settings alone. */
function isCovered(settings: JsonObject, event: EventName, client: ClientSettings): boolean {
  return groupsOf(settings, event).some((group) => isReliableGroup(group, event, client));
}

/**
 * All hooks get the call as it was, and one of them may rewrite it after Pawl has looked at it (seen with the client).
 * Hooks that were there when the client started are the person's own; a new one is a change like the others.
 */
function otherHooks({ scope, file, settings }: ParsedFile): Weakness[] {
  if (!settings || scope === 'managed') return [];
  return (['PreToolUse', 'PermissionRequest'] as const).flatMap((event) =>
    groupsOf(settings, event).flatMap(({ matcher, hooks }) =>
      (Array.isArray(hooks) ? hooks : [])
        .filter((handler) => isObject(handler) && !isPawlHook(handler))
        .map((handler) => ({
          kind: 'hook' as const,
          id: `hook ${scope} ${event} ${hash([matcher, handler])}`,
          file,
          problem: `has a hook on ${event} that can change or approve a call after Pawl has looked at it`,
        })),
    ),
  );
}

/**
 * The client treats entries with the same command and arguments as one, with the timeout of the last file: an entry
 * that looks like ours takes the place of ours.
 */
function unawaitedEntries({ scope, file, settings }: ParsedFile, client: ClientSettings): Weakness[] {
  if (!settings) return [];
  return eventNames.flatMap((event) =>
    groupsOf(settings, event)
      .flatMap(({ hooks }) => (Array.isArray(hooks) ? hooks : []))
      .filter((handler) => isUnawaited(handler, event, client))
      .map((handler) => ({
        kind: 'entry' as const,
        id: `entry ${scope} ${event} ${hash(handler)}`,
        file,
        problem: `has an entry of Pawl for ${event} for which the client would not wait`,
      })),
  );
}

function groupsOf({ hooks }: JsonObject, event: EventName): HookGroup[] {
  const groups = isObject(hooks) ? hooks[event] : undefined;
  return Array.isArray(groups) ? groups.filter(isObject) : [];
}

const hash = (value: unknown) => Bun.hash(JSON.stringify(value) ?? '').toString(36);

/** One sentence for the person: the events that are lost are named together. */
export function describeWeaknesses(found: readonly Weakness[]): string {
  const problems = found
    .filter(({ kind }) => kind !== 'event')
    .map(({ file, problem }) => `${file ?? 'No settings file'} ${problem}`);
  const events = found.filter(({ kind }) => kind === 'event').map(({ id }) => id.slice('event '.length));
  if (events.length > 0) problems.push(`no settings file registers Pawl correctly for ${firstFew(events)}`);
  return problems.join('; ');
}

const firstFew = (names: readonly string[]) =>
  names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more events` : names.join(', ');
