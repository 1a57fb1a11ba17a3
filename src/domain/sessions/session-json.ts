// A session as `--json` prints it and as the dashboard receives it.
import type { ContextUse } from './context-use.ts';
import { modeOf } from './modes.ts';
import { conversationOf, type Session } from './session.ts';

export interface SessionView {
  session: Session;
  contextUse: ContextUse | undefined;
  tasks: { done: number; all: number } | undefined;
}

/** Keys that are always present, even without a value. */
const absent = {
  alias: null,
  role: null,
  description: null,
  mission: null,
  parent_session_id: null,
  branch: null,
  model: null,
  entrypoint: null,
  transcript_path: null,
  pane: null,
  tmux: null,
  why: null,
  status_text: null,
  last_prompt: null,
  last_words: null,
  ended_at: null,
  end_reason: null,
  successor: null,
};

/** Leaves out `parts`, the internal data from which the state is computed. */
export function sessionJson({ session, contextUse, tasks }: SessionView): Record<string, unknown> {
  const { parts: _, agents, unanswered, client, ...rest } = session;
  return {
    ...absent,
    ...rest,
    mode: modeOf(session.mode).name,
    worktree: session.worktree === true,
    conversation_id: conversationOf(session),
    client_pid: client?.pid ?? null,
    context: contextUse ?? null,
    tasks: tasks ?? null,
    agents: Object.values(agents),
    unanswered: Object.values(unanswered ?? {}),
  };
}
