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

const PUBLISHING_4_1: readonly EffectRule[] = [
  {
    code: 'publish',
    when: 'publish|release',
    unless: '--list',
    why: 'Publishes a package; a published version cannot be taken back.',
    safer: 'npm publish --dry-run',
    kind: 'publish',
  },
  {
    code: 'unpublish',
    when: 'unpublish|deprecate|undeprecate|unpublish-all',
    weight: 'irreversible',
    why: 'Takes a package away from everybody who uses it.',
    kind: 'publish',
  },
  {
    code: 'publish-access',
    when: 'owner|author|access|dist-tag|token|team|org|hook|profile add|rm|remove|set|grant|revoke|create|delete|destroy|disable-2fa',
    why: 'Changes who may publish, or what users get.',
    kind: 'publish',
  },
  {
    code: 'publish-access',
    when: 'adduser|login',
    flags: '--auth-type',
    why: 'Logs in to the registry.',
    kind: 'publish',
  },
  {
    code: 'secret-read',
    when: 'config|c get //*|_auth*',
    kind: 'read',
    why: 'Prints the token of a registry.',
    safer: 'npm whoami',
  },
  { code: 'publish', when: 'npm publish', why: 'Publishes a package.', kind: 'publish' },
  {
    code: 'unpublish',
    when: 'npm unpublish',
    weight: 'irreversible',
    why: 'Takes a package away from everybody who uses it.',
    kind: 'publish',
  },
  { code: 'publish', when: 'workspaces foreach publish', why: 'Publishes packages.', kind: 'publish' },
];

