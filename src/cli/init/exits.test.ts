// How `pawl init` ends when it can't go on: with 2 if it was called in a wrong way, with 1 if something is in the way.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../system/errors.ts';
import { type Home, homeAt } from '../../system/home.ts';
import { requirePolicyName } from '../../user-policies/in-force.ts';
import { clientsNamed } from './clients.ts';
import { parseJson } from './json.ts';
import { installLauncher, refuseDowngrade } from './launcher.ts';
import { withLock } from './lock.ts';
import { refuseForeign } from './managed-folders.ts';
import { confirmPacksOff, planPacks, readPacks } from './packs.ts';
import {
  checkScope,
  explainMalformed,
  readSettings,
  scopeOf,
  settingsFile,
  writeSettings,
} from './settings.ts';

let root: string;
let home: Home;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'exits-'));
  home = homeAt(join(root, '.pawl'));
  file = join(root, 'settings.json');
  mkdirSync(home.dir);
});
afterEach(() => rmSync(root, { recursive: true }));

/** The exit code and the message of a problem that the person can solve. */
async function problem(work: () => unknown): Promise<[exit: number, message: string]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UserError) return [error.exit, error.message];
    throw error;
  }
  throw new Error('nothing was in the way');
}

function program(says: string): void {
  mkdirSync(join(home.dir, 'bin'));
  writeFileSync(home.launcher, `#!/bin/sh\necho ${says}\n`);
  chmodSync(home.launcher, 0o755);
}

const wrongUsage: [what: string, work: () => unknown, says: string][] = [
  ['two scopes', () => scopeOf({ user: true, local: true }), 'Use only one of --user and --local.'],
  [
    'a shared registration in the home directory',
    () => checkScope('project', settingsFile('user', '', process.env)),
    'Use --user, or change to the folder of a project: ',
  ],
  [
    'a pack that does not exist',
    () => readPacks('gard'),
    'There is no pack "gard". Use `all` alone, or any of ',
  ],
  [
    'signs before some packs',
    () => readPacks('+guard,docs'),
    'Write + or - before each pack, or before none: ',
  ],
  ['a client that does not exist', () => clientsNamed('nobody'), 'There is no client “nobody”; use '],
  [
    'a policy that does not exist',
    () => requirePolicyName('guard/nothing', { policies: [] } as never),
    'There is no policy or pack "guard/nothing".',
  ],
];
for (const [name, work, says] of wrongUsage)
  test(`${name}: wrong usage, exit code 2`, async () => {
    const [exit, message] = await problem(work);
    expect(exit).toBe(2);
    expect(message).toStartWith(says);
  });

const inTheWay: [what: string, work: () => unknown, says: () => string][] = [
  [
    'settings that are a folder',
    () => {
      mkdirSync(file);
      readSettings(file);
    },
    () => `Nothing was changed: ${file} can’t be read.`,
  ],
  [
    'settings that are no text',
    () => {
      writeFileSync(file, Buffer.from([0x7b, 0xff]));
      readSettings(file);
    },
    () => `Nothing was changed: ${file} is not UTF-8 text.`,
  ],
  [
    'settings that are read-only',
    () => {
      writeFileSync(file, '{}');
      chmodSync(file, 0o444);
      writeSettings(readSettings(file), '{"a":1}');
    },
    () => `Make ${file} writable and try again: it is read-only. Nothing was changed.`,
  ],
  [
    'settings with a mistake',
    () => explainMalformed(file, () => parseJson('{\n"a" 1}')),
    () => `${file}:2: colon expected. Fix that line and run this again; nothing was changed.`,
  ],
  [
    'a home that can’t be written',
    () => withLock(homeAt(join('/dev/null', 'home')), () => undefined),
    () => 'Nothing was changed: /dev/null/home is not writable (',
  ],
  ['a program that is not built', () => installLauncher(home), () => 'Run `npm run build`, then '],
  [
    'a newer launcher',
    () => {
      program('pawl 99.0.0');
      refuseDowngrade(home);
    },
    () => 'The installed launcher is 99.0.0',
  ],
  [
    'a folder that others may write',
    () => {
      chmodSync(home.dir, 0o777);
      refuseForeign(home.dir);
    },
    () => `${home.dir} does not belong to root alone`,
  ],
  [
    'packs that would be switched off',
    () => confirmPacksOff('docs', { text: '', on: [], off: ['guard'] }),
    () => '`--packs docs` switches guard off, because a plain list means these packs and no others. Nothing',
  ],
  [
    'a config with a mistake',
    () => {
      writeFileSync(home.config, '{ "packs": ');
      planPacks(home, { docs: true });
    },
    () => `Fix ${home.config} first: `,
  ],
];
for (const [name, work, says] of inTheWay)
  test(`${name}: nothing is changed, exit code 1`, async () => {
    const [exit, message] = await problem(work);
    expect(exit).toBe(1);
    expect(message).toStartWith(says());
  });

test('a dangling link is followed, and its target is created', () => {
  symlinkSync('there.json', file);
  writeSettings(readSettings(file), '{}');
  expect(readSettings(join(root, 'there.json'))).toMatchObject({ exists: true, text: '{}' });
});
