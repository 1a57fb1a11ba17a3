import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'cargo',
    about: '',
    options: {
      '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key': 'text',
      '-n': 'dry',
    },
    kind: 'publish',
    effects: [
      {
        code: 'publish-access',
        when: 'owner',
        flags: '-a --add -r --remove',
        why: 'Changes who may publish.',
      },
      {
        code: 'publish',
        when: 'publish|upload|deploy|release|release:perform|push|pub:publish|hex.publish|testflight|deliver|pilot|supply|publishplugins|publishtosonatype|publishtomavencentral|publishallpublications*|publishandrelease*|uploadarchives|closeandrelease*',
        why: 'Publishes a package; a published version cannot be taken back.',
        safer: 'cargo publish --dry-run',
      },
      {
        code: 'publish',
        when: 'nuget|pub|trunk|package|artifacts|ios|android push|publish|upload|deploy|release|beta',
        why: 'Publishes a package.',
        safer: 'build it without publishing',
      },
      { code: 'unpublish', when: 'yank|unpublish|hex.retire', why: 'Takes a package or an owner away.' },
      {
        code: 'unpublish',
        when: 'nuget|trunk|pub delete|remove-owner|deprecate',
        why: 'Takes a package away from its users.',
      },
    ],
    traits: ['network', 'installs', 'words'],
  },
  { names: 'rust-script', about: '', operands: 'script', language: 'compiled' },
];
