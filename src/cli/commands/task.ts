// `pawl task`: the task list of a session, for people and for agents without a task tool.
import { openTasks, type Task, type TaskStatus } from '../../domain/tasks.ts';
import { type CallingSession, openCallingSession } from '../../facts/calling-session.ts';
import { belongsToOpenSession, tasksToTakeUp } from '../../facts/tasks.ts';
import { addTask, findTask, listTasks, setTaskStatus, tasksOf } from '../../store/db/tasks.ts';
import { UserError } from '../../system/errors.ts';
import { type Command, jsonOption, type ParsedArgs } from '../command.ts';
import { refuseForOtherSession } from '../support/caller.ts';
import { sessionOption } from '../support/session-option.ts';
import { fitTable, paint, visible } from '../support/terminal.ts';

const statusOf: Record<string, TaskStatus> = {
  start: 'in_progress',
  done: 'completed',
  pending: 'pending',
  drop: 'dropped',
};

export default {
  summary: 'Manage the task list of a session',
  usage: '[list | add <text>… | start <n> | done <n> | pending <n> | drop <n>]',
  subcommands: {
    '': 0,
    list: 0,
    add: Infinity,
    start: Infinity,
    done: Infinity,
    pending: Infinity,
    drop: Infinity,
  },
  details: `
Inside a session the tasks belong to that session; outside they belong to the project until a session starts one.
While a task is in progress, the end of a turn is blocked once (policy tasks/finish).

  pawl task add "write the parser"   add a task, or several: one per argument
  pawl task start 12                 start it; it becomes a task of this session
  pawl task done 12                  mark it as done
  pawl task pending 12               set it back, because it has to wait
  pawl task drop 12                  drop it, because it is no longer wanted
  pawl task list --all               list finished and dropped tasks too
`,
  options: {
    ...sessionOption,
    all: { type: 'boolean', of: ['', 'list'], about: 'Also list finished and dropped tasks' },
    ...jsonOption,
  },
  run: (args) => {
    const [action = 'list', ...rest] = args.rest;
    const calling = openCallingSession(args.options.session);
    if (action === 'list') return printTasks(calling, args);
    if (action === 'add') return addTasks(calling, rest, args.json);
    const status = statusOf[action]!;
    if (rest.length === 0)
      throw new UserError(`Give a task: \`pawl task ${action} 12\`. \`pawl task list\` shows the numbers.`);
    const done = rest.map((id) => setStatus(calling, id, status));
    const changed = done.filter((task) => task !== undefined);
    // One object for one task, a list for several: always one document.
    if (args.json && changed.length > 0)
      console.log(JSON.stringify(rest.length === 1 ? changed[0] : changed, null, 2));
    if (!args.json) for (const task of changed) console.log(taskLine(calling, task));
    return changed.length === rest.length ? 0 : 1;
  },
} satisfies Command;

function printTasks(calling: CallingSession, { options, json }: ParsedArgs): number {
  const { db, place, session_id } = calling;
  const ofProject = listTasks(db, place.repository, options.all === true);
  const tasks = session_id ? ofProject.filter((task) => task.session_id === session_id) : ofProject;
  const others = tasksToTakeUp(db, readerOf(calling));
  if (json) console.log(JSON.stringify([...tasks, ...others], null, 2));
  else
    console.log(
      [tasks.length > 0 ? fitTable(tasks.map(row)) : noTasks(session_id), ...takeUp(others)].join('\n'),
    );
  return 0;
}

const noTasks = (session_id: string) =>
  session_id ? 'This session has no open tasks.' : 'There are no open tasks.';

function takeUp(tasks: readonly Task[]): string[] {
  return tasks.length > 0
    ? ['\nOf earlier sessions or a person; `pawl task start N` takes one up:', fitTable(tasks.map(row))]
    : [];
}

const readerOf = ({ place, session_id, now }: CallingSession) => ({
  repository: place.repository,
  session_id,
  now,
});

const colours = { in_progress: 'yellow', pending: 'bold', completed: 'green', dropped: 'dim' } as const;

function row(task: Task): string[] {
  return [
    `${task.id}.`,
    paint(colours[task.status], task.status),
    paint('dim', task.session_id.slice(0, 8) || '–'),
    visible(task.content),
  ];
}

function addTasks(
  { db, place, session_id, now }: CallingSession,
  texts: readonly string[],
  json: boolean,
): number {
  const wanted = texts.map((text) => text.trim()).filter(Boolean);
  if (wanted.length === 0) throw new UserError('Give the task: `pawl task add "write the parser"`.');
  refuseForOtherSession(db, session_id);
  const owner = { repository: place.repository, project: place.root, session_id };
  const ids = db
    .transaction(() => wanted.map((text) => addTask(db, owner, text, 'pending', now)))
    .immediate();
  const added = ids.map((id) => findTask(db, place.repository, id)!);
  console.log(
    json
      ? JSON.stringify(added, null, 2)
      : added.map((task) => `${task.id}. ${visible(task.content)}`).join('\n'),
  );
  return 0;
}

function setStatus(calling: CallingSession, text: string, status: TaskStatus): Task | undefined {
  const { db, place, session_id, now } = calling;
  const id = Number(text.replace(/[#.]/g, ''));
  const task = Number.isInteger(id) ? findTask(db, place.repository, id) : undefined;
  if (!task) {
    console.error(`pawl: There is no task ${text} in this project. \`pawl task list\` shows them.`);
    return undefined;
  }
  refuseForOtherSession(db, session_id);
  if (belongsToOpenSession(db, task, readerOf(calling))) {
    console.error(
      `pawl: Task ${id} belongs to another session that is still open. \`pawl task list\` shows the tasks of this one.`,
    );
    return undefined;
  }
  const newOwner = status === 'in_progress' && session_id ? session_id : undefined;
  db.transaction(() => setTaskStatus(db, id, status, newOwner, now)).immediate();
  return findTask(db, place.repository, id)!;
}

function taskLine({ db, session_id }: CallingSession, { id, content, status }: Task): string {
  const openCount = session_id ? openTasks(tasksOf(db, { session_id })).length : undefined;
  const open = openCount === undefined ? '' : paint('dim', ` (${openCount} open)`);
  return `${id}. ${visible(content)}: ${status}${open}`;
}
