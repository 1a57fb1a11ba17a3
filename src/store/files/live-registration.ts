// Sessions in which the registration in a settings file works, so that a plugin's registration beside it stays silent.

import { attempt } from '../../system/attempt.ts';
import { append } from '../../system/files.ts';
import { existsSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';

const fileOf = (home: Home, session_id: string) => join(home.run, 'live', safeName(session_id));

export function markRegistrationLive(home: Home, session_id: string): void {
  const file = fileOf(home, session_id);
  if (!session_id || existsSync(file)) return;
  attempt(() => append(file, ''));
}

export function isRegistrationLive(home: Home, session_id: string): boolean {
  return existsSync(fileOf(home, session_id));
}
