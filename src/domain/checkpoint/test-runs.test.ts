import { expect, test } from 'bun:test';
import { readShell } from '../../shell/index.ts';
import { commandResultOf, madeCommit, seenRuns } from './test-runs.ts';

const read = (command: string) => readShell(command, { cwd: '/p', home: '/h' }).commands;
const seen = (command: string, ok = true, output = '') =>
  seenRuns(command, { ok, output }).map((run) => `${run.kind} ${run.ok ? 'passed' : 'failed'}`);

test.each([
  ['npm test', ['test passed']],
  ['npm run test:unit -- --run', ['test passed']],
  ['npx vitest run', ['test passed']],
  ['bun test src', ['test passed']],
  ['CI=1 yarn test', ['test passed']],
  ['cd app && pytest -q', ['test passed']],
  ['python3 -m pytest', ['test passed']],
  ['go test ./...', ['test passed']],
  ['cargo test', ['test passed']],
  ['./gradlew test', ['test passed']],
  ['make test', ['test passed']],
  ['node --test', ['test passed']],
  ['phpunit', ['test passed']],
  ['stack test', ['test passed']],
  ['cabal test', ['test passed']],
  ['gleam test', ['test passed']],
  ['crystal spec', ['test passed']],
  ['meson test -C build', ['test passed']],
  ['xcodebuild -scheme App test', ['test passed']],
  ['pants test ::', ['test passed']],
  ['uvx pytest', ['test passed']],
  ['fvm flutter test', ['test passed']],
  ['yarn workspace web test', ['test passed']],
  ['devbox run test', ['test passed']],
  ['pdm run test', ['test passed']],
  ['R CMD check', ['test passed']],
  ['vendor/bin/phpunit --testdox', ['test passed']],
  ['./vendor/bin/pest', ['test passed']],
  ['php artisan test', ['test passed']],
  ['rspec', ['test passed']],
  ['bundle exec rspec', ['test passed']],
  ['bin/rails test', ['test passed']],
  ['docker compose run --rm -e CI=1 web pytest -q', ['test passed']],
  ['docker-compose exec -T app npm test', ['test passed']],
  ['docker exec -it app vendor/bin/phpunit', ['test passed']],
  ['just test', ['test passed']],
  ['task test', ['test passed']],
  ['npx cypress run', ['test passed']],
  ['ng test --watch=false', ['test passed']],
  ['npx react-scripts test --watchAll=false', ['test passed']],
  ['npx nyc mocha', ['test passed']],
  ['coverage run -m pytest', ['test passed']],
  ['python -m coverage run -m unittest', ['test passed']],
  ['npx hardhat test', ['test passed']],
  ['clojure -M:test', ['test passed']],
  ['docker compose up -d', []],
  ['docker compose run web sh', []],
  ['just deploy', []],
  ['npm run build', ['build passed']],
  ['npx tsc --noEmit', []],
  ['npm install', []],
  ['echo npm test', []],
  ['git commit -m "npm test"', []],
  ['cat test.ts', []],
  ['npm test &', []],
])('the kind and result of a run: %s', (command, expected) => {
  expect(seen(command)).toEqual(expected);
});

test('the output shows the result when the exit code is hidden', () => {
  expect(seen('npm test | tail -5', true, 'Tests: 2 failed, 3 passed')).toEqual(['test failed']);
  expect(seen('npm test | tail -5', true, 'Tests: 5 passed')).toEqual(['test passed']);
  expect(seen('npm test | tail -5', true, '…')).toEqual([]);
  expect(seen('npm test; echo done', true, '3 passing\n1 failing')).toEqual(['test failed']);
});

test('a command that never ran did not fail', () => {
  expect(seen('npm test', false, 'Exit code 127\nsh: npm: command not found')).toEqual([]);
  expect(seen('npm test', false, 'Exit code 1\nnpm error Missing script: "test"')).toEqual([]);
  expect(seenRuns('npm test', { ok: false, output: '', resultUnknown: true })).toEqual([]);
  expect(
    commandResultOf({ hook_event_name: 'PostToolUse', tool_response: { backgroundTaskId: 'b1' } })
      .resultUnknown,
  ).toBe(true);
});

test('a successful commit is recognised', () => {
  expect(madeCommit(read('git add -A && git -c a.b=c commit -m x'), true)).toBe(true);
  expect(madeCommit(read('git commit -m x'), false)).toBe(false);
  expect(madeCommit(read('git log --grep commit'), true)).toBe(false);
});
