import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/permissions',
  summary: 'Stop recursive changes of permissions and owners in the wrong place',
  why: '`chmod` or `chown` on a system folder breaks the machine, and the earlier permissions are not recorded anywhere.',
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
