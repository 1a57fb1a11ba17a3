import { expect, test } from 'bun:test';
import { redactExport } from './export.ts';

test('people who look at the config see no token', () => {
  expect(redactExport('headers', { authorization: 'Bearer abc' })).toEqual({ authorization: '[redacted]' });
  expect(redactExport('headersCommand', ['pass', 'show', 'otel'])).toBe('pass show otel');
  expect(redactExport('proxy', 'http://me:secret@proxy.example:3128')).toBe(
    'http://[redacted]@proxy.example:3128',
  );
  expect(redactExport('endpoint', 'https://otel.example')).toBe('https://otel.example');
  expect(redactExport('headers', null)).toBeNull();
});
