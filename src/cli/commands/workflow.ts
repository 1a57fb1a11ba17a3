// `pawl workflow`: which workflows there are, where sessions stand in them, and a person's hand on them.

import { describeStart } from '../../domain/workflow/describe.ts';
import { drawMermaid, drawText } from '../../domain/workflow/draw.ts';
import { placesOf, readStatus } from '../../domain/workflow/naming.ts';
import { type LoadedWorkflows, readWorkflows } from '../../domain/workflow/read.ts';
import { files } from '../../facts/files.ts';
import { UserError } from '../../system/errors.ts';
import { type InForce, policiesInForce } from '../../user-policies/in-force.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { refuseInsideAgent } from '../support/only-people.ts';
import { paint, table } from '../support/terminal.ts';
import { changeByPerson, showStatus } from './workflow-runs.ts';

const actions = ['list', 'show', 'status', 'start', 'advance', 'end', 'reset', 'validate'] as const;

const workflow: Command = {
  summary: 'Phases with gates and deliverables',
  usage: '[list|show|status|start|advance|end|reset|validate] [name]',
  details: `
  pawl workflow list                       what there is, and what starts it
  pawl workflow show plan [--mermaid]      phases, agents, what each needs and delivers
  pawl workflow status                     where sessions stand
  pawl workflow validate                   what is wrong with the workflows in the config (exit 1 if something is)

For people, refused inside an agent’s tool, because a gate is not the agent’s to open:
  pawl workflow start plan [--session id]  begin, as its command would
  pawl workflow advance [phase]            leave the phase for the next one, or the one named
  pawl workflow end | reset                end what is under way | forget everything about it

Without --session it is the session that has a workflow under way in this project, the newest first; for start, if
there is none, the session that was seen here last.
Workflows are written in config.jsonc under "workflows": docs/workflows.md shows how.`,
  options: {
    session: { type: 'string', value: 'id', about: 'Which session; the beginning of its id is enough' },
    workflow: { type: 'string', value: 'name', about: 'Which workflow, if several are under way' },
    mermaid: { type: 'boolean', about: 'Draw it as a Mermaid diagram' },
    ...jsonOption,
  },
  async run(words) {
    const action = words.rest[0] ?? 'list';
    if (!actions.includes(action as never))
      throw new UserError(`\`pawl workflow\` knows ${actions.join(', ')}, not "${action}".`);
    const inForce = await policiesInForce();
    const reading = readWorkflows(inForce.config.workflows);
    switch (action) {
      case 'list':
        return list(reading, words.json);
      case 'show':
        return show(reading, inForce, words);
      case 'status':
        return showStatus(reading, inForce, words);
      case 'validate':
        return validate(reading, words.json);
      default:
        refuseInsideAgent(`workflow ${action}`);
        return changeByPerson(action as 'start', reading, inForce, words);
    }
  },
};
export default workflow;

function list({ workflows, from }: LoadedWorkflows, json: boolean): number {
  const rows = Object.entries(workflows).map(([name, one]) => ({
    name,
    about: one.about,
    start: one.start ?? {},
    phases: Object.keys(one.phases),
    from: from[name],
  }));
  if (json) console.log(JSON.stringify(rows, null, 2));
  else
    console.log(
      table(
        rows.map((row) => [
          paint('bold', row.name),
          describeStart(row.start),
          row.about,
          paint('dim', row.from!),
        ]),
      ),
    );
  return 0;
}

function show(reading: LoadedWorkflows, { place }: InForce, { rest, options, json }: Words): number {
  const name = rest[1];
  if (!name) throw new UserError('`pawl workflow show` takes the name of a workflow.');
  const one = reading.workflows[name];
  if (!one)
    throw new UserError(
      `There is no workflow "${name}". There are ${Object.keys(reading.workflows).join(', ')}.`,
      1,
    );
  const places = placesOf(one, reading.places);
  const naming = {
    places,
    session: '<session>',
    now: Date.now(),
    status: statusOf(place.root, places),
  };
  if (json) console.log(JSON.stringify({ name, from: reading.from[name], ...one, places }, null, 2));
  else console.log(options.mermaid ? drawMermaid(name, one) : drawText(name, one, naming));
  return 0;
}

function statusOf(root: string, { status }: Record<string, string>): Record<string, string> {
  return readStatus(files.read(`${root}/${status}`));
}

function validate({ problems, workflows }: LoadedWorkflows, json: boolean): number {
  const rows = problems.map(({ path, message, severity }) => ({
    key: `workflows.${path.join('.')}`,
    message,
    severity,
  }));
  if (json) console.log(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) console.log(`${Object.keys(workflows).length} workflows, nothing wrong.`);
  else
    for (const row of rows)
      console.log(
        `${paint(row.severity === 'error' ? 'red' : 'yellow', row.severity)}  ${row.key}: ${row.message}`,
      );
  return rows.some((row) => row.severity === 'error') ? 1 : 0;
}
