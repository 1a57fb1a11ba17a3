// Checks whether this machine reaches its team store, from the notes of the last synchronisations.
import type { Config } from '../../config/load.ts';
import { timeSpan } from '../../core/text.ts';
import { readSyncState } from '../../store/files/team-state.ts';
import type { Home } from '../../system/home.ts';
import { clock } from '../support/open-log.ts';
import { clockLines } from '../team/sync-text.ts';
import { type Finding, finding } from './finding.ts';

/** A shorter time offline is only an info: a laptop may have been closed overnight. */
const toleratedMs = 86_400_000;

export function checkTeam(home: Home, { layers }: Config, now: number): Finding[] {
  const team = layers.find(({ name }) => name === 'user')?.value.team;
  if (!team) return [];
  const { last_ok, failing_since, problem, kind, clock: difference = 0, refused = 0 } = readSyncState(home);
  const found: Finding[] = [];
  if (failing_since !== undefined) {
    const isShort = kind === 'away' && now - failing_since < toleratedMs;
    const text = `Not reached since ${clock(failing_since, now)} (${timeSpan(now - failing_since)}): ${problem}`;
    found.push(finding('team-unreachable', text, isShort ? { severity: 'info' } : {}));
  } else if (last_ok === undefined) found.push(finding('team-never', `${team.url} was never reached`));
  if (layers.some(({ name, state }) => name === 'team' && state === 'untrusted'))
    found.push(
      finding('team-config-waits', 'A config of the team waits for you; only its stricter part counts'),
    );
  for (const line of clockLines(difference)) found.push(finding('team-clock', line));
  if (refused > 0) found.push(finding('team-refused', `${refused} rows are only on this machine`));
  return found;
}
