import type { EventOf } from '../../core/event.ts';
import { bash, tool } from '../../core/examples.ts';
import { flatInput } from '../../core/flat-input.ts';
import { definePolicy } from '../../index.ts';
import { judgeSql } from '../../shell/programs/behaviours/sql.ts';
import type { ShellCommand } from '../../shell/types.ts';
import { acceptOption, SHELLS, verdictFor } from './shared/effects.ts';
import { judgeByEvidence } from './shared/evidence.ts';
import { throwAwayDatabase } from './shared/throw-away-database.ts';
import { isTrue } from './shared/tool-input.ts';

/** Input fields in which MCP tools take a statement. */
const STATEMENT = /sql|statement|quer(y|ies)|^(q|command|commands|script|pipeline|ddl|migration)$/i;

/** Fields with similar names whose text is not a statement. */
const NO_STATEMENT =
  /^(graphql|natural|search|jql|cql|query_?(name|id|type|description|params?|parameters)|question)/i;

/** Tools that search for a text, which may contain a statement that nobody runs. */
const SEARCHES =
  /search|docs|ask_|wiki|context7|documentation|lookup|__(list|find|get|browse)_(?!.*(sql|query))/i;

export default definePolicy({
  id: 'guard/databases',
  summary: 'Stop statements that drop or delete data',
  why: 'A dropped table can only be restored from a backup, if there is one.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['data', 'no-command'],
  level: 'deny',
  onError: 'deny',
  passesIf: 'the database is in memory, in a temporary folder, made by this session, or does not exist yet',
  options: acceptOption,
  examples: () => [
    { event: bash('psql -c "DROP TABLE users"'), expect: 'deny' },
    { event: bash('mysql -e "TRUNCATE orders"'), expect: 'deny' },
    { event: bash('psql -c "DELETE FROM users"'), expect: 'deny' },
    { event: bash('psql -c "DELETE FROM users WHERE id = 1"'), expect: 'pass' },
    { event: bash('sqlite3 app.db "DROP TABLE users"'), expect: 'deny' },
    {
      event: bash('sqlite3 /tmp/t.db "DROP TABLE users"'),
      expect: 'pass',
      title: 'A database in a temporary folder',
    },
    { event: bash('sqlite3 :memory: "DROP TABLE users"'), expect: 'pass' },
    {
      event: bash('sqlite3 app.db < reset.sql'),
      expect: 'pass',
      title: 'A database that this session made',
      given: { files: { 'reset.sql': 'DROP TABLE users;' }, madeBySession: ['/home/me/project/app.db'] },
    },
    {
      event: bash('duckdb new.duckdb -c "DROP TABLE IF EXISTS users"'),
      expect: 'pass',
      title: 'A database that does not exist yet',
      given: { absent: ['/home/me/project/new.duckdb'] },
    },
    {
      event: bash(`sqlite3 /tmp/t.db "ATTACH '/srv/app.db' AS a; DROP TABLE a.users"`),
      expect: 'deny',
      title: 'The statement opens another database, too',
    },
    { event: bash('redis-cli FLUSHALL'), expect: 'deny' },
    { event: bash('mongosh --eval "db.dropDatabase()"'), expect: 'deny' },
    { event: bash('dropdb app'), expect: 'deny' },
    { event: bash(`psql -c "COPY t TO PROGRAM 'sh'"`), expect: 'deny' },
    { event: bash('prisma migrate reset'), expect: 'ask' },
    { event: bash('pg_dump --clean live | psql copy'), expect: 'ask' },
    { event: bash('pg_dump live | gzip > live.sql.gz'), expect: 'pass' },
    { event: bash('curl -X DELETE https://api.example.com/users/1'), expect: 'ask' },
    { event: tool('mcp__postgres__query', { sql: 'DROP TABLE users' }), expect: 'deny' },
    { event: tool('mcp__postgres__query', { sql: 'SELECT * FROM users' }), expect: 'pass' },
    { event: tool('mcp__postgres__run', { request: { sql: 'DROP TABLE users' } }), expect: 'deny' },
    { event: tool('mcp__db__run', { statements: ['SELECT 1', 'TRUNCATE users'] }), expect: 'deny' },
    { event: tool('mcp__db__run', { sqlStatements: ['BEGIN', 'DROP DATABASE app'] }), expect: 'deny' },
    { event: tool('mcp__db__explain_query', { sql: 'DELETE FROM orders' }), expect: 'pass' },
    { event: tool('mcp__db__explain_query', { sql: 'DELETE FROM orders', analyze: true }), expect: 'deny' },
    {
      event: tool('mcp__db__run', { sql: 'ALTER TABLE users DISABLE ROW LEVEL SECURITY' }),
      expect: 'ask',
    },
    {
      event: tool('mcp__notes__add', { text: 'Drop table support' }),
      expect: 'pass',
      title: 'A note about dropping a table',
    },
    { event: tool('mcp__db__run', { queryText: 'DELETE FROM orders' }), expect: 'deny' },
    { event: bash('psql -c "SELECT * FROM dropped"'), expect: 'pass' },
    { event: bash('grep -r "DROP TABLE" migrations'), expect: 'pass' },
    { event: bash('echo "DROP TABLE users"'), expect: 'pass' },
    {
      event: tool('mcp__linear__list_issues', { query: 'drop table' }),
      expect: 'pass',
      title: 'A search for issues',
    },
    {
      event: tool('mcp__tavily__search', { query: 'DROP TABLE users' }),
      expect: 'pass',
      title: 'A search on the web',
    },
    {
      event: bash('dropdb app_test && createdb app_test'),
      expect: 'pass',
      title: 'A database for tests, by its name',
    },
    { event: bash("psql -h prod.example -d app_test -c 'DROP TABLE x'"), expect: 'deny' },
    { event: bash("psql postgres://me:x@localhost:5432/app_test -c 'TRUNCATE users'"), expect: 'pass' },
    { event: bash("psql postgres://prod.example/app_test -c 'TRUNCATE users'"), expect: 'deny' },
    { event: bash("psql -d postgres://localhost/app -c 'TRUNCATE users'"), expect: 'deny' },
    { event: bash('RAILS_ENV=test rails db:drop db:create'), expect: 'pass' },
    { event: bash('RAILS_ENV=production rails db:drop'), expect: 'ask' },
  ],
  check(event, context) {
    const { accept } = context.options;
    if (event.tool_name.startsWith('mcp__') && !runsNothing(event)) {
      const texts = Object.entries(flatInput(event.tool_input)).flatMap(([key, value]) =>
        STATEMENT.test(key) && !NO_STATEMENT.test(key)
          ? [value].flat().filter((text) => typeof text === 'string')
          : [],
      );
      const verdict = verdictFor(
        texts.flatMap((text) => judgeSql(text, noCommand)).filter((e) => !accept.includes(e.code)),
      );
      if (verdict) return verdict;
    }
    return judgeByEvidence(context, ['data'], accept, (effect) => throwAwayDatabase(effect, context));
  },
});

/** A search, or a request for the plan of a statement. */
const runsNothing = ({ tool_name, tool_input }: EventOf<'PreToolUse'>) =>
  SEARCHES.test(tool_name) || (/explain/i.test(tool_name) && !isTrue(tool_input.analyze));

/** The command of a statement that did not come from a shell. */
const noCommand: ShellCommand = {
  name: '',
  words: [],
  assignments: [],
  redirects: [],
  cwd: undefined,
  stdin: undefined,
  code: undefined,
  via: [],
  remote: true,
  background: false,
  captured: false,
  script: undefined,
};
