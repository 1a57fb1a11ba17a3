// The changes that a person can make on the page. They are recorded like those made with commands.
import type { Database } from 'bun:sqlite';
import { redact } from '../core/redact.ts';
import { findPlace } from '../facts/project.ts';
import { forgetMemory } from '../store/db/memory.ts';
import { endGrant, listGrants } from '../store/files/grants.ts';
import { addPause, describePause, endPause, type Pause, readPauses } from '../store/files/overrides.ts';
import { recordOverride } from '../store/record-override.ts';
import type { Home } from '../system/home.ts';
import type { Person } from '../system/person.ts';
import { randomId } from '../system/random-id.ts';
import { policiesInForce, requirePolicyName } from '../user-policies/in-force.ts';

export interface ActionContext {
  home: Home;
  db: Database;
  /** Has a person confirm the change in the terminal of the dashboard; throws if nobody does. */
  confirm(change: string): Promise<Person>;
}

/** The body of the request. */
type Input = Record<string, unknown>;
type Action = (context: ActionContext, input: Input) => Promise<unknown> | unknown;

const actions: Record<string, Action> = { forget, pause, resume, revoke };

export async function runAction(context: ActionContext, name: string, input: Input): Promise<unknown> {
  return Object.hasOwn(actions, name) ? actions[name]!(context, input) : undefined;
}

async function forget({ db, confirm }: ActionContext, { id }: Input): Promise<unknown> {
  if (!Number.isInteger(id)) throw new Error('The request names no memory.');
  await confirm('memory forget, asked for on the dashboard');
  return {
    forgotten: db.transaction(() => forgetMemory(db, id as number, Date.now())).immediate() ? [id] : [],
  };
}

const maxMinutes = 24 * 60;

async function pause(
  { home, confirm }: ActionContext,
  { policy, session_id, minutes = 30, reason }: Input,
): Promise<Pause> {
  const at = Date.now();
  if (typeof minutes !== 'number' || !(minutes > 0 && minutes <= maxMinutes))
    throw new Error('A pause must be longer than 0 minutes and at most a day.');
  const added: Pause = {
    id: randomId(5),
    at,
    until: at + minutes * 60_000,
    ...(typeof session_id === 'string' && session_id && { session_id }),
    ...(typeof policy === 'string' &&
      policy && { policy: requirePolicyName(policy, await policiesInForce()) }),
    reason: redact(typeof reason === 'string' && reason ? reason : 'from the dashboard').slice(0, 200),
  };
  addPause(home, added, await confirm(`pause, asked for on the dashboard (${describePause(added)})`));
  record(home, 'pawl:pause', `${describePause(added)}: ${added.reason}`, added.session_id);
  return added;
}

function resume({ home }: ActionContext, { id }: Input): unknown {
  const current = readPauses(home, Date.now());
  const ended = current.filter((entry) => entry.id === id);
  if (ended.length === 0) throw new Error('This pause has already ended.');
  for (const entry of ended) endPause(home, entry.id);
  for (const entry of ended)
    record(home, 'pawl:resume', `pause of ${describePause(entry)}`, entry.session_id);
  return ended;
}

function revoke({ home }: ActionContext, { id }: Input): unknown {
  const ended = listGrants(home).filter(
    (grant) => grant.id === id && endGrant(home, grant, 'revoked on the dashboard'),
  );
  if (ended.length === 0) throw new Error('This grant has already ended.');
  return ended;
}

function record(home: Home, event: `pawl:${string}`, label: string, session_id?: string): void {
  recordOverride(home, findPlace(process.cwd()), { event, label, ...(session_id && { session_id }) });
}
