// The workflow runs of sessions: shows them, and lets a person start, advance, end or reset them.
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
import { getSession } from '../../store/db/sessions.ts';
import { recordOverride } from '../../store/record-override.ts';
import { changeDocument, listDocuments } from '../../store/session-documents.ts';
import { UserError } from '../../system/errors.ts';
import type { InForce } from '../../user-policies/in-force.ts';
import type { ParsedArgs } from '../command.ts';
import { openLog } from '../support/open-log.ts';
import { resolveSessionId } from '../support/session-id.ts';
import { ago, fitTable, paint } from '../support/terminal.ts';

type Action = 'start' | 'advance' | 'end' | 'reset';

export function showStatus(
  loaded: LoadedWorkflows,
  { home }: InForce,
  { options, json }: ParsedArgs,
): number {
  const wanted = options.session ? resolveSessionId(options.session as string, home) : undefined;
  const db = openLog(home);
  const all = listDocuments<WorkflowState>(db, 'workflow').filter(
    (stored) => !wanted || stored.session_id === wanted,
  );
  const rows = all.flatMap(({ session_id, value }) => {
    // A session that ended can be resumed, and its workflow goes on then.
    const ended = getSession(db, session_id)?.state === 'ended';
    return value.runs.map((run) => ({ session_id, session_ended: ended, ...run }));
  });
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return 0;
  }
  if (rows.length === 0) console.log('No workflow is running. `pawl workflow list` lists the workflows.');
  else
    console.log(
      fitTable(
        rows.map((row) => statusRow(row, loaded)),
        { shrink: [4, [3, 20], 5] },
      ),
    );
  return 0;
}

type StatusRow = WorkflowRun & { session_id: string; session_ended: boolean };

function statusRow(run: StatusRow, { workflows }: LoadedWorkflows): string[] {
  const phases = Object.keys(workflows[run.workflow]?.phases ?? {});
  const path = phases.map((name) => (name === run.phase ? paint('bold', `[${name}]`) : name)).join(' → ');
  const agents = Object.entries(run.agents).map(([name, { state }]) => `${name} ${state}`);
  const owner = run.owner ? `agent ${run.owner.slice(0, 8)}` : 'main';
  return [
    run.session_id.slice(0, 8),
    owner,
    paint('bold', run.workflow),
    path,
    agents.join(', '),
    `${ago(run.entered_at)}${run.session_ended ? ', session ended' : ''}`,
  ];
}

export function changeByPerson(
  action: Action,
  loaded: LoadedWorkflows,
  inForce: InForce,
  args: ParsedArgs,
): number {
  const db = openLog(inForce.home);
  const session_id = sessionFor(action, inForce, args, db);
  const now = Date.now();
  const { place } = inForce;
  const git = { changed: () => uncommitted(place), committed: gitFacts(place, files).committed };
  const context = machineContext({ now, loaded: () => loaded, git });
  const before = current(db, session_id);
  const change = changes[action](before, { loaded, inForce, args, context });
  const document = { kind: 'workflow' as const, session_id, now };
  const after = changeDocument(db, inForce.home, document, emptyWorkflowState, change.apply);
  recordOverride(inForce.home, inForce.place, {
    event: 'pawl:workflow',
    label: `${action}: ${change.label}`,
    session_id,
  });
  if (args.json) console.log(JSON.stringify({ session_id, runs: after.runs }, null, 2));
  else console.log(`${change.label}. Session ${session_id.slice(0, 8)}: ${describeRuns(after)}.`);
  return 0;
}

function current(db: Database, session_id: string): WorkflowState {
  return (
    listDocuments<WorkflowState>(db, 'workflow').find((stored) => stored.session_id === session_id)?.value ??
    emptyWorkflowState
  );
}

function describeRuns({ runs }: WorkflowState): string {
  return runs.map((run) => `${run.workflow} in ${run.phase}`).join(', ') || 'no workflow is running';
}

interface ChangeContext {
  loaded: LoadedWorkflows;
  inForce: InForce;
  args: ParsedArgs;
  context: MachineContext;
}

interface Change {
  label: string;
  apply(state: WorkflowState): WorkflowState;
}

