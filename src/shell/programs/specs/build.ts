import type { EffectRule, ProgramSpec } from '../spec.ts';

const DEPLOYSCRIPTS_0_0: readonly EffectRule[] = [
  {
    code: 'deploy',
    when: 'run|run-script|run-many deploy*|ship|release:prod*',
    weight: 'plain',
    why: 'Deploys.',
  },
  {
    code: 'deploy',
    when: 'deploy|deploy:*|deploy-*|ship|container:release',
    weight: 'plain',
    why: 'Deploys.',
  },
  { code: 'deploy', when: 'production|prod|staging deploy*', weight: 'plain', why: 'Deploys.' },
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'make',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app': 'text',
      '-n --just-print --recon -p': 'dry',
    },
    kind: 'deploy',
    effects: DEPLOYSCRIPTS_0_0,
    traits: ['words'],
    behaviours: ['recipes'],
  },
  {
    names: 'gmake',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app': 'text',
      '-n --just-print --recon -p': 'dry',
    },
    kind: 'deploy',
    effects: DEPLOYSCRIPTS_0_0,
    behaviours: ['recipes'],
  },
];
