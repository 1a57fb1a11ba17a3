// `pawl resume`: ends pauses, permissions that were not used, and the kill switch.
import { existsSync, rmSync } from 'node:fs';
import { findPlace } from '../../facts/project.ts';
import {
  describePause,
  listAllowOnce,
  readPauses,
  removeAllowOnce,
  writePauses,
} from '../../store/files/overrides.ts';
import { recordOverride } from '../../store/record-override.ts';
import { UserError } from '../../system/errors.ts';
import { findHome, type Home } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { refuseInsideAgent } from '../support/only-people.ts';

const resume: Command = {
  summary: 'End a pause',
  usage: '[id | --all]',
  details: `
Without an id it ends the one thing that is paused, the kill switch included; if there are several it asks which.
\`pawl pause --list\` shows them. Only for people: refused inside an agent’s tool.`,
  options: { all: { type: 'boolean', about: 'End everything that is paused or allowed' }, ...jsonOption },
  run({ options, rest, json }) {
    refuseInsideAgent('resume');
    const home = findHome();
    const open = openEnds(home);
    const chosen = choose(open, rest, options.all === true);
    for (const one of chosen) {
      one.end();
      recordOverride(home, findPlace(process.cwd()), { event: 'pawl:resume', label: one.text });
    }
    if (json) console.log(JSON.stringify(chosen.map(({ id, text }) => ({ id, text }))));
    else console.log(chosen.map(({ text }) => `Ended: ${text}.`).join('\n') || 'Nothing was paused.');
    return 0;
  },
};
export default resume;

interface OpenEnd {
  id: string;
  text: string;
  end(): void;
}

function openEnds(home: Home): OpenEnd[] {
  const now = Date.now();
  const pauses = readPauses(home, now).map((pause) => ({
    id: pause.id,
    text: `pause of ${describePause(pause)}`,
    end: () =>
      writePauses(
        home,
        readPauses(home, now).filter((one) => one.id !== pause.id),
      ),
  }));
  const once = listAllowOnce(home, now).map((entry) => ({
    id: entry.id,
    text: `permission for ${entry.label ?? entry.policy ?? 'one call'}`,
    end: () => removeAllowOnce(home, entry.id),
  }));
  const off = existsSync(home.off)
    ? [{ id: 'everything', text: 'the kill switch', end: () => rmSync(home.off) }]
    : [];
  return [...off, ...pauses, ...once];
}

function choose(open: OpenEnd[], rest: string[], all: boolean): OpenEnd[] {
  if (rest.length > 1) throw new UserError('`pawl resume` takes one id.');
  if (all || (rest.length === 0 && open.length <= 1)) return open;
  if (rest.length === 0)
    throw new UserError(
      `Several things are paused. \`pawl resume --all\` ends all, \`pawl resume <id>\` one:\n${open.map(({ id, text }) => `  ${id}  ${text}`).join('\n')}`,
    );
  const found = open.filter((one) => one.id === rest[0]);
  if (found.length === 0)
    throw new UserError(`There is no pause "${rest[0]}". \`pawl pause --list\` shows what there is.`, 1);
  return found;
}
