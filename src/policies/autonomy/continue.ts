import { on, sessionStart } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';
import { clockTime, describeGrantAndGiver, readForeignState } from './shared/grant.ts';

const granted = { grants: [{ id: 'g1', mode: 'repair' }] };
const skill = (more: Record<string, unknown> = {}) =>
  on('PostToolUse', { tool_name: 'Skill', tool_input: { skill: 'review' }, tool_response: {}, ...more });

export default definePolicy({
  id: 'autonomy/continue',
  summary: 'Remind a session that works alone to continue after a skill, a resume or a compaction',
  why: 'The end of a skill looks like the end of the task, and a compacted session no longer knows that nobody is watching. Work would then stop half-way until the person comes back.',
  on: ['PostToolUse', 'SessionStart'],
  tools: ['Skill'],
  level: 'warn',
  examples: () => [
    { event: skill(), expect: 'pass', title: 'A session without a grant' },
    { event: skill(), expect: 'inject', title: 'A skill has finished', given: granted, says: 'repair' },
    {
      event: skill(),
      expect: 'inject',
      title: 'The round is read from the state file of the skill',
      given: {
        ...granted,
        files: {
          '.claude/autonomous-state.json': '{"iteration":3,"started_at":"2025-12-31T23:00:00Z"}',
        },
      },
      says: 'round 3',
    },
    { event: sessionStart('compact'), expect: 'inject', given: granted, says: 'g1' },
    { event: sessionStart('resume'), expect: 'pass', title: 'A session without a grant' },
  ],
  check(event, context) {
    const [grant] = context.grants.current();
    if (!grant) return undefined;
    const { iteration, mode = grant.mode } = readForeignState(context);
    const round = iteration === undefined ? '' : `, round ${iteration}`;
    const alone = `This session works alone in ${grant.mode === 'alone' ? mode : grant.mode} mode${round}: a person gave it ${describeGrantAndGiver(grant)}, which expires at ${clockTime(grant.until)} unless the session stays active.`;
    if (event.hook_event_name === 'SessionStart') return inject(alone);
    const name = typeof event.tool_input.skill === 'string' ? ` ${event.tool_input.skill}` : '';
    return inject(
      `The skill${name} has finished, but the task it was called for has not. ${alone} Continue with the next step of that task now, in the same mode, until the task is finished and checked.`,
      { again: true },
    );
  },
});