const changes: Record<Action, (before: WorkflowState, given: ChangeContext) => Change> = {
  start: (_, { loaded, inForce, args, context }) => {
    const name = args.rest[1];
    if (!name || !Object.hasOwn(loaded.workflows, name))
      throw new UserError(`Give the name of a workflow: ${Object.keys(loaded.workflows).join(', ')}.`);
    const wanted = { workflow: name, owner: '', root: inForce.place.root, by: 'pawl workflow start' };
    return { label: `Started ${name}`, apply: (state) => startRun(state, wanted, context).state };
  },
  advance: (before, { loaded, args, context }) => {
    const run = runWithPhase(before, args, loaded);
    const workflow = loaded.workflows[run.workflow];
    const named = args.rest[1];
    if (!named && workflow && !run.parent && Object.keys(workflow.phases).length === 1)
      throw new UserError(
        `${run.workflow} has only one phase, so there is no next one. \`pawl workflow end\` ends the workflow; \`pawl allow-once\` lets one refused agent start.`,
        1,
      );
    const to = named ?? (workflow ? nextPhase(workflow, run.phase) : 'end');
    const label = `${run.workflow}: ${run.phase} → ${to}`;
    return { label, apply: (state) => enterPhase(state, currentRun(state, run), to, context).state };
  },
  end: (before, { args, context }) => {
    const run = runFor(before, args);
    return {
      label: `Ended ${run.workflow}`,
      apply: (state) => endRun(state, currentRun(state, run), 'ended by a person', context).state,
    };
  },
  reset: () => ({ label: 'Removed every workflow run', apply: () => emptyWorkflowState }),
};

/** The run that has the phase to go to: the innermost one, or one around it (`advance code` inside `implement`). */
function runWithPhase(before: WorkflowState, args: ParsedArgs, { workflows }: LoadedWorkflows): WorkflowRun {
  const run = runFor(before, args);
  const to = args.rest[1];
  const phasesOf = ({ workflow }: WorkflowRun) => Object.keys(workflows[workflow]?.phases ?? {});
  if (!to || to === 'end' || !workflows[run.workflow]) return run;
  const around = args.options.workflow ? [run] : before.runs.filter(({ owner }) => owner === run.owner);
  const found = around.findLast((run) => phasesOf(run).includes(to));
  if (found) return found;
  const known = around.map((run) => `${run.workflow}: ${phasesOf(run).join(', ')}`);
  throw new UserError(`No running workflow has a phase "${to}". The phases are ${known.join('; ')}.`);
}

/** The innermost run, or that of the given workflow. */
function runFor({ runs }: WorkflowState, { options }: ParsedArgs): WorkflowRun {
  const named = options.workflow as string | undefined;
  const run = named
    ? runs.find(({ workflow }) => workflow === named)
    : runs.findLast(({ owner }) => owner === '');
  if (!run)
    throw new UserError(
      `No ${named ?? 'workflow'} is running in this session. \`pawl workflow start ${named ?? '<name>'}\` starts one, even if its start was refused; \`pawl workflow status\` lists those that run.`,
      1,
    );
  return run;
}

function currentRun(state: WorkflowState, run: WorkflowRun): WorkflowRun {
  return state.runs.find((other) => other.workflow === run.workflow && other.owner === run.owner) ?? run;
}

function sessionFor(action: Action, { home, place }: InForce, { options }: ParsedArgs, db: Database): string {
  if (options.session) return resolveSessionId(options.session as string, home);
  const here = ({ value }: StoredState<WorkflowState>) => value.runs.some((run) => run.root === place.root);
  const found = listDocuments<WorkflowState>(db, 'workflow').find(here)?.session_id;
  const last = listEvents(db, { limit: 200 }).find(
    (event) => event.project === place.root && event.session_id,
  )?.session_id;
  const id = action === 'start' ? (last ?? found) : found;
  if (id) return id;
  const none =
    action === 'start'
      ? 'no session has run in this project yet'
      : 'no session of this project runs a workflow. If a start was refused, `pawl workflow start <name>` starts it anyway';
  throw new UserError(`Give a session with --session (\`pawl sessions\` lists them): ${none}.`, 1);
}
