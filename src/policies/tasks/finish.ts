import { stop } from '../../core/examples.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { openTasks, type Task, type TaskTool, taskLines, taskToolHints, toolOf } from '../../domain/tasks.ts';
import { block, definePolicy, tell } from '../../index.ts';

export default definePolicy({
  id: 'tasks/finish',
  summary: 'Block a stop once while a task is in progress',
  why: 'A turn that ends with a task in progress has either stopped half-way or forgotten to mark it done; asking once finds out which. Pending tasks are only mentioned.',
  on: 'Stop',
  level: 'deny',
  onError: 'pass',
  examples: [
    { event: stop(), expect: 'pass', title: 'No tasks' },
    {
      event: stop(),
      expect: 'block',
      title: 'A task in progress',
      given: { tasks: { mine: [{ content: 'Write the parser', status: 'in_progress' }] } },
      says: 'Write the parser',
    },
    {
      event: stop(),
      expect: 'block',
      title: 'Two tasks in progress',
      given: {
        tasks: {
          mine: [
            { content: 'Write the parser', status: 'in_progress' },
            { content: 'Log out', status: 'in_progress' },
          ],
        },
      },
      says: 'Finish them. When they are done, ',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'A turn that did no work',
      given: {
        tasks: { mine: [{ content: 'Write the parser', status: 'in_progress' }] },
        work: { in_turn: false },
      },
    },
    {
      event: stop(),
      expect: 'block',
      title: 'A task of a client’s tool is shown with that tool’s number',
      given: {
        tasks: { mine: [{ id: 4, ref: '1', source: 'task', content: 'Log out', status: 'in_progress' }] },
      },
      says: '[~] 1. Log out\nFinish it. If it is done, ',
    },
    {
      event: stop(),
      expect: 'tell',
      title: 'Pending tasks don’t block the stop',
      given: { tasks: { mine: [{ content: 'Write the docs', status: 'pending' }] } },
      says: 'Write the docs',
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'All tasks are completed',
      given: { tasks: { mine: [{ content: 'Write the parser', status: 'completed' }] } },
    },
    {
      event: stop(),
      expect: 'pass',
      title: 'A task that a teammate owns',
      given: { tasks: { mine: [{ content: 'Write the parser', status: 'in_progress', owner: 'mate' }] } },
    },
  ],
  check(_event, { tasks, work, home, pawlHome }) {
    const list = tasks.mine().filter((task) => !task.owner);
    const open = openTasks(list);
    if (open.length === 0) return undefined;
    const running = open.filter((task) => task.status === 'in_progress');
    if (running.length === 0)
      return tell(`Pending tasks: ${open.map((task) => task.content).join('; ')}`, { again: false });
    // A turn that neither worked nor touched the list did not stop half-way.
    const since = work.turnStart();
    if (!running.some((task) => task.updated_at >= since) && !work.workedInTurn()) return undefined;
    const launcher = launcherOf({ home, pawlHome });
    return block(
      `${running.length === 1 ? 'A task is' : `${running.length} tasks are`} still in progress:\n${taskLines(list)}\n${nextSteps(running, tasks.tool(), launcher)}`,
      { once: true },
    );
  },
});

/** One sentence for each task tool that made some of these tasks, with its own numbers. */
function nextSteps(running: readonly Task[], tool: TaskTool, launcher: string): string {
  const byTool = Map.groupBy(running, (task) => toolOf(task, tool));
  const sentences = [...byTool].map(([name, tasks]) => {
    const { finish, putBack } = taskToolHints(name, launcher, tasks);
    return tasks.length === 1
      ? `If it is done, ${finish}; if it has to wait, ${putBack} and say what for.`
      : `When they are done, ${finish}; if they have to wait, ${putBack} and say what for.`;
  });
  return `Finish ${running.length === 1 ? 'it' : 'them'}. ${sentences.join(' ')}`;
}
