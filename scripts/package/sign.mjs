// node scripts/package/sign.mjs FOLDER, on macOS: re-signs the program for Intel Macs. The build changes Bun's runtime,
// which makes its authors' signature invalid. The program for Apple silicon has an ad-hoc signature, which the build has
// already repaired.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeChecksums } from './checksums.mjs';
import { release } from './release.mjs';

const folder = resolve(process.argv[2] ?? 'dist/packages');
const scoped = join(folder, '@pawl');

function run(program, ...args) {
  const done = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${done.status}`);
}

const name = readdirSync(scoped).find((file) => file.startsWith('pawl-darwin-x64-'));
if (!name) throw new Error(`there is no package for darwin-x64 in ${scoped}`);
const scratch = mkdtempSync(join(tmpdir(), 'sign-'));
try {
  run('tar', '-xzf', join(scoped, name), '-C', scratch);
  const program = join(scratch, 'package', 'bin', 'pawl');
  run('codesign', '--force', '--sign', process.env.SIGNING_IDENTITY || '-', program);
  run('codesign', '--verify', '--strict', program);
  run('npm', 'pack', '--silent', '--pack-destination', scoped, join(scratch, 'package'));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
writeChecksums(folder, release());
