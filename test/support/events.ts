// Plays a session against the built program: sends its events and reads the answers.
import { join } from 'node:path';
import { configure, pawl } from './pawl.ts';
import { type World, write } from './world.ts';

interface Output {
  decision?: string;
  reason?: string;
  systemMessage?: string;
  hookSpecificOutput?: {
    permissionDecision?: string;
    permissionDecisionReason?: string;
    additionalContext?: string;
  };
}

/** The decision as one word, and all messages as one text. */
export interface SessionAnswer {
  word: 'pass' | 'deny' | 'ask' | 'allow' | 'block';
  text: string;
  toUser: string;
}

export interface SimulatedSession {
  id: string;
  send(hook_event_name: string, more?: Record<string, unknown>): SessionAnswer;
  prompt(text: string): SessionAnswer;
  command(name: string): SessionAnswer;
  skill(name: string): SessionAnswer;
  /** Before an agent starts. */
  launch(agent_type: string, more?: Record<string, unknown>): SessionAnswer;
  begin(agent_type: string, agent_id?: string): SessionAnswer;
  finish(agent_type: string, last?: string, more?: Record<string, unknown>): SessionAnswer;
  /** A shell command that ended. */
  ran(command: string, ok: boolean, more?: Record<string, unknown>): SessionAnswer;
}

let serial = 0;

export function simulateSession(world: World, id = `session-${++serial}`): SimulatedSession {
  let prompts = 0;
  const send = (hook_event_name: string, more: Record<string, unknown> = {}): SessionAnswer => {
    const common = {
      session_id: id,
      cwd: world.project,
      transcript_path: join(world.home, 't.jsonl'),
      prompt_id: `prompt-${prompts}`,
    };
    const { stdout, stderr, code } = pawl(
      world,
      ['hook'],
      JSON.stringify({ ...common, hook_event_name, ...more }),
    );
    if (code !== 0) throw new Error(`pawl hook: exit ${code}\n${stderr}`);
    return answered(stdout);
  };
  const agentCall = (subagent_type: string) => ({
    tool_name: 'Agent',
    tool_input: { subagent_type, description: 'work', prompt: 'work' },
    tool_use_id: `toolu_${++serial}`,
  });
  const idOf = (agent_type: string) => `agent-${agent_type}`;
  return {
    id,
    send,
    prompt: (text) => {
      prompts++;
      return send('UserPromptSubmit', { prompt: text });
    },
    /** Sends the prompt and then its expansion, as the client does. */
    command: (name) => {
      prompts++;
      const submitted = send('UserPromptSubmit', { prompt: `/${name}` });
      if (submitted.word === 'block') return submitted;
      const expansion = { prompt: `/${name}`, command_name: name, expansion_type: 'slash_command' };
      const expanded = send('UserPromptExpansion', expansion);
      return { ...expanded, text: [submitted.text, expanded.text].filter(Boolean).join('\n---\n') };
    },
    skill: (name) =>
      send('PreToolUse', {
        tool_name: 'Skill',
        tool_input: { skill: name },
        tool_use_id: `toolu_${++serial}`,
      }),
    launch: (agent_type, more) => send('PreToolUse', { ...agentCall(agent_type), ...more }),
    begin: (agent_type, agent_id = idOf(agent_type)) => send('SubagentStart', { agent_id, agent_type }),
    finish: (agent_type, last = 'Done.', more = {}) =>
      send('SubagentStop', {
        agent_id: idOf(agent_type),
        agent_type,
        stop_hook_active: false,
        last_assistant_message: last,
        background_tasks: [],
        ...more,
      }),
    ran: (command, ok, more = {}) =>
      send(ok ? 'PostToolUse' : 'PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: { command },
        tool_use_id: `toolu_${++serial}`,
        ...(ok
          ? { tool_response: { stdout: '', stderr: '', interrupted: false } }
          : { error: 'Exit code 1\n1 failed' }),
        ...more,
      }),
  };
}

function answered(stdout: string): SessionAnswer {
  const output = (stdout ? JSON.parse(stdout) : {}) as Output;
  const { permissionDecision, permissionDecisionReason, additionalContext } = output.hookSpecificOutput ?? {};
  return {
    word: (permissionDecision ?? output.decision ?? 'pass') as SessionAnswer['word'],
    text: [permissionDecisionReason, output.reason, additionalContext].filter(Boolean).join('\n'),
    toUser: output.systemMessage ?? '',
  };
}

export const withPacks = (world: World, packs: string[], more: Record<string, unknown> = {}): void =>
  configure(world, { packs: Object.fromEntries(packs.map((pack) => [pack, true])), ...more });

const builtInAgents =
  'codebase-explorer research-specialist research-consultant strategic-planner consulting-expert test-engineer troubleshooter code-reviewer';
const builtInCommands = 'explore research plan code code-review implement commit';

/** Defines the agents and commands of the built-in workflows for the person, so that the project stays as it is. */
export function defineTeam(world: World, agents = builtInAgents, commands = builtInCommands): void {
  const define = (path: string, text: string) => write(join(world.home, '.claude', path), text);
  for (const name of agents.split(' ').filter(Boolean))
    define(`agents/${name}.md`, `---\nname: ${name}\ndescription: ${name}\n---\nWork.`);
  for (const name of commands.split(' ').filter(Boolean)) define(`commands/${name}.md`, 'Do it.');
}

// For tests that send a single event.
export { bashEvent, plainEvent, run, send, session } from './answers.ts';
