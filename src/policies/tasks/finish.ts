import { stop } from '../../core/examples.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { openTasks, taskLines, taskToolHints } from '../../domain/tasks.ts';
import { block, definePolicy, tell } from '../../index.ts';

export default definePolicy({
  id: 'tasks/finish',
  summary: 'Hold a stop while a task is in progress',
  why: 'A turn that ends with a task in progress has either stopped half-way or forgotten to say that it is done; both are found out by asking once. Tasks that wait are only mentioned.',
  on: 'Stop',
  level: 'deny',
  onError: 'pass',
  examples: [
    { event: stop(), expect: 'pass', title: 'No task, nothing to say' },
    {
      event: stop(),
      expect: 'block',
      given: { tasks: { mine: [{ content: 'Write the parser', status: 'in_progress' }] } },
      says: 'Write the parser',
    },
    {
      event: stop(),
      expect: 'tell',
      title: 'Waiting tasks don’t hold anybody',
      given: { tasks: { mine: [{ content: 'Write the docs', status: 'pending' }] } },
      says: 'Write the docs',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'All done',
      given: { tasks: { mine: [{ content: 'Write the parser', status: 'completed' }] } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'A teammate’s task is the teammate’s',
      given: { tasks: { mine: [{ content: 'Write the parser', status: 'in_progress', owner: 'mate' }] } },
    },
  ],
  check(_event, { tasks, home, pawlHome }) {
    const list = tasks.mine().filter((task) => !task.owner);
    const open = openTasks(list);
    if (open.length === 0) return undefined;
    const running = open.filter((task) => task.status === 'in_progress');
    if (running.length === 0)
      return tell(`Tasks that wait: ${open.map((task) => `${task.id}. ${task.content}`).join('; ')}`, {
        again: false,
      });
    const { finish } = taskToolHints(tasks.tool(), launcherOf({ home, pawlHome }));
    return block(
      `${running.length === 1 ? 'A task is' : `${running.length} tasks are`} still in progress:\n${taskLines(list)}\n`,
      {
        once: true,
        instead: `finish it, or if it is done ${finish}, or set it back to pending and say what it waits for`,
      },
    );
  },
});
