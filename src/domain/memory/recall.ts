// Scores how relevant a memory is now. Weights, thresholds and synonyms are tables; no model is called.
import type { Memory, RecallMoment, ScoredMemory } from './memory.ts';

export const weights = {
  entity: 0.6,
  recency: 0.4,
  /** A bonus for memories that helped in earlier sessions. */
  useful: { bonus: 0.05, injected: 3, rate: 0.3 },
  /** The score for each kind of match. */
  match: { file: 1, stem: 0.6, concept: 0.5, synonym: 0.45, part: 0.35, folder: 0.3 },
  /** Hours for which a memory that matches nothing is still shown, because it is recent. */
  newsHours: 4,
} as const;

export interface RecallLimits {
  /** Memories per recall. */
  count: number;
  characters: number;
  minScore: number;
  /** Recalls per session, and the pause between two. */
  times: number;
  pauseSeconds: number;
}

export const recallLimits: Record<RecallMoment, RecallLimits> = {
  start: { count: 5, characters: 8_000, minScore: 0.12, times: 1_000, pauseSeconds: 0 },
  prompt: { count: 2, characters: 800, minScore: 0.25, times: 3, pauseSeconds: 60 },
  read: { count: 2, characters: 1_200, minScore: 0.25, times: 8, pauseSeconds: 30 },
};

/** The most characters that one memory may take, by its score. */
export const lengthByScore: readonly [score: number, characters: number][] = [
  [0.6, 600],
  [0.35, 350],
  [0, 200],
];

/** Groups of words that mean the same for our purpose. */
export const synonyms: readonly string[][] = [
  ['auth', 'authentication', 'login', 'signin', 'oauth', 'session', 'token', 'jwt'],
  ['cors', 'proxy', 'origin', 'preflight'],
  ['database', 'db', 'sql', 'postgres', 'sqlite', 'mysql'],
  ['migration', 'migrate', 'schema', 'alembic', 'prisma'],
  ['deploy', 'deployment', 'release', 'rollout', 'publish'],
  ['ci', 'pipeline', 'workflow', 'actions', 'build'],
  ['test', 'tests', 'testing', 'spec', 'pytest', 'vitest', 'jest'],
  ['flaky', 'race', 'race-condition', 'concurrency', 'deadlock', 'lock'],
  ['config', 'configuration', 'settings', 'options', 'env', 'environment'],
  ['error', 'exception', 'crash', 'failure', 'traceback'],
  ['performance', 'slow', 'latency', 'speed', 'memory-leak', 'timeout'],
  ['cache', 'caching', 'redis', 'memoize', 'invalidation'],
  ['api', 'endpoint', 'route', 'rest', 'graphql', 'handler'],
  ['websocket', 'socket', 'realtime', 'sse', 'streaming'],
  ['frontend', 'ui', 'component', 'react', 'vue', 'page'],
  ['style', 'css', 'tailwind', 'theme', 'layout'],
  ['type', 'types', 'typescript', 'typing', 'mypy', 'tsc'],
  ['lint', 'linter', 'eslint', 'ruff', 'biome', 'format'],
  ['docker', 'container', 'image', 'compose', 'kubernetes'],
  ['permission', 'permissions', 'access', 'role', 'acl', 'authorization'],
  ['date', 'datetime', 'timezone', 'time', 'utc'],
  ['serialization', 'serialize', 'json', 'encode', 'decode', 'parse'],
  ['upload', 'download', 'file', 'export', 'import', 'csv', 'excel'],
  ['dependency', 'dependencies', 'package', 'version', 'upgrade', 'lockfile'],
  ['hook', 'hooks', 'event', 'callback', 'listener', 'webhook'],
];

const synonymGroup = new Map(synonyms.flatMap((group, index) => group.map((word) => [word, index] as const)));

const stopWords = new Set(
  'about after again also been before being could does done from have into just like make more need only other please should some such than that their them then there these they this those very want what when where which while will with would your'.split(
    ' ',
  ),
);

/** The terms to search for: file names, their stems and folders, and words. */
export interface MemoryQuery {
  files: Set<string>;
  stems: Set<string>;
  folders: Set<string>;
  words: Set<string>;
  /** Prefixes of the words, four letters or longer. */
  prefixes: Set<string>;
  /** The synonym groups of the words. */
  groups: Set<number>;
}

export function queryOf(names: readonly string[]): MemoryQuery {
  const files = new Set<string>();
  const stems = new Set<string>();
  const folders = new Set<string>();
  const words = new Set<string>();
  for (const name of names.map((one) => one.toLowerCase())) {
    if (isPath(name)) addPath({ files, stems, folders, words }, name);
    else for (const word of wordsOf(name)) words.add(word);
  }
  const prefixes = new Set([...words].flatMap(prefixesOf));
  const groups = new Set([...words].flatMap((word) => synonymGroup.get(word) ?? []));
  return { files, stems, folders, words, prefixes, groups };
}

