// Behaviours of database clients: finds statements that destroy data.

import { effect } from '../../base/effect.ts';
import { resolve } from '../../base/paths.ts';
import { pattern } from '../../base/pattern.ts';
import { atMost, fileFlow, type Reader, recordCommand, type State } from '../../state/state.ts';
import type { Effect, ShellCommand } from '../../types.ts';
import { type Args, ofKind, valuesOf } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';
import { argsOf } from '../registry.ts';

/** A database client that takes statements in its options, its operands and its input. */
export const sqlClient: Behaviour = {
  runs: readFiles,
  effects: (command, args) => clientEffects(command, args, { words: true, input: true }),
};

/** A tool that takes statements in its options and operands, but not on its input. */
export const sqlArguments: Behaviour = {
  effects: (command, args) => clientEffects(command, args, { words: true, input: false }),
};

/** A cloud client that takes statements in its options and its input, but not in its operands. */
export const sqlOption: Behaviour = {
  effects: (command, args) => clientEffects(command, args, { words: false, input: true }),
};

/** `\\i x.sql`, `.read x.sql`, `source x.sql`: statements that run a file. */
const INCLUDES = /(?:^|\n|;)\s*(?:\\ir?|\.read|source|\\\.)\s+['"]?([^\s'";]+)/g;

/** `psql -f x.sql`: the statements of a file are judged as if they were typed. */
function readFiles(command: ShellCommand, state: State, reader: Reader): undefined {
  const args = argsOf(command);
  const typed = [...args.operands, ...ofKind(args, 'sql')].map((w) => w.text).join('\n');
  const named = [
    ...valuesOf(args, '-f --file -i --input-file -init').map((w) => w.text),
    ...[...typed.matchAll(INCLUDES)].map((m) => m[1] as string),
  ];
  for (const name of atMost(named, 64, reader)) {
    const path = resolve(name, command.cwd);
    const file = path ? fileFlow(path, state, reader) : undefined;
    if ((file?.text?.length ?? 0) > MAX_FILE) reader.notes.add('code-too-long');
    const text = file?.text?.slice(0, MAX_FILE);
    if (text === undefined) continue;
    const script = file?.kind === 'file' ? path : undefined;
    recordCommand(
      { ...command, words: command.words.slice(0, 1), stdin: { text, origins: [], kind: 'heredoc' }, script },
      reader,
    );
  }
}

const MAX_FILE = 200_000;

/** Where a client finds statements besides its options. */
interface StatementPlaces {
  words: boolean;
  input: boolean;
}

function clientEffects(command: ShellCommand, args: Args, { words, input }: StatementPlaces): Effect[] {
  if (isHarmlessCall(command)) return [];
  if (command.stdin?.origins.some((o) => DROPS_FIRST.test(o.name))) return [dropsFirst(command)];
  const given = ofKind(args, 'sql').map((w) => withParentheses(w.text));
  const operands = args.operands.map((w) => w.text).filter((text) => /\s|\(|\.\w/.test(text));
  const typed = [...(words ? operands : []), ...(input && command.stdin?.text ? [command.stdin.text] : [])];
  return [...given, ...typed].flatMap((text) => judgeSql(text, command));
}

/** An in-memory database, a request for help, or a dry run. */
const isHarmlessCall = (command: ShellCommand) =>
  isInMemory(command) ||
  command.words.at(-1)?.text === '--help' ||
  command.words.some((w) => /^--dry_?-?run$/.test(w.text));

/** `ATTACH 'app.db'` and `.open app.db` go on with a file. */
const isInMemory = ({ words, stdin }: ShellCommand) =>
  words[1]?.text === ':memory:' &&
  ![...words.map((w) => w.text), stdin?.text ?? ''].some((text) => OPENS_FILE.test(text));

const OPENS_FILE = /\battach\b|^\s*\.(open|restore)\b/im;

const DROPS_FIRST = /^(pg_dump(all)?|pg_restore)\b.*\s(-\w*c\w*|--clean)\b|^mysqldump\b.*--add-drop-database/;

/** `pg_dump --clean a | psql b`: the dump begins with drops. */
const dropsFirst = (command: ShellCommand) =>
  effect(command, {
    kind: 'data',
    weight: 'risky',
    code: 'db-overwrite',
    reason: 'Drops existing data before it restores.',
    safer: 'restore into a new database',
  });

/** `DROP TABLE x` as a shell command: meant for a database client, so worth a question. */
export const bareStatementEffects = (command: ShellCommand): Effect[] =>
  statementWords(command)
    .flatMap((text) => judgeSql(text, command))
    .slice(0, 4);

function statementWords(command: ShellCommand): string[] {
  const first = command.words[0]?.text ?? '';
  const text = command.words.map((w) => w.text).join(' ');
  // `truncate` is also a program, `TRUNCATE` is not.
  if (/^TRUNCATE$|^truncate table /i.test(first === 'truncate' ? text : first)) return [text];
  if (/^(DROP|DELETE|ALTER|UPDATE|GRANT|RESET)$/i.test(first) && command.words.length > 1) return [text];
  if (!/^db\.\w|\.(drop|dropDatabase|deleteMany|remove)\(/i.test(first)) return [];
  return [withParentheses(text)];
}

/** Restores the parentheses of `db.users.drop()`, which are lost outside of quotes. */
const withParentheses = (text: string) => text.replace(/^(db\.[\w.]+)(?:\s+(\{.*))?$/, '$1($2)');

const DROP = pattern(
  String.raw`
  # DROP, and CREATE OR REPLACE of an object with data.
  \b(?:DROP\s+(?:SNAPSHOT\s+|DETACHED\s+|EXTERNAL\s+)?|
  CREATE\s+OR\s+REPLACE\s+(?=TABLE|SCHEMA|DATABASE))
  # The kind of the object.
  (DATABASE|SCHEMA|TABLE|TABLESPACE|USER|ROLE|OWNED|KEYSPACE|COLLECTION|WAREHOUSE|STREAM|EXTENSION|
  MATERIALIZED|SERVER|LOGIN|MEASUREMENT|SERIES|BUCKET|COLUMN|VIEW|INDEX|TYPE|FUNCTION|PROCEDURE|
  TRIGGER|SEQUENCE|CONSTRAINT|PARTITION|ALL|CATALOG|DICTIONARY|PUBLICATION|SUBSCRIPTION|DOMAIN|
  POLICY)\b
`,
  'i',
);
const TRUNCATE = /(^|[;"'\s(])TRUNCATE\s+(TABLE\s+)?[`"[\w.\u0000]/i;
const DELETE = /\bDELETE\s+FROM\s+([`"[\]\w.\u0000]+)([^;]*)/gi;
const UPDATE = /\bUPDATE\s+(ONLY\s+)?([`"[\]\w.\u0000]+)\s+SET\b([^;]*)/gi;
const ALWAYS_TRUE = /\b(?:WHERE|OR)\s+\(?\s*(1\s*=\s*1|true|'(\w*)'\s*=\s*'\2'|1|not\s+false)\s*\)?\s*$/i;
const MONGO = pattern(
  String.raw`
  # db.dropDatabase(), db.users.drop()
  \.(dropDatabase|dropCollection|dropIndexes|dropAllUsers|dropUser|dropRole|dropAllRoles)\s*\(|
  \.drop\s*\(|
  # Rails and Django: User.delete_all, User.objects.all().delete()
  \.(delete_all|destroy_all)\b|\.objects\.all\(\)\.delete\(|
  # The server itself.
  \bshutdownServer\s*\(|
  # db.runCommand({ drop: "users" })
  (?:runCommand|adminCommand)\s*\(\s*\{\s*["']?(?:drop|dropDatabase|dropIndexes|shutdown)["']?\s*:|
  \.getSiblingDB\([^)]*\)\.dropDatabase
`,
  'i',
);

/** Roles with which somebody may do everything, or run programs on the machine of the database. */
const ADMIN_ROLE =
  /\bGRANT\s+(ROLE\s+)?["`]?(ACCOUNTADMIN|SECURITYADMIN|ORGADMIN|SYSADMIN|admin|dba|rds_superuser|cloudsqlsuperuser|azure_pg_admin|pg_(execute_server_program|write_server_files|read_server_files))["`]?\s+TO\b/i;

/** MongoDB calls that give somebody the rights of an administrator. */
const GRANTS_IN_MONGO =
  /\.(grantRolesToUser|createUser|updateUser)\s*\([\s\S]{0,500}\b(root|dbOwner|\w+AnyDatabase|userAdmin|clusterAdmin|__system)\b/;

/** Statements that change settings, permissions or sessions of other users. */
const FOR_ALL =
  /\bALTER\s+SYSTEM\s+(SET|RESET)\b|\bSET\s+(GLOBAL|PERSIST)\s|\bpg_terminate_backend\s*\(|\bREVOKE\s+ALL\b|\bREASSIGN\s+OWNED\b/i;

/** MongoDB calls that affect every document of a collection. */
const EMPTIES: readonly RegExp[] = [
  /\.deleteMany\s*\(\s*(\{\s*(["']?_id["']?\s*:\s*\{\s*["']?\$exists["']?\s*:\s*(true|1)\s*\}\s*)?\})?\s*[,)]/i,
  /\.remove\s*\(\s*\{\s*(["']?_id["']?\s*:\s*\{\s*["']?\$exists["']?\s*:\s*(true|1)\s*\}\s*)?\}\s*(\)|,(?![^)]*justOne["']?\s*:\s*true)(?!\s*true))/i,
  // `find({…}).remove()` is restricted by its filter.
  /(?<!\.find\(\s*\{[^}]{0,200}\w[^}]{0,200}\}\s*\))\.remove\s*\(\s*\)/i,
  /\bdeleteMany["']?\s*:\s*\{\s*["']?filter["']?\s*:\s*\{\s*\}/,
  /\.(\w+)\.aggregate\s*\([\s\S]{0,2000}\$out["']?\s*:\s*["']\1["']/,
];

/** Texts, quoted names and comments. MySQL runs a comment that begins with an exclamation mark. */
const QUOTED =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|\[[^\]\n]*\]|--(?=\s|$)[^\n]*|\/\*(?![!+M])[\s\S]*?\*\//gm;

/** The statements without their comments, and without texts unless these may be statements too. */
function withoutProse(sql: string, text: RegExp): string {
  const runsTexts = /\b(EXECUTE|PREPARE)\b/i.test(sql);
  const plain = sql.replace(QUOTED, (part) => {
    if (/^(--|\/\*)/.test(part)) return ' ';
    return text.test(part) && !runsTexts ? "''" : part;
  });
  // A text that is only a comment counts as a statement: this client may not know that form of comment.
  return plain.trim() === '' ? sql : plain;
}

/** The effects of a piece of SQL, or of a database's own language. */
export function judgeSql(text: string, command: ShellCommand): Effect[] {
  const plain = withoutProse(text, command.name === 'bq' ? /^['"]/ : /^'/);
  if (/^\s*EXPLAIN\s+(?!ANALY[SZ]E)/i.test(plain) && !plain.includes(';')) return [];
  const effects = (found: readonly Found[]) =>
    found.map((loss) =>
      effect(command, {
        ...loss,
        kind: 'data',
        weight: 'irreversible',
        safer: 'back the data up, and try it on a copy of the database first',
      }),
    );
  return [
    ...effects([...lostData(plain), ...escapes(plain, text), ...givenRights(plain, text)]),
    ...(/\bDISABLE\s+ROW\s+LEVEL\s+SECURITY\b/i.test(plain) ? [opensRows(command)] : []),
    ...effects(serverChanges(plain, text)),
  ];
}

type Found = Pick<Effect, 'code' | 'reason'>;

function lostData(plain: string): Found[] {
  const found: Found[] = [];
  if (DROP.test(plain)) found.push({ code: 'sql-drop', reason: 'DROP deletes structure and data for good.' });
  if (TRUNCATE.test(plain))
    found.push({ code: 'sql-truncate', reason: 'TRUNCATE empties the table for good.' });
  for (const m of plain.matchAll(DELETE))
    if (isUnbounded(m[2] ?? ''))
      found.push({ code: 'sql-delete-all', reason: `DELETE without WHERE empties ${m[1]}.` });
  if (/\bALTER\s+TABLE\s+\S+\s+DELETE\s+WHERE\s+(1\s*=\s*1|1|true)\b/i.test(plain))
    found.push({
      code: 'sql-delete-all',
      reason: 'DELETE with a condition that is always true empties the table.',
    });
  for (const m of plain.matchAll(UPDATE))
    if (isUnbounded(m[3] ?? ''))
      found.push({ code: 'sql-update-all', reason: `UPDATE without WHERE changes every row of ${m[2]}.` });
  return found;
}

/** Statements that leave the database: they write files, or run programs. */
const escapes = (plain: string, text: string): Found[] =>
  /\bINTO\s+(OUTFILE|DUMPFILE)\b|\bCOPY\b[^;]*\b(TO|FROM)\s+PROGRAM\b|\bxp_cmdshell\b/i.test(plain) ||
  /\b(COPY\b[^;]*\bTO|EXPORT\s+DATABASE)\s+'(\/(?!(tmp|home|Users)\/)|~)/i.test(text)
    ? [{ code: 'sql-file', reason: 'Writes files or runs programs on the machine of the database.' }]
    : [];

function givenRights(plain: string, text: string): Found[] {
  const found: Found[] = [];
  if (/\bGRANT\s+ALL(\s+PRIVILEGES)?\s+ON\s+\*\.\*/i.test(plain))
    found.push({ code: 'sql-grant', reason: 'Gives somebody all rights in every database.' });
  if (
    /\b(ALTER|CREATE)\s+(USER|ROLE)\b[^;]*\bSUPERUSER\b/i.test(plain) ||
    ADMIN_ROLE.test(plain) ||
    GRANTS_IN_MONGO.test(text)
  )
    found.push({ code: 'sql-grant', reason: 'Gives somebody every right on the server.' });
  return found;
}

function serverChanges(plain: string, text: string): Found[] {
  const found: Found[] = [];
  if (FOR_ALL.test(plain))
    found.push({ code: 'sql-server', reason: 'Changes the server for everybody, or ends what others run.' });
  if (emptiesCollection(text))
    found.push({ code: 'mongo-drop', reason: 'Drops a database or collection, or empties it.' });
  if (STOPS_SERVER.test(plain) && !/^\s*(SELECT|SHOW|EXPLAIN)/i.test(plain))
    found.push({ code: 'sql-server', reason: 'Stops the server or removes its data.' });
  return found;
}

const STOPS_SERVER =
  /\b(SHUTDOWN|FLUSH\s+(ALL|TABLES)|RESET\s+MASTER|PURGE\s+BINARY|DETACH\s+DELETE|REMOVE\s+TABLE|DELETE\s+DATABASE)\b/i;

/** Without row level security, everyone who may read the table sees all of its rows. */
const opensRows = (command: ShellCommand) =>
  effect(command, {
    kind: 'data',
    weight: 'risky',
    code: 'sql-grant',
    reason: 'Lets everybody who may read the table see every row.',
    safer: 'a policy for the rows that are needed',
  });

/** Whether code for the mongo shell drops or empties something, ignoring comments and strings. */
function emptiesCollection(given: string): boolean {
  const code = /\beval\b|\bFunction\b/.test(given) ? given : withoutTexts(given);
  if (MONGO.test(code)) return true;
  // `var all = {}; db.x.deleteMany(all)`
  const named = /\b(\w+)\s*=\s*\{\s*\}/.exec(code)?.[1];
  const text =
    named && !new RegExp(`\\b${named}\\s*[.[]`).test(code)
      ? code.replace(new RegExp(`\\(\\s*${named}\\b`), '({}')
      : code;
  return EMPTIES.some((pattern) => pattern.test(text));
}

const withoutTexts = (code: string) =>
  code
    .replace(/"(?:[^"\\\n(]|\\.)*\((?:[^"\\\n]|\\.)*"|'(?:[^'\\\n(]|\\.)*\((?:[^'\\\n]|\\.)*'/g, "''")
    .replace(/(^|[\s;])\/\/[^\n]*/g, '$1');

const isUnbounded = (text: string, rest = text.replace(/--\s[^\n]*/g, '')) =>
  !/\bWHERE\b|\bUSING\s*\(|\bJOIN\b|\bLIMIT\b/i.test(rest) || ALWAYS_TRUE.test(rest.trim());
