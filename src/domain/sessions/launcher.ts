// The path with which an agent calls Pawl. The launcher may not be on PATH, so messages name it in full.
import type { Facts } from '../../core/facts.ts';

export function launcherOf({ home, pawlHome }: Pick<Facts, 'home' | 'pawlHome'>): string {
  const short = pawlHome.startsWith(`${home}/`) ? `~${pawlHome.slice(home.length)}` : pawlHome;
  return `${short}/bin/pawl`;
}