/** Only prefixes count: "token" is one of "tokenizer", but "test" is not one of "latest". */
function prefixesOf(text: string): string[] {
  const parts = text.split(/[^a-z0-9]+/).filter((part) => part.length > minPrefix);
  return parts.flatMap((part) =>
    Array.from({ length: part.length - minPrefix }, (_, n) => part.slice(0, minPrefix + n)),
  );
}

const minPrefix = 4;

function isPath(name: string): boolean {
  return !/\s/.test(name) && (/\//.test(name) || /^[\w-]+\.[a-z]{1,5}$/.test(name));
}

function addPath(query: Omit<MemoryQuery, 'prefixes' | 'groups'>, path: string): void {
  const parts = path.split('/').filter(Boolean);
  const file = parts.at(-1)!;
  query.files.add(file);
  query.stems.add(stemOf(file));
  if (parts.length > 1) query.folders.add(parts.at(-2)!);
  for (const word of wordsOf(stemOf(file))) query.words.add(word);
}

export function stemOf(file: string): string {
  return file.replace(/(?<=.)\.[^.]*$/, '').replace(/\.(test|spec|d)$/, '');
}

function wordsOf(text: string): string[] {
  const words = text.split(/[^a-z0-9-]+/).flatMap((word) => [word, ...word.split('-')]);
  return words.filter((word) => (word.length > 3 || synonymGroup.has(word)) && !stopWords.has(word));
}

/** The index keys to look up for a query, including synonyms. */
export function searchKeys({ files, stems, folders, words }: MemoryQuery): string[] {
  const related = [...words].flatMap((word) => synonyms[synonymGroup.get(word) ?? -1] ?? []);
  return [...new Set([...files, ...stems, ...folders, ...words, ...related])].slice(0, 900);
}

/** The keys under which a memory is indexed. */
export function indexKeys(entities: readonly string[]): string[] {
  const { files, stems, folders, words } = queryOf(entities);
  return [...new Set([...entities, ...files, ...stems, ...folders, ...words])].slice(0, 100);
}

export function entityScore(memory: Memory, query: MemoryQuery): number {
  let best = 0;
  for (const entity of memory.entities) {
    best = Math.max(best, similarity(entity, query));
    if (best === weights.match.file) break;
  }
  return best;
}

function similarity(entity: string, { files, stems, folders, words, prefixes, groups }: MemoryQuery): number {
  const { match } = weights;
  const parts = entity.split('/');
  const file = parts.at(-1)!;
  const stem = stemOf(file);
  if (files.has(file)) return match.file;
  if (stems.has(stem) || stems.has(entity)) return match.stem;
  if (words.has(entity) || words.has(stem)) return match.concept;
  const group = synonymGroup.get(entity);
  if (group !== undefined && groups.has(group)) return match.synonym;
  if (prefixes.has(entity) || prefixesOf(entity).some((one) => words.has(one))) return match.part;
  return parts.length > 1 && folders.has(parts.at(-2)!) ? match.folder : 0;
}

export function recency(ageMs: number): number {
  const hours = Math.max(0, ageMs) / 3_600_000;
  return hours <= 48 ? 1 - hours / 96 : 0.5 * 0.5 ** (hours / 24 / 7);
}

export function scoreMemory(
  memory: Memory,
  query: MemoryQuery,
  now: number,
  entity = entityScore(memory, query),
): number {
  const age = now - memory.at;
  if (entity === 0 && age >= weights.newsHours * 3_600_000) return 0;
  const { bonus, injected, rate } = weights.useful;
  const useful = memory.injected >= injected && memory.cited / memory.injected >= rate;
  return weights.entity * entity + weights.recency * recency(age) + (useful ? bonus : 0);
}

export function bestMatches(
  memories: readonly Memory[],
  query: MemoryQuery,
  moment: RecallMoment,
  now: number,
): ScoredMemory[] {
  const { minScore, count } = recallLimits[moment];
  return memories
    .flatMap((memory) => {
      const entity = entityScore(memory, query);
      // During a session only matching memories are recalled; at its start, recent ones too.
      if (entity === 0 && moment !== 'start') return [];
      return [{ memory, score: scoreMemory(memory, query, now, entity) }];
    })
    .filter((one) => one.score >= minScore)
    .sort((a, b) => b.score - a.score || b.memory.at - a.memory.at)
    .slice(0, count * 3);
}

/** The share of a text's words that the other text contains too. */
export function overlap(text: string, other: string): number {
  const words = (one: string) => new Set(one.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  const mine = words(text);
  const theirs = words(other);
  if (mine.size === 0) return 0;
  return [...mine].filter((word) => theirs.has(word)).length / mine.size;
}
