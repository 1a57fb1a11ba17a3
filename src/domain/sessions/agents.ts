// Agents: which ones can be started here, and which did run in this session.

export interface KnownAgent {
  name: string;
  /** Where it is defined. */
  from: 'project' | 'user' | 'plugin' | 'client';
  /** Tools it may use; absent: all of them. */
  tools?: readonly string[];
  /** Tools that were taken from it. */
  without?: readonly string[];
  /** Keeps notes of its own: the folder, if its definition asks for one. */
  memory?: string;
}

export interface AgentRun {
  id: string;
  type: string;
  /** The agent that started it; empty: the main conversation. */
  parent: string;
  started_at: number;
  /** Absent while it works. */
  stopped_at?: number;
}

export interface Agents {
  /** The project's, the person's, plugins' and the client's own. */
  known(): readonly KnownAgent[];
  /** Of this session, oldest first. */
  ran(): readonly AgentRun[];
  /** Names and versions of the frameworks the project is built with. */
  frameworks(): readonly string[];
}

/** An agent of a plugin is called `plugin:name`. */
export function sameAgent(type: string, name: string): boolean {
  return type === name || type.endsWith(`:${name}`);
}

/** Not the shell: an agent that may run commands is not thereby one that is meant to edit. */
const editors = ['Edit', 'Write', 'NotebookEdit'];
const bare = (tool: string) => tool.replace(/\(.*$/, '');

/** Is it made to change files? Unknown agents may be. */
export function canEdit({ tools, without = [] }: Pick<KnownAgent, 'tools' | 'without'> = {}): boolean {
  const given = tools?.map(bare);
  const mayUse = (tool: string) => !given || given.includes(tool) || given.includes('*');
  // An older client's; it is there only if it is named.
  const all = given?.includes('MultiEdit') ? [...editors, 'MultiEdit'] : editors;
  return all.some((tool) => mayUse(tool) && !without.includes(tool));
}
