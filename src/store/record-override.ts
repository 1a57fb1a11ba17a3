// Records what a person overrides (a pause, an allow-once permission, a trusted file …) beside the events it concerns.
import type { Project } from '../core/facts.ts';
import { redact } from '../core/redact.ts';
import { clip } from '../core/text.ts';
import type { Home } from '../system/home.ts';
import { spool } from './files/spool.ts';
import { type EventRecord, eventUid } from './record.ts';

export interface Override {
  /** `pawl:pause`, `pawl:allow-once` … */
  event: `pawl:${string}`;
  label: string;
  session_id?: string;
  notes?: string[];
}

export function recordOverride(
  home: Home,
  place: Project,
  { label, session_id = '', ...rest }: Override,
): void {
  const at = Date.now();
  spool(home, at, {
    ...rest,
    uid: eventUid(at),
    at,
    session_id,
    label: clip(redact(label), 200),
    cwd: process.cwd(),
    project: place.root,
    repository: place.repository,
    decision: 'pass',
    ms: 0,
  } satisfies EventRecord);
}
