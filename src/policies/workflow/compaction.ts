import { on, sessionStart } from '../../core/examples.ts';
import { oneLine } from '../../core/text.ts';
import { quoteTask } from '../../domain/handoff.ts';
import { definePolicy, inject } from '../../index.ts';

const inProgress = 'Task in progress: ';

export default definePolicy({
  id: 'workflow/compaction',
  summary: 'Restore the state of workflows, tasks and handoffs after a compaction',
  why: 'A summary forgets the current phase, the running agents and the next handoff. They are saved before the compaction and restored once after it, in the conversation or agent they belong to.',
  on: ['PreCompact', 'SessionStart'],
  level: 'warn',
  examples: () => [
    { event: on('PreCompact', { trigger: 'auto' }), expect: 'pass' },
    { event: sessionStart('compact'), expect: 'pass', title: 'Nothing was saved' },
    {
      event: sessionStart('compact'),
      expect: 'inject',
      title: 'The saved state of a workflow is given',
      given: { workflow: { saved: { '': 'Workflow `plan`, phase `plan`.' } } },
      says: 'phase `plan`',
    },
    {
      event: sessionStart('compact'),
      expect: 'pass',
      title: 'Only the task list was saved, which tasks/restore gives',
      given: { workflow: { saved: { '': 'Task in progress: the login.' } } },
    },
    {
      event: sessionStart('compact'),
      expect: 'pass',
      title: 'The state was saved for an agent, not for the conversation',
      given: { workflow: { saved: { a1: 'Workflow `plan`, phase `plan`.' } } },
    },
    {
      event: sessionStart('startup'),
      expect: 'pass',
      title: 'A session start without a compaction',
      given: { workflow: { saved: { '': 'Workflow `plan`, phase `plan`.' } } },
    },
  ],
  check(event, { workflow, tasks, handoffs }) {
    if (event.hook_event_name === 'SessionStart') {
      if (event.source !== 'compact' || !workflow.active()) return undefined;
      // tasks/restore gives the main conversation its list of tasks, so the line about them is only for agents.
      const text = workflow
        .restore()
        ?.split('\n')
        .filter((line) => !line.startsWith(inProgress))
        .join('\n');
      return text ? inject(`State before the compaction:\n${text}`, { again: true }) : undefined;
    }
    const open = tasks.mine().filter((task) => task.status === 'in_progress');
    const waiting = handoffs.waiting();
    const lines = [
      ...open.slice(0, 3).map((task) => `${inProgress}${oneLine(task.content)}.`),
      ...waiting.map(
        ({ from, to, task }) =>
          `${from} handed off to ${to}${task ? `, in its words ${quoteTask(task)}` : ''}.`,
      ),
    ];
    if (lines.length > 0 || workflow.active()) workflow.save(lines);
    return undefined;
  },
});
