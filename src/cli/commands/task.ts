// `pawl task`: the session's task list for agents without a task tool, and for people.
import { openTasks, type Task, type TaskStatus } from '../../domain/tasks.ts';
import { type CallingSession, openCallingSession } from '../../facts/calling-session.ts';
import { addTask, findTask, listTasks, setTaskStatus, tasksOf } from '../../store/db/tasks.ts';
import { UserError } from '../../system/errors.ts';
import { type Command, jsonOption, type Words } from '../command.ts';
import { sessionOption } from '../support/session-option.ts';
import { paint, table, visible } from '../support/terminal.ts';

const steps: Record<string, TaskStatus> = { start: 'in_progress', done: 'completed', drop: 'dropped' };

export default {
  summary: 'Keep the task list of a session',
  usage: '[list | add <text>… | start <n> | done <n> | drop <n>]',
  details: `
Inside a session the tasks are that session's; outside they are the project's, until a session starts one.
A task in progress holds the end of a turn once (policy tasks/finish).

  pawl task add "write the parser"   add a task; several texts add several
  pawl task start 12                 begin it; it becomes this session's
  pawl task done 12                  it is done
  pawl task drop 12                  it is not wanted any more
  pawl task list --all               finished and dropped ones too
`,
  options: {
    ...sessionOption,
    all: { type: 'boolean', about: 'Also what is finished or dropped, of every session' },
    ...jsonOption,
  },
  run: (words) => {
    const [what = 'list', ...rest] = words.rest;
    const where = openCallingSession(words.options.session);
    if (what === 'list') return list(where, words);
    if (what === 'add') return add(where, rest, words.json);
    const status = steps[what];
    if (!status) throw new UserError(`\`pawl task\` knows list, add, start, done and drop, not "${what}".`);
    if (rest.length === 0)
      throw new UserError(`Which one? \`pawl task ${what} 12\`; \`pawl task list\` has the numbers.`);
    return rest.reduce((code, id) => Math.max(code, set(where, id, status, words.json)), 0);
  },
} satisfies Command;

function list({ db, place, session_id }: CallingSession, { options, json }: Words): number {
  const all = options.all === true;
  const every = listTasks(db, place.repository, all);
  const mine = session_id ? every.filter((task) => task.session_id === session_id) : every;
  if (json) console.log(JSON.stringify(mine, null, 2));
  else if (mine.length === 0) console.log('No open tasks.');
  else console.log(table(mine.map(row)));
  return 0;
}

const colours = { in_progress: 'yellow', pending: 'bold', completed: 'green', dropped: 'dim' } as const;

function row(task: Task): string[] {
  return [
    `${task.id}.`,
    paint(colours[task.status], task.status),
    visible(task.content),
    paint('dim', task.session_id.slice(0, 8)),
  ];
}

function add(
  { db, place, session_id, now }: CallingSession,
  texts: readonly string[],
  json: boolean,
): number {
  const wanted = texts.map((text) => text.trim()).filter(Boolean);
  if (wanted.length === 0) throw new UserError('Say what is to be done: `pawl task add "write the parser"`.');
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

function set(
  { db, place, session_id, now }: CallingSession,
  text: string,
  status: TaskStatus,
  json: boolean,
): number {
  const id = Number(text.replace(/[#.]/g, ''));
  const task = Number.isInteger(id) ? findTask(db, place.repository, id) : undefined;
  if (!task) {
    console.error(`pawl: There is no task ${text} in this project. \`pawl task list\` shows them.`);
    return 1;
  }
  const taken = status === 'in_progress' && session_id ? session_id : undefined;
  db.transaction(() => setTaskStatus(db, id, status, taken, now)).immediate();
  const after = findTask(db, place.repository, id)!;
  const left = session_id ? openTasks(tasksOf(db, { session_id })).length : undefined;
  const open = left === undefined ? '' : paint('dim', ` (${left} open)`);
  console.log(
    json ? JSON.stringify(after, null, 2) : `${id}. ${visible(after.content)}: ${after.status}${open}`,
  );
  return 0;
}
