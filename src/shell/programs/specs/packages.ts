import type { EffectRule, ProgramSpec } from '../spec.ts';

const PUBLISHING_5_0: readonly EffectRule[] = [
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
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'mvn mvnw gradle gradlew sbt lein setup.py',
    about: '',
    options: {
      '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key': 'text',
    },
    kind: 'publish',
    effects: [
      { code: 'publish', when: '** deploy|publish|upload|release:perform', why: 'Publishes a package.' },
      ...PUBLISHING_5_0,
    ],
  },
  {
    names: 'gem',
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
      ...PUBLISHING_5_0,
    ],
    traits: ['installs', 'words'],
  },
  {
    names: 'dotnet',
    about: '',
    kind: 'publish',
    effects: [
      { code: 'publish', when: 'nuget push', why: 'Publishes a package.', safer: 'dotnet pack' },
      { code: 'unpublish', when: 'nuget delete', why: 'Takes a package away from its users.' },
      { code: 'db-reset', when: 'ef database drop', kind: 'data', why: 'Drops the database.' },
    ],
  },
  {
    names: 'semantic-release np release-it',
    about: '',
    options: { '--preview --no-publish --ci=false': 'dry' },
    kind: 'publish',
    effects: [{ code: 'publish', why: 'Publishes a package; a published version cannot be taken back.' }],
  },
  {
    names: 'changeset jsr vsce ovsx',
    about: '',
    options: { '--prefix -w --workspace --filter --tag --access --otp --registry --cwd -C': 'text' },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        when: 'publish|release',
        unless: '--list',
        why: 'Publishes a package; a published version cannot be taken back.',
        safer: 'npm publish --dry-run',
      },
      {
        code: 'unpublish',
        when: 'unpublish|deprecate|undeprecate|unpublish-all',
        weight: 'irreversible',
        why: 'Takes a package away from everybody who uses it.',
      },
      {
        code: 'publish-access',
        when: 'owner|author|access|dist-tag|token|team|org|hook|profile add|rm|remove|set|grant|revoke|create|delete|destroy|disable-2fa',
        why: 'Changes who may publish, or what users get.',
      },
      {
        code: 'publish-access',
        when: 'adduser|login',
        flags: '--auth-type',
        why: 'Logs in to the registry.',
      },
      {
        code: 'secret-read',
        when: 'config|c get //*|_auth*',
        kind: 'read',
        why: 'Prints the token of a registry.',
        safer: 'npm whoami',
      },
      { code: 'publish', when: 'npm publish', why: 'Publishes a package.' },
      {
        code: 'unpublish',
        when: 'npm unpublish',
        weight: 'irreversible',
        why: 'Takes a package away from everybody who uses it.',
      },
      { code: 'publish', when: 'workspaces foreach publish', why: 'Publishes packages.' },
    ],
  },
  {
    names:
      'nuget goreleaser pod dart flutter stack cabal snapcraft fastlane crane skopeo oras conan luarocks anaconda clojars opam cpan-upload dub raco altool',
    about: '',
    options: {
      '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key': 'text',
      '-n': 'dry',
    },
    kind: 'publish',
    effects: PUBLISHING_5_0,
  },
];
