// Pawl's memory of the client's settings, per client process: the weaknesses that were there when it started, and those
// of a change that was refused since. A session can't be the key, because `/clear` starts a new one while the client
// keeps the settings it has.

import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

export interface SettingsState {
  /** Start time of the client, because process ids are used again. */
  started: string;
  /** Ids of the weaknesses in the settings that are in force. */
  known: readonly string[];
  /** Weaknesses of a change that was refused and is still on disk. */
  refused: readonly { id: string; file?: string; what: string }[];
}

/** The process id of the client that runs this hook. */
export const clientPid = (env: Env): number => Number(env.CLAUDE_PID) || process.ppid;

const fileOf = (home: Home, pid: number) => join(home.run, 'settings', `${pid}.json`);

export function readSettingsState(home: Home, pid: number): SettingsState | undefined {
  const text = readText(fileOf(home, pid));
  return text === undefined ? undefined : attempt(() => JSON.parse(text) as SettingsState);
}

export function writeSettingsState(home: Home, pid: number, state: SettingsState): void {
  attempt(() => writeFileAtomic(fileOf(home, pid), JSON.stringify(state)));
}

/** A quick check for every prompt: whether a refused change may still be on disk. */
export function mayHaveRefusedChange(home: Home, env: Env): boolean {
  const text = readText(fileOf(home, clientPid(env)));
  return text !== undefined && !text.includes('"refused":[]');
}
