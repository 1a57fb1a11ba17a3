// Decides who answers if an application uses callbacks (`pawl/sdk`) and a settings file registers Pawl too. The client
// asks both at the same time, and may have been told to load no settings at all, so a file with our entry is not enough:
// only a hook that this application's client has really run makes the callbacks give way.

import type { Event } from '../core/event.ts';
import { clientsOfRegistration, markRegistrationLive } from '../store/files/live-registration.ts';
import { mayHaveRefusedChange } from '../store/files/settings-state.ts';
import type { Env } from '../system/env.ts';
import type { Home } from '../system/home.ts';
import { ancestors } from '../system/process.ts';
import { sharedId } from './duplicate-registration.ts';

/**
 * How long to wait for a first hook of the settings, in milliseconds. The client starts the hooks for a session's start
 * and for its first prompt before it waits for our answer, so one that is registered shows up soon.
 */
const maxWait = 2_000;

/** Whether the hooks of the settings answer this session's events. */
export function isAnsweredBySettings(home: Home, { session_id }: Event, env: Env): boolean {
  const application = Number(env.CLAUDE_PID) || process.ppid;
  const client = () => clientBelow(home, session_id, application);
  let found = client();
  if (found === undefined && !hasWaited(home, session_id, application)) {
    for (const end = Date.now() + maxWait; found === undefined && Date.now() < end; found = client())
      Bun.sleepSync(20);
    if (found === undefined) markRegistrationLive(home, waitedKey(session_id), application, true);
  }
  // After a refused change, the settings on disk are not those that the client uses. It is safer to answer twice.
  return found !== undefined && !mayHaveRefusedChange(home, { CLAUDE_PID: String(found) });
}

/** A client that the application started. A session that is resumed has been in other clients before. */
function clientBelow(home: Home, session_id: string, application: number): number | undefined {
  const seen = [session_id, sharedId(session_id)].flatMap((id) => clientsOfRegistration(home, id));
  return seen.findLast((pid) => ancestors(pid).some((parent) => parent.pid === application));
}

/** Whether this application has waited once already. Without hooks in the settings, every event would wait again. */
const hasWaited = (home: Home, session_id: string, application: number) =>
  clientsOfRegistration(home, waitedKey(session_id)).includes(application);

const waitedKey = (session_id: string) => `${session_id}-without-settings`;
