import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packNames } from '../../core/pack.ts';
import { type Home, homeAt } from '../../system/home.ts';
import { firstConfig, writeHomeFiles } from './home-files.ts';

let home: Home;
beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), 'home-')));
});
afterEach(() => rmSync(home.dir, { recursive: true }));

test('the first time everything is written, the second time nothing', () => {
  const written = writeHomeFiles(home);
  for (const file of ['config.schema.json', 'tsconfig.json', 'node_modules/pawl/index.js'])
    expect(written).toContain(join(home.dir, file));
  expect(written).toContain(home.marker);
  expect(written).toContain(home.config);
  expect(existsSync(home.policies)).toBe(true);
  expect(
    JSON.parse(readFileSync(join(home.dir, 'config.schema.json'), 'utf8')).properties.packs,
  ).toBeDefined();
  expect(writeHomeFiles(home)).toEqual([]);
});

test('Pawl’s files are updated, files of the person are kept', () => {
  writeHomeFiles(home);
  writeFileSync(home.marker, 'old');
  writeFileSync(home.config, '{}');
  writeFileSync(join(home.dir, 'tsconfig.json'), '{}');
  expect(writeHomeFiles(home)).toEqual([home.marker]);
  expect(readFileSync(home.config, 'utf8')).toBe('{}');
});

test('the first config is valid and names every pack with its default', () => {
  const text = firstConfig();
  expect(Bun.JSONC.parse(text)).toMatchObject({ packs: {}, policies: {}, rules: [] });
  for (const name of packNames) expect(text).toMatch(new RegExp(`//   ${name} +(on|off)`));
  expect(text).toMatch(/guard +on /);
  expect(text).toMatch(/workflow +off/);
  // The columns are aligned.
  const rows = text
    .split('\n')
    .filter((line) => / {2}(on|off) {2}/.test(line) || /\/\/ {3}\w+ +(on|off) /.test(line));
  expect(rows).toHaveLength(packNames.length);
  for (const row of rows) expect(row.slice(0, 25)).toMatch(/^ {2}\/\/ {3}[a-z]+ +(on |off) {2}\S$/);
});
