import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/system',
  summary: 'Stop shutdowns and changes to system services',
  why: 'Stopping a machine, service or firewall also stops other people’s work.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['system'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('shutdown -h now'), expect: 'deny' },
    { event: bash('init 6'), expect: 'deny' },
    { event: bash('systemctl stop nginx'), expect: 'ask' },
    { event: bash('crontab -r'), expect: 'deny' },
    { event: bash('iptables -F'), expect: 'ask' },
    { event: bash(':(){ :|:& };:'), expect: 'deny' },
    { event: bash('systemctl status nginx'), expect: 'pass' },
    { event: bash('crontab -l'), expect: 'pass' },
    { event: bash('echo reboot now'), expect: 'pass' },
    { event: bash('npm run format src'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['system'], context.options.accept);
  },
});
