// Changes of the client's settings that a person made with Pawl (`pawl init`, `pawl uninstall`) or accepted
// (`pawl trust --settings`), although they weaken Pawl. Only commands that a person runs write here.

import { attempt } from '../../system/attempt.ts';
import { existsSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';
import type { Person } from '../../system/person.ts';
import { readSealed, writeSealed } from '../../system/seal.ts';

export interface SettingsApproval {
  /** Id of a weakness; `event *` stands for every event that is no longer registered. */
  id: string;
  at: number;
  /** Milliseconds since 1970; absent: for ever. */
  until?: number;
}

const approvalFile = (home: Home) => join(home.control, 'settings-approvals.json');

export function readSettingsApprovals(home: Home, now: number): SettingsApproval[] {
  if (!existsSync(approvalFile(home))) return [];
  const approvals = attempt(() => readSealed<SettingsApproval[]>(home, approvalFile(home), 'settings'));
  return Array.isArray(approvals) ? approvals.filter(({ until }) => until === undefined || until > now) : [];
}

export function isApproved(approvals: readonly SettingsApproval[], id: string): boolean {
  return approvals.some(
    (approval) => approval.id === id || (approval.id === 'event *' && id.startsWith('event ')),
  );
}

export function approveSettings(home: Home, ids: readonly string[], person: Person, until?: number): void {
  const now = person.at;
  const rest = readSettingsApprovals(home, now).filter(({ id }) => !ids.includes(id));
  const added = ids.map((id): SettingsApproval => ({ id, at: now, ...(until !== undefined && { until }) }));
  writeSealed(home, approvalFile(home), 'settings', [...rest, ...added], person);
}

/** Running clients notice a changed settings file within seconds. */
const maxNoticeDelay = 120_000;

/** Approves that `pawl init` and `pawl uninstall` remove entries, so that running sessions do not refuse it. */
export function approveRemovedEntries(home: Home, now: number): void {
  approveSettings(home, ['event *'], { provedBy: 'terminal', at: now }, now + maxNoticeDelay);
}
