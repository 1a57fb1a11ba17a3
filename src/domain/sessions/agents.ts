// Agents: those that can be started here, and those that ran in this session.

export interface KnownAgent {
  name: string;
  /** Where it is defined. */
  from: 'project' | 'user' | 'plugin' | 'client';
  /** Tools it may use; absent: all. */
  tools?: readonly string[];
  /** Tools it may not use. */
  disallowedTools?: readonly string[];
  /** The folder of the agent's own notes, if its definition asks for one. */
  memory?: string;
}

export interface AgentRun {
  id: string;
  type: string;
  /** The agent that started it; empty for the main conversation. */
  parent: string;
  started_at: number;
  /** Absent while it runs. */
  stopped_at?: number;
}

export interface Agents {
  /** The agents of the project, the user, the plugins and the client itself. */
  known(): readonly KnownAgent[];
  /** The agents that ran in this session, oldest first. */
  ran(): readonly AgentRun[];
  /** Names and versions of the frameworks the project uses. */
  frameworks(): readonly string[];
}

/** The names of all agents that can be started here. Those of the client's command line are known once they have run. */
export function agentNames(agents: Pick<Agents, 'known' | 'ran'>): string[] {
  const names = [...agents.known().map(({ name }) => name), ...agents.ran().map(({ type }) => type)];
  return [...new Set(names)];
}

/** The agent `name` of a plugin is called `plugin:name`. */
export function sameAgent(type: string, name: string): boolean {
  return type === name || type.endsWith(`:${name}`);
}

/** The shell is not included: an agent that may run commands is not necessarily meant to edit files. */
const editTools = ['Edit', 'Write', 'NotebookEdit'];
const toolName = (tool: string) => tool.replace(/\(.*$/, '');

/** Can this agent edit files? True for unknown agents. */
export function canEdit({
  tools,
  disallowedTools = [],
}: Pick<KnownAgent, 'tools' | 'disallowedTools'> = {}): boolean {
  const toolNames = tools?.map(toolName);
  const mayUse = (tool: string) => !toolNames || toolNames.includes(tool) || toolNames.includes('*');
  // A tool of older clients; an agent has it only if its definition names it.
  const editingTools = toolNames?.includes('MultiEdit') ? [...editTools, 'MultiEdit'] : editTools;
  return editingTools.some((tool) => mayUse(tool) && !disallowedTools.includes(tool));
}
