// An administrator's installation from end to end, in folders below a temporary one. Who is root, and the program that
// is copied, are stand-ins; the rest is as on a machine (test/install.test.ts).
import { afterEach, beforeEach, expect, mock, test } from 'bun:test';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Home, homeAt } from '../../system/home.ts';
import { writeHomeFiles } from './home-files.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'managed-')));
const program = join(root, 'lib', 'pawl', 'bin', 'pawl');
const registration = join(root, 'etc', 'client', 'managed-settings.d', '50-pawl.json');
const control = join(root, 'etc', 'pawl');
const home: Home = {
  ...homeAt(control),
  launcher: program,
  decisions: join(root, 'me', 'run'),
  managed: true,
};

let isRoot = true;
/** The folders that were checked for other owners. */
let checked: string[] = [];
let shared: Home[] = [];

const [layout, homes, roots, launchers, folders] = await Promise.all([
  import('../../system/managed.ts'),
  import('../../system/home.ts'),
  import('../support/root.ts'),
  import('./launcher.ts'),
  import('./managed-folders.ts'),
]);
mock.module('../../system/managed.ts', () => ({
  ...layout,
  managed: { ...layout.managed, program, control },
  managedRegistration: registration,
}));
mock.module('../../system/home.ts', () => ({ ...homes, managedHome: () => home }));
mock.module('../support/root.ts', () => ({
  ...roots,
  isRoot: () => isRoot,
  shareManagedFiles: (home: Home) => shared.push(home),
}));
mock.module('./launcher.ts', () => ({
  ...launchers,
  installLauncher: ({ launcher }: Home) => writeFileSync(launcher, 'program'),
}));
mock.module('./managed-folders.ts', () => ({
  ...folders,
  refuseForeign: (folder: string) => checked.push(folder),
}));

const { installManaged, planManaged, planManagedRemoval, uninstallManaged } = await import('./managed.ts');

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, 'etc'), { recursive: true });
  [isRoot, checked, shared] = [true, [], []];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('without root, it says how to run it and changes nothing', () => {
  isRoot = false;
  expect(installManaged()).rejects.toThrow(
    'Run `sudo pawl init --managed`: it writes folders that belong to root.',
  );
  expect(() => uninstallManaged(false)).toThrow('Run `sudo pawl uninstall --managed`: ');
  expect(existsSync(control)).toBe(false);
});

test('the program, the config and the registration are written where no user may change them', async () => {
  const done = await installManaged();
  expect(done).toMatchObject({ settings: registration, program, control });
  expect(done.events).toContain('PreToolUse');
  expect(readFileSync(program, 'utf8')).toBe('program');
  expect(existsSync(home.config)).toBe(true);
  const written = readFileSync(registration, 'utf8');
  const { env, hooks } = JSON.parse(written);
  // An administrator reads and edits this file.
  expect(written).toStartWith('{\n  "env": {\n    "LD_DEBUG": ""\n  },\n');
  expect(written).toEndWith('}\n');
  expect(env).toEqual({ LD_DEBUG: '' });
  expect(Object.keys(hooks)).toEqual(done.events);
  expect(hooks.Stop.map((group: { hooks: { args: string[] }[] }) => group.hooks[0]!.args)).toEqual([
    ['hook', 'Stop', '--managed'],
    ['hook', 'Stop', '--rewake', '--managed'],
  ]);
  expect(statSync(registration).mode & 0o777).toBe(0o644);
  expect(shared).toEqual([home]);
});

test('messages name the launcher beside the config, which leads to the program', async () => {
  await installManaged();
  const link = join(control, 'bin', 'pawl');
  expect(readlinkSync(link)).toBe(program);
  rmSync(link);
  writeFileSync(link, 'something else');
  await installManaged();
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test('each folder and those above it are checked before anything is installed there', async () => {
  await installManaged();
  for (const folder of [dirname(program), control, dirname(registration), root, '/'])
    expect(checked).toContain(folder);
});

test('uninstalling removes all of it, with the folders that were made and no others', async () => {
  await installManaged();
  expect(uninstallManaged(false)).toEqual({ removed: [registration, program, control], kept: [] });
  for (const gone of [
    program,
    dirname(registration),
    join(root, 'etc', 'client'),
    control,
    join(root, 'lib'),
  ])
    expect(existsSync(gone)).toBe(false);
  expect(existsSync(join(root, 'etc'))).toBe(true);
});

test('a second installation still knows which folders the first one made', async () => {
  await installManaged();
  const made = readFileSync(join(control, 'made.json'), 'utf8');
  expect(JSON.parse(made)).toContain(control);
  await installManaged();
  expect(readFileSync(join(control, 'made.json'), 'utf8')).toBe(made);
});

test('a folder with other content stays, and so does one that existed before', async () => {
  mkdirSync(join(root, 'lib'));
  await installManaged();
  writeFileSync(join(dirname(registration), 'theirs.json'), '{}');
  uninstallManaged(false);
  expect(existsSync(join(dirname(registration), 'theirs.json'))).toBe(true);
  expect(existsSync(join(root, 'lib'))).toBe(true);
  expect(existsSync(join(root, 'lib', 'pawl'))).toBe(false);
});

test('an edited config is kept, and removed with --purge', async () => {
  await installManaged();
  writeFileSync(home.config, '{}');
  expect(uninstallManaged(false).kept).toEqual([home.config]);
  expect(readFileSync(home.config, 'utf8')).toBe('{}');
  expect(existsSync(join(control, 'bin'))).toBe(false);
  await installManaged();
  expect(uninstallManaged(true).kept).toEqual([]);
  expect(existsSync(home.config)).toBe(false);
});

test('a list of folders that can’t be read removes none of them', async () => {
  await installManaged();
  writeFileSync(join(control, 'made.json'), '"x"');
  uninstallManaged(true);
  expect(existsSync(control)).toBe(true);
  expect(existsSync(program)).toBe(false);
  writeHomeFiles(home);
  writeFileSync(join(control, 'made.json'), '{ broken');
  await installManaged();
  expect(existsSync(program)).toBe(true);
});

test('a plan writes and removes nothing, and needs no root', async () => {
  isRoot = false;
  const { change, ...planned } = await planManaged();
  expect(change.before).toBe('');
  expect(existsSync(control)).toBe(false);
  expect(planManagedRemoval(false)).toEqual({ removed: [], kept: [] });
  isRoot = true;
  expect(await installManaged()).toEqual(planned);
  expect(readFileSync(registration, 'utf8')).toBe(change.after!);
  expect(planManagedRemoval(false)).toEqual({ removed: [registration, program, control], kept: [] });
  expect(existsSync(registration)).toBe(true);
});

test('uninstalling twice, or without an installation, is not an error', () => {
  expect(uninstallManaged(false).kept).toEqual([]);
});
