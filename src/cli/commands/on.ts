// `pawl on`: ends the kill switch. It makes Pawl stricter, so it needs no proof of a person.
import { existsSync, rmSync } from 'node:fs';
import { findPlace } from '../../facts/project.ts';
import { describePause, readPauses } from '../../store/files/overrides.ts';
import { recordOverride } from '../../store/record-override.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { prose } from '../support/terminal.ts';

const on: Command = {
  summary: 'Switch Pawl on again after `pawl off`',
  details: `
Pauses stay; \`pawl resume\` ends them.`,
  options: { ...jsonOption },
  run({ json }) {
    const home = findHome();
    const wasOff = existsSync(home.off);
    if (wasOff) {
      rmSync(home.off, { recursive: true });
      recordOverride(home, findPlace(process.cwd()), { event: 'pawl:resume', label: 'the kill switch' });
    }
    const pauses = readPauses(home, Date.now());
    if (json) console.log(JSON.stringify({ was_off: wasOff, pauses }));
    else {
      console.log(wasOff ? 'Pawl is on again.' : 'Pawl was not switched off.');
      for (const pause of pauses)
        console.log(prose(`Still paused: ${describePause(pause)}. \`pawl resume ${pause.id}\` ends it.`));
    }
    return 0;
  },
};
export default on;
