// `pawl resume`: ends pauses, unused allow-once permissions, and the kill switch.
import { existsSync, rmSync } from 'node:fs';
import { findPlace } from '../../facts/project.ts';
import {
  describePause,
  endPause,
  listAllowOnce,
  readPauses,
  removeAllowOnce,
} from '../../store/files/overrides.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';

const resume: Command = {
  summary: 'End a pause',
  usage: '[id | --all]',
  details: `
Without an id it ends the only pause, allow-once permission or kill switch; if there are several, it lists them.
Only a person can run this.`,
  options: {
    all: { type: 'boolean', about: 'End all pauses and allow-once permissions, and the kill switch' },
    ...jsonOption,
  },
  run({ options, rest, json }) {
    refuseInsideAgent('resume');
    const home = findHome();
    const open = currentOverrides(home);
    const chosen = choose(open, rest, options.all === true);
    for (const override of chosen) {
      override.end();
      recordOverride(home, findPlace(process.cwd()), { event: 'pawl:resume', label: override.text });
    }
    if (json) console.log(JSON.stringify(chosen.map(({ id, text }) => ({ id, text }))));
    else console.log(chosen.map(({ text }) => `Ended: ${text}.`).join('\n') || 'Nothing is paused.');
    return 0;
  },
};
export default resume;

interface Override {
  id: string;
  text: string;
  end(): void;
}

function currentOverrides(home: Home): Override[] {
  const now = Date.now();
  const pauses = readPauses(home, now).map((pause) => ({
    id: pause.id,
    text: `pause of ${describePause(pause)}`,
    end: () => endPause(home, pause.id),
  }));
  const once = listAllowOnce(home, now).map((entry) => ({
    id: entry.id,
    text: `permission for ${entry.label ?? entry.policy ?? 'one call'}`,
    end: () => removeAllowOnce(home, entry.id),
  }));
  // Also removes a file or folder that has no effect, because no person made it.
  const off = existsSync(home.off)
    ? [{ id: 'everything', text: 'the kill switch', end: () => rmSync(home.off, { recursive: true }) }]
    : [];
  return [...off, ...pauses, ...once];
}

function choose(open: Override[], rest: string[], all: boolean): Override[] {
  if (rest.length > (all ? 0 : 1)) throw new UserError('`pawl resume` takes one id, or --all.');
  if (all || (rest.length === 0 && open.length <= 1)) return open;
  if (rest.length === 0)
    throw new UserError(
      `Choose one with \`pawl resume <id>\`, or end all with \`pawl resume --all\`:\n${open.map(({ id, text }) => `  ${id}  ${text}`).join('\n')}`,
    );
  const found = open.filter((override) => override.id === rest[0]);
  if (found.length === 0)
    throw new UserError(`There is no pause "${rest[0]}". \`pawl pause --list\` lists them.`, 1);
  return found;
}
