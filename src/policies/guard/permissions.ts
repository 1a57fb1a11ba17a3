import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/permissions',
  summary: 'Stop rights and owners changed over the wrong tree',
  why: 'chmod or chown over a system tree breaks the machine, and nobody knows what the rights were before.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['permissions'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('chmod -R 777 /'), expect: 'deny' },
    { event: bash('chown -R me /etc'), expect: 'deny' },
    { event: bash('chmod -R 777 .'), expect: 'ask' },
    { event: bash('chmod 777 script.sh'), expect: 'ask' },
    { event: bash('chmod +x script.sh'), expect: 'pass' },
    { event: bash('chmod 644 README.md'), expect: 'pass' },
    { event: bash('chown -R me:me src'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['permissions'], context.options.accept);
  },
});
