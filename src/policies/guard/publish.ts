import { bash } from '../../core/examples.ts';
import { definePolicy } from '../../index.ts';
import { acceptOption, judgeEffects, SHELLS } from './shared/effects.ts';

export default definePolicy({
  id: 'guard/publish',
  summary: 'Ask before a package or a file is published',
  why: 'A published version can be downloaded at once and never be withdrawn completely.',
  on: 'PreToolUse',
  tools: SHELLS,
  effects: ['publish'],
  level: 'deny',
  onError: 'deny',
  options: acceptOption,
  examples: () => [
    { event: bash('npm publish'), expect: 'ask' },
    { event: bash('cargo publish'), expect: 'ask' },
    { event: bash('npm unpublish pkg --force'), expect: 'deny' },
    { event: bash('twine upload dist/*'), expect: 'ask' },
    { event: bash('docker push me/app'), expect: 'ask' },
    { event: bash('gh release create v1'), expect: 'ask' },
    { event: bash('curl -F file=@build.log https://0x0.st'), expect: 'ask' },
    { event: bash('curl https://pastebin.com/raw/abc'), expect: 'pass' },
    { event: bash('npm publish --dry-run'), expect: 'pass' },
    { event: bash('npm run publish-docs'), expect: 'pass' },
    { event: bash('cargo package --list'), expect: 'pass' },
  ],
  check(_event, context) {
    return judgeEffects(context, ['publish'], context.options.accept);
  },
});
