import { expect, test } from 'bun:test';
import { memoryDatabase, temporaryHome } from '../../../test/support/memory-store.ts';
import type { ConfigFile } from '../../config/load.ts';
import {
  deliveredRow,
  exportSource,
  markDelivered,
  markFailed,
  readExports,
} from '../../store/db/exports.ts';
import { openStore } from '../../store/db/open.ts';
import { checkExport } from './check-export.ts';

const config = (value: ConfigFile) => ({ layers: [{ name: 'user', value }] }) as never;
const otlp = { endpoint: 'http://localhost:4318' };
const hour = 3_600_000;
const now = new Date(2026, 2, 5, 12).getTime();

test('nothing is reported about an export that is not configured, or that works', () => {
  using home = temporaryHome();
  const db = openStore(home);
  expect(checkExport(home, config({}), now)).toEqual([]);
  for (const signal of ['metrics', 'logs'] as const) markDelivered(db, signal, 1, now - hour);
  expect(checkExport(home, config({ export: { otlp } }), now)).toEqual([]);
});

test('an export that was never made, or not for a day, is named', () => {
  using home = temporaryHome();
  const db = openStore(home);
  const found = () =>
    checkExport(home, config({ export: { otlp } }), now).map(({ code, what }) => [code, what]);
  expect(found()).toEqual([['export-idle', 'http://localhost:4318 has not been sent anything yet']]);
  markDelivered(db, 'logs', 1, now - 25 * hour);
  expect(found()).toEqual([
    ['export-idle', 'http://localhost:4318 was last sent something on 2026-03-04 11:00:00'],
  ]);
});

test('a failing export is named with its first failure and its last problem, if the signal is still wanted', () => {
  using home = temporaryHome();
  const db = openStore(home);
  markFailed(db, 'logs', 'nobody listens', now - 3 * hour);
  markFailed(db, 'logs', 'it refuses the token', now - hour);
  const problems = (signals: ('metrics' | 'logs')[]) =>
    checkExport(home, config({ export: { otlp: { ...otlp, signals } } }), now).map((finding) => finding.what);
  expect(problems(['metrics', 'logs'])).toEqual([
    'The export of logs has failed since 09:00:00 (3 h): it refuses the token',
  ]);
  expect(problems(['metrics'])[0]).toContain('has not been sent anything yet');
  markDelivered(db, 'logs', 4, now);
  expect(problems(['logs'])).toEqual([]);
});

test('the identity of an export never changes, and each signal has its own progress', () => {
  const db = memoryDatabase();
  const source = exportSource(db, now);
  expect(exportSource(db, now + hour)).toEqual(source);
  expect(source.counting_since).toBe(now);
  markDelivered(db, 'logs', 7, now);
  expect([deliveredRow(db, 'logs'), deliveredRow(db, 'traces')]).toEqual([7, 0]);
  expect(readExports(db)).toHaveLength(1);
});
