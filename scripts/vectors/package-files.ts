// Fetches packages from the registry and reads the files in them. They are kept in `.cache`, because they are large.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const cache = join(import.meta.dir, '.cache');

/** The files of a package, such as `stripe@23.1.0`, whose paths match. */
export async function packageFiles(spec: string, wanted: RegExp): Promise<string[]> {
  const archive = new Bun.Archive(readFileSync(tarball(spec)));
  const files = [...(await archive.files())].filter(([path]) => wanted.test(path));
  return Promise.all(files.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file.text()));
}

function tarball(spec: string): string {
  const [, name = '', version = ''] = /^(.+)@(.+)$/.exec(spec) ?? [];
  const path = join(cache, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const done = Bun.spawnSync(['npm', 'pack', '--silent', spec], { cwd: cache });
  if (done.exitCode !== 0) throw new Error(`npm pack ${spec} failed: ${done.stderr}`);
  return path;
}
