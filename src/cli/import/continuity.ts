// Imports the state of older hook systems: todo lists, memories and a checkpoint. Their files are only read, and
// importing the same thing twice adds it once.

import type { Database } from 'bun:sqlite';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { readReflection } from '../../domain/checkpoint/checkpoint.ts';
import type { Lesson } from '../../domain/memory/memory.ts';
import { readTodos } from '../../domain/tasks.ts';
import { shortHash } from '../../facts/content.ts';
import { tryGit } from '../../facts/git.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { checkpointFile } from '../../facts/work.ts';
import { importMemory, type MemoryOrigin } from '../../store/db/memory.ts';
import { importTask } from '../../store/db/tasks.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { UserError } from '../../system/errors.ts';
import { readText } from '../../system/files.ts';
import { clientHome } from '../../system/home.ts';
import { readJson, timeOf } from './older-files.ts';

export interface Imported {
  what: 'todos' | 'memories' | 'checkpoint' | 'workflows' | 'worktrees' | 'updates' | 'autonomy' | 'secrets';
  from: string;
  found: number;
  added: number;
  /** Why something was not imported. */
  left_out: string[];
}

export interface ImportJob {
  db: Database;
  place: ProjectPlace;
  env: Env;
  now: number;
  /** A folder of memories that belongs to this project, although its name does not show it. */
  memoryFolder?: string | undefined;
}

export function importAll(job: ImportJob): Imported[] {
  return [...todoFiles(job), ...memoryFolders(job), ...checkpoint(job)];
}

/** The files are named by a hash of the project's path, so the hashes of all known projects are compared. */
function projectsBy(job: ImportJob, keys: (root: string) => string[]): Map<string, ProjectPlace> {
  const known = Object.keys((readJson(join(home(job), '..', '.claude.json'))?.projects as JsonObject) ?? {});
  const roots = [...new Set([job.place.root, job.place.repository, ...known])].filter((root) =>
    existsSync(root),
  );
  return new Map(roots.flatMap((root) => keys(root).map((key) => [sha(key), findPlace(root)] as const)));
}

const home = ({ env }: ImportJob) => clientHome(env);
const sha = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16);
const names = (folder: string) => attempt(() => readdirSync(folder).sort()) ?? [];

function todoFiles(job: ImportJob): Imported[] {
  const folder = join(home(job), 'todo-state');
  const files = names(folder).filter((name) => /^todos_\w+\.json$/.test(name));
  if (files.length === 0) return [];
  const projects = projectsBy(job, (root) => [root]);
  return files.map((name) => {
    const from = join(folder, name);
    const state = readJson(from);
    const { items, bad } = readTodos(state?.todos);
    const open = items.filter(({ status }) => status !== 'completed');
    const imported: Imported = { what: 'todos', from, found: open.length, added: 0, left_out: bad };
    if (!state) return { ...imported, left_out: ['can’t be read'] };
    const place = projects.get(/_(\w+)\./.exec(name)![1]!);
    if (!place)
      return {
        ...imported,
        left_out: [
          ...bad,
          `its project (${String(state.project_name ?? 'unnamed')}) is not known on this machine`,
        ],
      };
    const owner = { repository: place.repository, project: place.root, session_id: '' };
    for (const item of open) {
      // The ref is made from the content, so that the list can be imported again after it has grown.
      const ref = `import-${shortHash(`${name} ${item.content}`)}`;
      if (importTask(job.db, owner, { ...item, ref, status: 'pending' }, job.now)) imported.added++;
    }
    return imported;
  });
}

function memoryFolders(job: ImportJob): Imported[] {
  const base = join(home(job), 'memory');
  const folders = names(base).filter((name) => existsSync(join(base, name, 'events')));
  if (job.memoryFolder !== undefined && !folders.includes(job.memoryFolder))
    throw new UserError(
      `There are no memories in ${join(base, job.memoryFolder)}. --memory takes the name of a folder there: ${folders.join(', ') || 'none'}.`,
    );
  if (folders.length === 0) return [];
  const projects = projectsBy(job, (root) => [root, ...remotes(root)]);
  return folders.map((name) => {
    const place = job.memoryFolder === name ? job.place : projects.get(name);
    return memories(job, join(base, name), place?.repository);
  });
}

