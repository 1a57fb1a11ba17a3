// Programs that run tests, measure coverage or check code, in PHP, Ruby, Go and JavaScript.
import type { ProgramSpec } from '../spec.ts';

export const programs: readonly ProgramSpec[] = [
  {
    names: 'c8 nyc',
    about: 'Runs a command and measures which lines of JavaScript it covers.',
    options: {
      '-o --reports-dir --report-dir --temp-directory --temp-dir --cache-dir': 'writes',
      '-r --reporter -x --exclude -n --include -e --extension --src --cwd --branches --lines --functions --statements':
        'text',
      '-i --require': 'loads',
      '--all -a --clean --check-coverage --silent -s --cache -c --per-file --skip-full': 'flag',
    },
    subcommands: { 'report|check-coverage|merge|instrument': { operands: 'text' } },
    runs: {},
    examples: [
      { command: 'nyc mocha test', expect: 'pass' },
      { command: 'c8 npm test', expect: 'pass' },
      { command: 'c8 report --reporter=text', expect: 'pass' },
      { command: 'c8 -o /etc/x npm test', expect: 'deny' },
      { command: 'nyc rm -rf ~', expect: 'deny' },
    ],
  },
  {
    names: 'phpunit paratest pest',
    about: 'Runs PHP tests.',
    options: {
      '--bootstrap --extension --prepend': 'loads',
      '-c --configuration --filter --group --exclude-group --testsuite --include-path --order-by --columns':
        'text',
      '-d': { kind: 'loads', only: '^auto_(pre|ap)pend_file=' },
      '--log-junit --log-teamcity --log-otr --testdox-html --testdox-text --testdox-xml --coverage-clover --coverage-cobertura --coverage-crap4j --coverage-html --coverage-php --coverage-xml --cache-directory --cache-result-file --generate-baseline':
        'writes',
      '--coverage-text': { kind: 'writes', attached: true },
    },
    operands: 'reads',
    examples: [
      { command: 'phpunit --filter testLogin tests', expect: 'pass' },
      { command: 'phpunit --coverage-html /etc/x', expect: 'deny' },
      { command: `echo '<?php system("rm -rf ~");' > b.php && phpunit --bootstrap b.php`, expect: 'deny' },
    ],
  },
  {
    names: 'phpstan psalm phpcs phpcbf',
    about: 'Checks PHP.',
    options: {
      '-a --autoload-file --bootstrap --plugin': 'loads',
      '--report-file --report --set-baseline --generate-baseline': 'writes',
      '-c --configuration --config --standard --level -l --memory-limit --error-format --extensions --ignore --sniffs':
        'text',
    },
    operands: 'text',
    examples: [
      { command: 'phpstan analyse -l 8 src', expect: 'pass' },
      { command: 'phpcs --report-file=/etc/x src', expect: 'deny' },
    ],
  },
  {
    names: 'rspec rubocop standardrb',
    about: 'Tests and checks Ruby.',
    options: {
      '-r --require': 'loads',
      '-f --format': { kind: 'loads', only: '[./]' },
      '-o --out --cache-root --auto-gen-config --failure-list': 'writes',
      '-c --config -I -e --example -t --tag -P --pattern --seed --order --only --except --fail-level --exclude':
        'text',
      '-a -A -x -F -p -b -w --fail-fast --autocorrect --autocorrect-all --display-only-failed --parallel --only-failures --next-failure':
        'flag',
    },
    operands: 'reads',
    examples: [
      { command: 'rspec spec/models -e login', expect: 'pass' },
      { command: 'rubocop -A app', expect: 'pass' },
      { command: 'rspec -o /etc/x', expect: 'deny' },
      { command: `echo 'system("rm -rf ~")' > x.rb && rspec -r ./x.rb`, expect: 'deny' },
    ],
  },
  {
    names: 'golangci-lint',
    about: 'Checks Go.',
    options: {
      '--cpu-profile-path --mem-profile-path --trace-path --output.json.path --output.text.path --output.html.path --output.checkstyle.path --output.sarif.path --output.junit-xml.path':
        'writes',
      '--out-format': { kind: 'writes', only: ':', strip: '^[^:]*:' },
      '-c --config': 'reads',
      '-E -D --enable --disable --timeout --new-from-rev --build-tags -j --concurrency': 'text',
      '--fix -v --verbose --fast --new --no-config': 'flag',
    },
    operands: 'text',
    examples: [
      { command: 'golangci-lint run --fix ./...', expect: 'pass' },
      { command: 'golangci-lint run --out-format=json:/etc/x', expect: 'deny' },
    ],
  },
  {
    names: 'javac javadoc groovyc',
    about: 'Compiles or documents Java, Kotlin, Scala and Groovy.',
    syntax: { singleDash: true },
    options: {
      '-d -h -s --output': 'writes',
      '-processorpath --processor-path -docletpath -taglet -tagletpath': 'loads',
      '-Xplugin': 'loads',
      '-cp -classpath --class-path -p --module-path -source -target -release --release -encoding -processor -doclet':
        'text',
      '-J-javaagent:': { kind: 'loads', attached: true },
    },
    operands: 'reads',
    traits: ['compiles'],
    examples: [
      { command: 'javac -d build src/App.java', expect: 'pass' },
      { command: 'javac -d /etc/x src/App.java', expect: 'deny' },
      { command: 'javadoc -d /etc/x src/App.java', expect: 'deny' },
    ],
  },
];
