import type { Event } from '../../core/event.ts';
import { on, prompt, sessionStart } from '../../core/examples.ts';
import type { RecallMoment } from '../../domain/memory/memory.ts';
import { definePolicy, inject } from '../../index.ts';
import { assertionLines, choose, memoryLines } from './shared/text.ts';

const lesson = {
  content:
    'LESSON: The proxy strips the Origin header, so CORS must be set in nginx.\nDONE: moved the headers',
  entities: ['cors', 'nginx.conf'],
};

const moments: Partial<Record<Event['hook_event_name'], RecallMoment>> = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  PostToolUse: 'read',
};

/** What the event is about. */
function namesIn(event: Event): string[] {
  if (event.hook_event_name === 'UserPromptSubmit')
    return event.prompt.startsWith('<')
      ? []
      : [event.prompt, ...(event.prompt.match(/[\w./-]*[\w-]\.[a-z]{1,5}\b/g) ?? [])];
  if (event.hook_event_name !== 'PostToolUse') return [];
  const { file_path, pattern, path } = event.tool_input;
  return [file_path, pattern, path].filter((one): one is string => typeof one === 'string');
}

export default definePolicy({
  id: 'memory/recall',
  summary: 'Give a session the lessons that matter for what it works on',
  why: 'A lesson is worth something when it is there before the same mistake. Which ones matter follows from the files being worked on and from age, by a table; little is said, and nothing that a memory file says already.',
  on: ['SessionStart', 'UserPromptSubmit', 'PostToolUse'],
  tools: ['Read', 'Grep', 'Glob'],
  level: 'warn',
  onError: 'pass',
  examples: [
    { event: sessionStart(), expect: 'pass', title: 'Nothing was learnt yet' },
    {
      event: sessionStart(),
      expect: 'inject',
      given: { memory: { memories: [lesson] } },
      says: 'memory_that_helped',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'Statements that hold for the whole project',
      given: { memory: { assertions: [{ kind: 'assertion', topic: 'tests', content: 'run with -x' }] } },
      says: '- tests: run with -x',
    },
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'A memory file says it already',
      given: {
        memory: {
          memories: [lesson],
          written: 'The proxy strips the Origin header: CORS must be set in nginx, headers were moved.',
        },
      },
    },
    {
      event: prompt('why does CORS fail again?'),
      expect: 'inject',
      given: { memory: { memories: [lesson] } },
    },
    {
      event: prompt('why does CORS fail again?'),
      expect: 'pass',
      title: 'Too soon after the last time',
      given: { memory: { memories: [lesson], too_soon: true } },
    },
    {
      event: on('PostToolUse', {
        tool_name: 'Read',
        tool_input: { file_path: '/home/me/project/nginx.conf' },
      }),
      expect: 'inject',
      given: { memory: { memories: [lesson] } },
      says: 'm1',
    },
  ],
  check(event, { memory, work, now }) {
    const moment = moments[event.hook_event_name]!;
    if (event.hook_event_name === 'SessionStart') work.snapshot();
    const names = moment === 'start' ? memory.recentFiles() : namesIn(event);
    if (moment !== 'start' && (names.length === 0 || !memory.mayRecall(moment))) return undefined;
    const chosen = choose(memory.recall(names, moment), moment, memory.memoryFiles());
    const facts = moment === 'start' ? assertionLines(memory.assertions()) : '';
    if (chosen.length === 0 && !facts) return undefined;
    memory.countInjected(
      chosen.map((one) => one.memory),
      moment,
    );
    const note =
      moment === 'start' ? '\nIf one helps, name it in the checkpoint: "memory_that_helped": ["m1"].' : '';
    const lessons =
      chosen.length > 0
        ? `<memories count="${chosen.length}">\nLessons of earlier sessions in this project:\n${memoryLines(chosen, now)}${note}\n</memories>`
        : '';
    return inject([facts && `What holds in this project:\n${facts}`, lessons].filter(Boolean).join('\n\n'));
  },
});
