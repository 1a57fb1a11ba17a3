import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/privilege',
  summary: 'Ask before a command runs as another user',
  why: 'As root, every mistake affects the whole machine.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['escalate'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('sudo make install'), expect: 'ask' },
    {
      event: bash('sudo apt-get update && sudo apt-get install -y jq'),
      expect: 'pass',
      title: 'Installs a package by its name',
    },
    { event: bash('sudo apt-get install ./x.deb'), expect: 'ask', title: 'Installs a package from a file' },
    { event: bash('sudo apt-get install -o Dpkg::Pre-Invoke=x jq'), expect: 'ask' },
    {
      event: bash('sudo apt-get install ufw-'),
      expect: 'ask',
      title: 'With a dash behind its name, apt removes a package',
    },
    { event: bash('su -c "id"'), expect: 'ask' },
    { event: bash('doas reboot'), expect: 'ask' },
    { event: bash('chmod u+s tool'), expect: 'ask' },
    { event: bash('docker run -v /:/host alpine'), expect: 'ask' },
    { event: bash('sudo -l'), expect: 'pass' },
    { event: bash('ssh -R 9000:localhost:22 relay.example.com'), expect: 'ask' },
    { event: bash('ssh relay.example.com ls -R logs'), expect: 'pass' },
    { event: bash('echo sudo is a word'), expect: 'pass' },
    { event: bash('docker run -v "$PWD":/app node npm test'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['escalate'], context.options.accept);
  },
});
