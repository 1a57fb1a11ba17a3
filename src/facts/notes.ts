// Notes of a session for the time after its context was lost, and how full the context is when a turn ends.
import type { Event, EventOf } from '../core/event.ts';
import { redact } from '../core/redact.ts';
import type { ContextUse } from '../domain/sessions/context-use.ts';
import type { ClientProcess, SessionNotes } from '../domain/sessions/session.ts';
import { clientMark, readNotes, unmark, writeNotes } from '../store/files/marks.ts';
import { attempt } from '../system/attempt.ts';
import type { Home } from '../system/home.ts';
import { processOf } from '../system/process.ts';
import { findContextUse, readLastLines } from './context-use.ts';
import type { World } from './facts.ts';

const maxNote = 4_000;

/** The note is kept for the session and for its client, because `/clear` starts a new session in the same client. */
export function keepNote(
  home: Home,
  { session_id, client }: { session_id: string; client?: Pick<ClientProcess, 'pid' | 'started'> | undefined },
  kind: keyof SessionNotes,
  text: string,
): void {
  const note = { [kind]: { at: Date.now(), text: redact(text.trim()).slice(0, maxNote) } };
  const notes = { ...readNotes(home, session_id), ...note };
  writeNotes(home, session_id, notes);
  if (client) writeNotes(home, clientMark(client.pid), { ...notes, started: client.started });
}

export function keepLastMessage({ session_id }: Event, { home, env, later }: World, text: string): void {
  later?.(() => keepNote(home, { session_id, client: clientOf(env) }, 'last', text));
}

const clientOf = (env: World['env']) => processOf(Number(env.CLAUDE_PID) || process.ppid);

/** The notes of a session. After a clear it takes over those of the session before it in the same client. */
export function notesFor(event: Event, { home, env, later }: World): SessionNotes {
  const { session_id } = event;
  if (event.hook_event_name !== 'SessionStart' || event.source === 'compact')
    return readNotes(home, session_id);
  const client = clientOf(env);
  const owner = client && clientMark(client.pid);
  if (!owner) return {};
  const { started, ...notes } = readNotes(home, owner);
  if (event.source !== 'clear' || started !== client.started) {
    // A different session starts in this client, and must not be given these notes later.
    later?.(() => unmark(home, owner, 'notes'));
    return {};
  }
  later?.(() => writeNotes(home, session_id, notes));
  return notes;
}

/** Below this percentage no limit is near, so the figure of the last message is not waited for. */
const minPercentToWait = 50;
const maxWait = 500;

/**
 * In the interactive client the last message reaches the transcript up to a quarter of a second after the stop, and with
 * it the figure that may cross a limit.
 */
export function contextUseAtStop(home: Home, event: EventOf<'Stop'>): ContextUse | undefined {
  const { session_id, transcript_path, last_assistant_message: last } = event;
  const find = () => findContextUse(home, session_id, transcript_path);
  const first = find();
  if (!first || first.percent < minPercentToWait || !last || !transcript_path) return first;
  const words = JSON.stringify(last.slice(-60)).slice(1, -1);
  const isThere = () =>
    attempt(() => readLastLines(transcript_path).some((line) => isMessage(line, words))) ?? true;
  for (const end = performance.now() + maxWait; !isThere() && performance.now() < end; ) Bun.sleepSync(20);
  return find();
}

const isMessage = (line: string, words: string) =>
  line.includes('"assistant"') && line.includes('"usage"') && line.includes(words);
