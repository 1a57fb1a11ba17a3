// Rust.
import type { CommandSpec, ProgramSpec } from '../spec.ts';

/** Options that the commands which compile share. */
const BUILD: CommandSpec['options'] = {
  '--release -r --workspace --all --all-targets --all-features --no-default-features --lib --bins --tests --examples --benches --locked --offline --frozen -v --verbose -q --quiet --keep-going --no-run --no-fail-fast --doc --timings':
    'flag',
  '-p --package --exclude --features -F --bin --test --example --bench --profile --target -j --jobs --message-format --color':
    'text',
  '--manifest-path': 'reads',
  '--target-dir --artifact-dir --out-dir': 'writes',
  '--config -Z': 'loads',
  '-C': 'cwd',
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'cargo',
    about: 'Builds, tests and publishes Rust packages.',
    options: {
      '--manifest-path': 'reads',
      '--token --registry -u --username -k --host --key': 'text',
      '-C': 'cwd',
      '--config -Z': 'loads',
    },
    subcommands: {
      'build|b|check|c|test|t|clippy|bench|doc': { options: BUILD, operands: 'text', plain: true },
      'fmt|tree|metadata|version': {
        options: {
          '--all --check -v -q --no-deps -e -i -d': 'flag',
          '-p --package --depth --format-version': 'text',
        },
        operands: 'text',
        plain: true,
      },
      'run|r': { options: BUILD },
      owner: { options: { '-a --add -r --remove': 'text' } },
      'publish|package|yank': {
        options: { '-n --dry-run': 'dry', '-p --package --registry --vers --version': 'text' },
      },
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
        when: 'publish|upload|release',
        why: 'Publishes a package; a published version cannot be taken back.',
        safer: 'cargo publish --dry-run',
      },
      { code: 'unpublish', when: 'yank', why: 'Takes a package away from its users.' },
    ],
    examples: [
      { command: 'cargo test --workspace', expect: 'pass' },
      { command: 'cargo build --release', expect: 'pass' },
      { command: 'cargo publish', expect: 'ask' },
      { command: 'cargo publish --dry-run', expect: 'pass' },
      { command: 'cargo yank --vers 1.0.0 x', expect: 'ask' },
    ],
    traits: ['network', 'installs', 'words'],
  },
  { names: 'rust-script', about: 'Runs a file of Rust.', operands: 'script', language: 'compiled' },
];
