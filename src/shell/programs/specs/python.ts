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
    names: 'twine flit maturin',
    about: '',
    options: {
      '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key': 'text',
      '-n': 'dry',
    },
    kind: 'publish',
    effects: PUBLISHING_5_0,
  },
  {
    names: 'poetry hatch pdm',
    about: '',
    options: {
      '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key': 'text',
      '-n': 'dry',
    },
    subcommands: { run: { runs: {} } },
    kind: 'publish',
    effects: PUBLISHING_5_0,
  },
  {
    names: 'uv',
    about: '',
    options: {
      '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key --directory --project':
        'text',
      '-n': 'dry',
    },
    subcommands: {
      run: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
        },
        runs: { versioned: true },
      },
      tool: {
        subcommands: {
          run: {
            options: {
              '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
                'text',
            },
            runs: { versioned: true },
          },
        },
      },
    },
    kind: 'publish',
    effects: PUBLISHING_5_0,
    traits: ['network', 'installs', 'fetches-and-runs'],
    behaviours: ['runsPythonInput'],
  },
  {
    names: 'conda',
    about: '',
    options: {
      '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key -n':
        'text',
    },
    subcommands: { run: { options: { '-n --name -p --prefix --cwd': 'text' }, runs: {} } },
    kind: 'publish',
    effects: PUBLISHING_5_0,
  },
  {
    names: 'uvx',
    about: '',
    options: {
      '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
        'text',
    },
    runs: { versioned: true },
    traits: ['fetches-and-runs'],
  },
  {
    names: 'pipx',
    about: '',
    runs: {},
    subcommands: {
      run: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
        },
        runs: { versioned: true },
      },
    },
    traits: ['network', 'installs', 'fetches-and-runs'],
  },
  { names: 'pipenv rye', about: '', subcommands: { run: { runs: {} } } },
  {
    names: 'mamba',
    about: '',
    subcommands: { run: { options: { '-n --name -p --prefix': 'text' }, runs: {} } },
  },
  {
    names: 'python pypy ipython py',
    about: '',
    options: { '-c': 'code', '-m': 'module', '-W -X': 'text', '-V': 'asks' },
    operands: 'script',
    language: 'python',
  },
  { names: 'pip pip3', about: '', traits: ['network', 'installs', 'words'] },
];
