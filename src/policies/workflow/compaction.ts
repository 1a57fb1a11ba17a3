import { on, sessionStart } from '../../core/examples.ts';
import { definePolicy, inject } from '../../index.ts';

export default definePolicy({
  id: 'workflow/compaction',
  summary: 'Give back what was going on when the context was compacted',
  why: 'A summary forgets which phase it is, which agents are at work and whose turn is next. It is saved before and given back once after, to the conversation or agent it belongs to.',
  on: ['PreCompact', 'SessionStart'],
  level: 'warn',
  examples: () => [
    { event: on('PreCompact', { trigger: 'auto' }), expect: 'pass' },
    { event: sessionStart('compact'), expect: 'pass', title: 'Nothing was going on' },
    {
      event: sessionStart('compact'),
      expect: 'inject',
      given: { workflow: { saved: { '': 'Workflow plan, phase plan.' } } },
      says: 'phase plan',
    },
    {
      event: sessionStart('compact'),
      expect: 'pass',
      title: 'It belonged to an agent',
      given: { workflow: { saved: { a1: 'Workflow plan, phase plan.' } } },
    },
    {
      event: sessionStart('startup'),
      expect: 'pass',
      given: { workflow: { saved: { '': 'Workflow plan, phase plan.' } } },
    },
  ],
  check(event, { workflow, tasks, handoffs }) {
    if (event.hook_event_name === 'SessionStart') {
      if (event.source !== 'compact' || !workflow.active()) return undefined;
      const text = workflow.restore();
      return text ? inject(`Going on before the compaction:\n${text}`, { again: true }) : undefined;
    }
    const open = tasks.mine().filter((task) => task.status === 'in_progress');
    const waiting = handoffs.waiting();
    const more = [
      ...open.slice(0, 3).map((task) => `Task in progress: ${task.content}.`),
      ...waiting.map(({ from, to, task }) => `${from} handed off to ${to}${task ? `: ${task}` : ''}.`),
    ];
    if (more.length > 0 || workflow.active()) workflow.save(more);
    return undefined;
  },
});
