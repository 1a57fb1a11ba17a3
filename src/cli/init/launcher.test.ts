// The launcher: when it is replaced, and that it is never replaced by an older one.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { version } from '../../../package.json';
import { type Home, homeAt } from '../../system/home.ts';
import {
  installLauncher,
  isCurrent,
  refuseDowngrade,
  sameBytes,
  thisProgram,
  versionOf,
} from './launcher.ts';

let root: string;
let home: Home;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'launcher-'));
  home = homeAt(join(root, '.pawl'));
});
afterEach(() => rmSync(root, { recursive: true }));

function program(file: string, says: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${says}\n`);
  chmodSync(file, 0o755);
  return file;
}

test('Pawl is installed only from the built program', () => {
  expect(thisProgram()).toBeUndefined();
  expect(isCurrent(home)).toBe(false);
  expect(() => installLauncher(home)).toThrow(
    'Run `npm run build`, then `dist/pawl init`: Pawl can be installed only from the built program.',
  );
});

test('the version of a program is what it prints; one that does not run has none', () => {
  const file = join(root, 'program');
  expect(versionOf(file)).toBeUndefined();
  expect(versionOf(program(file, '[ "$1" = --version ] && echo "pawl 1.2.3-beta.4 (linux)"'))).toBe(
    '1.2.3-beta.4',
  );
  expect(versionOf(program(file, 'echo "not pawl 1.2.3"'))).toBeUndefined();
  expect(versionOf(program(file, 'echo "pawl 1.2"'))).toBeUndefined();
  chmodSync(file, 0o644);
  expect(versionOf(file)).toBeUndefined();
});

test('a newer launcher is not replaced by an older one', () => {
  expect(() => refuseDowngrade(home)).not.toThrow();
  for (const known of ['0.0.1', version]) {
    program(home.launcher, `echo "pawl ${known}"`);
    expect(() => refuseDowngrade(home)).not.toThrow();
  }
  program(home.launcher, 'echo "pawl 99.0.0"');
  expect(() => refuseDowngrade(home)).toThrow(
    `The installed launcher is 99.0.0, and this program is ${version}. Nothing was changed. To go back to the older one, add --downgrade.`,
  );
});

/** More than one block of the comparison. */
const size = 4 * 1024 * 1024 + 10;

function copy(name: string, changedAt?: number, length = size): string {
  const bytes = Buffer.alloc(length, 'x');
  if (changedAt !== undefined) bytes[changedAt] = 1;
  const file = join(root, name);
  writeFileSync(file, bytes);
  return file;
}

test('a launcher is current if it has the same bytes, wherever it lies', () => {
  const file = copy('one');
  expect(sameBytes(file, copy('same'))).toBe(true);
  for (const at of [0, 1, size / 2, size - 11, size - 10, size - 1])
    expect(sameBytes(file, copy('other', at))).toBe(false);
  expect(sameBytes(file, copy('longer', undefined, size + 1))).toBe(false);
  expect(sameBytes(file, join(root, 'missing'))).toBe(false);
  expect(sameBytes(join(root, 'missing'), file)).toBe(false);
  linkSync(file, join(root, 'link'));
  expect(sameBytes(file, join(root, 'link'))).toBe(true);
});
