// The kill switch: `pawl off`, and `pawl pause --everything`.
import { redact } from '../../core/redact.ts';
import type { ProjectPlace } from '../../facts/project.ts';
import { switchOff } from '../../store/files/overrides.ts';
import { recordOverride } from '../../store/record-override.ts';
import type { Home } from '../../system/home.ts';
import { provePerson } from './prove.ts';

export function switchPawlOff(
  action: string,
  { home, place }: { home: Home; place: ProjectPlace },
  why: string | undefined,
  json: boolean,
): number {
  const reason = redact(why ?? 'no reason given');
  switchOff(home, reason, provePerson(action, home));
  recordOverride(home, place, { event: 'pawl:pause', label: `everything, until switched on: ${reason}` });
  if (json) console.log(JSON.stringify({ everything: true, file: home.off }));
  else console.log('Pawl is switched off on this machine. `pawl on` switches it on again.');
  return 0;
}
