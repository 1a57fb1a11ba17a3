// Whether an event comes from the client of the session that it names. Anybody can run `pawl hook` with an event of
// their own making; the processes above this one can't be made up.
import type { ClientProcess } from '../domain/sessions/session.ts';
import { ancestors, isClient, processOf } from '../system/process.ts';

/** True if the session's client runs, and did not start this process. */
export function isFromElsewhere(client: Pick<ClientProcess, 'pid' | 'started'> | undefined): boolean {
  const running = client && processOf(client.pid);
  if (!running || running.started !== client.started || !isClient(running)) return false;
  return !ancestors(process.pid).some(({ pid }) => pid === client.pid);
}
