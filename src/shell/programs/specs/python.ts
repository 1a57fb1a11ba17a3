// Python: interpreters, package managers, runners and tools.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const PUBLISHES: readonly EffectRule[] = [
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

const RUNNER: CommandSpec = {
  options: {
    '-p --package -w --with --python --extra --group --env-file --index-url --project': 'text',
    '-C --cwd --directory': 'cwd',
  },
  runs: { versioned: true },
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'twine flit maturin',
    about: '',
    options: {
      '--manifest-path -p --package --token --registry -r --repository -u --username -k --host --key': 'text',
      '-n': 'dry',
    },
    kind: 'publish',
    effects: PUBLISHES,
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
    effects: PUBLISHES,
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
      run: { ...RUNNER, plain: true },
      tool: {
        subcommands: {
          run: RUNNER,
        },
      },
    },
    kind: 'publish',
    effects: PUBLISHES,
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
    effects: PUBLISHES,
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
      run: RUNNER,
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
    names: 'python python2 python3 pypy pypy3 ipython py',
    about: '',
    options: {
      '-c': 'code',
      '-m': 'module',
      '-W -X': 'text',
      '-V': 'asks',
      '-u -B -s -S -E -I -O -q': 'flag',
    },
    operands: 'script',
    language: 'python',
    plain: 'module',
  },
  { names: 'pip pip3', about: 'Installs Python packages.', traits: ['network', 'installs', 'words'] },
  {
    names: 'pytest',
    about: 'Test runner.',
    options: {
      '-x -q -v -vv -s -l --lf --ff --last-failed --failed-first --exitfirst --no-header --co --collect-only --tb=short --tb=long':
        'flag',
      '-k -m --maxfail --durations -n --tb --cov --cov-report': 'text',
      '--basetemp --junitxml --junit-xml --log-file --resultlog --rootdir': 'writes',
      '-c --config-file -p --confcutdir -o --override-ini': 'loads',
    },
    operands: 'reads',
    plain: true,
    examples: [
      { command: 'pytest -q tests', expect: 'pass' },
      { command: 'python3 -m pytest tests -x', expect: 'pass' },
      { command: 'pytest --junitxml=/etc/x', expect: 'deny' },
    ],
  },
  {
    names: 'mypy ruff',
    about: 'Type checker and linter.',
    options: {
      '--fix --check --diff --quiet -q --strict --watch -w --no-cache --ignore-missing-imports': 'flag',
      '--config --config-file --python-executable': 'loads',
      '-o --output-file --junit-xml --cache-dir': 'writes',
      '--select --ignore -p --package -m --module --output-format': 'text',
    },
    operands: 'reads',
    subcommands: {
      'check|format': {
        options: { '--fix --check --diff --quiet -q': 'flag' },
        operands: 'reads',
        plain: true,
      },
    },
    plain: true,
    examples: [
      { command: 'ruff check src', expect: 'pass' },
      { command: 'mypy --junit-xml /etc/x src', expect: 'deny' },
    ],
  },
];
