// Tools that release software: packages, extensions, apps and images.
import type { EffectRule, ProgramSpec } from '../spec.ts';

const PUBLISHES = 'Publishes a package; a published version cannot be taken back.';

const unpublishes = (when: string, safer: string): EffectRule => ({
  code: 'unpublish',
  when,
  why: 'Removes something that others may use.',
  safer,
});

/** Lanes and actions of fastlane that bring an app to its users. */
const APP_RELEASES = [
  'deliver|pilot|supply|testflight|appstore|playstore|upload_*|release|deploy|beta|publish|upload',
  'ios|android|mac release|deploy|beta|publish|upload|upload_*|appstore|testflight|production',
  'run upload_*|pilot|deliver|supply|testflight|appstore',
];

export const programs: readonly ProgramSpec[] = [
  {
    names: 'semantic-release',
    about: 'Decides on the next version, and publishes it.',
    options: {
      '-d': 'dry',
      '-b --branches -r --repository-url -t --tag-format -p --plugins': 'text',
      '-e --extends': 'loads',
      '--ci --debug': 'flag',
    },
    kind: 'publish',
    effects: [{ code: 'publish', why: PUBLISHES, safer: 'semantic-release --dry-run' }],
    examples: [
      { command: 'npx semantic-release --dry-run', expect: 'pass' },
      { command: 'semantic-release -d --no-ci', expect: 'pass' },
      { command: 'npx semantic-release', expect: 'ask' },
    ],
  },
  {
    names: 'np',
    about: 'Tests, tags and publishes an npm package.',
    options: {
      '--preview --no-publish': 'dry',
      '--branch --tag --contents --test-script --message --package-manager': 'text',
      '--any-branch --no-cleanup --no-tests --yolo --no-release-draft --2fa --no-2fa': 'flag',
    },
    kind: 'publish',
    effects: [{ code: 'publish', why: PUBLISHES, safer: 'np --preview' }],
    examples: [
      { command: 'np --preview', expect: 'pass' },
      { command: 'np minor', expect: 'ask' },
    ],
  },
  {
    names: 'release-it',
    about: 'Raises the version, tags and publishes.',
    options: {
      '-d --release-version --changelog': 'dry',
      '-c --config': 'reads',
      '-i --increment --preRelease': 'text',
      '--ci --only-version -V --verbose': 'flag',
    },
    kind: 'publish',
    effects: [{ code: 'publish', why: PUBLISHES, safer: 'release-it --dry-run' }],
    examples: [
      { command: 'release-it --dry-run', expect: 'pass' },
      { command: 'release-it --changelog', expect: 'pass', title: 'Only prints the list of changes' },
      { command: 'release-it minor --ci', expect: 'ask' },
    ],
  },
  {
    names: 'changeset',
    about: 'Collects notes about changes, and publishes the packages they concern.',
    options: {
      '--tag --otp --since': 'text',
      '--output': 'writes',
      '--empty --verbose --snapshot --no-git-tag': 'flag',
    },
    subcommands: {
      status: { options: { '--verbose': 'flag', '--since': 'text', '--output': 'writes' }, plain: true },
    },
    kind: 'publish',
    effects: [{ code: 'publish', when: 'publish|release', why: PUBLISHES, safer: 'changeset status' }],
    examples: [
      { command: 'changeset status --verbose', expect: 'pass' },
      { command: 'npx changeset version', expect: 'pass' },
      { command: 'npx changeset publish', expect: 'ask' },
    ],
  },
  {
    names: 'jsr',
    about: 'Adds packages of JSR, and publishes to it.',
    options: {
      '--token -c --config': 'text',
      '--allow-dirty --allow-slow-types --provenance --npm --pnpm --yarn --bun -D -O': 'flag',
    },
    kind: 'publish',
    effects: [{ code: 'publish', when: 'publish', why: PUBLISHES, safer: 'jsr publish --dry-run' }],
    examples: [
      { command: 'npx jsr add @std/path', expect: 'pass' },
      { command: 'npx jsr publish --dry-run', expect: 'pass' },
      { command: 'npx jsr publish', expect: 'ask' },
    ],
  },
  {
    names: 'vsce',
    about: 'Packages and publishes extensions for VS Code.',
    options: {
      '-p --pat -t --target -m --message --baseContentUrl --baseImagesUrl': 'text',
      '-i --packagePath --readme-path --changelog-path': 'reads',
      '-o --out': 'writes',
      '--no-dependencies --yarn --pre-release --allow-missing-repository --skip-license': 'flag',
    },
    subcommands: { 'ls|show|search|verify-pat|ls-publishers': {} },
    kind: 'publish',
    effects: [
      { code: 'publish', when: 'publish', why: PUBLISHES, safer: 'vsce package' },
      {
        code: 'unpublish',
        when: 'unpublish',
        weight: 'irreversible',
        why: 'Unpublishes an extension that others use.',
        safer: 'vsce show NAME',
      },
      { code: 'publish-access', when: 'delete-publisher|logout', why: 'Removes a publisher.' },
    ],
    examples: [
      { command: 'vsce package -o app.vsix', expect: 'pass' },
      { command: 'vsce ls', expect: 'pass' },
      { command: 'vsce publish minor', expect: 'ask' },
      { command: 'vsce unpublish me.app', expect: 'deny' },
      { command: 'vsce delete-publisher acme', expect: 'ask' },
    ],
  },
  {
    names: 'ovsx',
    about: 'Publishes extensions for VS Code to Open VSX.',
    options: {
      '-p --pat -r --registryUrl -t --target': 'text',
      '-i --packagePath': 'reads',
      '-o --output': 'writes',
    },
    kind: 'publish',
    effects: [{ code: 'publish', when: 'publish', why: PUBLISHES, safer: 'vsce package' }],
    examples: [
      { command: 'ovsx get me.app', expect: 'pass' },
      { command: 'ovsx publish app.vsix -p abc', expect: 'ask' },
    ],
  },
  {
    names: 'goreleaser',
    about: 'Builds and publishes releases of Go projects.',
    options: {
      '-f --config --release-notes --release-header --release-footer': 'reads',
      '--skip -p --parallelism --timeout --id -k --key': 'text',
      '-o --output': 'writes',
      '--clean --single-target --auto-snapshot --verbose --fail-fast --draft --nightly': 'flag',
    },
    subcommands: {
      'check|healthcheck': { options: { '-f --config': 'reads', '-q --quiet': 'flag' }, plain: true },
      build: {
        options: {
          '--snapshot --single-target --clean --skip-validate': 'flag',
          '-f --config': 'reads',
          '--id --skip': 'text',
        },
        plain: true,
      },
    },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        when: 'release|publish|continue',
        unless: '--snapshot --skip=~publish',
        why: 'Publishes a release; a published version cannot be taken back.',
        safer: 'goreleaser release --snapshot --clean',
      },
    ],
    examples: [
      { command: 'goreleaser build --snapshot --clean', expect: 'pass' },
      {
        command: 'goreleaser release --snapshot --clean',
        expect: 'pass',
        title: 'Only builds a release, without publishing it',
      },
      { command: 'goreleaser release --skip=publish', expect: 'pass' },
      { command: 'goreleaser release --clean', expect: 'ask' },
    ],
  },
  {
    names: 'snapcraft',
    about: 'Builds and publishes snaps.',
    options: {
      '--channel --release --arch --progressive --revision': 'text',
      '-o --output': 'writes',
      '--verbose -v --destructive-mode --use-lxd': 'flag',
    },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        when: 'upload|push|release|promote|register|publish',
        why: 'Publishes a snap to its users.',
        safer: 'snapcraft pack',
      },
      unpublishes('close', 'snapcraft status NAME'),
    ],
    examples: [
      { command: 'snapcraft pack', expect: 'pass' },
      { command: 'snapcraft upload app.snap --release stable', expect: 'ask' },
      { command: 'snapcraft close app beta', expect: 'ask' },
    ],
  },
  {
    names: 'fastlane',
    about: 'Runs lanes that build, sign and release apps.',
    projectCode: { files: 'fastlane/Fastfile Fastfile', language: 'ruby' },
    options: { '--env': 'text', '--verbose': 'flag' },
    kind: 'publish',
    effects: [
      ...APP_RELEASES.flatMap((when): EffectRule[] => [
        { code: 'publish', when, why: 'Releases an app.', safer: 'fastlane lanes' },
        { code: 'deploy', when, kind: 'deploy', weight: 'plain', why: 'Releases an app.' },
      ]),
      {
        code: 'unpublish',
        when: 'match nuke',
        weight: 'irreversible',
        why: 'Revokes certificates and profiles that other apps are signed with.',
        safer: 'fastlane match development --readonly',
      },
    ],
    examples: [
      { command: 'fastlane lanes', expect: 'pass' },
      { command: 'fastlane ios test', expect: 'pass' },
      { command: 'fastlane ios beta', expect: 'ask' },
      { command: 'fastlane supply', expect: 'ask' },
      { command: 'fastlane run upload_to_app_store', expect: 'ask' },
      { command: 'fastlane match nuke distribution', expect: 'deny' },
    ],
  },
  {
    names: 'altool',
    about: 'Uploads apps to the App Store.',
    options: {
      '-f --file': 'sends-file',
      '-t --type -u --username -p --password --apiKey --apiIssuer': 'text',
      '--validate-app --list-apps --list-providers': 'flag',
    },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        flags: '--upload-app --upload-package',
        why: 'Releases an app.',
        safer: 'altool --validate-app -f FILE',
      },
      {
        code: 'publish',
        when: 'upload|publish',
        why: 'Releases an app.',
        safer: 'altool --validate-app -f FILE',
      },
    ],
    examples: [
      { command: 'altool --validate-app -f app.ipa -t ios', expect: 'pass' },
      { command: 'altool --upload-app -f app.ipa -t ios', expect: 'ask' },
    ],
  },
  {
    names: 'crane',
    about: 'Shows, copies and deletes images in registries.',
    options: {
      '--platform -t --tag -b --base --new_tag -f --new_layer --format': 'text',
      '-v --verbose --insecure': 'flag',
    },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        when: 'push|append|mutate|rebase|flatten',
        why: 'Writes an image to a registry.',
        safer: 'crane manifest IMAGE',
      },
      {
        code: 'publish',
        when: 'copy|cp|tag * *',
        why: 'Writes an image to a registry.',
        safer: 'crane manifest IMAGE',
      },
      unpublishes('delete', 'crane ls REPOSITORY'),
    ],
    examples: [
      { command: 'crane ls alpine', expect: 'pass' },
      { command: 'crane push app.tar registry.example.com/app', expect: 'ask' },
      { command: 'crane copy a.example.com/x b.example.com/x', expect: 'ask' },
      { command: 'crane delete registry.example.com/app@sha256:abc', expect: 'ask' },
    ],
  },
  {
    names: 'skopeo',
    about: 'Shows, copies and deletes images in registries.',
    options: {
      '--policy': 'reads',
      '--authfile --src-authfile --dest-authfile': 'login',
      '--creds --src-creds --dest-creds --override-os --override-arch -f --format --src --dest -s -d --src-cert-dir --dest-cert-dir':
        'text',
      '--all -a --quiet -q --raw --config --scoped --insecure-policy': 'flag',
    },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        when: 'copy * docker://*',
        why: 'Writes an image to a registry.',
        safer: 'skopeo inspect docker://IMAGE',
      },
      {
        code: 'publish',
        when: 'sync',
        unless: '--dest=dir -d=dir',
        why: 'Writes images to a registry.',
        safer: 'skopeo sync --dry-run',
      },
      unpublishes('delete', 'skopeo list-tags docker://REPOSITORY'),
      { code: 'publish', when: 'push|publish|upload', why: 'Writes an image to a registry.' },
    ],
    examples: [
      { command: 'skopeo inspect docker://alpine', expect: 'pass' },
      { command: 'skopeo copy docker://alpine dir:image', expect: 'pass' },
      { command: 'skopeo copy dir:image docker://registry.example.com/app', expect: 'ask' },
      { command: 'skopeo delete docker://registry.example.com/app:1', expect: 'ask' },
      { command: 'skopeo sync --src docker --dest docker acme/app registry.example/acme', expect: 'ask' },
    ],
  },
  {
    names: 'oras',
    about: 'Stores files of any kind in image registries.',
    options: {
      '--annotation-file --config --manifest-config': 'reads',
      '--registry-config': 'login',
      '-o --output --export-manifest': 'writes',
      '-u --username -p --password -a --annotation --artifact-type --platform --format': 'text',
      '-v --verbose -d --debug --plain-http --insecure': 'flag',
    },
    kind: 'publish',
    effects: [
      {
        code: 'publish',
        when: 'push|attach|copy|cp|tag',
        why: 'Writes to a registry.',
        safer: 'oras manifest fetch NAME',
      },
      {
        code: 'publish',
        when: 'manifest|blob push',
        why: 'Writes to a registry.',
        safer: 'oras manifest fetch NAME',
      },
      unpublishes('manifest|blob delete', 'oras repo tags REPOSITORY'),
    ],
    examples: [
      { command: 'oras pull registry.example.com/app:1 -o out', expect: 'pass' },
      { command: 'oras push registry.example.com/app:1 file.txt', expect: 'ask' },
      { command: 'oras manifest delete registry.example.com/app:1', expect: 'ask' },
      { command: 'oras manifest push registry.example/acme:v1 m.json', expect: 'ask' },
    ],
  },
];
