// Missions: goals that unattended sessions work towards.
import type { Database } from 'bun:sqlite';
import { redact } from '../../core/redact.ts';

export interface Mission {
  id: string;
  goal: string;
  /** `ended`: its sessions have ended, and its result was not reported. */
  state: 'running' | 'done' | 'failed' | 'ended';
  started_at: number;
  ended_at: number | null;
  summary: string | null;
}

/** False if there is a mission with this id already. */
export function startMission(db: Database, id: string, goal: string, now: number): boolean {
  return (
    db
      .query(
        "INSERT INTO missions (id, goal, state, started_at) VALUES (?, ?, 'running', ?) ON CONFLICT DO NOTHING",
      )
      .run(id, redact(goal), now).changes > 0
  );
}

/** False if there is no such mission, or its result was reported before. */
export function endMission(
  db: Database,
  id: string,
  state: 'done' | 'failed',
  summary: string | undefined,
  now: number,
): boolean {
  return (
    db
      .query(
        "UPDATE missions SET state = ?, summary = ?, ended_at = ? WHERE id = ? AND state IN ('running', 'ended')",
      )
      .run(state, summary === undefined ? null : redact(summary), now, id).changes > 0
  );
}

/** A mission ends with its last open session, and goes on if another one starts. */
export function settleMission(db: Database, id: string, now: number): void {
  const open = db
    .query("SELECT 1 FROM sessions WHERE state <> 'ended' AND json_extract(detail, '$.mission') = ? LIMIT 1")
    .get(id);
  const [from, to, at] = open ? ['ended', 'running', null] : ['running', 'ended', now];
  db.query('UPDATE missions SET state = ?, ended_at = ? WHERE id = ? AND state = ?').run(to, at, id, from);
}

export function getMission(db: Database, id: string): Mission | undefined {
  return (db.query('SELECT * FROM missions WHERE id = ?').get(id) as Mission | null) ?? undefined;
}

/** Newest first. */
export function listMissions(db: Database): Mission[] {
  return db.query('SELECT * FROM missions ORDER BY started_at DESC LIMIT 100').all() as Mission[];
}
