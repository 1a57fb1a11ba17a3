import { describe, expect, test } from 'bun:test';
import { isCommonName, pathTerms, splitIdentifiers, stem, termsOf } from './words.ts';

describe('forms of one word have one stem', () => {
  test.each([
    'migration migrations migrate migrated migrating',
    'deploy deploys deployed deployment deployments',
    'connect connection connections connected connecting',
    'retry retries retried retrying',
    'handle handler handlers handling handled',
    'cache caches cached caching',
    'parse parser parsers parsing',
    'serialise serialize serialization serializer serialised',
    'notify notification notifications notified',
    'stop stops stopped stopping',
    'colour color colours',
    'class classes',
    'duplicate duplicates duplicated duplication',
    'freeze freezes froze frozen freezing',
    'index indexes indices indexing',
    '502 502s',
  ])('%s', (words) => {
    expect(new Set(words.split(' ').map(stem)).size).toBe(1);
  });

  test.each([
    ['status', 'state'],
    ['server', 'service'],
    ['error', 'er'],
    ['string', 'str'],
    ['comment', 'comes'],
    ['workers', 'works'],
  ])('but not %s and %s', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });
});

test('identifiers count as a whole and in parts', () => {
  expect(splitIdentifiers('call runMigration')).toBe('call runMigration run Migration');
  expect(termsOf('runMigration')).toContain(stem('migration'));
  expect(termsOf('HTTPServer2Config')).toEqual(expect.arrayContaining(['http', stem('config')]));
  expect(termsOf('snake_case_name')).toEqual(['snak', 'cas', 'nam']);
  expect(termsOf('FERRY')).toEqual(['ferri']);
});

test('frequent words are not terms, but words of other languages are', () => {
  expect(termsOf('What should I do with all of this?')).toEqual([]);
  expect(termsOf('Größe der Übersetzung')).toEqual(['größe', 'der', 'übersetzung']);
});

test.each([
  ['other forms of a frequent word say as little', 'it shows what she needed', ''],
  ['a theme is not “them”', 'change the theme', 'change theme'],
  ['a lot is no lot', 'a lot of orders in the wrong lot', 'orders wrong lot'],
  ['a logout is not about logs', 'users get logged out', 'users logout'],
  ['a verb with its particle is one word', 'it timed out and we rolled back', 'timeout rollback'],
  ['something that takes too long is slow', 'the suite takes forever', 'suite slow timeout'],
  ['“two times” is twice', 'mailed two times', 'mailed twice'],
  ['a key and its modifier are one word', 'Ctrl+Z and ctrl + 0', 'ctrlz ctrl0'],
])('%s', (_, text, expected) => {
  expect(termsOf(text)).toEqual(expected.split(' ').filter(Boolean).map(stem));
});

test('folders and endings that most projects have are not terms of a path', () => {
  expect(pathTerms('src/index.ts')).toEqual([]);
  expect(pathTerms('/app/src/payments/webhook.test.ts')).toEqual([stem('payments'), 'webhook']);
  expect(isCommonName('index.ts')).toBe(true);
  expect(isCommonName('webhook.ts')).toBe(false);
});

test('a pasted log file is not read to its end', () => {
  expect(termsOf('word '.repeat(100_000)).length).toBeLessThan(2_000);
});
