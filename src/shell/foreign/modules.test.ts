import { expect, test } from 'bun:test';
import { canonicalModuleName } from './modules.ts';

test.each([
  ['fs', 'fs'],
  ['node:fs', 'fs'],
  ['node:fs/promises', 'fs'],
  ['fs.promises.rm', 'fs.rm'],
  ['fs-extra', 'fs'],
  ['fse.remove', 'fs.remove'],
  ['globalThis.process', 'process'],
  ['builtins.open', 'open'],
  ['self.process.exit', 'process.exit'],
  ['self.run', 'self.run'],
  ['process.mainModule.require', 'require'],
  ['std::fs::remove_file', 'std.fs.remove_file'],
  ['pathlib.Path', 'Path'],
  ['pathlib.Path.unlink', 'Path.unlink'],
  ['posix.remove', 'os.remove'],
  ['my.fs.promises.rm', 'my.fs.promises.rm'],
  ['my.pathlib.Path', 'my.pathlib.Path'],
  ['prefs.promises', 'prefs.promises'],
  ['my.node:fs', 'my.node:fs'],
])('%s is known as %s', (name, known) => {
  expect(canonicalModuleName(name)).toBe(known);
  // Asked again, it is the same.
  expect(canonicalModuleName(name)).toBe(known);
});
