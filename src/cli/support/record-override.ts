// A person's use of a way out, as a row beside the events it concerns.

import { clip, redact } from '../../core/redact.ts';
import type { Place } from '../../facts/project.ts';
import { uid } from '../../hook/record.ts';
import { spool } from '../../store/files/spool.ts';
import type { Home } from '../../system/home.ts';

export interface Use {
  /** `pawl:pause`, `pawl:allow-once` … */
  event: `pawl:${string}`;
  label: string;
  session_id?: string;
  notes?: string[];
}

export function recordUse(home: Home, place: Place, { label, session_id = '', ...use }: Use): void {
  const at = Date.now();
  spool(home, at, {
    ...use,
    uid: uid(at),
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
