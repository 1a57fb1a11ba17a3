import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/processes',
  summary: 'Stop commands that kill more processes than intended',
  why: 'Killing by name or search can also hit the editor, the database or other sessions.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['kill'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('kill -9 -1'), expect: 'deny' },
    { event: bash('pkill node'), expect: 'ask' },
    { event: bash('killall -9 python'), expect: 'ask' },
    { event: bash('lsof -ti :3000 | xargs kill'), expect: 'ask' },
    { event: bash('kill $(lsof -t -i:8080)'), expect: 'ask' },
    { event: bash('kill 1234'), expect: 'pass' },
    { event: bash('kill -0 $PID'), expect: 'pass' },
    { event: bash('kill %1'), expect: 'pass' },
    { event: bash('pgrep -l node'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['kill'], context.options.accept);
  },
});
