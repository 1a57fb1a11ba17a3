import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Home, homeAt } from '../../system/home.ts';
import { launcherToName, withUsableCommands } from './launcher.ts';

let home: Home;

beforeAll(() => {
  home = homeAt(join(realpathSync(mkdtempSync(join(tmpdir(), 'launcher-'))), '.pawl'));
});
afterAll(() => rmSync(dirname(home.dir), { recursive: true }));

test('texts name the launcher where the shell would not find `pawl`, and only if there is one', () => {
  const off = { PATH: '/nowhere' };
  expect(launcherToName(home, off)).toBeUndefined();
  mkdirSync(dirname(home.launcher), { recursive: true });
  writeFileSync(home.launcher, '#!/bin/sh\n');
  chmodSync(home.launcher, 0o755);
  expect(launcherToName(home, off)).toBe(home.launcher);
  expect(launcherToName(home, { PATH: dirname(home.launcher) })).toBeUndefined();
  expect(withUsableCommands('Run `pawl verify`.', home, off)).toBe(`Run \`${home.launcher} verify\`.`);
  expect(withUsableCommands('Run `ls`.', home, off)).toBe('Run `ls`.');
});
