import { expect, test } from 'bun:test';
import { invalidatingChange, isPartialRun, leavesTreeUnchanged, seenChecks } from './evidence.ts';

const told = (source: string) =>
  seenChecks(source)
    .map(({ kind, exitCodeReliable }) => (exitCodeReliable ? kind : `${kind} (hidden)`))
    .join(', ');

test.each([
  ['npm test', 'test'],
  ['cd app && npm run lint && npx vitest run', 'lint, test'],
  ['CI=1 timeout 60 pytest -q tests/', 'test'],
  ['npm test 2>&1', 'test'],
  ['npx tsc --noEmit', 'types'],
  ['cargo test --quiet', 'test'],
  ['python3 -m pytest', 'test'],
  ['npm test | tail -5', 'test (hidden)'],
  ['set -o pipefail; npm test | tail -5', 'test'],
  ['npm test || true', 'test (hidden)'],
  ['npm test; echo done', 'test (hidden)'],
  ['npm run lint; npm test', 'lint (hidden), test'],
  ['npm test &', 'test (hidden)'],
  ['vitest --watch', ''],
  ['pytest --help', ''],
  ['echo "npm test"', ''],
  ['git commit -m "npm test && tsc"', ''],
  ['cat test.txt', ''],
  ['npm install', ''],
  ['docker compose run --rm web pytest -q', 'test'],
  ['docker compose exec -T web sh -c "pytest -q"', 'test'],
  ['nerdctl compose run web pytest', 'test'],
  ['docker run --rm -v "$PWD":/app -w /app img:1.2 pytest', 'test'],
  ['kubectl -n dev exec deploy/web -c app -- pytest', 'test'],
  // In `sh -c`, only a single command is recognised.
  ['docker compose run web sh -c "pytest -q || true"', ''],
  ['docker compose up -d', ''],
  ['ddev exec phpunit', 'test'],
  ['./vendor/bin/sail test', 'test'],
  ['vendor/bin/sail php artisan test', 'test'],
  ['python manage.py test', 'test'],
  ['uv run python -m pytest', 'test'],
  ['pdm run pytest', 'test'],
  ['hatch test', 'test'],
  ['pnpm vitest run', 'test'],
  ['yarn -s jest --ci', 'test'],
  ['pnpm tsc --noEmit', 'types'],
  ['make -C . test', 'test'],
  ['npm run -s test', 'test'],
  ['pnpm -r test', 'test'],
  ['yarn workspaces run test', 'test'],
  ['mise run test', 'test'],
  ['nx run-many -t test', 'test'],
  ['bazel test //...', 'test'],
  ['.venv/bin/pytest', 'test'],
  ['node_modules/.bin/jest', 'test'],
  ['vendor/bin/phpstan analyse', 'lint'],
  ['just lint', 'lint'],
  ['npm run testify', ''],
  ['pytester', ''],
  ['npm run deploy test', ''],
])('evidence of %s: %s', (source, expected) => {
  expect(told(source)).toBe(expected);
});

test.each([
  ['git commit -m x', 'a commit'],
  ['git -C sub merge topic', 'a merge'],
  ['git status', undefined],
  ['gh workflow run deploy.yml', 'a deploy'],
  ['kubectl apply -f x.yml', 'a deploy'],
  ['terraform plan', undefined],
  ['az webapp restart', 'a change in the cloud'],
])('%s makes evidence stale: %s', (source, expected) => {
  expect(invalidatingChange(source.split(' '))).toBe(expected);
});

test.each([
  'npm test -- login',
  'npx jest login',
  'npx vitest run src/login',
  'cargo test parser',
  'cargo test -p core',
  'go test ./internal/store',
  'go test',
  'pytest tests/unit',
  'pytest -q -m slow',
  'python3 -m unittest tests.test_login',
  'bundle exec rspec spec/models',
  'vendor/bin/phpunit tests/Unit',
  'vendor/bin/phpunit --testsuite unit',
  'mix test test/app',
  'yarn workspace api test',
  'npm --prefix packages/api test',
  'nx test api',
  'npx nx affected -t test',
  'cd packages/api && npm test',
])('%s runs a part of the tests', (command) => {
  expect(isPartialRun(command)).toBe(true);
});

test.each([
  'npm run test -- --reporter dot',
  'npx jest --ci --maxWorkers 2',
  'cargo test --all --release',
  'cargo nextest run',
  'go test -race -count=1 ./...',
  'pytest -q -n 4 tests/',
  'python3 -m unittest discover -s tests',
  'bundle exec rspec',
  'just test',
  'mvn -q test',
  'pnpm -r test',
  'npm run test:unit',
  'npm test -- --run',
  'pnpm vitest run',
  'npx nx run-many -t test',
  'php artisan test --parallel',
])('%s runs all tests', (command) => {
  expect(isPartialRun(command)).toBe(false);
});

test.each([
  ['npm test', false],
  ['npm test -- parser.test.ts', true],
  ['pytest -q tests/', false],
  ['pytest tests/test_a.py::test_b', true],
  ['pytest -k parser', true],
  ['npx tsc -p tsconfig.build.json', false],
  ['jest --config jest.config.ts', false],
  ['go test ./...', false],
  ['go test -run Parser ./...', true],
  ['CI=1 npx vitest run src/a.spec.ts', true],
  ['eslint .', false],
  ['vendor/bin/phpunit', false],
  ['vendor/bin/phpunit tests/LoginTest.php', true],
  ['bundle exec rspec', false],
  ['bundle exec rspec spec/login_spec.rb:12', true],
  ['docker compose run --rm web pytest tests/test_a.py', true],
  ['docker compose run --rm -e CI=1 web pytest', false],
  ['just test', false],
  ['mvn test -Dtest=LoginTest', true],
  ['./gradlew test --tests LoginTest', true],
  ['eslint src/app.ts', true],
])('%s is a partial run: %s', (command, expected) => {
  expect(isPartialRun(command)).toBe(expected);
});

test.each([
  ['echo done', true],
  ['npm run lint', true],
  ['git add -A', true],
  ['git checkout other', false],
  ['node generate.js', false],
])('%s leaves the tree unchanged: %s', (command, expected) => {
  expect(leavesTreeUnchanged(command)).toBe(expected);
});
