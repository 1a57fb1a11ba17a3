// Tells where a call takes effect: at which database or server (its “place”). In comes the call that connects, such as
// `create_engine("sqlite://")` or `SMTP('localhost')`; out goes the place, which the resulting object then carries as
// `value.place`. A place is `:memory:`, the path of a file, or an address.
import { pattern } from '../base/pattern.ts';
import { HOLE } from '../base/words.ts';
import { type Call, firstText, type Value } from './value.ts';

/** The place of a database that is gone when the code ends. */
export const IN_MEMORY = ':memory:';

/** Classes and functions that make a database in memory if they get no arguments. */
const MAKES_MEMORY_DATABASE = pattern(String.raw`
  ^(?:duckdb(?:\.(?:connect|sql|execute|query))?|sql\.js\b.*\.Database|better-sqlite3|
  bun:sqlite\.Database|@electric-sql\/pglite\.PGlite(?:\.create)?|pg-mem\.newDb|alasql|
  mongomock\.MongoClient|(?:fakeredis|aiofakeredis)\.\w+|ioredis-mock|redis-mock\.createClient|
  mongodb-memory-server\.\w+\.create|SQLite3\.Database\.new|testing\.postgresql\.Postgresql|
  Sequel\.sqlite|testcontainers\b.*\.(?:start|\w+Container))$
`);

/** Names of arguments that say where a database or a server is. */
const PLACE_NAME = pattern(
  `
  ^(?:host|hostname|server|endpoint|endpoint_?url|(?:base|prefix)_?ur[il]|url|uri|dsn|filename|
  storage|connection|connection_?string|database_?url|datasource_?url|conninfo|address|smtp_?host)$
`,
  'i',
);

/** Names of arguments for the database at a server. */
const DATABASE_NAME = /^(?:dbname|database|db|initial_?catalog)$/i;

/** `postgres://…`, `jdbc:mysql://…`, `sqlite::memory:`, `mysql:host=…`, `dbi:Pg:…`, `app.db`. */
const IS_PLACE = pattern(
  String.raw`
  # Addresses: postgres://…, file::memory:, sqlite:…
  ^(?:jdbc:)?[a-z][\w+]*:\/\/|^(?:file:)?:memory:|
  ^(?:sqlite3?|mysql|pgsql|dbi|jdbc|sqlsrv|oci|h2|hsqldb|derby):|
  # Files of databases.
  \.(?:db|db3|sqlite3?|duckdb|s3db)$|
  # Parameters: mode=memory, host=…; dbname=…
  mode=memory|^(?:\w+\s*=\s*[^\s;]+[\s;]+)*(?:host|server|data source)\s*=
`,
  'i',
);

/** `{ type: 'sqlite', database: ':memory:' }` */
const IS_FILE = /^:memory:|\.(?:db|db3|sqlite3?|duckdb)$/;

/** Objects that connect to nothing, though they are given an address. */
const NO_CONNECTION = /^(?:URL|URI|Request|Path|File|String|str|print|console\.\w+|logging\.\w+|open)$/;

/** The place that a call names; undefined if it names none. */
export function placeOf({ callee, args, named }: Call): string | undefined {
  if (NO_CONNECTION.test(callee)) return undefined;
  const address = args.map(firstText).find((text) => IS_PLACE.test(text) && !text.startsWith(HOLE));
  if (address !== undefined) return normalizePlace(address);
  const found = [...named].find(
    ([name, value]) => PLACE_NAME.test(name) && placeFromArgument(value) !== undefined,
  );
  const place = found && placeFromArgument(found[1]);
  if (place !== undefined) return withDatabase(normalizePlace(place), named);
  const file = [...named].find(([name, value]) => DATABASE_NAME.test(name) && IS_FILE.test(firstText(value)));
  if (file) return normalizePlace(firstText(file[1]));
  if (/^smtplib\.SMTP/.test(callee)) return args[0]?.texts ? firstText(args[0]) : undefined;
  if (/^http\.client\.HTTPS?Connection$|^Net\.HTTP\.new$/.test(callee) && args[0]?.texts)
    return `https://${firstText(args[0])}`;
  return args.length === 0 && MAKES_MEMORY_DATABASE.test(callee) ? IN_MEMORY : undefined;
}

/** The place that a named argument says, as a text or in one of its fields. */
function placeFromArgument({ texts, fields }: Value): string | undefined {
  if (texts) return texts[0] === HOLE ? undefined : texts[0];
  const inner = [...(fields ?? [])].find(([name, { texts: all }]) => PLACE_NAME.test(name) && all);
  return inner && withDatabase(firstText(inner[1]), fields ?? new Map());
}

/** A host and the database there as one address: `host: 'x', database: 'y'` is `db://x/y`. */
function withDatabase(place: string, named: ReadonlyMap<string, Value>): string {
  if (IS_PLACE.test(place)) return place;
  const database = [...named].find(([name, { texts }]) => DATABASE_NAME.test(name) && texts)?.[1];
  return database ? `db://${place}/${firstText(database)}` : place;
}

/** One form for all spellings of a place: `:memory:`, the path of a file, or an address. */
function normalizePlace(place: string): string {
  const text = place.replace(/^jdbc:/, '');
  if (/:memory:|mode=memory|^sqlite(?:\+\w+)?:\/\/\/?$|^(?:h2|hsqldb):mem:|^memory:/.test(text))
    return IN_MEMORY;
  const file =
    /^(?:sqlite3?(?:\+\w+)?:\/\/\/|sqlite3?:|dbi:SQLite:(?:(?:dbname|database)=)?|duckdb:\/\/\/)(.+)$/i.exec(
      text,
    );
  if (file) return (file[1] as string).replace(/\?.*$/, '');
  const host = /\b(?:host|server|data source)\s*=\s*([^;\s]+)/i.exec(text)?.[1];
  const database = /\b(?:dbname|database|initial catalog)\s*=\s*([^;\s]+)/i.exec(text)?.[1];
  return host && !/:\/\//.test(text) ? `db://${host}/${database ?? ''}` : text;
}

/** All databases and servers to which the calls connect. */
export const connectedPlaces = (calls: readonly Call[]): ReadonlySet<string> =>
  new Set(calls.filter(({ callee }) => CONNECTS.test(callee)).flatMap((call) => placeOf(call) ?? []));

/** Calls that connect to a database. */
const CONNECTS = pattern(String.raw`
  (?:^|\.)(?:\w*connect\w*|\w*(?:Connection|Pool|Database|DatabaseSync|Engine|DB)|
  create_(?:async_)?engine|[Oo]pen|establish_connection|Client|knex|Sequelize|DataSource|PDO|PGlite|
  newDb|create|new|postgres|better-sqlite3|initialize)$
`);

/** Whether a place is this machine. */
export const isLocalPlace = (place: string | undefined): boolean =>
  place !== undefined &&
  /^(?:[a-z][\w+]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|mailhog|mailpit|maildev|localstack|minio)(?=[:/]|$)/i.test(
    place,
  );

/** The command that runs a statement at a place; undefined if nothing lasting can be lost there. */
export function statementCommand(
  statement: string,
  place: string | undefined,
): readonly string[] | undefined {
  if (place === IN_MEMORY) return undefined;
  if (/^\s*MATCH\b/i.test(statement)) return ['cypher-shell', statement];
  if (place === undefined) return ['psql', '-c', statement];
  return /^[a-z][\w+]*:\/\//.test(place) ? ['psql', place, '-c', statement] : ['sqlite3', place, statement];
}
