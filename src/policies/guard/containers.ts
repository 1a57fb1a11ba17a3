import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/containers',
  summary: 'Ask before containers, volumes or virtual machines are removed',
  why: 'Volumes hold databases, and a prune does not ask which of them matter.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['containers'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('docker system prune -af'), expect: 'ask' },
    { event: bash('docker volume rm data'), expect: 'deny' },
    { event: bash('docker compose down -v'), expect: 'ask' },
    { event: bash('docker rm -f web'), expect: 'ask' },
    { event: bash('docker kill db'), expect: 'ask' },
    { event: bash('docker stop db'), expect: 'pass' },
    { event: bash('minikube delete'), expect: 'ask' },
    { event: bash('docker ps'), expect: 'pass' },
    { event: bash('docker compose down'), expect: 'pass' },
    { event: bash('docker build -t app .'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['containers'], context.options.accept);
  },
});
