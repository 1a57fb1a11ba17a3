// Whatever node:fs says of a file, both implementations say.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as node from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as here from './index.ts';
import { chooseFileSystem } from './index.ts';
import type { Ffi } from './libc.ts';
import { nodeFileSystem } from './node.ts';
import type { FileSystem, Stat } from './types.ts';

const { FFI } = Bun as unknown as { FFI: Ffi };
const implementations: [name: string, fs: FileSystem][] = [['node', nodeFileSystem()]];
const native = chooseFileSystem(process.platform, FFI);
if (native !== nodeFileSystem()) implementations.push(['libc', native]);

let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = node.realpathSync(node.mkdtempSync(join(tmpdir(), 'pawl-fs-')));
  node.mkdirSync(at('folder'));
  node.mkdirSync(at('many'));
  for (let i = 0; i < 1_500; i++) node.writeFileSync(at(`many/${i} ${'ü'.repeat(i % 100)}`), '');
  node.writeFileSync(at('text'), 'some text\n', { mode: 0o640 });
  node.writeFileSync(at('empty'), '');
  node.writeFileSync(at('large'), 'x'.repeat(700_001));
  node.writeFileSync(at('marked'), '\ufeff{"a":1}');
  node.writeFileSync(at('broken'), Uint8Array.of(0x61, 0xff, 0xc3, 0x28, 0xe2, 0x82, 0x62));
  node.writeFileSync(at('ünïcode – 名'), 'ünïcode – 名');
  node.writeFileSync(at('exactly'), 'y'.repeat(65_536));
  node.symlinkSync('text', at('link'));
  node.symlinkSync('link', at('link to a link'));
  node.symlinkSync('nowhere', at('dangling'));
  node.symlinkSync('ring', at('ring'));
});
afterAll(() => node.rmSync(folder, { recursive: true }));

const names = [
  '.',
  'folder',
  'many',
  'text',
  'empty',
  'large',
  'marked',
  'broken',
  'ünïcode – 名',
  'exactly',
  'link',
  'link to a link',
  'dangling',
  'ring',
  'missing',
  'missing/below',
  'text/below',
  'a\0b',
  'x'.repeat(300),
];

