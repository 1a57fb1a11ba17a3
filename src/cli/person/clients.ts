// The clients that Pawl knows of: those of recorded sessions, and those that run for this user.
import { listSessions } from '../../store/db/sessions.ts';
import { attempt } from '../../system/attempt.ts';
import { existsSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { basename } from '../../system/path.ts';
import { isClient, processOf } from '../../system/process.ts';
import { openLog } from '../support/open-log.ts';
import { runningClients } from './running-clients.ts';
import type { KnownClient } from './terminal.ts';

export function knownClients(home: Home): KnownClient[] {
  return [...(attempt(() => recordedClients(home)) ?? []), ...clientsOfThisHome()];
}

/** Includes clients that have ended since the machine was started, because what they detached may still run. */
function recordedClients(home: Home): KnownClient[] {
  if (!existsSync(home.store) && !existsSync(home.spool)) return [];
  const booted = Date.now() - process.getBuiltinModule('node:os').uptime() * 1_000;
  return listSessions(openLog(home))
    .filter(({ last_seen_at }) => last_seen_at > booted)
    .flatMap(({ client }) => (client && !isByHand(client) ? [client] : []));
}

/** A person can send an event to `pawl hook` by hand; the shell or script that did is not a client. */
function isByHand({ pid, started }: KnownClient): boolean {
  const process = processOf(pid);
  if (!process || process.started !== started || isClient(process)) return false;
  return /^((ba|da|z|k|fi|a)?sh|busybox|node|bun|deno|python[\d.]*|perl|ruby|tmux|make)$/.test(
    basename(process.program),
  );
}

/** A client with another home directory is not the one that this Pawl guards. */
function clientsOfThisHome(): KnownClient[] {
  const home = `HOME=${process.env.HOME}`;
  return runningClients().filter(({ env }) => env.includes(home));
}
