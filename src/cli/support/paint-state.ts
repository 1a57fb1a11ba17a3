// The state of a session, in its colour.
import type { SessionState } from '../../domain/sessions/session.ts';
import { paint } from './terminal.ts';

const colours: Record<SessionState, Parameters<typeof paint>[0]> = {
  needs_input: 'yellow',
  idle: 'blue',
  active: 'green',
  tool_active: 'green',
  ended: 'dim',
};

/** A newer Pawl on another machine of the team may know states that this one does not. */
export const paintState = (state: SessionState) => paint(colours[state] ?? 'dim', state.replace('_', ' '));
