import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects } from './effects.ts';

export default definePolicy({
  id: 'guard/databases',
  summary: 'Stop statements that drop or empty data',
  why: 'Dropped tables come back only from a backup, if there is one.',
  on: 'PreToolUse',
  tools: ['Bash'],
  effects: ['data'],
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
    { event: bash('prisma migrate reset'), expect: 'ask' },
    { event: bash('curl -X DELETE https://api.example.com/users/1'), expect: 'ask' },
    { event: bash('psql -c "SELECT * FROM dropped"'), expect: 'pass' },
    { event: bash('grep -r "DROP TABLE" migrations'), expect: 'pass' },
    { event: bash('echo "DROP TABLE users"'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['data'], context.options.accept);
  },
});
