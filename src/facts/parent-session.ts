// Finds the session from which this one was forked.

import type { Event } from '../core/event.ts';
import type { Store } from '../store/store.ts';
import { existsSync } from '../system/fs/index.ts';
import { files } from './files.ts';

const sql = () => require('../store/db/tasks.ts') as typeof import('../store/db/tasks.ts');

/** The transcript of a forked session starts with the prompts of its parent. */
export function parentSession(event: Event, store: Store): string | undefined {
  const path = event.transcript_path;
  if (!path || !existsSync(path)) return undefined;
  const prompt = /"promptId":"([\w-]+)"/.exec(files.read(path, 200_000) ?? '')?.[1];
  return prompt && store.readCurrent((db) => sql().sessionOfPrompt(db, prompt, event.session_id));
}

export const isFork = (event: Event): boolean =>
  event.hook_event_name === 'SessionStart' && event.source === 'fork';
