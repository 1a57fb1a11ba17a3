// Checks that a managed installation belongs to root, and that no settings file weakens Pawl.

import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findWeaknesses } from '../../domain/client-settings/weaknesses.ts';
import { readClientSettings } from '../../facts/client-settings.ts';
import { isApproved, readSettingsApprovals } from '../../store/files/settings-approvals.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import type { Home } from '../../system/home.ts';
import { managed, managedRegistration } from '../../system/managed.ts';
import { isRootsAlone, withParents } from '../init/managed-folders.ts';
import { type Finding, finding } from './finding.ts';

export function checkManaged(home: Home): Finding[] {
  if (!home.managed || process.getuid === undefined) return [];
  const tops = [home.control, dirname(dirname(managed.program)), managedRegistration];
  const above = [...new Set(tops.flatMap((top) => withParents(dirname(top))))].filter(isOpenFolder);
  const open = [...above, ...tops.flatMap(openPaths), ...(obeysLoaderVariables() ? [managed.program] : [])];
  if (open.length === 0) return [];
  const more = open.length > 1 ? `, and ${open.length - 1} more` : '';
  return [finding('managed-open', `Users other than root can change ${open[0]}${more}`, { file: open[0]! })];
}

/** Whether the program obeys the loader's variables, which a user's settings can set. Its setgid bit prevents that. */
function obeysLoaderVariables(): boolean {
  const stat = lstatSync(managed.program, { throwIfNoEntry: false });
  return stat !== undefined && (stat.mode & 0o2000) === 0;
}

/** A group may write the folder, because on some systems administrators may write /usr/local. */
function isOpenFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !isRootsAlone(stat);
}

/** Paths that users other than root can change. */
function openPaths(path: string): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink()) return [];
  const below = stat.isDirectory() ? (attempt(() => readdirSync(path)) ?? []) : [];
  const openItself = stat.uid === 0 && (stat.mode & 0o022) === 0 ? [] : [path];
  return [...openItself, ...below.flatMap((name) => openPaths(join(path, name)))];
}

/**
 * Hooks that are switched off and events that are missing have findings of their own. Other hooks on tool calls are
 * ordinary; only a running session is protected from a new one.
 */
export function checkSettings(home: Home, project: string, env: Env): Finding[] {
  const approvals = readSettingsApprovals(home, Date.now());
  return findWeaknesses(readClientSettings(project, { home, env }))
    .filter(
      ({ kind, id }) => !['off', 'event', 'unknown', 'hook'].includes(kind) && !isApproved(approvals, id),
    )
    .map(({ file, problem }) => finding('settings-weaken', `The file ${problem}`, file ? { file } : {}));
}
