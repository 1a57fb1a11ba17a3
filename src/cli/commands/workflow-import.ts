// Imports the modes of an older hook system from its shared cache.json: they become workflow runs of one session.
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
import { findCallingAgent } from '../person/only-people.ts';

const files = ['.claude/hooks/cache.json', 'cache.json', '.claude/cache.json'];

/** The modes of the older system and their workflows. A workflow that contains others comes first. */
const modes: readonly [mode: string, workflow: string][] = [
  ['implement', 'implement'],
  ['explore_mode', 'explore'],
  ['research_mode', 'research'],
  ['plan_mode', 'plan'],
  ['code_mode', 'code'],
  ['code_review_mode', 'code-review'],
];
const phases: Record<string, string> = { 'code-review': 'review', code_review: 'review' };

interface OlderMode {
  is_active?: unknown;
  current_phase?: unknown;
  session_id?: unknown;
}

interface ActiveMode {
  workflow: string;
  phase?: string;
}

export interface ModeImport {
  db: Database;
  home: Home;
  place: ProjectPlace;
  now: number;
  dry: boolean;
}

export function importModes(job: ModeImport): Imported[] {
  const from = files.map((file) => join(job.place.root, file)).find((file) => hasModes(read(file)));
  if (!from) return [];
  const cache = read(from)!;
  const active = modes.flatMap(([mode, workflow]) => activeIn(cache[mode], workflow));
  const imported: Imported = { what: 'workflows', from, found: active.length, added: 0, left_out: [] };
  if (active.length === 0) return [{ ...imported, left_out: ['no mode is active'] }];
  // Phases open gates, and an agent could have written the file.
  if (findCallingAgent()) return [{ ...imported, left_out: ['only a person can import workflow phases'] }];
  const session_id = sessionOf(cache, job);
  if (!session_id)
    return [{ ...imported, left_out: ['start a session in this project first, then import again'] }];
  return [{ ...imported, added: job.dry ? active.length : addRuns(job, session_id, active) }];
}

const read = (file: string) => attempt(() => JSON.parse(readText(file) ?? '') as Record<string, OlderMode>);
const hasModes = (cache: Record<string, OlderMode> | undefined) =>
  modes.some(([mode]) => cache?.[mode] !== undefined);

function activeIn(mode: OlderMode | undefined, workflow: string): ActiveMode[] {
  const named = typeof mode?.current_phase === 'string' ? mode.current_phase : undefined;
  // The implement mode is active if it has a phase, even without the flag.
  if (mode?.is_active !== true && !(workflow === 'implement' && named)) return [];
  const phase = named && (phases[named] ?? named);
  return [{ workflow, ...(phase && builtIn[workflow]!.phases[phase] && { phase }) }];
}

/** All sessions shared the cache, so its modes go to the session that it names, or to the newest one here. */
function sessionOf(cache: Record<string, OlderMode>, { db, place }: ModeImport): string | undefined {
  const known = listEvents(db, { limit: 1_000 }).filter(
    (event) => event.project === place.root && event.session_id,
  );
  const named = Object.values(cache).map((mode) => mode?.session_id);
  return (known.find((event) => named.includes(event.session_id)) ?? known[0])?.session_id;
}

function addRuns(
  { db, home, place, now }: ModeImport,
  session_id: string,
  active: readonly ActiveMode[],
): number {
  const context: MachineContext = { now, workflows: builtIn, clean: () => false, codeClean: () => false };
  const document = { kind: 'workflow' as const, session_id, now };
  let added = 0;
  changeDocument(db, home, document, emptyWorkflowState, (state) => {
    const fresh = active.filter(({ workflow }) => !state.runs.some((run) => run.workflow === workflow));
    added = fresh.length;
    return fresh.reduce((after, mode) => addRun(after, mode, place.root, context).state, state);
  });
  return added;
}

function addRun(
  state: WorkflowState,
  { workflow, phase }: ActiveMode,
  root: string,
  context: MachineContext,
): Transition {
  const running = state.runs.find((other) => other.workflow === workflow);
  const begun = running
    ? { state, steps: [] }
    : startRun(state, { workflow, owner: '', root, by: 'pawl import' }, context);
  const run = begun.state.runs.find((other) => other.workflow === workflow);
  return phase && run && run.phase !== phase ? enterPhase(begun.state, run, phase, context) : begun;
}
