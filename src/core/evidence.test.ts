import { expect, test } from 'bun:test';
import { seenChecks, spoils } from './evidence.ts';

const told = (source: string) =>
  seenChecks(source)
    .map(({ kind, tells }) => (tells ? kind : `${kind} (hidden)`))
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
])('%s → %s', (source, expected) => {
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
])('%s spoils evidence: %s', (source, expected) => {
  expect(spoils(source.split(' '))).toBe(expected);
});
