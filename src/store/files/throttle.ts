// How often and when a session was last given something, so that it is not given too often. A small file, because
// reading one is cheaper than opening the database.

import { attempt } from '../../system/attempt.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

export interface Throttle {
  /** How many times it was given. */
  times: number;
  /** When it was last given, in milliseconds since 1970. */
  said: number;
  /** When the database was last searched for something to give. */
  looked: number;
}

const neverGiven: Throttle = { times: 0, said: 0, looked: 0 };

function fileOf(home: Home, session: string, purpose: string): string {
  return join(home.run, 'recall', `${Bun.hash(session).toString(36)}.${purpose}.json`);
}

export function readThrottle(home: Home, session: string, purpose: string): Throttle {
  const text = readText(fileOf(home, session, purpose));
  return (text && attempt(() => JSON.parse(text) as Throttle)) || neverGiven;
}

export function writeThrottle(home: Home, session: string, purpose: string, throttle: Throttle): void {
  attempt(() => writeFileAtomic(fileOf(home, session, purpose), JSON.stringify(throttle)));
}
