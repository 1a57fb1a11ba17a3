// How an agent calls us: the launcher is in no PATH, so its place is said.
import type { Facts } from '../../core/facts.ts';

export function launcherOf({ home, pawlHome }: Pick<Facts, 'home' | 'pawlHome'>): string {
  const short = pawlHome.startsWith(`${home}/`) ? `~${pawlHome.slice(home.length)}` : pawlHome;
  return `${short}/bin/pawl`;
}
