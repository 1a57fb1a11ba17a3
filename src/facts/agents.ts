// Agents that can be started here, by their definitions on the disk, and those that were.

import type { Files } from '../core/facts.ts';
import { readFrontMatter } from '../domain/front-matter.ts';
import type { Agents, KnownAgent } from '../domain/sessions/agents.ts';
import { agentRuns } from '../store/db/agents.ts';
import type { Store } from '../store/store.ts';
import type { Env } from '../system/env.ts';
import { clientHome } from '../system/home.ts';
import { dirname, join } from '../system/path.ts';
import { frameworks } from './frameworks.ts';
import type { ProjectPlace } from './project.ts';

/** Agents the client brings along, with the tools that matter here. */
const clientAgents: readonly KnownAgent[] = [
  { name: 'general-purpose', from: 'client' },
  { name: 'Explore', from: 'client', tools: ['Read', 'Grep', 'Glob'] },
  { name: 'Plan', from: 'client', tools: ['Read', 'Grep', 'Glob'] },
  { name: 'claude-code-guide', from: 'client', tools: ['Read', 'Grep', 'Glob', 'WebFetch'] },
  { name: 'statusline-setup', from: 'client', tools: ['Read', 'Edit'] },
  { name: 'output-style-setup', from: 'client', tools: ['Read', 'Write'] },
  { name: 'claude', from: 'client' },
  { name: 'fork', from: 'client' },
  { name: 'worker', from: 'client' },
];

interface Where {
  place: ProjectPlace;
  env: Env;
  files: Files;
  store: Store;
  session_id: string;
  cwd: string;
}

export function agentFacts(where: Where): Agents {
  const { place, store, files, session_id } = where;
  let known: KnownAgent[] | undefined;
  let ran: ReturnType<typeof agentRuns> | undefined;
  return {
    known: () => {
      known ??= findAgents(where);
      return known;
    },
    ran: () => {
      ran ??= session_id ? (store.readCurrent((db) => agentRuns(db, session_id)) ?? []) : [];
      return ran;
    },
    frameworks: () => frameworks((file) => files.read(join(place.root, file), 200_000)),
  };
}

/** A session may be started below the top of the repository: agents on the way up count. */
function foldersUp({ place, env, cwd }: Where): string[] {
  const found = new Set([place.root, place.repository]);
  for (const start of [cwd, env.CLAUDE_PROJECT_DIR])
    for (let at = start ?? ''; at.startsWith(`${place.root}/`); at = dirname(at)) found.add(at);
  return [...found].map((folder) => join(folder, '.claude', 'agents'));
}

function findAgents(where: Where): KnownAgent[] {
  const { place, env, files } = where;
  const own = join(clientHome(env), 'agents');
  const folders: [folder: string, from: KnownAgent['from'], plugin: string][] = [
    ...foldersUp(where).map((folder): [string, 'project', string] => [folder, 'project', '']),
    [own, 'user', ''],
    ...plugins(env, files).map(({ name, path }): [string, 'plugin', string] => [
      join(path, 'agents'),
      'plugin',
      `${name}:`,
    ]),
  ];
  const found = folders.flatMap(([folder, from, prefix]) =>
    files.find(folder, '**/*.md').map((path) => describe(path, from, prefix, files, place, env)),
  );
  const first = new Map([...clientAgents, ...found].reverse().map((agent) => [agent.name, agent]));
  return [...first.values()];
}

function describe(
  path: string,
  from: KnownAgent['from'],
  prefix: string,
  files: Files,
  place: ProjectPlace,
  env: Where['env'],
): KnownAgent {
  const { head: front } = readFrontMatter(files.read(path, 100_000) ?? '');
  const name = `${prefix}${typeof front.name === 'string' ? front.name : path.replace(/^.*\/|\.md$/g, '')}`;
  const tools = toolsOf(front.tools);
  const without = toolsOf(front.disallowedTools);
  const memory = memoryOf(front.memory, name, place, env);
  return { name, from, ...(tools && { tools }), ...(without && { without }), ...(memory && { memory }) };
}

/** A list, or names with commas between them; nothing means all tools. */
function toolsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const words = Array.isArray(value) ? value.map(String) : String(value).split(',');
  return words.map((word) => word.trim()).filter(Boolean);
}

function memoryOf(scope: unknown, name: string, place: ProjectPlace, env: Where['env']): string | undefined {
  const folders: Record<string, string> = {
    user: join(clientHome(env), 'agent-memory', name),
    project: join(place.root, '.claude', 'agent-memory', name),
    local: join(place.root, '.claude', 'agent-memory-local', name),
  };
  return typeof scope === 'string' ? folders[scope] : undefined;
}

/** As the client lists what is installed; a plugin named on its command line is not there. */
function plugins(env: Where['env'], files: Files): { name: string; path: string }[] {
  try {
    const text = files.read(join(clientHome(env), 'plugins', 'installed_plugins.json')) ?? '{}';
    const installed = (JSON.parse(text) as { plugins?: Record<string, unknown> }).plugins ?? {};
    return Object.entries(installed).flatMap(([id, entries]) =>
      [entries].flat().flatMap((entry) => {
        const path = (entry as { installPath?: unknown } | null)?.installPath;
        return typeof path === 'string' ? [{ name: id.split('@')[0]!, path }] : [];
      }),
    );
  } catch {
    return [];
  }
}
