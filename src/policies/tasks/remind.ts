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
      title: 'Verbs in paths and links do not count',
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
      event: prompt('/pawl allow-once'),
      expect: 'pass',
      title: 'Pawl’s own command',
      given: { files: { '.claude/skills/pawl/SKILL.md': '' } },
    },
    {
      event: prompt('/usr/bin/env is missing on this machine'),
      expect: 'pass',
      title: 'A prompt that begins with a path',
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
      title: 'In plan mode no reminder is given',
    },
    {
      event: prompt('<task-notification>\n<status>completed</status> fix the build'),
      expect: 'pass',
      title: 'A notification of the client, which no person typed',
    },
  ],
  check(event, { tasks, session, files, project, home, pawlHome }) {
    const isKnown = (name: string) => isCommand(name, files, [project.root, home]);
    const request =
      event.hook_event_name === 'UserPromptExpansion' && event.command_name
        ? promptKind(`/${event.command_name}`, isKnown)
        : promptKind(event.prompt, isKnown);
    if (request.kind === 'trivial') return undefined;
    const list = tasks.mine();
    const hasList = openTasks(list).length > 0;
    // In plan mode the plan is the list, and the client allows no other writes.
    if (event.permission_mode === 'plan' || (request.kind === 'task' && hasList)) return showList();
    const reminder = request.kind === 'skill' ? `todo-skill-${request.name}` : 'todo-task';
    if (request.kind !== 'other' && !session.oncePerContext(reminder)) return undefined;
    if (request.kind === 'skill')
      return inject(
        `<skill-todo-enforcement>\nIf /${request.name} takes more than one step, write the steps down as tasks first (${withTool()}), then mark each one in progress when you start it and done when it is finished.\n</skill-todo-enforcement>`,
      );
    if (request.kind === 'task')
      return inject(
        `<todo-reminder>\nIf this takes more than one step, write the steps down as tasks first (${withTool()}) and keep their status up to date; a task left in progress blocks the end of the turn once.\n</todo-reminder>`,
      );
    return showList();

    function showList() {
      if (!hasList || !session.once(listKey(list))) return undefined;
      return inject(`<active-todos>\n${taskLines(list)}\n</active-todos>`);
    }

    /** All commands of the tool, or only the first if the start of the session named them. */
    function withTool(): string {
      const tool = tasks.tool();
      const launcher = launcherOf({ home, pawlHome });
      const wereNamed = tool === 'pawl' && !session.oncePerContext(toldOfTool);
      return wereNamed ? `\`${launcher} task add "…"\`` : taskToolHints(tool, launcher).add;
    }
  },
});
