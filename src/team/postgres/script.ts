// The whole set-up of a team store as one script. `pawl team init` runs it, and `pawl team init --sql` prints it for an
// administrator. Running it again changes nothing, and on an older store it adds only what is missing.
import functions from './functions.sql' with { type: 'text' };
import roles from './roles.sql' with { type: 'text' };
import first from './schema-1.sql' with { type: 'text' };

/** Entry n leads from version n to n + 1. */
const migrations: readonly string[] = [first];

/** The version of the tables that this Pawl knows. */
export const schemaVersion: number = migrations.length;

/** What this client speaks; a server can refuse clients that are too old. */
export const clientVersion = 1;

export function setUpScript(): string {
  return `BEGIN;
SET LOCAL lock_timeout = '10s';
SET LOCAL client_min_messages = warning;
SELECT pg_advisory_xact_lock(704157);
${roles.trim()}
SET LOCAL ROLE pawl_store;
${migrations.map(step).join('\n')}
${functions.trim()}
INSERT INTO pawl.people (name, lead) VALUES (session_user, true) ON CONFLICT (name) DO UPDATE SET lead = true;
SELECT pawl.keep();
COMMIT;
`;
}

/** Locks the machines before anything else, as every push does, so that pushes wait instead of running into a deadlock. */
function step(text: string, index: number): string {
  const [from, to] = [index, index + 1];
  const isDue =
    index === 0 ? "to_regclass('pawl.meta') IS NULL" : `(SELECT version FROM pawl.meta) = ${from}`;
  const lock = index === 0 ? '' : 'LOCK TABLE pawl.machines IN ACCESS EXCLUSIVE MODE;\n';
  return `DO $step$ BEGIN IF ${isDue} THEN EXECUTE $sql$
${lock}${text.trim()}
UPDATE pawl.meta SET version = ${to};
$sql$; END IF; END $step$;`;
}
