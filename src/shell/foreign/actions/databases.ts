// Calls that give a statement to a database: `connection.execute('DROP TABLE a')`. The statement is run by the client
// program of the database (`psql`, `sqlite3`), so that the specs of those say what it means.

import { runAsCommand } from '../../state/run-as-command.ts';
import type { Action, CodeContext } from '../code-context.ts';
import { IN_MEMORY, statementCommand } from '../places.ts';
import type { Call } from '../value.ts';

/** A statement that deletes or changes data, as far as its beginning tells. */
const STATEMENT =
  /(?:^|;)\s*(?:DROP|TRUNCATE|DELETE|UPDATE|ALTER|BEGIN|WITH)\b|^\s*MATCH\b[\s\S]*\bDELETE\b/i;

/** The arguments that may be a statement: `query(sql)`, `mysqli_query(connection, sql)`, `query({ text: sql })`. */
const statementsOf = ({ args, named }: Call): readonly string[] =>
  [...args, ...STATEMENT_FIELDS.flatMap((name) => named.get(name) ?? [])]
    .flatMap((value) => value.texts ?? [])
    .filter((text) => STATEMENT.test(text));

/** Names of arguments and fields for a statement. */
const STATEMENT_FIELDS = [
  'text',
  'sql',
  'query',
  'statement',
  'operation',
  'sqlText',
  'queryString',
  'command',
];

export const isStatement = (call: Call) => statementsOf(call).length > 0;

export const runSql: Action = (call, context) => {
  for (const statement of statementsOf(call)) {
    const command = statementCommand(statement, placeOfCall(call, context));
    if (command) runAsCommand(command, context.state, context.reader);
  }
};

/** Where a call takes effect. If its object and arguments do not say so, it is the only place that the code names. */
export function placeOfCall({ callee, self, args }: Call, { places }: CodeContext): string | undefined {
  const known = self?.place ?? args.find(({ place }) => place !== undefined)?.place;
  if (known !== undefined) return known;
  if (/^duckdb\.\w+$|^Sequel\.sqlite(?!\()/.test(callee)) return IN_MEMORY;
  return places.size === 1 ? [...places][0] : undefined;
}
