// The parts of an administrator's installation that need no root: its settings, its folders, and what is kept.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, homeAt } from '../../system/home.ts';
import { managed } from '../../system/managed.ts';
import { firstConfig } from './home-files.ts';
import { managedSettings, ownFiles } from './managed.ts';
import { isRootsAlone, makeFolders, refuseForeign, withParents } from './managed-folders.ts';

let root: string;
let home: Home;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'managed-')));
  home = homeAt(join(root, 'pawl'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('the settings register each event with root’s program, and switch the loader’s output off', () => {
  const { env, hooks } = managedSettings(['PreToolUse', 'Stop'], false);
  expect(env).toEqual({ LD_DEBUG: '' });
  expect(Object.keys(hooks)).toEqual(['PreToolUse', 'Stop']);
  expect(hooks.PreToolUse).toEqual([
    {
      hooks: [
        {
          type: 'command',
          command: managed.program,
          args: ['hook', 'PreToolUse', '--managed'],
          timeout: expect.any(Number),
          onFailure: 'block',
        },
      ],
    },
  ]);
  expect(hooks.Stop).toHaveLength(1);
});

test('a session that gets messages has a second entry for Stop', () => {
  const args = (events: Parameters<typeof managedSettings>[0]) =>
    managedSettings(events, true).hooks.Stop!.map(({ hooks }) => hooks[0]!.args.join(' '));
  expect(args(['Stop'])).toEqual(['hook Stop --managed', 'hook Stop --rewake --managed']);
  expect(args(['PreToolUse'])).toEqual(['hook Stop --rewake --managed']);
});

test('missing folders are created readable for everybody, and returned', () => {
  const folder = join(root, 'a', 'b');
  const mask = process.umask(0o077);
  expect(makeFolders(folder)).toEqual([join(root, 'a'), folder]);
  process.umask(mask);
  for (const path of [join(root, 'a'), folder]) expect(statSync(path).mode & 0o777).toBe(0o755);
  chmodSync(folder, 0o700);
  expect(makeFolders(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a folder is checked together with all folders above it', () => {
  expect(withParents('/etc/pawl/run')).toEqual(['/', '/etc', '/etc/pawl', '/etc/pawl/run']);
  expect(withParents('/')).toEqual(['/']);
});

test('a folder that another user owns or may write is refused', () => {
  expect(isRootsAlone({ uid: 0, mode: 0o40755 })).toBe(true);
  expect(isRootsAlone({ uid: 0, mode: 0o40775 })).toBe(true);
  expect(isRootsAlone({ uid: 0, mode: 0o41777 })).toBe(false);
  expect(isRootsAlone({ uid: 1000, mode: 0o40700 })).toBe(false);
  expect(() => refuseForeign('/')).not.toThrow();
  const open = join(root, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  expect(() => refuseForeign(open)).toThrow(
    `${open} does not belong to root alone, so nothing there is safe from other users. Run \`chown root ${open} && chmod go-w ${open}\` and try again.`,
  );
});

test('what an administrator wrote is kept: an edited config, and policies', () => {
  expect(ownFiles(home)).toEqual([]);
  mkdirSync(home.policies, { recursive: true });
  writeFileSync(home.config, firstConfig());
  expect(ownFiles(home)).toEqual([]);
  writeFileSync(home.config, '{}');
  expect(ownFiles(home)).toEqual([home.config]);
  writeFileSync(join(home.policies, 'ours.ts'), '');
  expect(ownFiles(home)).toEqual([home.config, home.policies]);
});
