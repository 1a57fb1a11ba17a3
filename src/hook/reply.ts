// From an outcome to what is said: what waited for this listener goes along, what it heard before is left out, and
// what this event can't carry waits for the next one.
import type { Config } from '../config/load.ts';
import { type Answer, silence, speak } from '../core/answer.ts';
import { type Fitted, fitContext } from '../core/budget.ts';
import type { Event } from '../core/event.ts';
import type { Outcome } from '../core/merge.ts';
import type { World } from '../facts/facts.ts';
import {
  firstTime,
  forgetTold,
  keepText,
  type Listener,
  type Pending,
  takePending,
  wasTold,
} from '../store/files/told.ts';

export interface Said {
  outcome: Outcome;
  /** The text the model gets. */
  context: Fitted;
  answer: Answer;
  listener: Listener;
  /** What this event can't carry. */
  pending: Pending[];
}

export function say(event: Event, outcome: Outcome, config: Config, world: World, dry: boolean): Said {
  const name = event.hook_event_name;
  const listener: Listener = {
    session_id: event.session_id,
    ...(event.agent_id && { agent_id: event.agent_id }),
  };
  if (!dry && hasForgotten(event)) forgetTold(world.home, event.session_id);
  const waiting = dry ? [] : takePending(world.home, listener);
  // What a finishing subagent could not be told is for the conversation that started it.
  const heir = name === 'SubagentStop' ? { session_id: event.session_id } : listener;
  if (waiting.length === 0 && isNothing(outcome))
    return { outcome, context: nothing, answer: silence, listener: heir, pending: [] };
  const toModel = waiting.filter((one) => one.to === 'model').map((one) => one.note);
  const toUser = waiting.filter((one) => one.to === 'user').map((one) => one.note);
  const first = (key: string) =>
    dry ? !wasTold(world.home, listener, key) : firstTime(world.home, listener, key);
  const context = fitContext([...toModel, ...outcome.context], {
    limit: config.context.limit,
    firstTime: first,
    keep: (text) => (dry ? undefined : keepText(world.home, listener, text)),
  });
  // The person is told the same thing once a session; what is about this very call is always said.
  const messages = [...toUser, ...outcome.messages].filter(
    (note) => note.again !== false || first(`user-${Bun.hash(note.text).toString(36)}`),
  );
  const spoken = { ...outcome, messages };
  const { answer, undelivered } = speak(
    name,
    spoken,
    context.text,
    'tool_input' in event ? event.tool_input : {},
  );
  const pending: Pending[] = [
    ...undelivered.toModel.map((note): Pending => ({ to: 'model', note: { ...note, again: true } })),
    ...undelivered.toUser.map((note): Pending => ({ to: 'user', note: { ...note, again: true } })),
  ];
  return { outcome: spoken, context, answer, listener: heir, pending };
}

function hasForgotten(event: Event): boolean {
  return event.hook_event_name === 'SessionStart' && ['compact', 'clear'].includes(event.source);
}

const nothing: Fitted = { text: '', repeated: [], leftOut: [] };

const isNothing = ({ decision, set, context, messages }: Outcome) =>
  decision === 'pass' && !set && context.length === 0 && messages.length === 0;
