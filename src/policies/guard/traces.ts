import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/traces',
  summary: 'Stop the deletion of history and logs',
  why: 'Without history and logs nobody can find out what happened.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['traces'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('history -c'), expect: 'deny' },
    { event: bash('unset HISTFILE'), expect: 'deny' },
    { event: bash('rm ~/.bash_history'), expect: 'deny' },
    { event: bash('ln -sf /dev/null ~/.bash_history'), expect: 'deny' },
    { event: bash('journalctl --vacuum-time=1s'), expect: 'ask' },
    { event: bash('history | tail'), expect: 'pass' },
    { event: bash('journalctl -u app -n 50'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['traces'], context.options.accept);
  },
});