/** Returns the value, or the code of the error. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return `error ${(error as { code?: string }).code}`;
  }
}

test('Linux with glibc does not use node:fs', () => {
  if (process.platform === 'linux' && node.existsSync('/lib64/ld-linux-x86-64.so.2'))
    expect(native).not.toBe(nodeFileSystem());
});

test('other systems, or a library that can’t be opened, use node:fs', () => {
  const without = (dlopen: Ffi['dlopen']) => chooseFileSystem('linux', { ...FFI, dlopen });
  const throws = () => {
    throw new Error('no such library');
  };
  expect(chooseFileSystem('darwin', FFI)).toBe(nodeFileSystem());
  expect(without(() => new Error('no such library'))).toBe(nodeFileSystem());
  expect(without(throws)).toBe(nodeFileSystem());
});

test('a library that can’t be opened is not tried again', () => {
  const code = `
    let tries = 0;
    Bun.FFI = { dlopen: () => { tries++; return new Error('no such library'); } };
    const { existsSync, readdirSync, statSync } = await import(${JSON.stringify(join(import.meta.dir, 'index.ts'))});
    for (const ask of [existsSync, readdirSync, statSync, existsSync]) ask('/');
    console.log(tries);`;
  node.writeFileSync(at('tries.ts'), code);
  const done = Bun.spawnSync([process.execPath, at('tries.ts')]);
  expect(done.stdout.toString().trim()).toBe(process.platform === 'linux' ? '1' : '0');
});

const seen = (stat: Stat) => ({
  size: stat.size,
  mode: stat.mode,
  ino: stat.ino,
  mtimeMs: Math.round(stat.mtimeMs),
  ctimeMs: Math.round(stat.ctimeMs),
  file: stat.isFile(),
  folder: stat.isDirectory(),
});

for (const [where, ours] of implementations) {
  test.each(names)(`${where}: looks at %s`, (name) => {
    const path = at(name);
    expect(ours.existsSync(path)).toBe(node.existsSync(path));
    expect(ours.lexistsSync(path)).toBe(outcome(() => node.lstatSync(path)) instanceof node.Stats);
    expect(outcome(() => seen(ours.statSync(path)))).toEqual(outcome(() => seen(node.statSync(path))));
    expect(outcome(() => ours.readdirSync(path).sort())).toEqual(
      outcome(() => node.readdirSync(path).sort()),
    );
    expect(outcome(() => ours.realpathSync(path))).toEqual(outcome(() => node.realpathSync(path)));
    expect(outcome(() => ours.readlinkSync(path))).toEqual(outcome(() => node.readlinkSync(path)));
  });

  test.each(names)(`${where}: reads %s`, (name) => {
    const path = at(name);
    expect(outcome(() => Buffer.from(ours.readRegularFile(path, 1_000_000)).toString('hex'))).toEqual(
      outcome(() => node.readFileSync(path).toString('hex')),
    );
  });

  test(`${where}: refuses to read large files, and never waits for a pipe`, () => {
    const pipe = at(`pipe ${where}`);
    Bun.spawnSync(['mkfifo', pipe]);
    const read = (path: string, limit: number) => () => ours.readRegularFile(path, limit);
    expect(read(at('text'), 10)()).toHaveLength(10);
    expect(read(at('text'), 9)).toThrow('is too large');
    expect(read(pipe, 10)).toThrow('is not a regular file');
    expect(read('/dev/zero', 10)).toThrow('is not a regular file');
    expect(() => ours.openSync(pipe, 'a', 0o600)).toThrow();
    // With a writer that writes nothing, a pipe has no end.
    const writer = node.openSync(pipe, 'r+');
    expect(read(pipe, 10)).toThrow('is not a regular file');
    node.closeSync(writer);
  });

  test(`${where}: reads a part of an open file, and returns its size`, () => {
    const file = ours.openSync(at('text'), 'r', 0);
    const into = new Uint8Array(8);
    expect(ours.readSync(file, into, 2, 4, 5)).toBe(4);
    expect(new TextDecoder().decode(into.subarray(2, 6))).toBe('text');
    expect(ours.fstatSync(file).size).toBe(10);
    ours.closeSync(file);
    expect(outcome(() => ours.fstatSync(file))).toBe('error EBADF');
  });

  test(`${where}: creates a file once, private, and only in an existing folder`, () => {
    ours.closeSync(ours.openSync(at(`new ${where}`), 'wx', 0o600));
    expect(node.statSync(at(`new ${where}`)).mode & 0o777).toBe(0o600);
    expect(outcome(() => ours.openSync(at(`new ${where}`), 'wx', 0o600))).toBe('error EEXIST');
    expect(outcome(() => ours.openSync(at('none/new'), 'a', 0o600))).toBe('error ENOENT');
  });

  test(`${where}: appends`, () => {
    const path = at(`lines ${where}`);
    for (const line of ['one\n', 'zwölf\n']) {
      const file = ours.openSync(path, 'a', 0o600);
      const bytes = new TextEncoder().encode(line);
      expect(ours.writeSync(file, bytes)).toBe(bytes.length);
      ours.closeSync(file);
    }
    expect(node.readFileSync(path, 'utf8')).toBe('one\nzwölf\n');
    expect(node.statSync(path).mode & 0o777).toBe(0o600);
  });

  test(`${where}: a failed write is an error`, () => {
    const file = ours.openSync(at('text'), 'r', 0);
    expect(outcome(() => ours.writeSync(file, Uint8Array.of(1)))).toBe('error EBADF');
    ours.closeSync(file);
  });

  test(`${where}: after umask, new files are readable only by their owner`, () => {
    const before = process.umask();
    ours.umask(0o077);
    ours.closeSync(ours.openSync(at(`masked ${where}`), 'wx', 0o666));
    process.umask(before);
    expect(node.statSync(at(`masked ${where}`)).mode & 0o777).toBe(0o600);
  });

  test(`${where}: an open file is not inherited by a child process`, () => {
    const file = ours.openSync(at('text'), 'r', 0);
    const { exitCode } = Bun.spawnSync([
      'sh',
      '-c',
      `test -e /dev/fd/${file} || test -e /proc/self/fd/${file}`,
    ]);
    ours.closeSync(file);
    expect(exitCode).not.toBe(0);
  });
}

test.each(names)('reads %s as text', (name) => {
  const path = at(name);
  expect(outcome(() => here.readFileSync(path, 'utf8'))).toEqual(
    outcome(() => node.readFileSync(path, 'utf8')),
  );
});

test('appends a line, and creates the file private', () => {
  for (const line of ['one\n', 'zwölf\n']) here.appendFileSync(at('lines'), line, { mode: 0o600 });
  expect(node.readFileSync(at('lines'), 'utf8')).toBe('one\nzwölf\n');
  expect(node.statSync(at('lines')).mode & 0o777).toBe(0o600);
});

test('appends nothing to a pipe, even if a process reads it', () => {
  Bun.spawnSync(['mkfifo', at('reading')]);
  const reader = node.openSync(at('reading'), 'r+');
  expect(() => here.appendFileSync(at('reading'), 'x', { mode: 0o600 })).toThrow('is not a regular file');
  node.closeSync(reader);
});

test('writes all of a long text into a pipe that is read slowly', async () => {
  const code = `
    import { writeAll } from ${JSON.stringify(join(import.meta.dir, 'index.ts'))};
    writeAll(1, 'ü'.repeat(300_000));`;
  node.writeFileSync(at('writer.ts'), code);
  const child = Bun.spawn([process.execPath, at('writer.ts')], { stdout: 'pipe' });
  await Bun.sleep(50);
  expect((await new Response(child.stdout).text()).length).toBe(300_000);
});

test('reads a pipe that is written in pieces', async () => {
  const code = `
    import { readFileSync } from ${JSON.stringify(join(import.meta.dir, 'index.ts'))};
    console.log(readFileSync(0, 'utf8').length);`;
  node.writeFileSync(at('child.ts'), code);
  const child = Bun.spawn([process.execPath, at('child.ts')], { stdin: 'pipe', stdout: 'pipe' });
  for (let i = 0; i < 20; i++) {
    child.stdin.write('y'.repeat(10_000));
    child.stdin.flush();
    // Without a pause the pipe would hand over several pieces as one.
    await Bun.sleep(5);
  }
  child.stdin.end();
  expect((await new Response(child.stdout).text()).trim()).toBe('200000');
});
