// How often a session was given memories, and when last, so that it is not given them too often. A small file for each
// moment at which memories are given (a prompt, the start …), because reading one is cheaper than opening the database.

import { attempt } from '../../system/attempt.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

export interface Throttle {
  /** How many times memories were given. */
  times: number;
  /** When they were last given, in milliseconds since 1970. */
  givenAt: number;
  /** When the database was last searched for memories to give. */
  searchedAt: number;
}

const neverGiven: Throttle = { times: 0, givenAt: 0, searchedAt: 0 };

function fileOf(home: Home, session: string, moment: string): string {
  return join(home.run, 'recall', `${Bun.hash(session).toString(36)}.${moment}.json`);
}

export function readThrottle(home: Home, session: string, moment: string): Throttle {
  const text = readText(fileOf(home, session, moment));
  return (text && attempt(() => JSON.parse(text) as Throttle)) || neverGiven;
}

export function writeThrottle(home: Home, session: string, moment: string, throttle: Throttle): void {
  attempt(() => writeFileAtomic(fileOf(home, session, moment), JSON.stringify(throttle)));
}
