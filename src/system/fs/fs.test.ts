// Whatever node:fs says of a file, we say.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as node from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stat } from './index.ts';
import * as here from './index.ts';

/** As it is where there is no such library. */
async function elsewhere(): Promise<typeof here> {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'elsewhere' });
  const other = (await import(`${import.meta.dir}/index.ts?elsewhere`)) as typeof here;
  other.existsSync('/');
  Object.defineProperty(process, 'platform', { value: platform });
  return other;
}
const both = [
  ['here', here],
  ['elsewhere', await elsewhere()],
] as const;

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

/** What came of it: a value, or the code of the error. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return `error ${(error as { code?: string }).code}`;
  }
}

test('there and here are not the same', () => {
  expect(both[1][1].existsSync).not.toBe(here.existsSync);
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

for (const [where, ours] of both) {
  test.each(names)(`${where}: looks at %s`, (name) => {
    const path = at(name);
    expect(ours.existsSync(path)).toBe(node.existsSync(path));
    expect(ours.isThere(path)).toBe(outcome(() => node.lstatSync(path)) instanceof node.Stats);
    expect(outcome(() => seen(ours.statSync(path)))).toEqual(outcome(() => seen(node.statSync(path))));
    expect(outcome(() => ours.readdirSync(path).sort())).toEqual(
      outcome(() => node.readdirSync(path).sort()),
    );
    expect(outcome(() => ours.realpathSync(path))).toEqual(outcome(() => node.realpathSync(path)));
    expect(outcome(() => ours.readlinkSync(path))).toEqual(outcome(() => node.readlinkSync(path)));
  });

  test.each(names)(`${where}: reads %s`, (name) => {
    const path = at(name);
    expect(outcome(() => ours.readFileSync(path, 'utf8'))).toEqual(
      outcome(() => node.readFileSync(path, 'utf8')),
    );
    expect(outcome(() => Buffer.from(ours.readFileSync(path)).toString('hex'))).toEqual(
      outcome(() => node.readFileSync(path).toString('hex')),
    );
  });

  test(`${where}: reads a part of an open file, and knows its size`, () => {
    const file = ours.openSync(at('text'), 'r');
    const into = new Uint8Array(8);
    expect(ours.readSync(file, into, 2, 4, 5)).toBe(4);
    expect(new TextDecoder().decode(into.subarray(2, 6))).toBe('text');
    expect(ours.fstatSync(file).size).toBe(10);
    ours.closeSync(file);
    expect(outcome(() => ours.fstatSync(file))).toBe('error EBADF');
  });

  test(`${where}: makes a file once, private, and only where there is a folder`, () => {
    ours.closeSync(ours.openSync(at(`new ${where}`), 'wx', 0o600));
    expect(node.statSync(at(`new ${where}`)).mode & 0o777).toBe(0o600);
    expect(outcome(() => ours.openSync(at(`new ${where}`), 'wx', 0o600))).toBe('error EEXIST');
    expect(outcome(() => ours.openSync(at('none/new'), 'a', 0o600))).toBe('error ENOENT');
  });

  test(`${where}: appends`, () => {
    ours.appendFileSync(at(`lines ${where}`), 'one\n', { mode: 0o600 });
    ours.appendFileSync(at(`lines ${where}`), 'zwölf\n', { mode: 0o600 });
    expect(node.readFileSync(at(`lines ${where}`), 'utf8')).toBe('one\nzwölf\n');
    expect(node.statSync(at(`lines ${where}`)).mode & 0o777).toBe(0o600);
  });

  test(`${where}: an open file is not handed on to a child`, () => {
    const file = ours.openSync(at('text'), 'r');
    const { exitCode } = Bun.spawnSync([
      'sh',
      '-c',
      `test -e /dev/fd/${file} || test -e /proc/self/fd/${file}`,
    ]);
    ours.closeSync(file);
    expect(exitCode).not.toBe(0);
  });
}

test('reads what comes in pieces through a pipe', async () => {
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
