// Changes a person makes from the page; recorded like those made with the commands.
import type { Database } from 'bun:sqlite';
import { redact } from '../core/redact.ts';
import { findPlace } from '../facts/project.ts';
import { removeMemory } from '../store/db/memory.ts';
import { endGrant, listGrants } from '../store/files/grants.ts';
import { describePause, type Pause, readPauses, writePauses } from '../store/files/overrides.ts';
import { recordOverride } from '../store/record-override.ts';
import type { Home } from '../system/home.ts';
import { policiesInForce, requirePolicyName } from '../user-policies/in-force.ts';

interface ActContext {
  home: Home;
  db: Database;
}

type Wish = Record<string, unknown>;
type Act = (context: ActContext, wish: Wish) => Promise<unknown> | unknown;

const acts: Record<string, Act> = { forget, pause, resume, revoke };

export async function act(context: ActContext, name: string, wish: Wish): Promise<unknown> {
  return Object.hasOwn(acts, name) ? acts[name]!(context, wish) : undefined;
}

function forget({ db }: ActContext, { id }: Wish): unknown {
  if (!Number.isInteger(id)) throw new Error('Which memory?');
  return { forgotten: db.transaction(() => removeMemory(db, id as number)).immediate() ? [id] : [] };
}

const longest = 24 * 60;

async function pause(
  { home }: ActContext,
  { policy, session_id, minutes = 30, reason }: Wish,
): Promise<Pause> {
  const at = Date.now();
  if (typeof minutes !== 'number' || !(minutes > 0 && minutes <= longest))
    throw new Error('A pause lasts between a minute and a day.');
  const made: Pause = {
    id: Math.random().toString(36).slice(2, 7),
    at,
    until: at + minutes * 60_000,
    ...(typeof session_id === 'string' && session_id && { session_id }),
    ...(typeof policy === 'string' &&
      policy && { policy: requirePolicyName(policy, await policiesInForce()) }),
    reason: redact(typeof reason === 'string' && reason ? reason : 'from the dashboard').slice(0, 200),
  };
  writePauses(home, [...readPauses(home, at), made]);
  note(home, 'pawl:pause', `${describePause(made)}: ${made.reason}`, made.session_id);
  return made;
}

function resume({ home }: ActContext, { id }: Wish): unknown {
  const open = readPauses(home, Date.now());
  const ended = open.filter((one) => one.id === id);
  if (ended.length === 0) throw new Error('This pause is over already.');
  writePauses(
    home,
    open.filter((one) => one.id !== id),
  );
  for (const one of ended) note(home, 'pawl:resume', `pause of ${describePause(one)}`, one.session_id);
  return ended;
}

function revoke({ home }: ActContext, { id }: Wish): unknown {
  const ended = listGrants(home).filter((grant) => grant.id === id && endGrant(home, grant, 'taken back'));
  if (ended.length === 0) throw new Error('This grant is over already.');
  return ended;
}

function note(home: Home, event: `pawl:${string}`, label: string, session_id?: string): void {
  recordOverride(home, findPlace(process.cwd()), { event, label, ...(session_id && { session_id }) });
}
