// The agents that can be started here, from their definitions on disk, and those that ran in this session.

import type { Files } from '../core/facts.ts';
import { readFrontMatter } from '../domain/front-matter.ts';
import type { Agents, KnownAgent } from '../domain/sessions/agents.ts';
import { agentRuns } from '../store/db/agents.ts';
import type { Store } from '../store/store.ts';
import type { Env } from '../system/env.ts';
import { clientHome } from '../system/home.ts';
import { dirname, join } from '../system/path.ts';
import { frameworks } from './frameworks.ts';
import { once } from './once.ts';
import type { ProjectPlace } from './project.ts';

/** The client's built-in agents, with the tools that matter here. */
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

interface AgentSearch {
  place: ProjectPlace;
  env: Env;
  files: Files;
  cwd: string;
}

export function agentFacts(search: AgentSearch & { store: Store; session_id: string }): Agents {
  const { place, store, files, session_id } = search;
  return {
    known: once(() => findAgents(search)),
    ran: once(() => (session_id && store.readCurrent((db) => agentRuns(db, session_id))) || []),
    frameworks: () => frameworks((file) => files.read(join(place.root, file), 200_000)),
  };
}

/** The agents that the project or the person has defined, without those of plugins and of the client. */
export function definedAgents(agents: Pick<Agents, 'known'>): string[] {
  return agents.known().flatMap(({ name, from }) => (from === 'project' || from === 'user' ? [name] : []));
}

/** The commands and skills that the project or the person has defined. One in a subfolder is called `folder:name`. */
export function definedCommands(search: AgentSearch): string[] {
  const { env, files } = search;
  const folders = [...projectFolders(search), clientHome(env)];
  return folders.flatMap((folder) => {
    const [commands, skills] = [join(folder, 'commands'), join(folder, 'skills')];
    const name = (path: string, top: string) => path.slice(top.length + 1).replaceAll('/', ':');
    return [
      ...files.find(commands, '**/*.md').map((path) => name(path, commands).replace(/\.md$/, '')),
      ...files.find(skills, '*/SKILL.md').map((path) => name(dirname(path), skills)),
    ];
  });
}

/** A session can be started in a subfolder of the repository, so every folder up to its top may define something. */
function projectFolders({ place, env, cwd }: AgentSearch): string[] {
  const found = new Set([place.root, place.repository]);
  for (const start of [cwd, env.CLAUDE_PROJECT_DIR])
    for (let at = start ?? ''; at.startsWith(`${place.root}/`); at = dirname(at)) found.add(at);
  return [...found].map((folder) => join(folder, '.claude'));
}

export function findAgents(search: AgentSearch): KnownAgent[] {
  const { place, env, files } = search;
  const userFolder = join(clientHome(env), 'agents');
  const folders: [folder: string, from: KnownAgent['from'], prefix: string][] = [
    ...projectFolders(search).map((folder): [string, 'project', string] => [
      join(folder, 'agents'),
      'project',
      '',
    ]),
    [userFolder, 'user', ''],
    ...installedPlugins(env, files).map(({ name, path }): [string, 'plugin', string] => [
      join(path, 'agents'),
      'plugin',
      `${name}:`,
    ]),
  ];
  const found = folders.flatMap(([folder, from, prefix]) =>
    files.find(folder, '**/*.md').map((path) => readAgent(path, from, prefix, files, place, env)),
  );
  // Of several agents with the same name, the first one in this order counts, and a map keeps the last.
  const byName = new Map([...clientAgents, ...found].reverse().map((agent) => [agent.name, agent]));
  return [...byName.values()];
}

function readAgent(
  path: string,
  from: KnownAgent['from'],
  prefix: string,
  files: Files,
  place: ProjectPlace,
  env: AgentSearch['env'],
): KnownAgent {
  const { head: front } = readFrontMatter(files.read(path, 100_000) ?? '');
  const name = `${prefix}${typeof front.name === 'string' ? front.name : path.replace(/^.*\/|\.md$/g, '')}`;
  const tools = toolsOf(front.tools);
  const disallowedTools = toolsOf(front.disallowedTools);
  const memory = memoryFolder(front.memory, name, place, env);
  return {
    name,
    from,
    ...(tools && { tools }),
    ...(disallowedTools && { disallowedTools }),
    ...(memory && { memory }),
  };
}

/** Reads a list, or names separated by commas. Undefined means all tools. */
function toolsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const words = Array.isArray(value) ? value.map(String) : String(value).split(',');
  return words.map((word) => word.trim()).filter(Boolean);
}

function memoryFolder(
  scope: unknown,
  name: string,
  place: ProjectPlace,
  env: AgentSearch['env'],
): string | undefined {
  const folders: Record<string, string> = {
    user: join(clientHome(env), 'agent-memory', name),
    project: join(place.root, '.claude', 'agent-memory', name),
    local: join(place.root, '.claude', 'agent-memory-local', name),
  };
  return typeof scope === 'string' ? folders[scope] : undefined;
}

/** The plugins in the client's list of installed ones. A plugin named only on its command line is not in it. */
function installedPlugins(env: AgentSearch['env'], files: Files): { name: string; path: string }[] {
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
