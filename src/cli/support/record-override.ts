// A person's use of a way out, as a row beside the events it concerns.

import { clip, redact } from '../../core/redact.ts';
import type { ProjectPlace } from '../../facts/project.ts';
import { spool } from '../../store/files/spool.ts';
import { eventUid } from '../../store/record.ts';
import type { Home } from '../../system/home.ts';

export interface Use {
  /** `pawl:pause`, `pawl:allow-once` … */
  event: `pawl:${string}`;
  label: string;
  session_id?: string;
  notes?: string[];
}

export function recordUse(home: Home, place: ProjectPlace, { label, session_id = '', ...use }: Use): void {
  const at = Date.now();
  spool(home, at, {
    ...use,
    uid: eventUid(at),
    at,
    session_id,
    label: clip(redact(label), 200),
    cwd: process.cwd(),
    project: place.root,
    repository: place.repository,
    decision: 'pass',
    ms: 0,
  });
}
