import { on, sessionStart } from '../../core/examples.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { openTasks, type Task, taskLines, taskToolHints } from '../../domain/tasks.ts';
import { definePolicy, inject } from '../../index.ts';

const parser = { content: 'Write the parser', status: 'in_progress' } as const;

/** The reason attribute, by how the session started. */
const reasons: Record<string, string> = {
  resume: 'session_resumed',
  compact: 'context_compacted',
  fork: 'session_forked',
};

function restoredText(
  tasks: readonly Task[],
  reason: string,
  trigger: string | undefined,
  finish: string,
): string {
  const by = trigger ? ` trigger="${trigger}"` : '';
  return `<session-restored reason="${reason}"${by}>
The tasks of this session:
${taskLines(tasks)}
Continue with the task in progress; when a task is done, ${finish}.
</session-restored>`;
}

export default definePolicy({
  id: 'tasks/restore',
  summary: 'Restore a session’s task list after a resume, a compaction or a fork',
  why: 'Open tasks are the first thing that a compaction loses. A new session is told what earlier ones left unfinished; a cleared one starts fresh, and the record is kept.',
  on: ['SessionStart', 'PreCompact'],
  level: 'warn',
  onError: 'pass',
  state: { scope: 'session', initial: {} as { trigger?: string; at?: number } },
  examples: [
    { event: sessionStart(), expect: 'pass', title: 'No tasks' },
    {
      event: sessionStart('compact'),
      expect: 'inject',
      given: { tasks: { mine: [parser] } },
      state: { trigger: 'auto' },
      says: 'context_compacted',
    },
    { event: sessionStart('resume'), expect: 'inject', given: { tasks: { mine: [parser] } }, says: '[~] 1.' },
    {
      event: sessionStart('resume'),
      expect: 'pass',
      title: 'All tasks are completed',
      given: { tasks: { mine: [{ content: 'Write the parser', status: 'completed' }] } },
    },
    {
      event: sessionStart('fork'),
      expect: 'inject',
      given: { tasks: { of_parent: [parser] } },
      says: 'session_forked',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'An earlier session left an open task',
      given: { tasks: { left_over: [parser] } },
      says: 'pawl task start',
    },
    {
      event: sessionStart('clear'),
      expect: 'pass',
      title: 'A cleared session starts fresh',
      given: { tasks: { left_over: [parser] } },
    },
    {
      event: on('PreCompact', { trigger: 'auto' }),
      expect: 'pass',
      title: 'Nothing can be given before a compaction; its trigger is recorded',
    },
  ],
  check(event, { tasks, state, now, home, pawlHome }) {
    const pawl = launcherOf({ home, pawlHome });
    if (event.hook_event_name === 'PreCompact') {
      const { trigger } = event;
      if (tasks.mine().length > 0) state.update(() => ({ at: now, ...(trigger && { trigger }) }));
      return undefined;
    }
    const reason = reasons[event.source];
    if (!reason) return event.source === 'clear' ? undefined : atStartup();
    const parents = event.source === 'fork' && tasks.mine().length === 0 ? tasks.ofParent() : [];
    if (parents.length > 0) tasks.takeOver(parents);
    const list = parents.length > 0 ? parents : tasks.mine();
    if (openTasks(list).length === 0) return undefined;
    const trigger = event.source === 'compact' ? state.get().trigger : undefined;
    return inject(restoredText(list, reason, trigger, taskToolHints(tasks.tool(), pawl).finish));

    function atStartup() {
      tasks.cleanUp();
      const left = openTasks(tasks.leftOver()).slice(0, 20);
      if (left.length === 0) return undefined;
      return inject(
        `Earlier sessions left these tasks unfinished in this project:\n${taskLines(left)}\nTo take one up, run \`${pawl} task start <number>\`; to discard one that is no longer wanted, \`${pawl} task drop <number>\`. Otherwise leave them.`,
      );
    }
  },
});
