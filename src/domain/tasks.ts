// A session's tasks: what one is, how the client's task tools speak of them, and how a list is shown.

import { isObject, type JsonObject } from '../core/json.ts';
import { clip, oneLine } from '../core/text.ts';

export const taskStatuses = ['pending', 'in_progress', 'completed'] as const;
export type TaskStatus = (typeof taskStatuses)[number] | 'dropped';

/** Where a task came from: TodoWrite, TaskCreate and its kin, or Pawl's own command and tools. */
export type TaskSource = 'todo' | 'task' | 'own';

export interface Task {
  /** Pawl's own number for it, the same from every source. */
  id: number;
  content: string;
  active_form: string;
  status: TaskStatus;
  source: TaskSource;
  session_id: string;
  owner?: string;
  updated_at: number;
}

/** A task as a tool speaks of it. What is absent stays as it was. */
export interface TaskItem {
  /** The client's id, or the place in the list. */
  ref: string;
  content?: string;
  active_form?: string;
  status?: TaskStatus;
  owner?: string;
}

/** How a session can keep its tasks. */
export type TaskTool = 'TodoWrite' | 'TaskCreate' | 'pawl';

export interface Tasks {
  /** This session's list, or this subagent's, in order. */
  mine(): readonly Task[];
  /** What sessions that are over left unfinished in this project, newest first. */
  leftOver(): readonly Task[];
  /** The list of the session this one was forked from. */
  ofParent(): readonly Task[];
  tool(): TaskTool;
  /** Puts a whole list in the place of what this source had said before. */
  replace(source: TaskSource, items: readonly TaskItem[]): void;
  /** Adds or changes one task. */
  put(source: TaskSource, item: TaskItem): void;
  /** Copies a list to this session. */
  takeOver(tasks: readonly Task[]): void;
  /** Forgets tasks that nobody touched for as long as the config keeps them. */
  cleanUp(): void;
}

/** Good items in order, and a sentence about each bad one: one bad item never costs the others. */
export function readTodos(todos: unknown): { items: TaskItem[]; bad: string[] } {
  const items: TaskItem[] = [];
  const bad: string[] = [];
  for (const [index, todo] of (Array.isArray(todos) ? todos : []).entries()) {
    const problem = todoProblem(todo);
    if (problem) bad.push(`item ${index + 1} ${problem}`);
    else items.push(todoItem(todo as JsonObject, items.length));
  }
  return { items, bad };
}

function todoItem(todo: JsonObject, place: number): TaskItem {
  const { content, activeForm, status } = todo as { content: string; activeForm: string; status: TaskStatus };
  return { ref: String(place), content, active_form: activeForm, status };
}

function todoProblem(todo: unknown): string | undefined {
  if (typeof todo !== 'object' || todo === null) return 'is not an object';
  const { content, status, activeForm } = todo as JsonObject;
  if (!isText(content)) return 'has no content';
  if (!(taskStatuses as readonly unknown[]).includes(status))
    return `has the status ${JSON.stringify(status)}, which is none of ${taskStatuses.join(', ')}`;
  return isText(activeForm) ? undefined : 'has no activeForm';
}

/** What TaskCreate, TaskUpdate and TaskList say, by their input and their response. */
export function readTaskTool(tool: string, input: JsonObject, response: unknown): TaskItem[] | undefined {
  const answer = isObject(response) ? response : {};
  switch (tool) {
    case 'TaskCreate':
      return created(input, isObject(answer.task) ? answer.task : {});
    case 'TaskUpdate':
      return answer.success === false ? [] : updated(input);
    case 'TaskList':
      return Array.isArray(answer.tasks) ? answer.tasks.filter(isObject).flatMap(listed) : undefined;
    default:
      return undefined;
  }
}

function created(input: JsonObject, task: JsonObject): TaskItem[] {
  const content = task.subject ?? input.subject;
  if (!isText(task.id) || !isText(content)) return [];
  const active_form = isText(input.activeForm) ? input.activeForm : content;
  return [{ ref: task.id, content, active_form }];
}

function updated({ taskId, subject, activeForm, status, owner }: JsonObject): TaskItem[] {
  if (!isText(taskId)) return [];
  const item: TaskItem = { ref: taskId };
  if (isText(subject)) item.content = subject;
  if (isText(activeForm)) item.active_form = activeForm;
  if (isText(owner)) item.owner = owner;
  const known = statusOf(status);
  return [known ? { ...item, status: known } : item];
}

function listed({ id, subject, status, owner }: JsonObject): TaskItem[] {
  const known = statusOf(status);
  if (!isText(id) || !isText(subject) || !known) return [];
  return [{ ref: id, content: subject, status: known, ...(isText(owner) && { owner }) }];
}

function statusOf(status: unknown): TaskStatus | undefined {
  if (status === 'deleted') return 'dropped';
  return taskStatuses.find((one) => one === status);
}

const marks: Record<TaskStatus, string> = {
  in_progress: '[~]',
  pending: '[ ]',
  completed: '[x]',
  dropped: '[-]',
};

const shown = 20;

/** The unfinished ones, those in progress first; how many are done is a number. */
export function taskLines(tasks: readonly Task[]): string {
  const open = openTasks(tasks);
  const lines = open.slice(0, shown).map((task) => `${marks[task.status]} ${task.id}. ${contentLine(task)}`);
  const done = tasks.filter((task) => task.status === 'completed').length;
  if (open.length > shown) lines.push(`… and ${open.length - shown} more (\`pawl task list\`)`);
  if (done > 0) lines.push(`(${done} done)`);
  return lines.join('\n');
}

export function openTasks(tasks: readonly Task[]): Task[] {
  const rank = (task: Task) => (task.status === 'in_progress' ? 0 : 1);
  return tasks
    .filter((task) => task.status === 'in_progress' || task.status === 'pending')
    .sort((a, b) => rank(a) - rank(b));
}

/** A task is somebody's text: it must not end the element it stands in. */
function contentLine({ content }: Task): string {
  return clip(oneLine(content).replace(/<(?=[/!?a-z])/gi, '&lt;'), 160);
}

/** How to keep a task and mark it done, in the words of the tool this session has. */
export function toolWords(tool: TaskTool, launcher: string): { keep: string; finish: string } {
  const words: Record<TaskTool, { keep: string; finish: string }> = {
    TodoWrite: { keep: 'TodoWrite', finish: 'mark it completed with TodoWrite' },
    TaskCreate: { keep: 'TaskCreate', finish: 'mark it completed with TaskUpdate' },
    pawl: { keep: `\`${launcher} task add "…"\``, finish: `run \`${launcher} task done <number>\`` },
  };
  return words[tool];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
