// Sessions in which hooks registered in a settings file were seen firing. Registrations of a plugin or an application
// then stay silent.

import { attempt } from '../../system/attempt.ts';
import { append, readText } from '../../system/files.ts';
import { existsSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';

const fileOf = (home: Home, session_id: string) => join(home.run, 'live', safeName(session_id));

/** `again` adds the client even if the session is marked already. */
export function markRegistrationLive(home: Home, session_id: string, client: number, again = false): void {
  const file = fileOf(home, session_id);
  if (!session_id || (!again && existsSync(file))) return;
  attempt(() => append(file, `${client}\n`));
}

export function isRegistrationLive(home: Home, session_id: string): boolean {
  return existsSync(fileOf(home, session_id));
}

/** The process ids of the clients in which the registration was seen firing, the latest last. */
export function clientsOfRegistration(home: Home, session_id: string): number[] {
  return (readText(fileOf(home, session_id)) ?? '').split('\n').filter(Boolean).map(Number);
}
