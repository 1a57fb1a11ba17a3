// Turns the outcome into the reply: pending texts are added, texts that are to be given only once per session are left
// out if they were, and texts that this event can't carry are kept for the next one.
import { type Answer, composeAnswer, emptyAnswer, type Undelivered } from '../core/answer.ts';
import { type FittedContext, fitContext } from '../core/budget.ts';
import type { Event } from '../core/event.ts';
import type { Note, Outcome } from '../core/merge.ts';
import { alertSequence } from '../core/terminal.ts';
import { saveLongText } from '../store/files/long-texts.ts';
import { type Pending, takePending } from '../store/files/pending.ts';
import { firstTime, type Listener, listenerOf, wasTold } from '../store/files/told.ts';
import type { HookContext } from './context.ts';

export interface Reply {
  outcome: Outcome;
  /** The text for the model. */
  context: FittedContext;
  answer: Answer;
  /** The recipient of the texts that this event can't carry. */
  listener: Listener;
  pending: Pending[];
  /** Texts for other conversations of the session. */
  forwarded: { listener: Listener; pending: Pending[] }[];
}

export function composeReply(merged: Outcome, { event, config, world, dry }: HookContext): Reply {
  const { home } = world;
  const listener = listenerOf(event);
  const { mine, forwarded } = sortByListener(merged, event);
  const outcome = forwarded.length > 0 ? { ...merged, context: mine } : merged;
  const earlier = dry ? [] : takePending(home, listener);
  if (earlier.length === 0 && isEmpty(outcome)) return { ...emptyReply(outcome, event, listener), forwarded };
  const isFirst = (key: string) => (dry ? !wasTold(home, listener, key) : firstTime(home, listener, key));
  const context = fitContext([...notesTo('model', earlier), ...outcome.context], {
    limit: config.context.limit,
    firstTime: isFirst,
    saveLeftover: (text) => (dry ? undefined : saveLongText(home, listener, text)),
  });
  const visible = outcome.messages.filter(({ alert }) => alert === undefined);
  const messages = freshMessages([...notesTo('user', earlier), ...visible], isFirst);
  const delivered = { ...outcome, messages };
  const input = 'tool_input' in event ? event.tool_input : {};
  const terminal = alertFor(outcome, world.env);
  const composed = composeAnswer(event.hook_event_name, delivered, context.text, input, terminal);
  const pending = pendingOf(composed.undelivered);
  return {
    outcome: delivered,
    context,
    answer: composed.answer,
    listener: nextListener(event, listener),
    pending,
    forwarded,
  };
}

/** A text may be for another conversation: a workflow’s phase that ends in an agent concerns the one that started it. */
function sortByListener(
  { context }: Outcome,
  { session_id, agent_id = '' }: Event,
): { mine: Note[]; forwarded: Reply['forwarded'] } {
  const isMine = ({ to }: Note) => to === undefined || to === agent_id;
  const others = context.filter((note) => !isMine(note));
  if (others.length === 0) return { mine: context, forwarded: [] };
  const forwarded = others.map(({ to, ...note }) => ({
    listener: { session_id, ...(to && { agent_id: to }) },
    pending: [{ to: 'model' as const, note: { ...note, again: true } }],
  }));
  return { mine: context.filter(isMine), forwarded };
}

/** The terminal sequence that alerts the person; empty if no policy asks for one. */
function alertFor({ messages }: Outcome, env: HookContext['world']['env']): string {
  const first = messages.find(({ alert }) => alert !== undefined);
  return first ? alertSequence(first.text, first.alert!, env) : '';
}

/** Texts that a finishing subagent can't get go to the session that started it. */
function nextListener({ hook_event_name, session_id }: Event, listener: Listener): Listener {
  return hook_event_name === 'SubagentStop' ? { session_id } : listener;
}

const isEmpty = ({ decision, set, context, messages }: Outcome) =>
  decision === 'pass' && !set && context.length === 0 && messages.length === 0;

function emptyReply(outcome: Outcome, event: Event, listener: Listener): Omit<Reply, 'forwarded'> {
  const context = { text: '', repeated: [], leftOut: [] };
  return { outcome, context, answer: emptyAnswer, listener: nextListener(event, listener), pending: [] };
}

const notesTo = (to: Pending['to'], pending: readonly Pending[]): Note[] =>
  pending.filter((item) => item.to === to).map((item) => item.note);

/**
 * Messages are shown every time. Those with `again: false` are left out if the person has seen them in this session.
 */
function freshMessages(messages: readonly Note[], isFirst: (key: string) => boolean): Note[] {
  return messages.filter(
    (note) => note.again !== false || isFirst(`user-${Bun.hash(note.text).toString(36)}`),
  );
}

function pendingOf({ toModel, toUser }: Undelivered): Pending[] {
  return [
    ...toModel.map((note): Pending => ({ to: 'model', note: { ...note, again: true } })),
    ...toUser.map((note): Pending => ({ to: 'user', note: { ...note, again: true } })),
  ];
}
