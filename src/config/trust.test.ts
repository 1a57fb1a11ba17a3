import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { homeAt } from '../system/home.ts';
import {
  hashConfig,
  hashFiles,
  hashText,
  isTrusted,
  keepCopy,
  ownPolicyContent,
  readPolicyFolder,
  readTrust,
  readUntrusted,
  scriptsOf,
  trust,
  trustedFolder,
  unitPath,
  untrust,
} from './trust.ts';

let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'trust-')));
});
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test('the parts of a project that are trusted separately have paths of their own', () => {
  expect(unitPath('/p', 'config')).toBe('/p/.pawl/config.jsonc');
  expect(unitPath('/p', 'local')).toBe('/p/.pawl/config.local.jsonc');
  expect(unitPath('/p', 'policies')).toBe('/p/.pawl/policies');
});

test('only a regular file of at most a million bytes is read', () => {
  expect(readUntrusted(write('small', 'text'))).toBe('text');
  expect(readUntrusted(write('largest', 'x'.repeat(1_000_000)))).toHaveLength(1_000_000);
  expect(readUntrusted(write('too-large', 'x'.repeat(1_000_001)))).toBeUndefined();
  expect(readUntrusted(root)).toBeUndefined();
  expect(readUntrusted('/dev/zero')).toBeUndefined();
  expect(readUntrusted(join(root, 'nothing'))).toBeUndefined();
});

test('the scripts that a config runs are those inside the project, however they are named', () => {
  write('check.sh', 'echo 1');
  write('tools/lint.py', 'pass');
  const names = (...command: string[]) => scriptsOf(root, [command]).map(({ name }) => name);
  expect(names('./check.sh')).toEqual(['check.sh']);
  expect(names('sh', '-c', 'python3 tools/lint.py && ./check.sh')).toEqual(['check.sh', 'tools/lint.py']);
  expect(names('run', '--script=check.sh')).toEqual(['check.sh']);
  expect(names('$CLAUDE_PROJECT_DIR/check.sh')).toEqual(['check.sh']);
  expect(names('${CLAUDE_PROJECT_DIR}/check.sh')).toEqual(['check.sh']);
  expect(names('/bin/sh', '../outside', 'nothing.sh')).toEqual([]);
});

test('a script is hashed with its config, so that a change of either asks again', () => {
  const script = { name: 'a', text: '1' };
  expect(hashConfig('{}', [])).toBe(hashText('{}'));
  expect(hashConfig('{}', [script])).not.toBe(hashConfig('{}', []));
  expect(hashConfig('{}', [script])).not.toBe(hashConfig('{}', [{ ...script, text: '2' }]));
  expect(hashFiles([script])).not.toBe(hashFiles([{ ...script, name: 'b' }]));
});

test('policies are read with everything below their folder, within limits', () => {
  write('policies/a.ts', 'a');
  write('policies/lib/b.ts', 'b');
  write('policies/node_modules/c.ts', 'c');
  write('policies/1/2/3/4/deep.ts', 'd');
  write('policies/1/2/3/4/5/deeper.ts', 'e');
  symlinkSync(join(root, 'small'), join(root, 'policies', 'link.ts'));
  const names = readPolicyFolder(join(root, 'policies')).map(({ name }) => name);
  expect(names).toEqual(['1/2/3/4/deep.ts', 'a.ts', 'lib/b.ts', 'link.ts']);
  expect(readPolicyFolder(join(root, 'nothing'))).toEqual([]);
});

test('at most five hundred entries and five million characters of policies are read', () => {
  for (let n = 0; n < 510; n++) write(`many/${n}.ts`, '');
  expect(readPolicyFolder(join(root, 'many'))).toHaveLength(500);
  for (let n = 0; n < 7; n++) write(`large/${n}.ts`, 'x'.repeat(1_000_000));
  expect(readPolicyFolder(join(root, 'large'))).toHaveLength(5);
});

test('revoking trust keeps other entries, and writes nothing if there was none', () => {
  const home = homeAt(join(root, 'home'));
  const person = { provedBy: 'terminal', at: 1 } as const;
  expect(untrust(home, '/a')).toBe(0);
  expect(existsSync(home.trust)).toBe(false);
  const entry = (repository: string) => ({ repository, unit: 'config' as const, hash: 'h', at: 1 });
  trust(home, [entry('/b')], person);
  const before = readFileSync(home.trust, 'utf8');
  trust(home, [entry('/a')], person);
  expect(untrust(home, '/a')).toBe(1);
  expect(readFileSync(home.trust, 'utf8')).toBe(before);
  expect(readTrust(home)).toMatchObject([{ repository: '/b' }]);
});

test('trust is for one repository, one part and one content', () => {
  const entries = [{ repository: '/r', unit: 'config' as const, hash: 'h', at: 1 }];
  expect(isTrusted(entries, '/r', 'config', 'h')).toBe(true);
  expect(isTrusted(entries, '/other', 'config', 'h')).toBe(false);
  expect(isTrusted(entries, '/r', 'policies', 'h')).toBe(false);
  expect(isTrusted(entries, '/r', 'config', 'g')).toBe(false);
});

test('a policy file comes with all that it may import: no other policy, and nothing that only editors read', () => {
  const folder = join(root, 'mine');
  for (const name of [
    'a.ts',
    'b.ts',
    'lib/x.ts',
    'lib/x.d.ts',
    'lib/tsconfig.json',
    'tsconfig.json',
    'my-tsconfig.json',
  ])
    write(`mine/${name}`, name);
  const isPolicy = (path: string) => ['a.ts', 'b.ts'].some((name) => path === join(folder, name));
  const names = ownPolicyContent(join(folder, 'a.ts'), folder, isPolicy).map(({ name }) => name);
  expect(names.sort()).toEqual(['a.ts', 'lib/x.ts', 'my-tsconfig.json']);
});

test('trusted policies are run from a copy that is named after their content', () => {
  const home = homeAt(join(root, 'home'));
  const folder = keepCopy(home, 'abc'.repeat(20), [{ name: 'lib/x.ts', text: 'x' }]);
  expect(folder).toBe(trustedFolder(home, 'abc'.repeat(20)));
  expect(folder).toEndWith(`/trusted/${'abc'.repeat(20).slice(0, 32)}`);
  expect(readUntrusted(join(folder, 'lib/x.ts'))).toBe('x');
});
