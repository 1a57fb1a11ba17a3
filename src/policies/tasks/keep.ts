import { on } from '../../core/examples.ts';
import { readTaskTool, readTodos } from '../../domain/tasks.ts';
import { definePolicy, inject } from '../../index.ts';

const after = (tool_name: string, tool_input: object, tool_response: object = {}) =>
  on('PostToolUse', { tool_name, tool_input, tool_response, tool_use_id: 'toolu_example' });

const validTodo = { content: 'Write the parser', status: 'in_progress', activeForm: 'Writing the parser' };

export default definePolicy({
  id: 'tasks/keep',
  summary: 'Keep one task list, whichever tool the session uses for it',
  why: 'Task tools differ between models, and their lists are lost with a compaction or a crash. Pawl stores the list per session and agent, so that it can be restored and two sessions never overwrite each other’s.',
  on: ['PostToolUse', 'TaskCreated', 'TaskCompleted'],
  tools: ['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskList'],
  level: 'warn',
  onError: 'pass',
  examples: [
    { event: after('TodoWrite', { todos: [validTodo] }), expect: 'pass', title: 'A valid list' },
    {
      event: after('TodoWrite', { todos: [validTodo, { content: '', status: 'pending', activeForm: 'x' }] }),
      expect: 'inject',
      title: 'An invalid item is left out, the others are kept',
      says: 'item 2 has no content',
    },
    {
      event: after('TodoWrite', { todos: [{ ...validTodo, status: 'started' }] }),
      expect: 'inject',
      title: 'An unknown status',
      says: 'pending, in_progress, completed',
    },
    { event: after('TaskCreate', { subject: 'a' }, { task: { id: '1', subject: 'a' } }), expect: 'pass' },
    {
      event: on('TaskCompleted', { task_id: '1', task_subject: 'a' }),
      expect: 'pass',
      title: 'The client reports a completed task',
    },
  ],
  check(event, { tasks }) {
    if (event.hook_event_name !== 'PostToolUse') {
      const done = event.hook_event_name === 'TaskCompleted';
      const item = { ref: event.task_id, content: event.task_subject };
      if (event.task_id) tasks.put('task', done ? { ...item, status: 'completed' } : item);
      return undefined;
    }
    if (event.tool_name === 'TodoWrite') {
      const { items, bad } = readTodos(event.tool_input.todos);
      tasks.replace('todo', items);
      return bad.length > 0 ? inject(`Some items of this list were not kept: ${bad.join('; ')}.`) : undefined;
    }
    const items = readTaskTool(event.tool_name, event.tool_input, event.tool_response);
    if (items && event.tool_name === 'TaskList') tasks.replace('task', items);
    else for (const item of items ?? []) tasks.put('task', item);
    return undefined;
  },
});
