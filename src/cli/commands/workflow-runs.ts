// Where sessions stand in their workflows, and a person's hand on it.
import type { Database } from 'bun:sqlite';
import { machineContext } from '../../domain/workflow/context.ts';
import { nextPhase } from '../../domain/workflow/graph.ts';
import { endRun, enterPhase, type MachineContext, startRun } from '../../domain/workflow/machine.ts';
import type { LoadedWorkflows } from '../../domain/workflow/read.ts';
import { emptyWorkflowState, type WorkflowRun, type WorkflowState } from '../../domain/workflow/types.ts';
import { files } from '../../facts/files.ts';
import { gitFacts, uncommitted } from '../../facts/git.ts';
import { listEvents } from '../../store/db/events.ts';
import type { StoredState } from '../../store/db/policy-state.ts';
import { recordOverride } from '../../store/record-override.ts';
import { changeDocument, listDocuments } from '../../store/session-documents.ts';
import { UserError } from '../../system/errors.ts';
import type { InForce } from '../../user-policies/in-force.ts';
import type { Words } from '../command.ts';
import { openRecords } from '../support/open-log.ts';
import { wholeSession } from '../support/session-id.ts';
import { ago, paint, table } from '../support/terminal.ts';

type Action = 'start' | 'advance' | 'end' | 'reset';

export function showStatus(reading: LoadedWorkflows, { home }: InForce, { options, json }: Words): number {
  const wanted = options.session ? wholeSession(options.session as string, home) : undefined;
  const all = listDocuments<WorkflowState>(openRecords(home), 'workflow').filter(
    (one) => !wanted || one.session_id === wanted,
  );
  const rows = all.flatMap(({ session_id, value }) => value.runs.map((run) => ({ session_id, ...run })));
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return 0;
  }
  if (rows.length === 0) console.log('No workflow is under way. `pawl workflow list` shows what there is.');
  else console.log(table(rows.map((row) => statusRow(row, reading))));
  return 0;
}

function statusRow(run: WorkflowRun & { session_id: string }, { workflows }: LoadedWorkflows): string[] {
  const phases = Object.keys(workflows[run.workflow]?.phases ?? {});
  const way = phases.map((name) => (name === run.phase ? paint('bold', `[${name}]`) : name)).join(' → ');
  const agents = Object.entries(run.agents).map(([name, { state }]) => `${name} ${state}`);
  const who = run.owner ? `agent ${run.owner.slice(0, 8)}` : 'main';
  return [
    run.session_id.slice(0, 8),
    who,
    paint('bold', run.workflow),
    way,
    agents.join(', '),
    ago(run.entered_at),
  ];
}

export function changeByPerson(
  action: Action,
  reading: LoadedWorkflows,
  inForce: InForce,
  words: Words,
): number {
  const db = openRecords(inForce.home);
  const session_id = sessionFor(action, inForce, words, db);
  const now = Date.now();
  const { place } = inForce;
  const git = { changed: () => uncommitted(place), committed: gitFacts(place, files).committed };
  const seeing = machineContext({ now, loaded: () => reading, git });
  const before = current(db, session_id);
  const change = changes[action](before, { reading, inForce, words, seeing });
  const which = { kind: 'workflow' as const, session_id, now };
  const after = changeDocument(db, inForce.home, which, emptyWorkflowState, change.how);
  recordOverride(inForce.home, inForce.place, {
    event: 'pawl:workflow',
    label: `${action}: ${change.label}`,
    session_id,
  });
  if (words.json) console.log(JSON.stringify({ session_id, runs: after.runs }, null, 2));
  else console.log(`${change.label}. Session ${session_id.slice(0, 8)}: ${standing(after)}.`);
  return 0;
}

function current(db: Database, session_id: string): WorkflowState {
  return (
    listDocuments<WorkflowState>(db, 'workflow').find((one) => one.session_id === session_id)?.value ??
    emptyWorkflowState
  );
}

function standing({ runs }: WorkflowState): string {
  return runs.map((run) => `${run.workflow} in ${run.phase}`).join(', ') || 'no workflow is under way';
}

interface Doing {
  reading: LoadedWorkflows;
  inForce: InForce;
  words: Words;
  seeing: MachineContext;
}

interface Change {
  label: string;
  how(state: WorkflowState): WorkflowState;
}

const changes: Record<Action, (before: WorkflowState, doing: Doing) => Change> = {
  start: (_, { reading, inForce, words, seeing }) => {
    const name = words.rest[1];
    if (!name || !reading.workflows[name])
      throw new UserError(
        `\`pawl workflow start\` takes one of ${Object.keys(reading.workflows).join(', ')}.`,
      );
    const what = { workflow: name, owner: '', root: inForce.place.root, by: 'pawl workflow start' };
    return { label: `Started ${name}`, how: (state) => startRun(state, what, seeing).state };
  },
  advance: (before, { reading, words, seeing }) => {
    const run = runFor(before, words);
    const workflow = reading.workflows[run.workflow];
    const to = words.rest[1] ?? (workflow ? nextPhase(workflow, run.phase) : 'end');
    if (workflow && to !== 'end' && !workflow.phases[to])
      throw new UserError(
        `${run.workflow} has no phase "${to}"; it has ${Object.keys(workflow.phases).join(', ')}.`,
      );
    const label = `${run.workflow}: ${run.phase} → ${to}`;
    return { label, how: (state) => enterPhase(state, same(state, run), to, seeing).state };
  },
  end: (before, { words, seeing }) => {
    const run = runFor(before, words);
    return {
      label: `Ended ${run.workflow}`,
      how: (state) => endRun(state, same(state, run), 'ended by a person', seeing).state,
    };
  },
  reset: () => ({ label: 'Forgot every workflow', how: () => emptyWorkflowState }),
};

/** The innermost one, unless it is named. */
function runFor({ runs }: WorkflowState, { options }: Words): WorkflowRun {
  const named = options.workflow as string | undefined;
  const run = named ? runs.find((one) => one.workflow === named) : runs.findLast((one) => one.owner === '');
  if (!run)
    throw new UserError(
      `No ${named ?? 'workflow'} is under way in this session. \`pawl workflow status\` shows all.`,
      1,
    );
  return run;
}

function same(state: WorkflowState, run: WorkflowRun): WorkflowRun {
  return state.runs.find((one) => one.workflow === run.workflow && one.owner === run.owner) ?? run;
}

function sessionFor(action: Action, { home, place }: InForce, { options }: Words, db: Database): string {
  if (options.session) return wholeSession(options.session as string, home);
  const here = ({ value }: StoredState<WorkflowState>) => value.runs.some((run) => run.root === place.root);
  const found = listDocuments<WorkflowState>(db, 'workflow').find(here)?.session_id;
  const last = listEvents(db, { limit: 200 }).find(
    (one) => one.project === place.root && one.session_id,
  )?.session_id;
  const id = found ?? (action === 'start' ? last : undefined);
  if (id) return id;
  const none =
    action === 'start'
      ? 'No session was seen in this project yet'
      : 'No session of this project has a workflow under way';
  throw new UserError(`${none}; name one with --session. \`pawl sessions\` lists them.`, 1);
}
