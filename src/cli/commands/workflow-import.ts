// Takes over the modes that an older hook system kept in one shared cache.json: they become runs of one session.
import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { builtIn } from '../../domain/workflow/builtin.ts';
import { enterPhase, type MachineContext, startRun, type Transition } from '../../domain/workflow/machine.ts';
import { emptyWorkflowState, type WorkflowState } from '../../domain/workflow/types.ts';
import type { ProjectPlace } from '../../facts/project.ts';
import { listEvents } from '../../store/db/events.ts';
import { changeDocument } from '../../store/session-documents.ts';
import { attempt } from '../../system/attempt.ts';
import { readText } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import type { Imported } from '../import/continuity.ts';
import { agentBehind } from '../support/only-people.ts';

const files = ['.claude/hooks/cache.json', 'cache.json', '.claude/cache.json'];

/** Their names for modes and phases, ours for workflows; the whole before its parts. */
const modes: readonly [mode: string, workflow: string][] = [
  ['implement', 'implement'],
  ['explore_mode', 'explore'],
  ['research_mode', 'research'],
  ['plan_mode', 'plan'],
  ['code_mode', 'code'],
  ['code_review_mode', 'code-review'],
];
const phases: Record<string, string> = { 'code-review': 'review', code_review: 'review' };

interface Mode {
  is_active?: unknown;
  current_phase?: unknown;
  session_id?: unknown;
}

interface Found {
  workflow: string;
  phase?: string;
}

export interface Job {
  db: Database;
  home: Home;
  place: ProjectPlace;
  now: number;
  dry: boolean;
}

export function importModes(job: Job): Imported[] {
  const from = files.map((file) => join(job.place.root, file)).find((file) => looksRight(read(file)));
  if (!from) return [];
  const cache = read(from)!;
  const active = modes.flatMap(([mode, workflow]) => activeIn(cache[mode], workflow));
  const taken: Imported = { what: 'workflows', from, found: active.length, added: 0, left: [] };
  if (active.length === 0) return [{ ...taken, left: ['no mode is active'] }];
  // A phase is a gate: an agent could write the file and then let it count.
  if (agentBehind()) return [{ ...taken, left: ['phases are a person’s to import'] }];
  const session_id = sessionOf(cache, job);
  if (!session_id)
    return [{ ...taken, left: ['no session of this project is known; start one, then import again'] }];
  return [{ ...taken, added: job.dry ? active.length : takeOver(job, session_id, active) }];
}

const read = (file: string) => attempt(() => JSON.parse(readText(file) ?? '') as Record<string, Mode>);
const looksRight = (cache: Record<string, Mode> | undefined) =>
  modes.some(([mode]) => cache?.[mode] !== undefined);

function activeIn(mode: Mode | undefined, workflow: string): Found[] {
  const named = typeof mode?.current_phase === 'string' ? mode.current_phase : undefined;
  // A whole that names its phase is under way, whether or not somebody set the flag.
  if (mode?.is_active !== true && !(workflow === 'implement' && named)) return [];
  const phase = named && (phases[named] ?? named);
  return [{ workflow, ...(phase && builtIn[workflow]!.phases[phase] && { phase }) }];
}

/** The cache was shared by all sessions: it belongs to the one it names, else to the last one here. */
function sessionOf(cache: Record<string, Mode>, { db, place }: Job): string | undefined {
  const known = listEvents(db, { limit: 1_000 }).filter(
    (one) => one.project === place.root && one.session_id,
  );
  const named = Object.values(cache).map((mode) => mode?.session_id);
  return (known.find((one) => named.includes(one.session_id)) ?? known[0])?.session_id;
}

function takeOver({ db, home, place, now }: Job, session_id: string, active: readonly Found[]): number {
  const seeing: MachineContext = { now, workflows: builtIn, clean: () => false, codeClean: () => false };
  const which = { kind: 'workflow' as const, session_id, now };
  let added = 0;
  changeDocument(db, home, which, emptyWorkflowState, (state) => {
    const fresh = active.filter(({ workflow }) => !state.runs.some((run) => run.workflow === workflow));
    added = fresh.length;
    return fresh.reduce((now, one) => put(now, one, place.root, seeing).state, state);
  });
  return added;
}

function put(
  state: WorkflowState,
  { workflow, phase }: Found,
  root: string,
  seeing: MachineContext,
): Transition {
  const running = state.runs.find((run) => run.workflow === workflow);
  const begun = running
    ? { state, steps: [] }
    : startRun(state, { workflow, owner: '', root, by: 'pawl import' }, seeing);
  const run = begun.state.runs.find((one) => one.workflow === workflow);
  return phase && run && run.phase !== phase ? enterPhase(begun.state, run, phase, seeing) : begun;
}
