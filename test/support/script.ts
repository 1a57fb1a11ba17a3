// Scripts the answers of the model: a list of turns, and which turn answers which request.

export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
  id?: string;
}

export interface Turn {
  text?: string;
  tools?: ToolCall[];
  delayMs?: number;
  usage?: Record<string, number>;
  stopReason?: string;
  error?: { status: number; type?: string; message?: string };
  /** How often the turn is repeated; needed for a lasting error, because the client retries. */
  times?: number;
}

/** A turn can also be a function that looks at the request or changes something between two requests. */
export type Scripted = Turn | ((asked: Asked) => Turn | Promise<Turn>);

export interface Conversation {
  main: Scripted[];
  /** One list for each subagent, by order of appearance. */
  agents?: Scripted[][];
  side?: string;
  summary?: string;
}

export type Script = Scripted[] | Conversation;

export interface Block {
  type: string;
  text?: string;
  tool_use_id?: string;
  is_error?: boolean;
  content?: string | Block[];
}

export interface MessagesBody {
  model: string;
  stream?: boolean;
  system?: unknown;
  messages: { role: string; content: string | Block[] }[];
  tools?: { name: string }[];
  tool_choice?: { type: string };
}

export interface Asked {
  at: number;
  path: string;
  kind: 'main' | 'agent' | 'compact' | 'side' | 'other';
  agent: string | null;
  body: MessagesBody | null;
}

export const bash = (command: string): ToolCall => ({ name: 'Bash', input: { command } });
export const calls = (...tools: ToolCall[]): Turn => ({ tools });
export const says = (text: string): Turn => ({ text });

export const blocksOf = (content: string | Block[]): Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** Recognises side queries (titles and the like): they offer no tools or force one, so a test must offer some. */
export function kindOf(body: MessagesBody, agent: string | null): Asked['kind'] {
  const lastUser = body.messages.findLast((message) => message.role === 'user');
  const text = blocksOf(lastUser?.content ?? '').map((block) => block.text ?? '');
  if (text.some((part) => /create a detailed summary of the (conversation|recent)/i.test(part)))
    return 'compact';
  if (agent) return 'agent';
  if (!body.tools?.length || body.tool_choice?.type === 'tool') return 'side';
  return 'main';
}

/** Keeps track of the next turn of each conversation. */
export class Playbook {
  readonly #plan: Conversation;
  readonly #places = new Map<string, number>();
  readonly #agents: string[] = [];

  constructor(script: Script) {
    this.#plan = Array.isArray(script) ? { main: script } : script;
  }

  async next(asked: Asked): Promise<Turn> {
    if (asked.kind === 'side') return { text: this.#plan.side ?? '{"title":"scripted"}' };
    if (asked.kind === 'compact')
      return { text: this.#plan.summary ?? '<summary>scripted summary</summary>' };
    const turn = this.#advance(asked.agent ?? 'main', this.#turnsFor(asked.agent));
    return typeof turn === 'function' ? await turn(asked) : turn;
  }

  #turnsFor(agent: string | null): Scripted[] {
    if (!agent) return this.#plan.main;
    if (!this.#agents.includes(agent)) this.#agents.push(agent);
    return this.#plan.agents?.[this.#agents.indexOf(agent)] ?? [{ text: 'subagent done' }];
  }

  #advance(conversation: string, turns: Scripted[]): Scripted {
    const place = this.#places.get(conversation) ?? 0;
    this.#places.set(conversation, place + 1);
    const repeated = turns.flatMap((turn) =>
      Array(typeof turn === 'function' ? 1 : (turn.times ?? 1)).fill(turn),
    );
    return repeated[place] ?? { text: '(end of script)' };
  }
}
