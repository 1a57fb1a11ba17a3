import { expect, test } from 'bun:test';
import { findChecks } from './checks.ts';

const found = (files: Record<string, string>, configured = {}) =>
  findChecks({ read: (name) => files[name], exists: (name) => name in files }, configured).map(
    ({ kind, command }) => `${kind}: ${command}`,
  );
const scripts = (all: object) => JSON.stringify({ scripts: all });

test.each([
  ['nothing', {}, []],
  [
    'scripts of package.json',
    { 'package.json': scripts({ lint: 'eslint .', typecheck: 'tsc', test: 'vitest run', build: 'x' }) },
    ['lint: npm run lint', 'types: npm run typecheck', 'test: npm run test'],
  ],
  [
    'uses the project’s package manager',
    { 'package.json': scripts({ test: 'x' }), 'pnpm-lock.yaml': '' },
    ['test: pnpm run test'],
  ],
  [
    'npm’s placeholder is not a test',
    { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) },
    [],
  ],
  ['a broken package.json', { 'package.json': '{' }, []],
  [
    'tsconfig without a script',
    { 'package.json': scripts({}), 'tsconfig.json': '' },
    ['types: npx tsc --noEmit'],
  ],
  [
    'a script takes precedence over tsconfig',
    { 'package.json': scripts({ types: 'x' }), 'tsconfig.json': '' },
    ['types: npm run types'],
  ],
  [
    'Python',
    { 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n[tool.pytest.ini_options]' },
    ['lint: ruff check .', 'types: mypy .', 'test: pytest -q'],
  ],
  ['Rust', { 'Cargo.toml': '' }, ['types: cargo check --quiet', 'test: cargo test --quiet']],
  ['Go', { 'go.mod': '' }, ['lint: go vet ./...', 'test: go test ./...']],
  ['PHP', { 'phpunit.xml.dist': '' }, ['test: vendor/bin/phpunit']],
  ['PHP with Pest', { 'phpunit.xml': '', 'tests/Pest.php': '' }, ['test: vendor/bin/pest']],
  ['Ruby', { Gemfile: '', '.rspec': '' }, ['test: bundle exec rspec']],
  ['Gradle', { gradlew: '', 'build.gradle.kts': '' }, ['test: ./gradlew test']],
  ['Maven', { mvnw: '', 'pom.xml': '' }, ['test: ./mvnw -q test']],
  [
    'a justfile',
    { justfile: 'lint:\n  ruff check\n\n@test *args: build\n  pytest {{args}}\ntypes := "x"\n' },
    ['lint: just lint', 'test: just test'],
  ],
  ['a recipe that needs an argument is no check', { justfile: 'test file:\n  pytest {{file}}\n' }, []],
  [
    'a Makefile',
    { Makefile: 'lint:\n\truff\ntest: build\n\tpytest\nTESTS := x\n' },
    ['lint: make lint', 'test: make test'],
  ],
  [
    'a Makefile is used only for kinds found nowhere else',
    { 'package.json': scripts({ test: 'x' }), Makefile: 'test:\n\tx\nlint:\n\tx\n' },
    ['lint: make lint', 'test: npm run test'],
  ],
])('detected checks: %s', (_, files, expected) => {
  expect(found(files as Record<string, string>)).toEqual(expected);
});

test('config replaces all detected checks', () => {
  const configured = {
    lint: 'make style',
    smoke: { kind: 'test', command: './smoke.sh' },
    broken: { kind: 'test' },
  };
  expect(found({ 'package.json': scripts({ test: 'x' }) }, configured)).toEqual([
    'lint: make style',
    'test: ./smoke.sh',
  ]);
});
