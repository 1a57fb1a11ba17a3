// When a session was last given something, in a small file: looking is cheaper than opening the database.

import { attempt } from '../../system/attempt.ts';
import { readText, writeWhole } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

export interface Throttle {
  times: number;
  /** Milliseconds since 1970. */
  said: number;
  looked: number;
}

const never: Throttle = { times: 0, said: 0, looked: 0 };

function fileOf(home: Home, session: string, what: string): string {
  return join(home.run, 'recall', `${Bun.hash(session).toString(36)}.${what}.json`);
}

export function readThrottle(home: Home, session: string, what: string): Throttle {
  const text = readText(fileOf(home, session, what));
  return (text && attempt(() => JSON.parse(text) as Throttle)) || never;
}

export function writeThrottle(home: Home, session: string, what: string, throttle: Throttle): void {
  attempt(() => writeWhole(fileOf(home, session, what), JSON.stringify(throttle)));
}
