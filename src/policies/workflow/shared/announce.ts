// Gives each conversation the messages about phases that it must act on.
import type { Inject } from '../../../core/verdict.ts';
import type { WorkflowFacts } from '../../../domain/workflow/facts.ts';
import { inject } from '../../../index.ts';

export function announcements(workflow: WorkflowFacts): Inject[] {
  return workflow.takeAnnouncements().map(({ to, text }) => inject(text, { again: true, to }));
}
