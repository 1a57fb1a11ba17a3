// The licenses of what is inside the program: the packages that it is made from, and the data that was taken from others.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');

interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
}

export function notices(): string {
  return [
    'Pawl has a license of its own (LICENSE). It contains the following works of others.\n',
    ...dataLicenses(),
    ...packageLicenses(),
  ].join(`\n${'='.repeat(80)}\n\n`);
}

/** Tables and weights have their license beside them. */
const dataLicenses = () =>
  [...new Bun.Glob('src/**/LICENSE').scanSync(root)]
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8'));

/** Every package that is needed at run time, from the lock file; Bun itself is the runtime. */
function packageLicenses(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const used = Object.entries(packages).filter(([path, { dev, optional }]) => path && !dev && !optional);
  return used.flatMap(([path, { version }]) => {
    const folder = join(root, path);
    const file =
      existsSync(folder) && readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
    const name = `${path.replace(/^.*node_modules\//, '')} ${version}`;
    return file ? [`${name}\n\n${readFileSync(join(folder, file), 'utf8')}`] : [];
  });
}
