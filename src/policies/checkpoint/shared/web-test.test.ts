// Whether a change to a web application was tested in a browser.
import { expect, test } from 'bun:test';
import type { Event } from '../../../core/event.ts';
import { stop } from '../../../core/examples.ts';
import { fakeFacts } from '../../../facts/fake/facts.ts';
import { webTestProblems } from './web-test.ts';

const event = stop() as unknown as Event;
const root = '/home/me/project';

interface Given {
  files?: Record<string, string>;
  changed?: string[];
  alone?: boolean;
  version?: string;
  versions?: string[];
}

function problems({ files = {}, changed = ['src/a.tsx'], alone = true, version, versions = [] }: Given) {
  const facts = fakeFacts(event, { files });
  const changes = changed.map((path) => ({ path, status: 'M' as const }));
  return webTestProblems({ files: facts.files, root, changes: changes as never, version, versions }, alone);
}
const summary = (more: object = {}) => JSON.stringify({ passed: true, ...more });
const tested = (more: object = {}, image = 'RIFF....WEBP') => ({
  '.claude/web-smoke/summary.json': summary(more),
  '.claude/web-smoke/a.webp': image,
});

test('a session that works alone must test a changed page; with a person present, the person looks at it', () => {
  expect(problems({})).toEqual([expect.stringContaining('summary.json is missing. Open the changed pages')]);
  expect(problems({ alone: false })).toEqual([]);
  expect(problems({ files: tested() })).toEqual([]);
});

test.each([
  ['package.json', '{"dependencies": {"next": "1"}}'],
  ['requirements.txt', 'requests\nFlask==3'],
  ['pyproject.toml', 'dependencies = ["django>=5"]'],
  ['Gemfile', "gem 'rails'"],
  ['composer.json', '{"require": {"laravel/framework": "1"}}'],
])('a program is a web application if %s names a package for pages', (file, text) => {
  expect(problems({ changed: ['src/a.py'], files: { [file]: text } })).toHaveLength(1);
  expect(problems({ changed: ['src/a.py'], files: { [file]: 'other' } })).toEqual([]);
  expect(problems({ changed: ['notes.txt'], files: { [file]: text } })).toEqual([]);
});

test('pages of the documentation and of scripts are not the application', () => {
  expect(problems({ changed: ['docs/index.html', 'scripts/report.html'] })).toEqual([]);
});

test('a failed test is a problem, even with a person present', () => {
  const files = {
    '.claude/web-smoke/summary.json': '{"passed": false}',
    '.claude/validation-tests/summary.json': '{"passed": false}',
  };
  expect(problems({ files, changed: [], alone: false })).toEqual([
    '.claude/validation-tests/summary.json says that tests failed.',
    '.claude/web-smoke/summary.json says that the web test failed.',
  ]);
});

test('the test must have passed for this version, with a screenshot', () => {
  const problem = (given: Given) => problems(given)[0];
  expect(problem({ files: { ...tested(), '.claude/web-smoke/summary.json': '{ broken' } })).toContain(
    'shows no passed test',
  );
  expect(problem({ files: tested({}, 'not an image') })).toContain('has no screenshot');
  expect(problem({ files: { '.claude/web-smoke/summary.json': summary() } })).toContain('has no screenshot');
  const at = (tested_at_version?: unknown, versions?: string[]) =>
    problem({ files: tested({ tested_at_version }), version: 'abcdef123', ...(versions && { versions }) });
  expect(at('abcdef1')).toBeUndefined();
  expect(at('abcdef123456')).toBeUndefined();
  expect(at('1234567')).toContain('is for 1234567, not for abcdef123');
  expect(at('1234567', ['1234567aa'])).toBeUndefined();
  expect(at()).toContain('is for an unknown version, not for abcdef123');
  expect(at('')).toContain('an unknown version');
});

test.each([
  ['PNG', [0x89, 0x50, 0x4e, 0x47]],
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0]],
  ['WebP', [...Buffer.from('RIFF\n\n\n\nWEBP')]],
])('a screenshot may be a %s', (_, bytes) => {
  const { files } = fakeFacts(event, { files: tested({}, 'x') });
  const read = {
    ...files,
    bytes: (_path: string, limit: number) => Uint8Array.from(bytes).subarray(0, limit),
  };
  const changes = [{ path: 'a.html' }] as never;
  expect(webTestProblems({ files: read, root, changes, version: undefined, versions: [] }, true)).toEqual([]);
});
