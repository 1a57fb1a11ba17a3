// A session's tasks: their types, how the client's task tools report them, and how a list is printed.

import { isObject, type JsonObject } from '../core/json.ts';
import { clip, oneLine } from '../core/text.ts';

export const taskStatuses = ['pending', 'in_progress', 'completed'] as const;
export type TaskStatus = (typeof taskStatuses)[number] | 'dropped';

/**
 * Where a task comes from: TodoWrite, the client's Task tools (TaskCreate, TaskUpdate …), or Pawl's own command and MCP
 * tools.
 */
export type TaskSource = 'todo' | 'task' | 'own';

export interface Task {
  /** Pawl's id, assigned the same way for every source. */
  id: number;
  content: string;
  active_form: string;
  status: TaskStatus;
  source: TaskSource;
  /** The client's id of a task from its Task tools; elsewhere without meaning for a reader. */
  ref?: string;
  session_id: string;
  owner?: string;
  updated_at: number;
}

/** A task as a tool reports it. Absent fields stay unchanged. */
export interface TaskItem {
  /** The client's id, or the position in the list. */
  ref: string;
  content?: string;
  active_form?: string;
  status?: TaskStatus;
  owner?: string;
}

/** The tool with which a session can keep tasks. */
export type TaskTool = 'TodoWrite' | 'TaskCreate' | 'mcp' | 'pawl';

export interface Tasks {
  /** The list of this session or subagent, in order. */
  mine(): readonly Task[];
  /**
   * Unfinished tasks of ended sessions in this project that no session was told of yet, and those that a person added
   * outside of any session; newest first.
   */
  leftOver(): readonly Task[];
  /** Remembers that these were offered, so that no other session is told of them again. */
  markOffered(tasks: readonly Task[]): void;
  /** The list of the session this one was forked from. */
  ofParent(): readonly Task[];
  tool(): TaskTool;
  /** Replaces everything this source reported before. */
  replace(source: TaskSource, items: readonly TaskItem[]): void;
  /** Adds or changes one task. */
  put(source: TaskSource, item: TaskItem): void;
  /** Copies a list to this session. */
  takeOver(tasks: readonly Task[]): void;
  /** Deletes tasks that were not changed within the retention time of the config. */
  cleanUp(): void;
}

/** Valid items in order, and a description of each invalid one. One bad item never affects the others. */
export function readTodos(todos: unknown): { items: TaskItem[]; bad: string[] } {
  const items: TaskItem[] = [];
  const bad: string[] = [];
  for (const [index, todo] of (Array.isArray(todos) ? todos : []).entries()) {
    const problem = todoProblem(todo);
    if (problem) bad.push(`item ${index + 1} ${problem}`);
    else items.push(todoItem(todo as JsonObject, items));
  }
  return { items, bad };
}

/** A todo has no id, and its place in the list changes, so its text identifies it, with a number if it occurs twice. */
function todoItem(todo: JsonObject, before: readonly TaskItem[]): TaskItem {
  const { content, activeForm, status } = todo as { content: string; activeForm: string; status: TaskStatus };
  const repeats = before.filter((item) => item.content === content).length;
  const ref = `${Bun.hash(content).toString(36)}${repeats > 0 ? `-${repeats}` : ''}`;
  return { ref, content, active_form: activeForm, status };
}

function todoProblem(todo: unknown): string | undefined {
  if (typeof todo !== 'object' || todo === null) return 'is not an object';
  const { content, status, activeForm } = todo as JsonObject;
  if (!isText(content)) return 'has no content';
  if (!(taskStatuses as readonly unknown[]).includes(status))
    return `has the status ${JSON.stringify(status)}, but must be one of ${taskStatuses.join(', ')}`;
  return isText(activeForm) ? undefined : 'has no activeForm';
}

/** The tasks that TaskCreate, TaskUpdate and TaskList report in their input and response. */
export function readTaskTool(tool: string, input: JsonObject, response: unknown): TaskItem[] | undefined {
  const answer = isObject(response) ? response : {};
  switch (tool) {
    case 'TaskCreate':
      return createdTask(input, isObject(answer.task) ? answer.task : {});
    case 'TaskUpdate':
      return answer.success === false ? [] : updatedTask(input);
    case 'TaskList':
      return Array.isArray(answer.tasks) ? answer.tasks.filter(isObject).flatMap(listedTask) : undefined;
    default:
      return undefined;
  }
}

function createdTask(input: JsonObject, task: JsonObject): TaskItem[] {
  const content = task.subject ?? input.subject;
  if (!isText(task.id) || !isText(content)) return [];
  const active_form = isText(input.activeForm) ? input.activeForm : content;
  return [{ ref: task.id, content, active_form }];
}

