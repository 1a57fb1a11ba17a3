// Calls of database clients.
import { HOLE } from '../../base/words.ts';
import { type Call, firstText } from '../value.ts';
import type { Service, Words } from './service.ts';

/** An empty filter, or none, means everything. */
const isEverything = ({ args, named }: Call): boolean =>
  named.size === 0 && (args.length === 0 || (args[0]?.fields?.size === 0 && !args[0].texts));

const MONGO = /mongo|motor|mongoose|\bcollection\b|\bdb\b/i;

const dropsMongo = (): Words => ['mongosh', '--eval', 'db.dropDatabase()'];

export const DATABASES: readonly Service[] = [
  {
    callee: /^(?:typeorm|sequelize|@mikro-orm\/[\w-]+)\b.*\.(?:dropDatabase|drop|dropSchema)$/,
    words: () => ['psql', '-c', 'DROP DATABASE x'],
  },
  { callee: /\.drop_all$/, words: () => ['psql', '-c', 'DROP ALL'] },
  {
    callee: /(?:elasticsearch|opensearch).*\.(?:indices\.delete|delete_by_query|deleteByQuery)$/i,
    words: () => ['curl', '-X', 'DELETE', 'http://localhost:9200/_all'],
  },
  {
    callee: /(?:kafka|AdminClient).*\.(?:delete_topics|deleteTopics)$/i,
    words: () => ['kafka-topics', '--delete', '--topic', 'x'],
  },
  {
    callee:
      /\.from\(\)\.delete\(\)\.(?:neq|gt|gte|not)$|^knex\(\)\(\)\.(?:del|delete|truncate)$|(?:^|\.)session\.query\(\)\.delete$/,
    words: () => ['psql', '-c', 'DELETE FROM x'],
  },
  {
    callee: /\.destroy$/,
    words: ({ named }) => (named.has('truncate') ? ['psql', '-c', 'TRUNCATE x'] : undefined),
  },
  {
    callee: /^(?:redis|ioredis|aioredis|valkey|iovalkey|Redis)\b.*\.(flushall|flushdb|flushAll|flushDb)$/,
    words: (_call, [name = '']) => ['redis-cli', name.toLowerCase()],
  },
  {
    callee: /\.(?:drop_database|dropDatabase|drop_collection|dropCollection)$/,
    words: ({ callee }) => (MONGO.test(callee) ? dropsMongo() : undefined),
  },
  {
    callee: /\.(?:delete_many|deleteMany|drop)$/,
    words: (call) => (MONGO.test(call.callee) && isEverything(call) ? dropsMongo() : undefined),
  },
  {
    callee: /\.objects(?:\.all\(\))?(?:\.all\(\))?\.delete$|\.objects\.all\(\)\._raw_delete$/,
    words: () => ['psql', '-c', 'DELETE FROM x'],
  },
  { callee: /^Sequel\.\w+(?:\(\))?\.\w+\.(?:truncate|delete)$/, words: () => ['psql', '-c', 'TRUNCATE x'] },
  { callee: /^(?:DB\.table\(\)|[A-Z]\w+)\.truncate$/, words: () => ['psql', '-c', 'TRUNCATE x'] },
  {
    callee: /^[A-Z]\w*\.(?:delete_all|destroy_all|query\(\)\.delete)$/,
    words: () => ['psql', '-c', 'DELETE FROM x'],
  },
  {
    callee: /\.deleteMany$/,
    words: (call) =>
      /prisma/i.test(call.callee) && isEverything(call) ? ['psql', '-c', 'DELETE FROM x'] : undefined,
  },
  {
    callee: /\.(?:dropTable|dropTableIfExists|drop_table|dropSchema|dropAllTables)$/,
    words: () => ['psql', '-c', 'DROP TABLE x'],
  },
  {
    callee: /sequelize.*\.sync$/i,
    words: ({ named }) =>
      firstText(named.get('force')) === HOLE && named.has('force')
        ? ['psql', '-c', 'DROP TABLE x']
        : undefined,
  },
];
