// The metrics of a period as the page and the report show them, with the names of the sessions in them.
import type { Database } from 'bun:sqlite';
import { overview } from '../store/db/metrics-summary.ts';
import { sessionTitles } from '../store/db/session-titles.ts';
import type { MetricsShown } from './shapes.ts';

/** `prompts: false` for a file that is passed on: it names sessions by alias or project only. */
export function metricsShown(db: Database, from: string, to: string, { prompts = true } = {}): MetricsShown {
  const all = overview(db, from, to);
  const titles = sessionTitles(
    db,
    all.sessions.map(({ name }) => name),
    { prompts },
  );
  return { ...all, titles };
}