function updatedTask({ taskId, subject, activeForm, status, owner }: JsonObject): TaskItem[] {
  if (!isText(taskId)) return [];
  const item: TaskItem = { ref: taskId };
  if (isText(subject)) item.content = subject;
  if (isText(activeForm)) item.active_form = activeForm;
  if (isText(owner)) item.owner = owner;
  const knownStatus = statusOf(status);
  return [knownStatus ? { ...item, status: knownStatus } : item];
}

function listedTask({ id, subject, status, owner }: JsonObject): TaskItem[] {
  const knownStatus = statusOf(status);
  if (!isText(id) || !isText(subject) || !knownStatus) return [];
  return [{ ref: id, content: subject, status: knownStatus, ...(isText(owner) && { owner }) }];
}

function statusOf(status: unknown): TaskStatus | undefined {
  if (status === 'deleted') return 'dropped';
  return taskStatuses.find((known) => known === status);
}

const statusMarks: Record<TaskStatus, string> = {
  in_progress: '[~]',
  pending: '[ ]',
  completed: '[x]',
  dropped: '[-]',
};

const maxShown = 20;

/**
 * The open tasks, those in progress first, and the number of finished ones. `numbers`: with the number of each task in
 * the session's task tool.
 */
export function taskLines(tasks: readonly Task[], { numbers = true } = {}): string {
  const open = openTasks(tasks);
  const lines = open
    .slice(0, maxShown)
    .map((task) => `${statusMarks[task.status]} ${numbers ? `${numberOf(task)}. ` : ''}${contentLine(task)}`);
  const completed = tasks.filter((task) => task.status === 'completed').length;
  if (open.length > maxShown) lines.push(`… and ${open.length - maxShown} more (\`pawl task list\`)`);
  if (completed > 0) lines.push(`(${completed} done)`);
  return lines.join('\n');
}

/** The id with which the client's Task tools know the task; else Pawl's, because a todo has none. */
function numberOf({ source, id, ref }: Task): string {
  return String(source === 'task' ? (ref ?? id) : id);
}

export function openTasks(tasks: readonly Task[]): Task[] {
  const rank = (task: Task) => (task.status === 'in_progress' ? 0 : 1);
  return tasks
    .filter((task) => task.status === 'in_progress' || task.status === 'pending')
    .sort((a, b) => rank(a) - rank(b));
}

/** A task's text must not close the XML element it is printed in. */
function contentLine({ content }: Task): string {
  return clip(oneLine(content).replace(/<(?=[/!?a-z])/gi, '&lt;'), 160);
}

export interface ToolHints {
  /** How to write tasks down, and how to keep their status. */
  add: string;
  /** How to mark a task as done, as part of a sentence. */
  finish: string;
  /** How to set it back to pending, as part of a sentence. */
  putBack: string;
}

/** Names the fact that a conversation was told how to use its task tool, so that a reminder can be short. */
export const toldOfTool = 'task-tool';

/** Hints for the task tool that this session has, for these tasks if they are known. */
export function taskToolHints(tool: TaskTool, launcher: string, tasks: readonly Task[] = []): ToolHints {
  const pronoun = tasks.length > 1 ? 'each' : 'it';
  const numbers = tasks.map(numberOf).join(' ') || 'N';
  const ids = tasks.length > 0 ? ` (task ${tasks.map(numberOf).join(', ')})` : '';
  const hints: Record<TaskTool, ToolHints> = {
    TodoWrite: {
      add: 'TodoWrite',
      finish: `mark ${pronoun} completed with TodoWrite`,
      putBack: `set ${pronoun} back to pending with TodoWrite`,
    },
    TaskCreate: {
      add: 'TaskCreate, then TaskUpdate',
      finish: `mark ${pronoun} completed with TaskUpdate${ids}`,
      putBack: `set ${pronoun} back to pending with TaskUpdate`,
    },
    mcp: {
      add: 'the tools task_add and task_update of the server pawl',
      finish: `set ${pronoun} to completed with task_update of the server pawl${ids}`,
      putBack: `set ${pronoun} to pending with task_update`,
    },
    pawl: {
      add: `\`${launcher} task add "…"\`, then \`${launcher} task start N\` and \`${launcher} task done N\``,
      finish: `run \`${launcher} task done ${numbers}\``,
      putBack: `run \`${launcher} task pending ${numbers}\``,
    },
  };
  return hints[tool];
}

/** The tool that made a task is the one that can finish it. */
export function toolOf({ source }: Pick<Task, 'source'>, tool: TaskTool): TaskTool {
  if (source === 'todo') return 'TodoWrite';
  if (source === 'task') return 'TaskCreate';
  return tool === 'mcp' ? 'mcp' : 'pawl';
}

/** Names the list as it is shown, so that the same list is shown only once. The copies of a fork have new numbers. */
export function listKey(tasks: readonly Task[]): string {
  return `tasks-${Bun.hash(taskLines(tasks, { numbers: false })).toString(36)}`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
