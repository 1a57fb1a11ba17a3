import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, homeAt } from '../../system/home.ts';
import { backUp, hash, type InstalledFile, readBackup, readInstalled, writeInstalled } from './backups.ts';

let home: Home;
beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), 'backups-')));
});
afterEach(() => rmSync(home.dir, { recursive: true }));

const text = (content: string, byteOrderMark = '') => ({
  file: '/f',
  target: '/f',
  exists: true,
  byteOrderMark,
  text: content,
});
const entry = (backup: string): InstalledFile => ({
  scope: 'user',
  existed: true,
  madeFolder: false,
  backup,
  left: 'h',
});

test('files that were changed are listed until they are restored', () => {
  expect(readInstalled(home)).toEqual({});
  writeInstalled(home, '/a', entry('1'));
  writeInstalled(home, '/b', entry('2'));
  expect(Object.keys(readInstalled(home))).toEqual(['/a', '/b']);
  writeInstalled(home, '/a', undefined);
  expect(readInstalled(home)).toEqual({ '/b': entry('2') });
  writeFileSync(join(home.dir, 'installed.json'), 'broken');
  expect(readInstalled(home)).toEqual({});
});

test('a backup has the bytes of the file, and is read without the byte order mark', () => {
  const name = backUp(home, text('{}', '\uFEFF'), new Date('2026-01-02T03:04:05.678Z'));
  expect(name).toMatch(/^2026-01-02T03-04-05-[0-9a-f]{12}\.json$/);
  expect(readFileSync(join(home.dir, 'backups', name), 'utf8')).toBe('\uFEFF{}');
  expect(readBackup(home, entry(name))).toBe('{}');
  const inside = backUp(home, text('{"a":"\uFEFF"}'), new Date(0));
  expect(readBackup(home, entry(inside))).toBe('{"a":"\uFEFF"}');
  expect(readBackup(home, entry('nothing'))).toBeUndefined();
});

test('the newest hundred backups are kept, and those that an uninstall needs', () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000);
  const names = Array.from({ length: 105 }, (_, n) => backUp(home, text(`${n}`), at(n)));
  expect(readdirSync(join(home.dir, 'backups'))).toHaveLength(100);
  expect(readdirSync(join(home.dir, 'backups'))).not.toContain(names[4]!);
  writeInstalled(home, '/f', entry(names[5]!));
  backUp(home, text('last'), at(200));
  const kept = readdirSync(join(home.dir, 'backups'));
  expect(kept).toContain(names[5]!);
  expect(kept).toHaveLength(101);
});

test('different contents have different hashes', () => {
  expect(hash('a')).not.toBe(hash('b'));
  expect(hash('a')).toHaveLength(64);
});
