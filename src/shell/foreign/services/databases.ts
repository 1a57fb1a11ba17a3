// Calls of database clients that delete data without a statement, and the commands of `psql`, `mongosh` and others that
// do the same (services.ts). Statements in SQL are in actions/databases.ts.
import { HOLE } from '../../base/words.ts';
import { type Call, firstText } from '../value.ts';
import type { CommandWords, Service } from './service.ts';

/** An empty filter, or none, means everything. */
const isEverything = ({ args, named }: Call): boolean =>
  named.size === 0 && (args.length === 0 || (args[0]?.fields?.size === 0 && !args[0].texts));

const MONGO = /mongo|motor|mongoose|\bcollection\b|\bdb\b/i;

const dropMongoCommand = (): CommandWords => ['mongosh', '--eval', 'db.dropDatabase()'];

/** Client programs of databases other than SQL. A database in memory is gone when the code ends, so they lose nothing there. */
export const DATABASE_CLIENTS = /^(?:mongosh|redis-cli|curl)$/;

export const DATABASES: readonly Service[] = [
  {
    callee: /^(?:typeorm|sequelize|@mikro-orm\/[\w-]+)\b.*\.(?:dropDatabase|drop|dropSchema)$/,
    command: () => ['psql', '-c', 'DROP DATABASE x'],
  },
  { callee: /\.drop_all$/, command: () => ['psql', '-c', 'DROP ALL'] },
  {
    callee: /(?:elasticsearch|opensearch).*\.(?:indices\.delete|delete_by_query|deleteByQuery)$/i,
    command: () => ['curl', '-X', 'DELETE', 'http://localhost:9200/_all'],
  },
  {
    callee: /(?:kafka|AdminClient).*\.(?:delete_topics|deleteTopics)$/i,
    command: () => ['kafka-topics', '--delete', '--topic', 'x'],
  },
  {
    callee:
      /\.from\(\)\.delete\(\)\.(?:neq|gt|gte|not)$|^knex\(\)\(\)\.(?:del|delete|truncate)$|(?:^|\.)session\.query\(\)\.delete$/,
    command: () => ['psql', '-c', 'DELETE FROM x'],
  },
  {
    callee: /\.destroy$/,
    command: ({ named }) => (named.has('truncate') ? ['psql', '-c', 'TRUNCATE x'] : undefined),
  },
  {
    callee: /^(?:redis|ioredis|aioredis|valkey|iovalkey|Redis)\b.*\.(flushall|flushdb|flushAll|flushDb)$/,
    command: (_call, [name = '']) => ['redis-cli', name.toLowerCase()],
  },
  {
    callee: /\.(?:drop_database|dropDatabase|drop_collection|dropCollection)$/,
    command: ({ callee }) => (MONGO.test(callee) ? dropMongoCommand() : undefined),
  },
  {
    callee: /\.(?:delete_many|deleteMany|drop)$/,
    command: (call) => (MONGO.test(call.callee) && isEverything(call) ? dropMongoCommand() : undefined),
  },
  {
    callee: /\.objects(?:\.all\(\))?(?:\.all\(\))?\.delete$|\.objects\.all\(\)\._raw_delete$/,
    command: () => ['psql', '-c', 'DELETE FROM x'],
  },
  { callee: /^Sequel\.\w+(?:\(\))?\.\w+\.(?:truncate|delete)$/, command: () => ['psql', '-c', 'TRUNCATE x'] },
  { callee: /^(?:DB\.table\(\)|[A-Z]\w+)\.truncate$/, command: () => ['psql', '-c', 'TRUNCATE x'] },
  {
    callee: /^[A-Z]\w*\.(?:delete_all|destroy_all|query\(\)\.delete)$/,
    command: () => ['psql', '-c', 'DELETE FROM x'],
  },
  {
    callee: /\.deleteMany$/,
    command: (call) =>
      /prisma/i.test(call.callee) && isEverything(call) ? ['psql', '-c', 'DELETE FROM x'] : undefined,
  },
  {
    callee: /\.(?:dropTable|dropTableIfExists|drop_table|dropSchema|dropAllTables)$/,
    command: () => ['psql', '-c', 'DROP TABLE x'],
  },
  {
    callee: /sequelize.*\.sync$/i,
    command: ({ named }) =>
      firstText(named.get('force')) === HOLE && named.has('force')
        ? ['psql', '-c', 'DROP TABLE x']
        : undefined,
  },
];
