// Calls that give a statement to a database.

import type { Action, CodeContext } from '../code-context.ts';
import { IN_MEMORY, statementCommand } from '../places.ts';
import { runAsCommand } from '../run-as-command.ts';
import type { Call } from '../value.ts';

const STATEMENT =
  /(?:^|;)\s*(?:DROP|TRUNCATE|DELETE|UPDATE|ALTER|BEGIN|WITH)\b|^\s*MATCH\b[\s\S]*\bDELETE\b/i;

/** The arguments that may be a statement: `query(sql)`, `mysqli_query(connection, sql)`, `query({ text: sql })`. */
const statementsOf = ({ args, named }: Call): readonly string[] =>
  [...args, ...STATEMENT_FIELDS.flatMap((name) => named.get(name) ?? [])]
    .flatMap((value) => value.texts ?? [])
    .filter((text) => STATEMENT.test(text));

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

/** Where a call takes effect. If its object does not say so, it is the only place that the code names. */
export function placeOfCall({ callee, self, args }: Call, { places }: CodeContext): string | undefined {
  const own = self?.place ?? args.find(({ place }) => place !== undefined)?.place;
  if (own !== undefined) return own;
  return /^duckdb\.\w+$|^Sequel\.sqlite(?!\()/.test(callee)
    ? IN_MEMORY
    : places.size === 1
      ? [...places][0]
      : undefined;
}
