import { on, prompt } from '../../core/examples.ts';
import type { Files } from '../../core/facts.ts';
import { promptKind } from '../../domain/prompt.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { listKey, openTasks, taskLines, taskToolHints, toldOfTool } from '../../domain/tasks.ts';
import { definePolicy, inject } from '../../index.ts';

const parser = { content: 'Write the parser', status: 'in_progress' } as const;

/** True if the project or the user has a skill or command of this name. */
function isCommand(name: string, files: Files, folders: readonly string[]): boolean {
  const path = name.replace(':', '/');
  return folders.some(
    (folder) =>
      files.exists(`${folder}/.claude/skills/${name}/SKILL.md`) ||
      files.exists(`${folder}/.claude/commands/${path}.md`),
  );
}

export default definePolicy({
  id: 'tasks/remind',
  summary: 'Remind the session of its task list when a prompt asks for work',
  why: 'A list written before the work starts keeps a session from stopping half-way. The same reminder is given once; questions, thanks, paths and links trigger none.',
  on: ['UserPromptSubmit', 'UserPromptExpansion'],
  level: 'warn',
  onError: 'pass',
  examples: [
    { event: prompt('thanks!'), expect: 'pass' },
    { event: prompt('what is the latest version?'), expect: 'pass' },
    {
      event: prompt('https://example.com/create and src/make/build.ts'),
      expect: 'pass',
      title: 'Paths and links',
    },
    {
      event: prompt('is the latest build green or red'),
      expect: 'pass',
      title: '“Latest” is not “test”, and “build” is a noun here',
    },
    { event: prompt('and/or'), expect: 'pass' },
    { event: prompt('fix src/app.ts'), expect: 'inject', says: 'todo-reminder' },
    { event: prompt('please implement the login page'), expect: 'inject', says: 'todo-reminder' },
    { event: prompt('/review src'), expect: 'inject', says: 'skill-todo-enforcement' },
    {
      event: on('UserPromptExpansion', {
        command_name: 'review',
        prompt: '/review src',
        command_args: 'src',
      }),
      expect: 'inject',
      says: 'skill-todo-enforcement',
    },
    { event: prompt('/compact'), expect: 'pass', title: 'A built-in command of the client' },
    {
      event: prompt('/usr/bin/env is missing on this machine'),
      expect: 'pass',
      title: 'A path at the start',
    },
    {
      event: prompt('have a look, then /review it'),
      expect: 'inject',
      title: 'An existing command within a sentence',
      given: { files: { '.claude/commands/review.md': '' } },
      says: '/review',
    },
    {
      event: prompt('how far along are we with it all?'),
      expect: 'inject',
      title: 'Any other prompt shows the open tasks',
      given: { tasks: { mine: [parser] } },
      says: 'active-todos',
    },
    {
      event: prompt('fix src/app.ts'),
      expect: 'inject',
      title: 'A session that keeps a list is not told to keep one',
      given: { tasks: { mine: [parser] } },
      says: 'active-todos',
    },
    {
      event: { ...prompt('add the endpoint'), permission_mode: 'plan' },
      expect: 'pass',
      title: 'In plan mode nothing is written down',
    },
    {
      event: prompt('<task-notification>\n<status>completed</status> fix the build'),
      expect: 'pass',
      title: 'Not typed by a person',
    },
  ],
  check(event, { tasks, session, files, project, home, pawlHome }) {
    const known = (name: string) => isCommand(name, files, [project.root, home]);
    const asked =
      event.hook_event_name === 'UserPromptExpansion' && event.command_name
        ? promptKind(`/${event.command_name}`, known)
        : promptKind(event.prompt, known);
    if (asked.kind === 'trivial') return undefined;
    const list = tasks.mine();
    const hasList = openTasks(list).length > 0;
    // A plan is a list itself, and the client lets nothing be written down meanwhile.
    if (event.permission_mode === 'plan' || (asked.kind === 'task' && hasList)) return showList();
    const reminder = asked.kind === 'skill' ? `todo-skill-${asked.name}` : 'todo-task';
    if (asked.kind !== 'other' && !session.oncePerContext(reminder)) return undefined;
    if (asked.kind === 'skill')
      return inject(
        `<skill-todo-enforcement>\n/${asked.name} has several steps: write them down as tasks first (${withTool()}), then mark each one in progress when you start it and done when it is finished.\n</skill-todo-enforcement>`,
      );
    if (asked.kind === 'task')
      return inject(
        `<todo-reminder>\nIf this takes more than one step, write the steps down as tasks first (${withTool()}) and keep their status up to date; a task left in progress blocks the end of the turn once.\n</todo-reminder>`,
      );
    return showList();

    function showList() {
      if (!hasList || !session.once(listKey(list))) return undefined;
      return inject(`<active-todos>\n${taskLines(list)}\n</active-todos>`);
    }

    /** How to use the tool, or only its name if the start of the session said how. */
    function withTool(): string {
      const tool = tasks.tool();
      const launcher = launcherOf({ home, pawlHome });
      const known = tool === 'pawl' && !session.oncePerContext(toldOfTool);
      return known ? `\`${launcher} task add "…"\`` : taskToolHints(tool, launcher).add;
    }
  },
});
