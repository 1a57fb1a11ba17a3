import { bash, tool } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { judgeSql } from '../../shell/programs/behaviours/sql.ts';
import type { ShellCommand } from '../../shell/types.ts';
import { acceptOption, judgeEffects, SHELLS, verdictFor } from './shared/effects.ts';

/** Input fields in which MCP tools take a statement. */
const STATEMENT = /^(sql|query|statement|command|script|pipeline)$/i;

export default definePolicy({
  id: 'guard/databases',
  summary: 'Stop statements that drop or delete data',
  why: 'A dropped table can only be restored from a backup, if there is one.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['data', 'no-command'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('psql -c "DROP TABLE users"'), expect: 'deny' },
    { event: bash('mysql -e "TRUNCATE orders"'), expect: 'deny' },
    { event: bash('psql -c "DELETE FROM users"'), expect: 'deny' },
    { event: bash('psql -c "DELETE FROM users WHERE id = 1"'), expect: 'pass' },
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
    { event: bash('psql -c "SELECT * FROM dropped"'), expect: 'pass' },
    { event: bash('grep -r "DROP TABLE" migrations'), expect: 'pass' },
    { event: bash('echo "DROP TABLE users"'), expect: 'pass' },
  ],
  check(event, context) {
    const { accept } = context.options;
    if (event.tool_name.startsWith('mcp__')) {
      const texts = Object.entries(event.tool_input).flatMap(([key, value]) =>
        STATEMENT.test(key) && typeof value === 'string' ? [value] : [],
      );
      const verdict = verdictFor(
        texts.flatMap((text) => judgeSql(text, noCommand)).filter((e) => !accept.includes(e.code)),
      );
      if (verdict) return verdict;
    }
    return judgeEffects(context, ['data'], accept);
  },
});

/** Stands for the command of a statement that did not come from a shell. */
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
