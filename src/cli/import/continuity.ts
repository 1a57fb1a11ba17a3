// Takes over what the older hook systems kept: todo state, memory events, a checkpoint. Only reads their files; the
// same thing taken twice is there once.

import type { Database } from 'bun:sqlite';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { readReflection } from '../../domain/checkpoint/checkpoint.ts';
import type { Lesson } from '../../domain/memory/memory.ts';
import { readTodos } from '../../domain/tasks.ts';
import { hashText } from '../../facts/content.ts';
import { git } from '../../facts/git.ts';
import { findPlace, type ProjectPlace } from '../../facts/project.ts';
import { checkpointFile } from '../../facts/work.ts';
import { importMemory, type MemoryOrigin } from '../../store/db/memory.ts';
import { importTask } from '../../store/db/tasks.ts';
import { attempt } from '../../system/attempt.ts';
import type { Env } from '../../system/env.ts';
import { readText } from '../../system/files.ts';
import { clientHome } from '../../system/home.ts';

export interface Taken {
  what: 'todos' | 'memories' | 'checkpoint' | 'workflows' | 'worktrees' | 'updates' | 'autonomy';
  from: string;
  found: number;
  added: number;
  /** Why something was left. */
  left: string[];
}

export interface Import {
  db: Database;
  place: ProjectPlace;
  env: Env;
  now: number;
  /** A folder of memory events that belongs to this project, though its name does not show it. */
  memoryFolder?: string | undefined;
}

export function importAll(job: Import): Taken[] {
  return [...todoFiles(job), ...memoryFolders(job), ...checkpoint(job)];
}

/** Their files are named by a hash of the project; a hash is undone by trying the projects we know of. */
function projectsBy(job: Import, keys: (root: string) => string[]): Map<string, ProjectPlace> {
  const known = Object.keys((json(join(home(job), '..', '.claude.json'))?.projects as JsonObject) ?? {});
  const roots = [...new Set([job.place.root, job.place.repository, ...known])].filter((root) =>
    existsSync(root),
  );
  return new Map(roots.flatMap((root) => keys(root).map((key) => [sha(key), findPlace(root)] as const)));
}

const home = ({ env }: Import) => clientHome(env);
const sha = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16);
const json = (file: string) => attempt(() => JSON.parse(readText(file) ?? '') as JsonObject);
const names = (folder: string) => attempt(() => readdirSync(folder).sort()) ?? [];

function todoFiles(job: Import): Taken[] {
  const folder = join(home(job), 'todo-state');
  const files = names(folder).filter((name) => /^todos_\w+\.json$/.test(name));
  if (files.length === 0) return [];
  const projects = projectsBy(job, (root) => [root]);
  return files.map((name) => {
    const from = join(folder, name);
    const state = json(from);
    const { items, bad } = readTodos(state?.todos);
    const open = items.filter(({ status }) => status !== 'completed');
    const taken: Taken = { what: 'todos', from, found: open.length, added: 0, left: bad };
    if (!state) return { ...taken, left: ['it can’t be read'] };
    const place = projects.get(/_(\w+)\./.exec(name)![1]!);
    if (!place)
      return {
        ...taken,
        left: [...bad, `${String(state.project_name ?? 'its project')} is not known on this machine`],
      };
    const owner = { repository: place.repository, project: place.root, session_id: '' };
    for (const item of open) {
      // Named by what it says: the list may be taken again after it grew.
      const ref = `import-${hashText(`${name} ${item.content}`)}`;
      if (importTask(job.db, owner, { ...item, ref, status: 'pending' }, job.now)) taken.added++;
    }
    return taken;
  });
}

function memoryFolders(job: Import): Taken[] {
  const base = join(home(job), 'memory');
  const folders = names(base).filter((name) => existsSync(join(base, name, 'events')));
  if (folders.length === 0) return [];
  const projects = projectsBy(job, (root) => [root, ...remotes(root)]);
  return folders.map((name) => {
    const place = job.memoryFolder === name ? job.place : projects.get(name);
    return memories(job, join(base, name), place?.repository);
  });
}

function remotes(root: string): string[] {
  const url = git(root, ['config', '--get', 'remote.origin.url'])?.trim();
  return url ? [url, url.replace(/\.git$/, '')] : [];
}

/** Every event file counts, also those the manifest lost; the manifest only knows how often each was used. */
function memories({ db }: Import, folder: string, repository: string | undefined): Taken {
  const events = names(join(folder, 'events')).filter((name) => /^evt_.*\.json$/.test(name));
  const stated = (readText(join(folder, 'core-assertions.jsonl')) ?? '').split('\n').filter(Boolean);
  const taken: Taken = {
    what: 'memories',
    from: folder,
    found: events.length + stated.length,
    added: 0,
    left: [],
  };
  if (!repository) {
    const name = folder.split('/').at(-1);
    return {
      ...taken,
      left: [`it is not known which project this is; in that project run \`pawl import --memory ${name}\``],
    };
  }
  const used = (json(join(folder, 'manifest.json'))?.utility ?? {}) as Record<
    string,
    { injected?: number; cited?: number }
  >;
  for (const name of events) {
    const event = json(join(folder, 'events', name));
    const lesson = event && lessonOf(event);
    if (!lesson) taken.left.push(`${name} can’t be read`);
    else if (importMemory(db, lesson, originOf(event, repository, name), used[String(event.id)]))
      taken.added++;
  }
  for (const line of stated) {
    const said = statementOf(line);
    if (!said) taken.left.push(`a line of core-assertions.jsonl can’t be read: ${line.slice(0, 60)}`);
    else if (assertion(db, said, repository)) taken.added++;
  }
  return taken;
}

function lessonOf({ content, category, entities, problem_type }: JsonObject): Lesson | undefined {
  if (typeof content !== 'string' || content.trim() === '') return undefined;
  return {
    content,
    category: typeof category === 'string' && category ? category : 'lesson',
    entities: Array.isArray(entities) ? entities.filter((one): one is string => typeof one === 'string') : [],
    ...(typeof problem_type === 'string' && { problem: problem_type }),
  };
}

function originOf({ id, ts }: JsonObject, repository: string, name: string): MemoryOrigin {
  const at = Date.parse(String(ts).replace(/\+00:00Z$/, 'Z'));
  return {
    repository,
    session_id: '',
    source: 'import',
    uid: `import-${id ?? name}`,
    at: Number.isNaN(at) ? Date.now() : at,
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

function assertion(db: Database, { ts, topic, content }: Statement, repository: string): boolean {
  const uid = hashText(`${repository} ${topic} ${content}`);
  const lesson = { content, category: 'assertion', entities: [], topic: topic.toLowerCase().slice(0, 50) };
  return importMemory(db, lesson, { ...originOf({ ts }, repository, ''), uid: `import-${uid}` });
}

function checkpoint({ db, place, now }: Import): Taken[] {
  const from = join(place.root, checkpointFile);
  const text = readText(from);
  if (text === undefined) return [];
  const said = readReflection(attempt(() => JSON.parse(text) as unknown));
  const taken: Taken = { what: 'checkpoint', from, found: 1, added: 0, left: [] };
  if (!said) return [{ ...taken, left: ['it has no lesson'] }];
  const content = `LESSON: ${said.insight}${said.done ? `\nDONE: ${said.done.slice(0, 200)}` : ''}`;
  const lesson = { content, category: said.category, entities: said.terms };
  const origin = {
    repository: place.repository,
    session_id: '',
    at: now,
    source: 'import',
    uid: `import-${hashText(text)}`,
  };
  return [{ ...taken, added: importMemory(db, lesson, origin) ? 1 : 0 }];
}
