// The grants of one event. Changes are made after the answer was written, and not at all in a dry run.

import type { Event } from '../core/event.ts';
import type { Grant, GrantRequest, Grants } from '../core/facts.ts';
import { type AllowOnceRequest, addAllowOnceRequest } from '../store/allow-once-requests.ts';
import { listEvents, type StoredEvent } from '../store/db/events.ts';
import {
  addGrantRequest,
  requestedGrants,
  type StoredGrantRequest,
  settleGrantRequests,
} from '../store/files/grant-requests.ts';
import { activeGrants, endGrant, grantId, listGrants, renewGrant } from '../store/files/grants.ts';
import type { Store } from '../store/store.ts';
import { basename, join, resolve } from '../system/path.ts';
import { ancestors, isClient, type Process, whyAgentStartedClient } from '../system/process.ts';
import { randomId } from '../system/random-id.ts';
import type { World } from './facts.ts';
import { once } from './once.ts';
import type { ProjectPlace } from './project.ts';
import { isFromElsewhere } from './sender.ts';
import { whyNotTyped } from './typed-at-terminal.ts';

export function grantFacts(event: Event, place: ProjectPlace, world: World, store: Store): Grants {
  const { home, now, later } = world;
  let found: Grant[] | undefined;
  const client = once(() => ancestors(process.pid).find(isClient));
  const current = () => {
    if (!found) {
      if (later) settleGrantRequests(home, event.session_id, now);
      const active = activeGrants(home, event.session_id, place, now);
      found = active.length > 0 ? active.filter(mayUse(client())) : active;
    }
    return found;
  };
  return {
    current,
    request: (request) => {
      const id = grantId();
      const sender = client();
      if (sender && isOwnTranscript(event, sender))
        later?.(() =>
          addGrantRequest(home, storedRequest(id, request, { event, place, now, client: sender })),
        );
      return id;
    },
    allowOnce: (typed) => {
      const refused = lastRefusedCall(store, event.session_id);
      const sender = client();
      if (!refused || !sender) return undefined;
      const request = allowOnceRequest(refused, typed, event, place, now);
      if (isOwnTranscript(event, sender)) later?.(() => addAllowOnceRequest(home, request));
      const { label = '', until } = request.entry;
      return { label, until };
    },
    renew: () =>
      later?.(() => {
        for (const grant of current()) renewGrant(home, grant, now);
      }),
    end: (why) => {
      const { session_id } = event;
      // A forged event, which another process sent, ends no grant.
      const ofSession = session_id
        ? listGrants(home, session_id).filter((grant) => !isFromElsewhere(grant.client))
        : [];
      const requested = session_id ? requestedGrants(home, session_id) : [];
      later?.(() => {
        for (const grant of [...ofSession, ...requested]) endGrant(home, grant, why);
      });
      return ofSession;
    },
    whyNotByPerson: () => whyNotByPerson(client()),
    whyNotTyped: () => {
      if (home.managed) return 'an administrator installed Pawl, so only root may allow that';
      const sender = client();
      return sender && whyNotTyped(sender, now);
    },
    whyUnattended: () => whyNotByPerson(client()) ?? whyUnattended(client(), world.env),
  };
}

interface GrantTurn {
  event: Event;
  place: ProjectPlace;
  now: number;
  client: Process;
}

function storedRequest(
  id: string,
  { origins, ...request }: GrantRequest,
  { event, place, now, client }: GrantTurn,
): StoredGrantRequest {
  const { session_id, transcript_path = '', prompt_id = '' } = event;
  const { root: directory, repository } = place;
  const { pid, started } = client;
  return {
    grant: { ...request, id, at: now, session_id, directory, repository, client: { pid, started } },
    proof: { transcript_path, prompt_id, command: request.by, origins: [...origins] },
  };
}

/** A call that is not identified by its input (a blocked stop, for instance) needs `pawl allow-once` at a terminal. */
function lastRefusedCall(store: Store, session_id: string): StoredEvent | undefined {
  const query = { session_id, decisions: ['deny', 'ask'], limit: 10 };
  return store.readCurrent((db) => listEvents(db, query))?.find(({ input_hash }) => input_hash);
}

/** How long a permission that was typed in the client is valid. */
const validFor = 10 * 60_000;

function allowOnceRequest(
  { input_hash, files_hash, tool, label }: StoredEvent,
  typed: { command: string; args: string },
  { session_id, transcript_path = '', prompt_id = '' }: Event,
  { root, repository, worktree }: ProjectPlace,
  now: number,
): AllowOnceRequest {
  return {
    entry: {
      id: randomId(5),
      at: now,
      until: now + validFor,
      session_id,
      input_hash: input_hash!,
      ...(files_hash && { files_hash }),
      label: [tool, label].filter(Boolean).join(' '),
    },
    proof: { transcript_path, prompt_id, ...typed, origins: ['human'] },
    place: { root, repository, worktree },
  };
}

/** Decided by the parent processes, because a repository's settings can set variables. */
function whyNotByPerson(client: Process | undefined): string | undefined {
  return client ? whyAgentStartedClient(client.pid) : 'no client was found above this process';
}

/** Decided by the client's command line and a variable that the client sets, although a repository can set it too. */
function whyUnattended(client: Process | undefined, env: World['env']): string | undefined {
  if (client?.args.some((arg) => /^(-p|--print)$/.test(arg))) return '`claude -p` runs without one';
  const program = (env.CLAUDE_CODE_ENTRYPOINT ?? '').startsWith('sdk');
  return program ? 'a program started this session' : undefined;
}

/** A grant is not valid in a client that another agent started, even if it continues the same session. */
function mayUse(client: Process | undefined): (grant: Grant) => boolean {
  return (grant) =>
    !client ||
    (grant.client?.pid === client.pid && grant.client.started === client.started) ||
    whyAgentStartedClient(client.pid) === undefined;
}

/**
 * Someone who calls the hook by hand can name any file, so the transcript must be where the client above us keeps it.
 */
function isOwnTranscript({ transcript_path, session_id }: Event, { env }: Process): boolean {
  const value = (name: string) => env.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
  const folder = value('CLAUDE_CONFIG_DIR') ?? join(value('HOME') ?? '/nowhere', '.claude');
  // The path is not resolved, because the file does not exist before the first prompt of a session.
  const path = resolve(transcript_path ?? '/');
  return path.startsWith(`${resolve(folder, 'projects')}/`) && basename(path) === `${session_id}.jsonl`;
}
