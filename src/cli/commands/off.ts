// `pawl off`: the kill switch. Every event passes unchecked until `pawl on`.
import { findPlace } from '../../facts/project.ts';
import { findHome } from '../../system/home.ts';
import { type Command, jsonOption } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { switchPawlOff } from '../person/switch-off.ts';

const off: Command = {
  summary: 'Switch Pawl off until `pawl on`',
  details: `
The kill switch: every event of every session passes unchecked. Events are still recorded. Only a person at a terminal
can run this; a file called \`off\` that something else made is reported and has no effect. \`pawl pause\` switches single
policies off, for a time.

  pawl off --reason "the guard is in the way of the migration"

If Pawl itself does not start, take its entries out of the settings file (~/.claude/settings.json) and start a new
session.`,
  options: { reason: { type: 'string', about: 'The reason, for the log' }, ...jsonOption },
  run({ options, json }) {
    refuseInsideAgent('off');
    const target = { home: findHome(), place: findPlace(process.cwd()) };
    return switchPawlOff('off', target, options.reason as string | undefined, json);
  },
};
export default off;
