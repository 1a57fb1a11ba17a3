// A fake session from plain data, for examples and tests.

import type { Given } from '../../core/policy.ts';
import { type ContextUse, contextUseOf } from '../../domain/sessions/context-use.ts';
import type { SessionMessage } from '../../domain/sessions/messages.ts';
import { modeOf } from '../../domain/sessions/modes.ts';
import type { Neighbour, SessionFacts, SessionNotes } from '../../domain/sessions/session.ts';

export interface GivenSession {
  /** How full the context is, in percent. */
  context?: number;
  status?: string;
  /** Minutes since it started. */
  minutes?: number;
  /** Keys for which `once` and `oncePerContext` return false. */
  said?: readonly string[];
  mail?: readonly SessionMessage[];
  /** Messages that a prompt names without their text. */
  arrived?: readonly SessionMessage[];
  neighbours?: readonly Neighbour[];
  /** The reason why the session waits, such as a permission dialog. */
  needs?: string;
  notes?: SessionNotes;
}

export function fakeSession(given: Given): SessionFacts {
  const { context, status, minutes = 0, said = [], ...rest } = (given.session ?? {}) as GivenSession;
  const contextUse: ContextUse | undefined =
    context === undefined ? undefined : contextUseOf(context * 2_000, 200_000, 'status line');
  const nothing = () => {};
  return {
    mode: modeOf(given.env?.CLAUDE_SESSION_MODE),
    role: given.env?.CLAUDE_SESSION_ROLE,
    context: () => contextUse,
    status: () => status,
    age: () => minutes * 60_000,
    once: (key) => !said.includes(key),
    oncePerContext: (key) => !said.includes(key),
    takeMessages: () => rest.mail ?? [],
    noteDelivered: () => rest.arrived ?? [],
    markReachable: nothing,
    markUnreachable: nothing,
    needs: () => rest.needs,
    notes: () => rest.notes ?? {},
    keepLastMessage: nothing,
    neighbours: () => rest.neighbours ?? [],
  };
}
