// Adds notices about Pawl itself (broken config, updates) to the answer, for the person.
import type { Config } from '../config/load.ts';
import type { Event } from '../core/event.ts';
import type { Note, Outcome } from '../core/merge.ts';
import type { Policy } from '../core/policy.ts';
import type { World } from '../facts/facts.ts';
import { mayHaveRefusedChange } from '../store/files/settings-state.ts';
import { unproved } from '../system/seal.ts';
import type { PolicyFiles } from '../user-policies/user-policies.ts';
import { loadBundle } from './bundles/load.ts';

export interface NoticeContext {
  event: Event;
  config: Config;
  userPolicies: readonly Policy[];
  files: PolicyFiles;
  world: World;
  /** The folder whose `.claude` has the project's settings. */
  project: string;
}

export function withNotices(outcome: Outcome, context: NoticeContext): Outcome {
  if (!context.event.session_id || hasNothingToReport(context)) return outcome;
  const { noticesFor, remindersFor } = loadBundle('stateful').noticeTexts;
  const once = noticesFor(context).map((text): Note => ({ policy: 'pawl', text, again: false }));
  const notes = [...once, ...remindersFor(context).map((text): Note => ({ policy: 'pawl', text }))];
  if (notes.length === 0) return outcome;
  return { ...outcome, messages: [...outcome.messages, ...notes] };
}

/** A quick check for most events: config and policy files are in order, and no session starts. */
function hasNothingToReport({ event, config, files, world }: NoticeContext): boolean {
  if (event.hook_event_name === 'SessionStart') return false;
  if (event.hook_event_name === 'UserPromptSubmit' && mayHaveRefusedChange(world.home, world.env))
    return false;
  if (unproved.size > 0) return false;
  if (files.broken.length > 0 || files.untrusted.length > 0) return false;
  for (const { state, problems, waiting } of config.layers)
    if (state !== 'ok' || problems.length > 0 || waiting?.length) return false;
  return true;
}
