import { expect, test } from 'bun:test';
import { embeddedRoot } from './load.ts';

test('the files inside the executable are found on every system', () => {
  for (const path of ['/$bunfs/root', '/$bunfs/root/pawl']) expect(embeddedRoot(path)).toBe('/$bunfs/root');
  for (const path of ['B:\\~BUN\\root', 'B:/~BUN/root/pawl.exe'])
    expect(embeddedRoot(path)).toBe('B:/~BUN/root');
  expect(embeddedRoot('/home/me/pawl/src/hook/bundles')).toBeUndefined();
});
