import type { Event } from '../../core/event.ts';
import { on, prompt, sessionStart } from '../../core/examples.ts';
import type { RecallMoment } from '../../domain/memory/memory.ts';
import { definePolicy, inject } from '../../index.ts';
import { assertionLines, chooseMemories, memoryLines } from './shared/memory-text.ts';

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

/** The names in the event: words of the prompt, paths and patterns. */
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
  summary: 'Give a session the earlier lessons that are relevant for its work',
  why: 'A lesson helps only if it is known before the mistake is repeated. Lessons are chosen by the files being worked on and by age, without a model; few are given, and none that a memory file already contains.',
  on: ['SessionStart', 'UserPromptSubmit', 'PostToolUse'],
  tools: ['Read', 'Grep', 'Glob'],
  level: 'warn',
  onError: 'pass',
  examples: [
    { event: sessionStart(), expect: 'pass', title: 'No lessons yet' },
    {
      event: sessionStart(),
      expect: 'inject',
      given: { memory: { memories: [lesson] } },
      says: 'memory_that_helped',
    },
    {
      event: sessionStart(),
      expect: 'inject',
      title: 'Statements about the whole project',
      given: { memory: { assertions: [{ kind: 'assertion', topic: 'tests', content: 'run with -x' }] } },
      says: '- tests: run with -x',
    },
    {
      event: sessionStart(),
      expect: 'pass',
      title: 'A memory file already contains it',
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
      title: 'Too soon after the last recall',
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
    const chosen = chooseMemories(memory.recall(names, moment), moment, memory.memoryFiles());
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
    return inject([facts && `Facts about this project:\n${facts}`, lessons].filter(Boolean).join('\n\n'));
  },
});
