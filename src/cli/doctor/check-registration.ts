// Checks Pawl's own registration: whether it exists, is complete and up to date, and can start.

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isEventName } from '../../core/channels.ts';
import { isObject } from '../../core/json.ts';
import { isPawlHook, matchesEverything } from '../../domain/client-settings/handlers.ts';
import { registeredIn } from '../../hook/duplicate-registration.ts';
import { readPauses, readSwitchedOff } from '../../store/files/overrides.ts';
import { readSource } from '../../store/files/update-state.ts';
import { attempt } from '../../system/attempt.ts';
import { readText } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { registeredClients } from '../init/clients.ts';
import { isCurrent, thisProgram } from '../init/launcher.ts';
import { slotOf } from '../init/merge.ts';
import { entriesFor, type SwitchedOn } from '../init/needed.ts';
import { type HookEntry, readEntries } from './entries.ts';
import { type Finding, finding } from './finding.ts';
import { hooksOff, type Source } from './sources.ts';

export interface Registration {
  /** The events for which the client calls Pawl. */
  events: string[];
  files: string[];
}

function pawlEntries(entries: readonly HookEntry[]): HookEntry[] {
  return entries.filter(
    ({ value, source }) =>
      isObject(value) && (isPawlHook(value) || (source.kind === 'plugin' && isPluginEntry(value))),
  );
}

function isPluginEntry({ args }: Record<string, unknown>): boolean {
  return Array.isArray(args) && args.includes('hook') && args.includes('--plugin');
}

export function registrationOf(entries: readonly HookEntry[]): Registration {
  const registered = pawlEntries(entries);
  return {
    events: [...new Set(registered.map(({ event }) => event))],
    files: [...new Set(registered.map(({ source }) => source.file))],
  };
}

export function checkRegistration(
  home: Home,
  entries: readonly HookEntry[],
  sources: readonly Source[],
  on: SwitchedOn,
): Finding[] {
  const { events } = registrationOf(entries);
  const off = hooksOff(sources);
  const missing = on.events.filter((event) => !events.includes(event));
  return [
    ...(off ? [finding('hooks-off', `${off.key} is set`, { file: off.file })] : []),
    ...(events.length === 0 && !sources.some(isUnreadable) ? [notRegistered()] : []),
    ...(events.length > 0 && missing.length > 0
      ? [finding('events-missing', `Not registered: ${missing.join(', ')}`)]
      : []),
    ...pawlEntries(entries).flatMap((entry) => checkEntry(home, entry)),
    ...(events.length > 0 ? checkLauncher(home) : []),
    ...checkOverrides(home),
  ];
}

/** Pawl may be registered in a file that can't be read; that file is reported instead. */
const isUnreadable = (source: Source) =>
  readEntries(source).findings.some(({ code }) => code === 'settings-unreadable');

/** Only an info if Pawl is registered with another coding agent: Claude Code may not be in use here. */
function notRegistered(): Finding {
  const others = registeredClients().map(({ title }) => title);
  const problem = 'Neither a settings file nor a plugin registers Pawl with Claude Code';
  if (others.length === 0) return finding('not-registered', problem);
  return finding('not-registered', `${problem}, only with ${others.join(', ')}`, { severity: 'info' });
}

function checkEntry(home: Home, entry: HookEntry): Finding[] {
  const { kind, file } = entry.source;
  if (kind === 'plugin' || kind === 'managed') return [];
  const value = entry.value as { args: string[]; command: string };
  const scope = registeredIn(value.args) === 'shared' ? 'project' : 'user';
  const at = { file, line: entry.line };
  if (!isEventName(entry.event)) return [];
  const wanted = entriesFor([entry.event], scope, home, { waker: true })[slotOf(entry.event, value)]!;
  const elsewhere = scope === 'user' && value.command !== home.launcher;
  if (elsewhere && !existsSync(value.command))
    return [finding('launcher-missing', `${entry.event}: ${value.command} does not exist`, at)];
  if (!matchesEverything(entry.group.matcher)) {
    const problem = `${entry.event}: registered only for the matcher ${JSON.stringify(entry.group.matcher)}`;
    return [finding('entry-outdated', problem, at)];
  }
  const { command: _, ...rest } = wanted;
  const { command: __, ...found } = value;
  return Bun.deepEquals(rest, found)
    ? []
    : [finding('entry-outdated', `${entry.event}: differs from what \`pawl init\` writes`, at)];
}

function checkLauncher(home: Home): Finding[] {
  const file = home.launcher;
  if (!existsSync(file)) return [finding('launcher-missing', 'The launcher does not exist', { file })];
  if (!executable(file))
    return [finding('launcher-mode', 'The launcher is not executable', { file, fixable: true })];
  const outdated = outdatedLauncher(home);
  if (outdated) return [finding('launcher-outdated', outdated, { file })];
  if (thisProgram() === undefined || isCurrent(home)) return [];
  return [finding('launcher-differs', 'The launcher is a different program than this one', { file })];
}

/** npm replaces its package, but not the copy of the program that the client runs. */
function outdatedLauncher(home: Home): string | undefined {
  const source = readSource(home);
  if (!source || !('version' in source) || source.kind !== 'npm') return undefined;
  const manifest = readText(join(dirname(dirname(source.program)), 'package.json')) ?? '{}';
  const packaged = attempt(() => JSON.parse(manifest).version as string | undefined);
  if (!packaged || packaged === source.version) return undefined;
  return `The launcher is version ${source.version}, and the installed npm package is ${packaged}`;
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function checkOverrides(home: Home): Finding[] {
  const switchedOff = readSwitchedOff(home);
  const off = switchedOff
    ? [finding('switched-off', `The kill switch is on (${switchedOff.reason})`, { file: home.off })]
    : [];
  const pauses = readPauses(home, Date.now()).map((pause) => {
    const problem = `${pause.policy ?? 'Everything'} is paused until ${new Date(pause.until).toISOString()}`;
    return finding('switched-off', problem);
  });
  return [...off, ...pauses];
}
