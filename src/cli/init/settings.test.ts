import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testUnless } from '../../../test/support/skip.ts';
import { parseJson } from './json.ts';
import {
  ChangedMeanwhile,
  checkScope,
  explainMalformed,
  readSettings,
  retryIfChanged,
  scopeOf,
  settingsFile,
  writeSettings,
} from './settings.ts';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'settings-'));
  file = join(root, 'settings.json');
});
afterEach(() => rmSync(root, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('each scope has its settings file', () => {
  const env = { HOME: '/h' };
  expect(settingsFile('user', '/p', env)).toBe('/h/.claude/settings.json');
  expect(settingsFile('user', '/p', { ...env, CLAUDE_CONFIG_DIR: '/c' })).toBe('/c/settings.json');
  expect(settingsFile('project', '/p', env)).toBe('/p/.claude/settings.json');
  expect(settingsFile('local', '/p', env)).toBe('/p/.claude/settings.local.json');
});

test('a file is read with its byte order mark apart; a missing one is empty', () => {
  expect(readSettings(file)).toEqual({ file, target: file, exists: false, byteOrderMark: '', text: '' });
  writeFileSync(file, '\uFEFF{}');
  expect(readSettings(file)).toMatchObject({ exists: true, byteOrderMark: '\uFEFF', text: '{}' });
  writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]));
  expect(() => readSettings(file)).toThrow('is not UTF-8 text');
});

test('a new file is private, one for the team is readable, an old one keeps its mode', () => {
  writeSettings(readSettings(file), '{}');
  expect(modeOf(file)).toBe(0o600);
  const shared = join(root, 'p', '.claude', 'settings.json');
  // Whatever mode the shell of this person gives to new files.
  const mask = process.umask(0o077);
  writeSettings(readSettings(shared), '{}', 'project');
  process.umask(mask);
  expect(modeOf(shared)).toBe(0o644);
  expect(modeOf(join(root, 'p', '.claude'))).toBe(0o755);
  chmodSync(file, 0o664);
  writeSettings(readSettings(file), '{"a":1}');
  expect(modeOf(file)).toBe(0o664);
});

const needsRoot = process.getuid?.() === 0 ? undefined : 'only root may give a file to another user';

testUnless(needsRoot)('an old file keeps its owner', () => {
  writeFileSync(file, '{}');
  chownSync(file, 1234, 2345);
  writeSettings(readSettings(file), '{"a":1}');
  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 2345 });
});

test('the byte order mark and a link stay', () => {
  const real = join(root, 'real.json');
  writeFileSync(real, '\uFEFF{}');
  symlinkSync(real, file);
  writeSettings(readSettings(file), '{"a":1}');
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, 'utf8')).toBe('\uFEFF{"a":1}');
});

test('a link to a file that does not exist yet is followed', () => {
  mkdirSync(join(root, 'there'));
  symlinkSync('there/new.json', file);
  expect(readSettings(file)).toMatchObject({ target: join(root, 'there', 'new.json'), exists: false });
});

test('text that another program wrote in the meantime is not lost', () => {
  writeFileSync(file, '{}');
  const read = readSettings(file);
  writeFileSync(file, '{"theirs":1}');
  expect(() => writeSettings(read, '{"ours":1}')).toThrow(ChangedMeanwhile);
  expect(readFileSync(file, 'utf8')).toBe('{"theirs":1}');
  expect(readdirSync(root)).toEqual(['settings.json']);
  const missing = readSettings(join(root, 'new.json'));
  writeFileSync(join(root, 'new.json'), '');
  expect(() => writeSettings(missing, '{}')).toThrow(ChangedMeanwhile);
});

test('a change that another program interrupts is tried again, but not for ever', () => {
  let tries = 0;
  const failing = (times: number, error: Error) => () => {
    if (tries++ < times) throw error;
    return 'done';
  };
  expect(retryIfChanged(failing(5, new ChangedMeanwhile()))).toBe('done');
  tries = 0;
  expect(() => retryIfChanged(failing(6, new ChangedMeanwhile()))).toThrow(ChangedMeanwhile);
  tries = 0;
  expect(() => retryIfChanged(failing(1, new Error('full')))).toThrow('full');
  expect(tries).toBe(1);
});

test('a read-only file is left alone', () => {
  writeFileSync(file, '{}');
  chmodSync(file, 0o444);
  expect(() => writeSettings(readSettings(file), '{"a":1}')).toThrow('it is read-only');
  expect(existsSync(`${file}.${process.pid}.pawl`)).toBe(false);
});

test('a syntax error is explained with its line; other errors are not touched', () => {
  expect(() => explainMalformed('f', () => parseJson('{\n "a" 1}'))).toThrow(/^f:2: .*nothing was changed/);
  expect(() =>
    explainMalformed('f', () => {
      throw new TypeError('x');
    }),
  ).toThrow(TypeError);
});

test('at most one scope can be named', () => {
  expect(scopeOf({})).toBeUndefined();
  expect(scopeOf({ project: true })).toBe('project');
  expect(() => scopeOf({ user: true, local: true })).toThrow('Use only one of --user and --local');
});

test('a shared file in the home directory is refused, because it would be the user’s own', () => {
  const own = settingsFile('user', '', process.env);
  expect(() => checkScope('project', own)).toThrow('Use --user');
  expect(() => checkScope('user', own)).not.toThrow();
  expect(() => checkScope('project', file)).not.toThrow();
});
