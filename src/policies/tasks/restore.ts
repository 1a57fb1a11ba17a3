import { on, sessionStart } from '../../core/examples.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import {
  listKey,
  openTasks,
  type Task,
  taskLines,
  taskToolHints,
  toldOfTool,
  toolOf,
} from '../../domain/tasks.ts';
import { definePolicy, inject } from '../../index.ts';

const parser = { content: 'Write the parser', status: 'in_progress' } as const;

/** The attribute `reason`, by the source of the start. */
const reasons: Record<string, string> = {
  resume: 'session_resumed',
  compact: 'context_compacted',
  fork: 'session_forked',
};

function restoredText(tasks: readonly Task[], attributes: string, hint: string, numbers = true): string {
  const next = tasks.some(({ status }) => status === 'in_progress')
    ? 'the task in progress'
    : 'the next task';
  return `<session-restored ${attributes}>
The tasks of this session:
${taskLines(tasks, { numbers })}
Continue with ${next}; ${hint}.
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
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'A model without a task tool is told the commands of Pawl',
      given: { files: { '/home/me/.pawl/bin/pawl': '' } },
      says: 'task start',
    },
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'A model with a task tool, and no tasks',
      given: { tasks: { tool: 'TodoWrite' }, files: { '/home/me/.pawl/bin/pawl': '' } },
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'A task that a person added',
      given: { tasks: { left_over: [{ ...parser, session_id: '' }] } },
      says: 'The person added',
    },
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
      given: { tasks: { left_over: [parser], tool: 'TodoWrite' } },
    },
    {
      event: on('PreCompact', { trigger: 'auto' }),
      expect: 'pass',
      title: 'A compaction only has its trigger recorded',
    },
  ],
  check(event, { tasks, session, files, state, now, home, pawlHome }) {
    const pawl = launcherOf({ home, pawlHome });
    if (event.hook_event_name === 'PreCompact') {
      const { trigger } = event;
      if (tasks.mine().length > 0) state.update(() => ({ at: now, ...(trigger && { trigger }) }));
      return undefined;
    }
    const reason = reasons[event.source];
    if (!reason) return event.source === 'clear' ? hint() : atStartup();
    const parents = event.source === 'fork' && tasks.mine().length === 0 ? tasks.ofParent() : [];
    if (parents.length > 0) tasks.takeOver(parents);
    const list = parents.length > 0 ? parents : tasks.mine();
    if (openTasks(list).length === 0) return undefined;
    session.once(listKey(list));
    const trigger = event.source === 'compact' ? state.get().trigger : undefined;
    const attributes = `reason="${reason}"${trigger ? ` trigger="${trigger}"` : ''}`;
    const [first] = openTasks(list) as [Task];
    const running = list.filter(({ status }) => status === 'in_progress');
    const single = running.length === 1 ? running : [];
    const { finish } = taskToolHints(toolOf(first, tasks.tool()), pawl, single);
    // The copies get their numbers when they are stored, after this text.
    return parents.length > 0
      ? inject(restoredText(list, attributes, `\`${pawl} task list\` shows the numbers of the copies`, false))
      : inject(
          restoredText(list, attributes, `when ${single.length > 0 ? 'it' : 'a task'} is done, ${finish}`),
        );

    /** One line for models without a task tool. tasks/remind is not enough for them: it recognises only English verbs. */
    function hint() {
      const tool = tasks.tool();
      const works = tool === 'mcp' || (tool === 'pawl' && files.exists(`${pawlHome}/bin/pawl`));
      if (!works) return undefined;
      session.oncePerContext(toldOfTool);
      return inject(`Task list for work of several steps: ${taskToolHints(tool, pawl).add}.`);
    }

    function atStartup() {
      tasks.cleanUp();
      const left = openTasks(tasks.leftOver()).slice(0, 20);
      if (left.length === 0) return hint();
      tasks.markOffered(left);
      return inject(leftOverText(left, pawl));
    }
  },
});

/** Offers the tasks that nobody works on, with the commands that take one up or discard it. */
function leftOverText(left: readonly Task[], pawl: string): string {
  const [byPerson, others] = [left.filter(isByPerson), left.filter((task) => !isByPerson(task))];
  const parts = [
    byPerson.length > 0 && `The person added ${these(byPerson)} for this project:\n${numbered(byPerson)}`,
    others.length > 0 &&
      `Earlier sessions left ${these(others)} unfinished in this project:\n${numbered(others)}`,
  ].filter(Boolean);
  const [first] = left;
  const commands =
    left.length === 1
      ? `To take it up, run \`${pawl} task start ${first!.id}\`; to discard it if it is no longer wanted, \`${pawl} task drop ${first!.id}\`. Otherwise leave it.`
      : `To take one up, run \`${pawl} task start N\`; to discard one that is no longer wanted, \`${pawl} task drop N\`. Otherwise leave them.`;
  return `${parts.join('\n')}\n${commands}`;
}

const these = ({ length }: readonly Task[]) => (length === 1 ? 'this task' : 'these tasks');

/** A task that a person added outside of any session. */
const isByPerson = ({ session_id }: Task) => session_id === '';

/** Lists tasks with Pawl's numbers, whichever tool made them: the tool of this session does not know them. */
const numbered = (tasks: readonly Task[]) =>
  taskLines(tasks.map((task): Task => ({ ...task, source: 'own' })));
