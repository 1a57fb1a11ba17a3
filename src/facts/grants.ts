// Grants as one event sees them. What changes one waits until the answer is out, and does not happen in a dry run.
import type { Event } from '../core/event.ts';
import type { Grant, Grants, GrantWish } from '../core/facts.ts';
import {
  activeGrants,
  addWish,
  endGrant,
  grantId,
  listGrants,
  renewGrant,
  settleWishes,
} from '../store/grants.ts';
import type { World } from './facts.ts';
import { ancestors, clientOfAgent, isClient } from './processes.ts';
import type { Place } from './project.ts';

export function grantFacts(event: Event, place: Place, world: World): Grants {
  const { home, now, later } = world;
  let found: Grant[] | undefined;
  const current = () => {
    if (!found) {
      if (later) settleWishes(home, event.session_id, now);
      found = activeGrants(home, event.session_id, place, now);
    }
    return found;
  };
  return {
    current,
    ask: (wish) => {
      const id = grantId();
      later?.(() => addWish(home, wishFile(id, wish, event, place, now)));
      return id;
    },
    renew: () =>
      later?.(() => {
        for (const grant of current()) renewGrant(home, grant, now);
      }),
    end: (why) => {
      const own = event.session_id ? listGrants(home, event.session_id) : [];
      later?.(() => {
        for (const grant of own) endGrant(home, grant, why);
      });
      return own;
    },
    notByPerson,
  };
}

function wishFile(id: string, { origins, ...wish }: GrantWish, event: Event, place: Place, now: number) {
  const { session_id, transcript_path = '', prompt_id = '' } = event;
  const { root: directory, repository } = place;
  return {
    grant: { ...wish, id, at: now, session_id, directory, repository },
    proof: { transcript_path, prompt_id, origins: [...origins] },
  };
}

/** By the processes above us: variables can be set by a repository's settings. */
function notByPerson(): string | undefined {
  const client = ancestors(process.pid).find(isClient);
  return client ? clientOfAgent(client.pid) : 'no client was found above this process';
}