function remotes(root: string): string[] {
  const url = tryGit(root, ['config', '--get', 'remote.origin.url'])?.trim();
  return url ? [url, url.replace(/\.git$/, '')] : [];
}

/** Imports every event file, even if the manifest does not list it; the manifest only has the use counts. */
function memories({ db }: ImportJob, folder: string, repository: string | undefined): Imported {
  const events = names(join(folder, 'events')).filter((name) => /^evt_.*\.json$/.test(name));
  const assertions = (readText(join(folder, 'core-assertions.jsonl')) ?? '').split('\n').filter(Boolean);
  const imported: Imported = {
    what: 'memories',
    from: folder,
    found: events.length + assertions.length,
    added: 0,
    left_out: [],
  };
  if (!repository) {
    const name = folder.split('/').at(-1);
    return {
      ...imported,
      left_out: [`its project is not known; run \`pawl import --memory ${name}\` in that project`],
    };
  }
  const used = (readJson(join(folder, 'manifest.json'))?.utility ?? {}) as Record<
    string,
    { injected?: number; cited?: number }
  >;
  for (const name of events) {
    const event = readJson(join(folder, 'events', name));
    const lesson = event && lessonOf(event);
    if (!lesson) imported.left_out.push(`${name} can’t be read`);
    else if (importMemory(db, lesson, originOf(event, repository, name), used[String(event.id)]))
      imported.added++;
  }
  for (const line of assertions) {
    const statement = statementOf(line);
    if (!statement)
      imported.left_out.push(`a line of core-assertions.jsonl can’t be read: ${line.slice(0, 60)}`);
    else if (importAssertion(db, statement, repository)) imported.added++;
  }
  return imported;
}

function lessonOf({ content, category, entities, problem_type }: JsonObject): Lesson | undefined {
  if (typeof content !== 'string' || content.trim() === '') return undefined;
  return {
    content,
    category: typeof category === 'string' && category ? category : 'lesson',
    entities: Array.isArray(entities)
      ? entities.filter((entity): entity is string => typeof entity === 'string')
      : [],
    ...(typeof problem_type === 'string' && { problem: problem_type }),
  };
}

function originOf({ id, ts }: JsonObject, repository: string, name: string): MemoryOrigin {
  return {
    repository,
    session_id: '',
    source: 'import',
    uid: `import-${id ?? name}`,
    at: timeOf(ts) ?? Date.now(),
  };
}

interface Statement {
  ts: unknown;
  topic: string;
  content: string;
}

function statementOf(line: string): Statement | undefined {
  const { ts, topic, assertion: content } = attempt(() => JSON.parse(line) as JsonObject) ?? {};
  return typeof topic === 'string' && typeof content === 'string' ? { ts, topic, content } : undefined;
}

function importAssertion(db: Database, { ts, topic, content }: Statement, repository: string): boolean {
  const uid = shortHash(`${repository} ${topic} ${content}`);
  const lesson = { content, category: 'assertion', entities: [], topic: topic.toLowerCase().slice(0, 50) };
  return importMemory(db, lesson, { ...originOf({ ts }, repository, ''), uid: `import-${uid}` });
}

function checkpoint({ db, place, now }: ImportJob): Imported[] {
  const from = join(place.root, checkpointFile);
  const text = readText(from);
  if (text === undefined) return [];
  const reflection = readReflection(attempt(() => JSON.parse(text) as unknown));
  const imported: Imported = { what: 'checkpoint', from, found: 1, added: 0, left_out: [] };
  if (!reflection) return [{ ...imported, left_out: ['has no lesson'] }];
  const content = `LESSON: ${reflection.insight}${reflection.done ? `\nDONE: ${reflection.done.slice(0, 200)}` : ''}`;
  const lesson = { content, category: reflection.category, entities: reflection.terms };
  const origin = {
    repository: place.repository,
    session_id: '',
    at: now,
    source: 'import',
    uid: `import-${shortHash(text)}`,
  };
  return [{ ...imported, added: importMemory(db, lesson, origin) ? 1 : 0 }];
}
