// The status of a session: open tasks, changed files, results of checks, and whether its checkpoint is complete.
import type { Database } from 'bun:sqlite';
import { whyStale } from '../domain/checkpoint/work.ts';
import { openTasks } from '../domain/tasks.ts';
import { checkCheckpointFile } from '../facts/checkpoint.ts';
import type { SessionWork } from '../facts/session-work.ts';
import { tasksOf } from '../store/db/tasks.ts';

export function statusOf(db: Database, session: SessionWork) {
  const { work, changes, version, session_id, place, configured } = session;
  const evidence = work.evidence().map((result) => {
    const stale = whyStale(result, work);
    return { name: result.name, kind: result.kind, ok: result.ok, at: result.at, ...(stale && { stale }) };
  });
  return {
    session_id,
    project: place.root,
    ...(version && { version }),
    tasks: openTasks(tasksOf(db, { session_id })),
    changed: changes.map(({ path, where }) => ({ path, where })),
    checks: work.checks(configured).map(({ name, kind, command }) => ({ name, kind, command })),
    evidence,
    ...(changes.length > 0 && { checkpoint: checkCheckpointFile(session) }),
  };
}
