// The whole set-up of a team store as one script. `pawl team init` runs it, and `pawl team init --sql` prints it for an
// administrator. Running it again changes nothing, and on an older store it adds only what is missing.
import functions from './functions.sql' with { type: 'text' };
import roles from './roles.sql' with { type: 'text' };
import first from './schema-1.sql' with { type: 'text' };

/** Entry n leads from version n to n + 1. */
export const migrations: readonly string[] = [first];

/** The version of the tables that this Pawl knows. */
export const schemaVersion: number = migrations.length;

/** The protocol version of this client; a server can refuse clients that are too old. */
export const clientVersion = 1;

/**
 * Locks the machines before anything else, as every call does, so that calls wait instead of running into a deadlock. An
 * advisory lock is taken only for a store that does not exist yet, because every login could hold one.
 * `steps` is for tests, which make up the migrations of a later Pawl.
 */
export function setUpScript(steps: readonly string[] = migrations): string {
  return `BEGIN;
SET LOCAL lock_timeout = '10s';
SET LOCAL client_min_messages = warning;
DO $first$ BEGIN IF to_regclass('pawl.machines') IS NULL THEN PERFORM pg_advisory_xact_lock(704157); END IF; END $first$;
${roles.trim()}
SET LOCAL ROLE pawl_store;
DO $lock$ BEGIN IF to_regclass('pawl.machines') IS NOT NULL THEN LOCK TABLE pawl.machines IN ACCESS EXCLUSIVE MODE; END IF; END $lock$;
${steps.map(step).join('\n')}
${functions.trim()}
INSERT INTO pawl.people (name, lead) VALUES (session_user, true) ON CONFLICT (name) DO UPDATE SET lead = true;
SELECT pawl.keep();
COMMIT;
`;
}

function step(text: string, index: number): string {
  const isDue =
    index === 0 ? "to_regclass('pawl.meta') IS NULL" : `(SELECT version FROM pawl.meta) = ${index}`;
  return `DO $step$ BEGIN IF ${isDue} THEN EXECUTE $sql$
${text.trim()}
UPDATE pawl.meta SET version = ${index + 1};
$sql$; END IF; END $step$;`;
}
