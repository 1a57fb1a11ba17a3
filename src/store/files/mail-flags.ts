// Flags that say "there is mail": empty files, so that a stop or a prompt need not open the database to find none.

import type { Address } from '../../domain/sessions/messages.ts';
import { attempt } from '../../system/attempt.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { existsSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import { safeName } from './safe-name.ts';

const flag = (home: Home, { kind, name }: Address) => join(home.run, 'mail', `${kind}-${safeName(name)}`);

export function raiseFlags(home: Home, addresses: readonly Address[]): void {
  for (const address of addresses) attempt(() => writeFileAtomic(flag(home, address), ''));
}

export function hasFlag(home: Home, addresses: readonly Address[]): boolean {
  return addresses.some((address) => existsSync(flag(home, address)));
}

/** Called before the messages are read: a sender that writes after that raises the flag again. */
export function lowerFlags(home: Home, addresses: readonly Address[]): void {
  for (const address of addresses) {
    const path = flag(home, address);
    if (existsSync(path)) attempt(() => unlinkSync(path));
  }
}
