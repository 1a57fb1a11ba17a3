// Build tools that run recipes of the project.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const DEPLOYS: readonly EffectRule[] = [
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
    names: 'make gmake',
    about: 'Runs the recipes of a Makefile.',
    options: {
      '-C --directory': 'cwd',
      '-f --file --makefile -I --include-dir': 'loads',
      '-j --jobs -l --load-average -o --old-file -W --what-if': { kind: 'text', attached: true },
      '-k -s -B -w -i -e --silent --keep-going --always-make': 'flag',
      '-n --just-print --dry-run --recon -p --print-data-base -q --question': 'dry',
      '-E --eval': 'runs',
    },
    plain: 'alone',
    subcommands: { 'build|test|lint|format|check|typecheck|types|dev|all|clean': { plain: true } },
    kind: 'deploy',
    effects: DEPLOYS,
    traits: ['words'],
    behaviours: ['recipes'],
    examples: [
      { command: 'make', expect: 'pass' },
      { command: 'make test', expect: 'pass' },
      { command: "printf 'all:\\n\\trm -rf ~\\n' | make -f -", expect: 'deny' },
    ],
  },
];
