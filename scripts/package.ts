// `npm run package`: builds everything that is published into dist/packages, the same bytes each time.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { writeChecksums } from './package/checksums.mjs';
import { layOutMain, layOutPlatform } from './package/manifests.ts';
import { type Platform, platforms } from './package/platforms.ts';
import { release } from './package/release.mjs';
import { run, runtimeOf } from './package/runtimes.ts';
import { sbom } from './package/sbom.ts';

const usage = `Usage: npm run package -- [--only PLATFORM,…] [--program FILE] [--out FOLDER]

Builds the npm packages into dist/packages: one for each platform, and \`pawl\`, which installs the one that fits.
The same archives serve for direct download; SHA256SUMS, sbom.cdx.json, a Homebrew formula
and install.sh are beside them.

  --only      only these platforms: ${platforms.map(({ name }) => name).join(', ')}
  --program   take this program instead of building one (with one platform)
  --out       another folder than dist/packages`;

const root = join(import.meta.dir, '..');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    program: { type: 'string' },
    out: { type: 'string', default: join(root, 'dist', 'packages') },
    help: { type: 'boolean', default: false },
  },
});

function chosen(only: string | undefined): readonly Platform[] {
  if (only === undefined) return platforms;
  return only.split(',').map((name) => {
    const found = platforms.find((platform) => platform.name === name);
    if (!found)
      throw new Error(
        `there is no platform ${name}: use ${platforms.map((platform) => platform.name).join(', ')}`,
      );
    return found;
  });
}

/** Packs a folder as npm would publish it; the archive has no times or owners of this machine. */
function pack(folder: string, into: string): string {
  mkdirSync(into, { recursive: true });
  const name = run('npm', ['pack', '--silent', '--pack-destination', into, folder]).trim();
  return join(into, name);
}

function packPlatform(platform: Platform, scratch: string, out: string): string {
  const folder = join(scratch, platform.name);
  const program =
    values.program ??
    build(join(scratch, `${platform.name}.build`, platform.program), {
      bun: platform.bun,
      runtime: runtimeOf(platform),
    });
  layOutPlatform(folder, platform, program);
  const archive = pack(folder, join(out, '@pawl'));
  rmSync(folder, { recursive: true });
  return archive;
}

function packMain(scratch: string, out: string): string {
  const folder = join(scratch, 'pawl');
  layOutMain(folder);
  return pack(folder, out);
}

function packageAll(): void {
  const wanted = chosen(values.only);
  const out = values.out;
  const scratch = mkdtempSync(join(tmpdir(), 'pawl-package-'));
  const fresh = join(scratch, 'out');
  try {
    const started = performance.now();
    const add = (name: string, archive: string) => {
      const mb = (statSync(archive).size / 1e6).toFixed(statSync(archive).size > 1e6 ? 1 : 3);
      console.log(
        `${name.padEnd(18)} ${mb.padStart(7)} MB  ${((performance.now() - started) / 1000).toFixed(0)} s`,
      );
    };
    for (const platform of wanted) add(platform.name, packPlatform(platform, scratch, fresh));
    add('pawl', packMain(scratch, fresh));
    writeChecksums(fresh, release());
    copyFileSync(join(root, 'packaging', 'install.sh'), join(fresh, 'install.sh'));
    writeFileSync(join(fresh, 'sbom.cdx.json'), sbom());
    moveInto(fresh, out);
    console.log(
      `\n${readdirSync(out, { recursive: true }).length} files in ${relative(process.cwd(), out) || '.'}`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** An old result is replaced only by a complete new one. */
function moveInto(fresh: string, out: string): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, '..'), { recursive: true });
  try {
    renameSync(fresh, out);
  } catch {
    // The temporary folder is on another disk.
    run('cp', ['-R', fresh, out]);
  }
}

if (values.help) console.log(usage);
else packageAll();
