// The identity of a session when it starts, from the payload, the client's environment and its process.

import type { Event } from '../core/event.ts';
import type { ClientProcess, Identity, Session } from '../domain/sessions/session.ts';
import type { Env } from '../system/env.ts';
import { ancestors, isStillRunning, processOf } from '../system/process.ts';
import { files } from './files.ts';
import { gitFacts } from './git.ts';
import type { ProjectPlace } from './project.ts';

/**
 * Variables that people set for the sessions they start. Their own id is only an alias; the payload's id identifies the
 * session.
 */
const identityVariables: [keyof Identity, string][] = [
  ['alias', 'CLAUDE_SESSION_ID'],
  ['role', 'CLAUDE_SESSION_ROLE'],
  ['mode', 'CLAUDE_SESSION_MODE'],
  ['description', 'CLAUDE_SESSION_DESCRIPTION'],
  ['mission', 'MISSION_EXECUTION_ID'],
  ['conversation_id', 'CLAUDE_CONVERSATION_ID'],
  ['parent_session_id', 'CLAUDE_PARENT_SESSION_ID'],
  ['entrypoint', 'CLAUDE_CODE_ENTRYPOINT'],
  ['pane', 'TMUX_PANE'],
];

/** Reads several small files, so it is called only on infrequent events. */
export function identityOf(event: Event, place: ProjectPlace, env: Env): Identity {
  const identity: Identity = {};
  for (const [key, variable] of identityVariables)
    if (env[variable]) Object.assign(identity, { [key]: env[variable] });
  if (env.TMUX) identity.tmux = env.TMUX.split(',')[0];
  if (event.transcript_path) identity.transcript_path = event.transcript_path;
  if ('model' in event && event.model) identity.model = event.model;
  const branch = gitFacts(place, files).branch();
  if (branch) identity.branch = branch;
  if (place.worktree) identity.worktree = true;
  const client = clientOf(Number(env.CLAUDE_PID) || process.ppid, event.hook_event_name === 'SessionStart');
  if (client) identity.client = client;
  return identity;
}

function clientOf(pid: number, withAncestors: boolean): ClientProcess | undefined {
  if (!withAncestors) {
    const client = processOf(pid);
    return client && { pid, started: client.started };
  }
  const [client, ...above] = ancestors(pid);
  return client && { pid, started: client.started, ancestors: above.map((parent) => parent.pid) };
}

/**
 * Undefined if no process is known. A session from before the last boot is not alive, because start times restart then.
 */
export function isAlive({ client, last_seen_at }: Session): boolean | undefined {
  if (!client) return undefined;
  return (
    last_seen_at > Date.now() - process.getBuiltinModule('node:os').uptime() * 1_000 &&
    isStillRunning(client.pid, client.started)
  );
}
