// `pawl trust --settings`: a person accepts what weakens Pawl in the client's settings as they are now.

import { isAlwaysNew } from '../../domain/client-settings/facts.ts';
import { findWeaknesses, type Weakness } from '../../domain/client-settings/weaknesses.ts';
import { readClientSettings } from '../../facts/client-settings.ts';
import type { ProjectPlace } from '../../facts/project.ts';
import { approveSettings, isApproved, readSettingsApprovals } from '../../store/files/settings-approvals.ts';
import { recordOverride } from '../../store/record-override.ts';
import type { Home } from '../../system/home.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { provePerson } from '../person/prove.ts';
import { shortPath, visible } from './terminal.ts';

export function trustSettings(home: Home, place: ProjectPlace, json: boolean): number {
  refuseInsideAgent('trust --settings');
  const settings = readClientSettings(place.root, { home, env: process.env });
  const all = findWeaknesses(settings);
  const shown = worthShowing(home, all, settings.plugins.length > 0);
  if (!json)
    for (const { file, problem } of shown) console.log(visible(`${shortPath(file ?? '')} ${problem}`));
  const ids = all.map(({ id }) => id);
  approveSettings(home, ids, provePerson('trust --settings', home));
  recordOverride(home, place, { event: 'pawl:trust', label: 'the client’s settings', notes: ids });
  const rows = shown.map(({ file = null, problem }) => ({ file, what: problem }));
  if (json) console.log(JSON.stringify(rows, null, 2));
  else
    console.log(
      'Accepted: the settings as they are now. A running session applies them when they change again.',
    );
  return 0;
}

/** An event that is not registered is usually not a weakness, because the policies need only some of the events. */
function worthShowing(home: Home, all: readonly Weakness[], viaPlugin: boolean): Weakness[] {
  const approvals = readSettingsApprovals(home, Date.now());
  return all.filter(
    (weakness) =>
      (isAlwaysNew(weakness, viaPlugin) || weakness.kind === 'hook') && !isApproved(approvals, weakness.id),
  );
}
