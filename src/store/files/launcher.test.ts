import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Home, homeAt, userHome } from '../../system/home.ts';
import { launcherToName, withUsableCommands } from './launcher.ts';

let home: Home;

beforeAll(() => {
  home = homeAt(join(realpathSync(mkdtempSync(join(tmpdir(), 'launcher-'))), '.pawl'));
});
afterAll(() => rmSync(dirname(home.dir), { recursive: true }));

/** A path below the person's home is written with `~`, and tests may have their folders there. */
const shown = ({ launcher }: Home) => launcher.replace(`${userHome()}/`, '~/');

test('texts name the launcher if it exists and the shell would not find `pawl`', () => {
  const off = { PATH: '/nowhere' };
  expect(launcherToName(home, off)).toBeUndefined();
  mkdirSync(dirname(home.launcher), { recursive: true });
  writeFileSync(home.launcher, '#!/bin/sh\n');
  chmodSync(home.launcher, 0o755);
  expect(launcherToName(home, off)).toBe(shown(home));
  expect(launcherToName(home, { PATH: dirname(home.launcher) })).toBeUndefined();
  expect(withUsableCommands('Run `pawl verify`.', home, off)).toBe(`Run \`${shown(home)} verify\`.`);
  expect(withUsableCommands('Run `ls`.', home, off)).toBe('Run `ls`.');
});
