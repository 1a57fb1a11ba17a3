import { on, prompt } from '../../core/examples.ts';
import type { Files } from '../../core/facts.ts';
import { promptKind } from '../../domain/prompt.ts';
import { launcherOf } from '../../domain/sessions/launcher.ts';
import { openTasks, taskLines, taskToolHints } from '../../domain/tasks.ts';
import { definePolicy, inject } from '../../index.ts';

const parser = { content: 'Write the parser', status: 'in_progress' } as const;

/** A skill or command of the project or the person. */
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
  summary: 'Remind of the task list when a prompt asks for work',
  why: 'A list written before the work begins is what keeps a session from stopping half-way. It is said once while nothing changed; questions, thanks, paths and links trigger nothing.',
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
      title: 'Words inside words, and nouns',
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
    { event: prompt('/compact'), expect: 'pass', title: 'The client’s own commands' },
    {
      event: prompt('/usr/bin/env is missing on this machine'),
      expect: 'pass',
      title: 'A path at the start',
    },
    {
      event: prompt('have a look, then /review it'),
      expect: 'inject',
      title: 'A command in mid-sentence, if there is one',
      given: { files: { '.claude/commands/review.md': '' } },
      says: '/review',
    },
    {
      event: prompt('how far along are we with it all?'),
      expect: 'inject',
      title: 'Anything else brings the open tasks',
      given: { tasks: { mine: [parser] } },
      says: 'active-todos',
    },
    {
      event: prompt('<task-notification>\n<status>completed</status> fix the build'),
      expect: 'pass',
      title: 'Not typed by a person',
    },
  ],
  check(event, { tasks, files, project, home, pawlHome }) {
    const known = (name: string) => isCommand(name, files, [project.root, home]);
    const said =
      event.hook_event_name === 'UserPromptExpansion' && event.command_name
        ? promptKind(`/${event.command_name}`, known)
        : promptKind(event.prompt, known);
    if (said.kind === 'trivial') return undefined;
    const { add: keep } = taskToolHints(tasks.tool(), launcherOf({ home, pawlHome }));
    if (said.kind === 'skill')
      return inject(
        `<skill-todo-enforcement>\n/${said.name} has several steps: write them down as tasks first (${keep}), then mark each one in progress when you begin it and done when it is done.\n</skill-todo-enforcement>`,
      );
    if (said.kind === 'task')
      return inject(
        `<todo-reminder>\nIf this takes more than one step, write the steps down as tasks first (${keep}) and keep their status true; a task left in progress holds the end of the turn.\n</todo-reminder>`,
      );
    const list = tasks.mine();
    if (openTasks(list).length === 0) return undefined;
    return inject(`<active-todos>\n${taskLines(list)}\n</active-todos>`);
  },
});
