// `pawl workflow`: lists and shows workflows, shows the runs of sessions, and lets a person change them.

import { describeStart } from '../../domain/workflow/describe.ts';
import { drawMermaid, drawText } from '../../domain/workflow/draw.ts';
import { placesOf, readStatus } from '../../domain/workflow/naming.ts';
import { type Defined, onlyDefined } from '../../domain/workflow/present.ts';
import { type LoadedWorkflows, readWorkflows } from '../../domain/workflow/read.ts';
import { definedAgents, definedCommands, findAgents } from '../../facts/agents.ts';
import { files } from '../../facts/files.ts';
import { UserError } from '../../system/errors.ts';
import { type InForce, policiesInForce } from '../../user-policies/in-force.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { refuseInsideAgent } from '../person/only-people.ts';
import { newWorkflow } from '../support/new-workflow.ts';
import { fitTable, paint, wrap } from '../support/terminal.ts';
import { workflowProblems } from '../support/workflow-problems.ts';
import { changeByPerson, showStatus } from './workflow-runs.ts';

const workflow: Command = {
  summary: 'Show, start and check workflows: phases with gates and deliverables',
  usage: '[list|show|status|new|start|advance|end|reset|validate] [name]',
  subcommands: {
    '': 0,
    list: 0,
    show: 1,
    status: 0,
    new: 1,
    start: 1,
    advance: 1,
    end: 0,
    reset: 0,
    validate: 0,
  },
  details: `
  pawl workflow list                       list the workflows and what starts them
  pawl workflow show plan [--mermaid]      show the phases, their agents, and what each needs and delivers
  pawl workflow status                     show which workflows are running, and in which phase
  pawl workflow validate                   check the workflows in the config, trusted or not; the exit
                                           code is 1 if one is wrong

Only a person can run these, because they open gates:
  pawl workflow new notes                  write a small workflow to change, with its command and two agents
  pawl workflow start plan [--session id]  start it, as its command would, even if that was refused
  pawl workflow advance [phase]            go to the next phase, or to this one (also one of an outer workflow)
  pawl workflow end | reset                end the running workflow | remove all runs of the session

Without --session, \`start\` applies to the last session of this project, and the others to the newest session that runs
a workflow. Workflows are defined in config.jsonc under "workflows"; see \`pawl help workflows\`.`,
  options: {
    session: {
      type: 'string',
      value: 'id',
      of: ['status', 'start', 'advance', 'end', 'reset'],
      about: 'The session; the beginning of its id is enough',
    },
    workflow: {
      type: 'string',
      value: 'name',
      of: ['advance', 'end'],
      about: 'The workflow, if several are running',
    },
    mermaid: { type: 'boolean', of: ['show'], about: 'Print a Mermaid diagram' },
    ...jsonOption,
  },
  async run(args) {
    const action = args.rest[0] ?? 'list';
    const inForce = await policiesInForce();
    const { workflows: config } = inForce.config;
    const defined = definedHere(inForce);
    const loaded = onlyDefined(readWorkflows(config), defined, config);
    switch (action) {
      case 'list':
        return printWorkflows(loaded, args.json);
      case 'show':
        return showWorkflow(loaded, inForce, args);
      case 'status':
        return showStatus(loaded, inForce, args);
      case 'validate':
        return validate(inForce, defined, args.json);
      case 'new':
        refuseInsideAgent('workflow new');
        return printNew(newWorkflow(args.rest[1], loaded, inForce), args);
      default:
        refuseInsideAgent(`workflow ${action}`);
        return changeByPerson(action as 'start', loaded, inForce, args);
    }
  },
};
export default workflow;

function printWorkflows({ workflows, from, unused }: LoadedWorkflows, json: boolean): number {
  const rows = Object.entries(workflows).map(([name, workflow]) => ({
    name,
    about: workflow.about,
    start: workflow.start ?? {},
    phases: Object.keys(workflow.phases),
    from: from[name],
    used: !unused.includes(name),
  }));
  if (json) console.log(JSON.stringify(rows, null, 2));
  else
    console.log(
      fitTable(
        rows.map((row) => [
          paint('bold', row.name),
          describeStart(row.start) || '–',
          paint('dim', row.used ? row.from! : `${row.from}, not used here`),
          row.about,
        ]),
      ),
    );
  if (!json && rows.some(({ used }) => !used)) console.log(paint('dim', `\n${wrap(notUsed)}`));
  return 0;
}

const notUsed =
  'A built-in workflow is used where its command or one of its agents is defined, in the project or in ~/.claude (`pawl help workflows`).';

function showWorkflow(
  loaded: LoadedWorkflows,
  { place, config }: InForce,
  { rest, options, json }: ParsedArgs,
): number {
  const name = rest[1];
  if (!name) throw new UserError('Give the name of a workflow; `pawl workflow list` lists them.');
  const workflow = loaded.workflows[name];
  if (!workflow) {
    const waiting = config.layers.find(
      ({ state, value }) => state === 'untrusted' && value.workflows?.[name],
    );
    throw new UserError(
      waiting
        ? `The workflow "${name}" is not in force, because ${waiting.file} is not trusted; \`pawl trust\` shows and trusts it.`
        : `There is no workflow "${name}". The workflows are ${Object.keys(loaded.workflows).join(', ')}.`,
      1,
    );
  }
  const places = placesOf(workflow, loaded.places);
  const naming = {
    places,
    session: '<session>',
    now: Date.now(),
    status: statusOf(place.root, places),
  };
  if (json) console.log(JSON.stringify({ name, from: loaded.from[name], ...workflow, places }, null, 2));
  else console.log(options.mermaid ? drawMermaid(name, workflow) : drawText(name, workflow, naming));
  return 0;
}

function statusOf(root: string, { status }: Record<string, string>): Record<string, string> {
  return readStatus(files.read(`${root}/${status}`));
}

/** The commands and agents that the project and the person define. */
function definedHere({ place }: InForce): Known {
  const search = { place, env: process.env, files, cwd: process.cwd() };
  const known = () => findAgents(search);
  return {
    commands: definedCommands(search),
    agents: definedAgents({ known }),
    known: known().map((agent) => agent.name),
  };
}

interface Known extends Defined {
  /** The names of the agents, with those of plugins and of the client. */
  known: string[];
}

function printNew(written: readonly string[], { rest, json }: ParsedArgs): number {
  if (json) console.log(JSON.stringify({ written }, null, 2));
  else
    console.log(
      [
        'Written:',
        ...written.map((path) => `  ${path}`),
        'Change them as you like, then:',
        '  pawl trust                 trust the project’s config, so that it counts',
        '  pawl workflow validate     look for mistakes',
        `  pawl workflow show ${rest[1]}`,
      ].join('\n'),
    );
  return 0;
}

function validate(inForce: InForce, { commands, known }: Known, json: boolean): number {
  const { loaded, problems } = workflowProblems(inForce, { commands, agents: known });
  const { workflows } = loaded;
  const rows = problems.map(({ path, message, severity }) => ({
    key: ['workflows', ...path].join('.'),
    message,
    severity,
  }));
  if (json) console.log(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) console.log(`All ${Object.keys(workflows).length} workflows are valid.`);
  else
    for (const row of rows)
      console.log(
        `${paint(row.severity === 'error' ? 'red' : 'yellow', row.severity)}  ${row.key}: ${row.message}`,
      );
  return rows.some((row) => row.severity === 'error') ? 1 : 0;
}
