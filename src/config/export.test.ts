import { expect, test } from 'bun:test';
import { exportProblems, headerProblem, otlpDefaults, redactExport } from './export.ts';

test('a config is shown without tokens', () => {
  expect(redactExport('headers', { authorization: 'Bearer abc' })).toEqual({ authorization: '[redacted]' });
  expect(redactExport('headersCommand', ['pass', 'show', 'otel'])).toBe('pass show otel');
  expect(redactExport('proxy', 'http://me:secret@proxy.example:3128')).toBe(
    'http://[redacted]@proxy.example:3128',
  );
  expect(redactExport('endpoint', 'https://otel.example')).toBe('https://otel.example');
  expect(redactExport('headers', null)).toBeNull();
});

const problems = (otlp: unknown) =>
  exportProblems({ otlp }).map(({ path, message, severity }) => [path.join('/'), message, severity]);

test.each([
  'https://collector.example:4318',
  'http://localhost:4318/prefix',
  'https://collector.example/v1/metrics/more',
])('%s is an address of a collector', (endpoint) => {
  expect(problems({ endpoint })).toEqual([]);
});

test.each([
  ['collector.example', 'expected an address'],
  ['ftp://collector.example', 'expected an address'],
  ['httpsx://collector.example', 'expected an address'],
  ['https://me@collector.example', 'must not contain a user or password'],
  ['https://:secret@collector.example', 'must not contain a user or password'],
  ['https://collector.example/?key=1', 'must not contain `?` or `#`'],
  ['https://collector.example/#x', 'must not contain `?` or `#`'],
  ['https://collector.example/v1/metrics', 'leave out /v1/'],
  ['https://collector.example/v1/logs/', 'leave out /v1/'],
  ['https://collector.example/v1/traces', 'leave out /v1/'],
])('%s can’t work as the address of a collector', (endpoint, message) => {
  expect(problems({ endpoint })).toEqual([
    ['export/otlp/endpoint', expect.stringContaining(message), 'error'],
  ]);
});

test('a proxy may have a password, and is checked like an address', () => {
  expect(problems({ proxy: 'http://me:secret@proxy.example:3128' })).toEqual([]);
  expect(problems({ proxy: 'proxy.example' })).toEqual([
    ['export/otlp/proxy', expect.stringContaining('expected an address'), 'error'],
  ]);
});

test('headers that a request can’t contain are separate problems', () => {
  expect(problems({ headers: { authorization: 'Bearer x', 'a b': 'x', Host: 'y', later: 7 } })).toEqual([
    ['export/otlp/headers/a b', 'is not a valid header name', 'error'],
    ['export/otlp/headers/Host', 'is set by Pawl itself', 'error'],
  ]);
  for (const name of [
    'content-type',
    'Content-Encoding',
    'content-length',
    'host',
    'connection',
    'transfer-encoding',
  ])
    expect(headerProblem(name, 'x')).toBe('is set by Pawl itself');
  expect(headerProblem('x-host', 'x')).toBeUndefined();
  expect(headerProblem('hosts', 'tab\tand é')).toBeUndefined();
  expect(headerProblem('a', 'line\nbreak')).toContain('characters that a header can’t contain');
});

test('missing values and values of another type are no problem here', () => {
  for (const value of [undefined, null, 'x', {}, { otlp: 'x' }, { otlp: { endpoint: 7, headers: [] } }])
    expect(exportProblems(value)).toEqual([]);
});

test('by default, no content is exported and no certificate is ignored', () => {
  expect(otlpDefaults).toMatchObject({ content: false, insecure: false });
});
