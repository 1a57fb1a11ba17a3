// Copies the team's memories of the repositories on this machine into its own store, where they are recalled like local
// ones: offline, and without network access in a hook. Memories that their author retracted are removed here too.
import { redact } from '../core/redact.ts';
import { addMemory } from '../store/db/memory.ts';
import {
  dropTeamMemory,
  hasNewerAssertion,
  hasTeamMemory,
  knownRepositories,
  markPulled,
  notePulled,
  pulledUpto,
} from '../store/db/team.ts';
import { existsSync } from '../system/fs/index.ts';
import { type PulledMemory, pullMemories } from './postgres/calls.ts';
import type { SyncContext } from './push-events.ts';
import { isLocalName } from './repository-name.ts';

export interface Pulled {
  memories: number;
  retracted: number;
}

const batchSize = 500;

export async function pullTeamMemories(context: SyncContext): Promise<Pulled> {
  const done: Pulled = { memories: 0, retracted: 0 };
  for (const path of knownRepositories(context.db)) {
    const name = context.names.nameOf(path);
    if (isLocalName(name) || !context.isShared(name) || !existsSync(path)) continue;
    await pullInto(context, path, name, done);
  }
  return done;
}

async function pullInto(context: SyncContext, path: string, name: string, done: Pulled): Promise<void> {
  const { db, team } = context;
  while (!context.isOver()) {
    const rows = await pullMemories(team, name, pulledUpto(db, path), batchSize);
    const last = rows.at(-1);
    if (!last) return;
    db.transaction(() => {
      for (const row of rows) storeMemory(context, path, row, done);
      notePulled(db, path, last);
    }).immediate();
    if (rows.length < batchSize) return;
  }
}

function storeMemory({ db }: SyncContext, repository: string, row: PulledMemory, done: Pulled): void {
  const { uid, at, owner, machine, category, problem, topic, content, entities } = row;
  if (row.gone) done.retracted += dropTeamMemory(db, uid);
  if (row.gone || hasTeamMemory(db, uid, repository)) return;
  if (topic !== null && hasNewerAssertion(db, repository, redact(topic), at)) return;
  // Each repository on this machine has its own copy, and an id must be unique in the store.
  const copyUid = `team-${uid}-${Bun.hash(repository).toString(36)}`;
  const lesson = {
    content: redact(content),
    category,
    entities,
    ...(problem !== null && { problem }),
    ...(topic !== null && { topic }),
  };
  const { id, added } = addMemory(db, lesson, {
    repository,
    session_id: '',
    at: Math.round(at),
    source: 'team',
    uid: copyUid,
  });
  if (!added) return;
  markPulled(db, id, { uid, author: owner, machine });
  done.memories++;
}
