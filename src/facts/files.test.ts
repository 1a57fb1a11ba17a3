import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testUnless } from '../../test/support/skip.ts';
import { readTail } from './context-use.ts';
import { files } from './files.ts';

test('a link is followed to where writing through it would write, also when nothing is there yet', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'links-')));
  try {
    mkdirSync(join(root, 'far'));
    symlinkSync(join(root, 'far', 'missing.json'), join(root, 'absolute'));
    symlinkSync('far/missing.json', join(root, 'relative'));
    symlinkSync('relative', join(root, 'twice'));
    symlinkSync('far', join(root, 'folder'));
    symlinkSync('loop', join(root, 'loop'));
    for (const name of ['absolute', 'relative', 'twice', 'folder/missing.json'])
      expect(files.real(join(root, name))).toBe(join(root, 'far', 'missing.json'));
    expect(files.real(join(root, 'loop'))).toBe(join(root, 'loop'));
    expect(files.real(join(root, 'no', 'such'))).toBe(join(root, 'no', 'such'));
  } finally {
    rmSync(root, { recursive: true });
  }
});

testUnless(process.platform === 'linux' ? undefined : 'only Linux has such files')(
  'files the kernel makes up are not read: some never end',
  () => {
    expect(files.read('/proc/version')).toBe('');
    expect(files.read('/proc/kmsg')).toBe('');
  },
);

testUnless(process.platform === 'win32' ? 'Windows has no named pipes in folders' : undefined)(
  'a pipe in the place of a file is not waited for',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'pipe-'));
    const pipe = join(root, 'pipe');
    expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
    expect(files.read(pipe)).toBeUndefined();
    expect(files.tail(pipe, 100)).toBeUndefined();
    expect(readTail(pipe).use).toBeUndefined();
    rmSync(root, { recursive: true });
  },
);
