// Marks that say "there is mail", so that a stop or a prompt need not open the database to find that there is none.

import { existsSync, rmSync } from '../fs.ts';
import { type Home, tryTo, writeWhole } from '../home.ts';
import { join } from '../path.ts';
import type { Address } from './messages.ts';
import { safe } from './run.ts';

const flag = (home: Home, { kind, name }: Address) => join(home.run, 'mail', `${kind}-${safe(name)}`);

export function raiseFlags(home: Home, addresses: readonly Address[]): void {
  for (const one of addresses) tryTo(() => writeWhole(flag(home, one), ''));
}

export function hasFlag(home: Home, addresses: readonly Address[]): boolean {
  return addresses.some((one) => existsSync(flag(home, one)));
}

/** Taken down before looking: who writes afterwards raises it again. */
export function lowerFlags(home: Home, addresses: readonly Address[]): void {
  for (const one of addresses) {
    const path = flag(home, one);
    if (existsSync(path)) tryTo(() => rmSync(path, { force: true }));
  }
}
