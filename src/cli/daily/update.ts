// Looks for a newer version where this one came from, and records the result. A checkout can also be fast-forwarded;
// install-update.ts installs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CheckoutSource,
  type PackageSource,
  readSource,
  readUpdate,
  type UpdateState,
  writeUpdate,
} from '../../store/files/update-state.ts';
import type { Home } from '../../system/home.ts';
import { type Comparison, compareCheckout, fastForward } from './update-git.ts';
import { compareNpm } from './update-npm.ts';

export type UpdateMode = 'check' | 'apply' | 'off';

const day = 86_400_000;

export function isDue(home: Home, now: number): boolean {
  const last = readUpdate(home)?.checked_at ?? 0;
  return now - last >= day || last > now;
}

/**
 * Looks for a newer version. `apply` also fast-forwards a checkout. Returns undefined if there is no source to look at:
 * programs from Homebrew and downloaded files are updated by the person who installed them.
 */
export function checkForUpdate(
  home: Home,
  mode: Exclude<UpdateMode, 'off'>,
  now: number,
): UpdateState | undefined {
  const source = readSource(home);
  if (!source) return undefined;
  const found = 'commit' in source ? checkoutState(source, mode) : packageState(home, source);
  if (!found) return undefined;
  const before = readUpdate(home);
  const state: UpdateState = {
    history: before?.history ?? [],
    ...(before?.applied && { applied: before.applied }),
    ...found,
    checked_at: now,
  };
  if (state.result === 'applied') {
    const step = { at: now, from: found.local, to: found.remote!, how: 'fast-forward' };
    state.history = [...state.history, step].slice(-50);
    state.applied = found.remote!;
  }
  writeUpdate(home, state);
  return state;
}

function checkoutState({ path }: CheckoutSource, mode: UpdateMode): Comparison | undefined {
  if (!existsSync(join(path, '.git'))) return undefined;
  const found = compareCheckout(path);
  return mode === 'apply' && found.result === 'newer' ? { ...found, ...fastForward(path, found) } : found;
}

function packageState(home: Home, { kind, version }: PackageSource): Comparison | undefined {
  return kind === 'npm' ? compareNpm(home, version) : undefined;
}
