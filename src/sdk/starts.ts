// The start of a session. The SDK calls the callback for SessionStart after a compaction but not when a session begins, so
// the event is made up at the first prompt, and the program's answer to it is sent with that prompt.
import { closeSync, openSync, readSync } from 'node:fs';
import type { EventName } from '../core/channels.ts';
import type { HookInput, HookOutput } from './index.ts';
import { atPrompt } from './output.ts';
import { type HookContext, runEvent } from './run.ts';

/** An application may hold very many sessions; the oldest are forgotten. */
const maxSessions = 1_000;

export class SessionStarts {
  /** The answer to the start of each session. */
  readonly #answers = new Map<string, Promise<HookOutput>>();
  readonly #context: HookContext;

  constructor(context: HookContext) {
    this.#context = context;
  }

  /** Called before each event: makes sure that the session has started before its first prompt is judged. */
  async before(event: EventName, input: HookInput, signal: AbortSignal): Promise<void> {
    // The client calls it itself, as it may do in a later version for every start.
    if (event === 'SessionStart') this.#remember(input, Promise.resolve({}));
    if (event === 'UserPromptSubmit' && !input.agent_id) await this.#start(input, signal);
  }

  /** Returns the answer to the start of the session, to be sent with the first prompt. */
  async take(input: HookInput, signal: AbortSignal): Promise<HookOutput> {
    if (input.agent_id) return {};
    const answer = await this.#start(input, signal);
    this.#remember(input, Promise.resolve({}));
    return atPrompt(answer);
  }

  #start(input: HookInput, signal: AbortSignal): Promise<HookOutput> {
    const answer = this.#answers.get(input.session_id);
    return answer ?? this.#remember(input, runEvent(this.#context, 'SessionStart', startOf(input), signal));
  }

  #remember({ session_id }: HookInput, answer: Promise<HookOutput>): Promise<HookOutput> {
    this.#answers.set(session_id, answer);
    if (this.#answers.size > maxSessions) this.#answers.delete([...this.#answers.keys()][0]!);
    return answer;
  }
}

/** The event that a command hook would have got. */
function startOf({ session_id, transcript_path = '', cwd }: HookInput): HookInput & { source: string } {
  const source = hasEarlierAnswer(transcript_path) ? 'resume' : 'startup';
  return { session_id, transcript_path, cwd, hook_event_name: 'SessionStart', source };
}

/** A new session has no answer of the model yet. The first of an older one is near the start of the file. */
function hasEarlierAnswer(transcript: string): boolean {
  try {
    const file = openSync(transcript, 'r');
    try {
      const start = Buffer.alloc(1 << 20);
      const read = readSync(file, start, 0, start.length, 0);
      return start.subarray(0, read).includes('"type":"assistant"');
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