const PUBLISHING_4_2: readonly EffectRule[] = [
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
  { code: 'publish-access', when: 'adduser|login', flags: '--auth-type', why: 'Logs in to the registry.' },
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
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'npm',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app --tag --access --otp --registry':
        'text',
      '-n --just-print --recon -p': 'dry',
    },
    subcommands: {
      exec: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
          '-c --call': 'runs',
        },
        runs: { versioned: true },
      },
      x: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
        },
        runs: { versioned: true },
      },
      explore: { runs: { skip: 1 } },
    },
    kind: 'deploy',
    effects: [...DEPLOYSCRIPTS_0_0, ...PUBLISHING_4_1],
    traits: ['network', 'installs', 'words'],
  },
  {
    names: 'pnpm',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app --tag --access --otp --registry --dir -F':
        'text',
      '-n --just-print --recon -p': 'dry',
    },
    subcommands: {
      dlx: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
        },
        runs: { versioned: true },
      },
      exec: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
        },
        runs: { versioned: true },
      },
    },
    kind: 'deploy',
    effects: [...DEPLOYSCRIPTS_0_0, ...PUBLISHING_4_1],
    traits: ['network', 'installs', 'words'],
    behaviours: ['runsNodeTools'],
  },
  {
    names: 'yarn',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app --tag --access --otp --registry':
        'text',
      '-n --just-print --recon -p': 'dry',
    },
    subcommands: {
      dlx: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
        },
        runs: { versioned: true },
      },
      exec: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
        },
        runs: { versioned: true },
      },
      workspaces: {
        subcommands: {
          foreach: { options: { '--from --include --exclude -j --jobs': 'text' }, runs: { skip: 1 } },
        },
      },
    },
    kind: 'deploy',
    effects: [...DEPLOYSCRIPTS_0_0, ...PUBLISHING_4_1],
    traits: ['network', 'installs', 'words'],
    behaviours: ['runsNodeTools'],
  },
  {
    names: 'bun',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app --tag --access --otp --registry --conditions --env-file':
        'text',
      '-n --just-print --recon': 'dry',
      '-p -e --eval --print -pe': 'code',
      '-r --require --import --loader --preload': 'loads',
      '-v': 'asks',
    },
    operands: 'script',
    language: 'node',
    subcommands: {
      x: {
        options: {
          '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
            'text',
        },
        runs: { versioned: true },
      },
      run: {
        options: { '--cwd --env-file --filter': 'text', '--preload -r': 'loads' },
        operands: 'script',
        language: 'node',
        traits: ['project-scripts'],
      },
    },
    kind: 'deploy',
    effects: [...DEPLOYSCRIPTS_0_0, ...PUBLISHING_4_1],
    traits: ['network', 'installs', 'fetches-and-runs', 'project-scripts'],
    behaviours: ['runsNodeTools'],
  },
  {
    names: 'nx',
    about: '',
    options: {
      '-C --cwd --prefix -w --workspace --filter -f --file -t --token -a --app': 'text',
      '-n --just-print --recon -p': 'dry',
    },
    subcommands: { exec: { runs: {} } },
    kind: 'deploy',
    effects: DEPLOYSCRIPTS_0_0,
  },
  {
    names: 'lerna',
    about: '',
    options: { '--prefix -w --workspace --filter --tag --access --otp --registry --cwd -C': 'text' },
    subcommands: { exec: { runs: {} } },
    kind: 'publish',
    effects: PUBLISHING_4_2,
  },
  {
    names: 'deno',
    about: '',
    options: {
      '--prefix -w --workspace --filter --tag --access --otp --registry --cwd -C --conditions --env-file':
        'text',
      '-e --eval -p --print': 'code',
      '-r --require --import --loader': 'loads',
      '-v': 'asks',
    },
    operands: 'script',
    language: 'node',
    subcommands: {
      run: {
        options: { '--allow-read --import-map -c --config --env-file': 'text' },
        operands: 'script',
        language: 'node',
        traits: ['project-scripts'],
      },
      eval: { operands: 'code', language: 'node' },
    },
    kind: 'publish',
    effects: PUBLISHING_4_2,
    traits: ['fetches-and-runs', 'project-scripts'],
  },
  { names: 'cross-env', about: '', runs: { assignments: true } },
  { names: 'cross-env-shell', about: '', runs: { operands: 'source', assignments: true } },
  { names: 'env-cmd', about: '', options: { '-f --file -e --environments -r --rc-file': 'text' }, runs: {} },
  {
    names: 'nodemon',
    about: '',
    options: { '-x --exec': 'runs', '-w --watch -e --ext -i --ignore': 'text' },
    runs: { operands: 'none' },
  },
  {
    names: 'concurrently',
    about: '',
    options: { '-n --names -c --prefix-colors -p --prefix': 'text' },
    runs: { operands: 'each' },
  },
  { names: 'run-p', about: '', runs: { operands: 'none' } },
  {
    names: 'npx',
    about: '',
    options: {
      '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
        'text',
      '-c --call': 'runs',
    },
    runs: { versioned: true },
    traits: ['fetches-and-runs'],
  },
  {
    names: 'bunx pnpx',
    about: '',
    options: {
      '-p --package -C --cwd --filter -w --workspace --prefix --with --python --extra --group --env-file --index-url --directory --project':
        'text',
    },
    runs: { versioned: true },
    traits: ['fetches-and-runs'],
  },
  { names: 'forever chokidar', about: '', options: { '-c --command': 'runs' } },
  {
    names: 'node nodejs ts-node',
    about: '',
    options: {
      '-e --eval -p --print -pe': 'code',
      '-r --require --import --loader': 'loads',
      '-C --conditions --env-file': 'text',
      '-v --check -c': 'asks',
    },
    operands: 'script',
    language: 'node',
  },
  {
    names: 'tsx',
    about: '',
    options: {
      '-e --eval -p --print -pe': 'code',
      '-r --require --import --loader': 'loads',
      '-C --conditions --env-file': 'text',
      '-v --check -c': 'asks',
    },
    operands: 'script',
    language: 'node',
    subcommands: { watch: { operands: 'script', language: 'node', traits: ['project-scripts'] } },
  },
  { names: 'fs-extra-remove', about: '', behaviours: ['deletes'] },
  { names: 'rimraf del-cli', about: '', behaviours: ['deletesTrees'] },
];
