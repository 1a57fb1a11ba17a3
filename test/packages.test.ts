// The npm packages, installed from a registry on loopback as a person would install them: with Node and without Bun.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  existsSync,
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
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { version } from '../package.json';
import { build } from '../scripts/build.ts';
import { layOutMain, layOutPlatform, platformManifest } from '../scripts/package/manifests.ts';
import { platforms } from '../scripts/package/platforms.ts';
import { program } from './support/pawl.ts';
import { type Registry, startRegistry } from './support/registry.ts';
import { testUnless, withoutPrograms } from './support/skip.ts';
import { freshWorld, type World, write } from './support/world.ts';

const root = join(import.meta.dir, '..');
const musl = existsSync('/lib/ld-musl-x86_64.so.1') && !existsSync('/lib64/ld-linux-x86-64.so.2');
const here = platforms.find(
  ({ os, cpu, libc }) =>
    os === process.platform && cpu === process.arch && (!libc || (libc === 'musl') === musl),
)!;

const script = join(root, 'scripts', 'package.ts');

let folder: string;
let registry: Registry;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packages-'));
  const made = Bun.spawnSync(
    [process.execPath, script, '--only', here.name, '--program', program, '--out', join(folder, 'out')],
    { cwd: root },
  );
  if (made.exitCode !== 0) throw new Error(`${made.stdout}${made.stderr}`);
  registry = startRegistry();
  for (const platform of platforms)
    if (platform !== here) registry.publish({ manifest: platformManifest(platform) as never });
  registry.publish({ archive: join(folder, 'out', '@pawl', `pawl-${here.name}-${version}.tgz`) });
  registry.publish({ archive: join(folder, 'out', `pawl-${version}.tgz`) });
}, 120_000);

afterAll(() => {
  registry?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Node and the usual programs, but no Bun. */
async function run(world: World, words: string[], extra: Record<string, string> = {}) {
  const PATH = [join(world.root, 'global', 'bin'), dirname(Bun.which('node')!), '/usr/bin', '/bin'].join(':');
  const done = Bun.spawn(words, {
    cwd: world.project,
    stdout: 'pipe',
    stderr: 'pipe',
    env: {
      PATH,
      HOME: world.home,
      TMPDIR: world.tmp,
      PAWL_AUTO_UPDATE: 'false',
      npm_config_registry: registry.url,
      npm_config_cache: join(world.root, 'cache'),
      npm_config_prefix: join(world.root, 'global'),
      npm_config_update_notifier: 'false',
      ...extra,
    },
  });
  const [out, err] = await Promise.all([done.stdout.text(), done.stderr.text()]);
  const code = await done.exited;
  return { code, out, err, cpu: Number(done.resourceUsage()?.cpuTime.total ?? 0) / 1e6 };
}

/** A registry that is not there. */
const offline = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };

const listed = (archive: string) =>
  Bun.spawnSync(['tar', '-tzf', join(folder, 'out', archive)])
    .stdout.toString()
    .trim()
    .split('\n')
    .sort();

test('the packages hold the program, the shim and the types, and no install script', () => {
  expect(listed(`@pawl/pawl-${here.name}-${version}.tgz`)).toEqual([
    'package/LICENSE',
    'package/NOTICE',
    `package/bin/${here.program}`,
    'package/package.json',
  ]);
  const notice = Bun.spawnSync([
    'tar',
    '-xzOf',
    join(folder, 'out', `@pawl/pawl-${here.name}-${version}.tgz`),
    'package/NOTICE',
  ]).stdout.toString();
  for (const work of [
    'Apache License',
    'all-MiniLM-L6-v2',
    'AssemblyScript',
    '@withfig/autocomplete',
    'unbash',
  ])
    expect(notice).toContain(work);
  const main = `pawl-${version}.tgz`;
  for (const name of ['index.d.ts', 'sdk/index.js', 'sdk/index.d.ts', 'core/channels.d.ts'])
    expect(listed(main)).toContain(`package/lib/${name}`);
  expect(statSync(join(folder, 'out', main)).size).toBeLessThan(60_000);
  const manifest = Bun.spawnSync(['tar', '-xzOf', join(folder, 'out', main), 'package/package.json']);
  expect(JSON.parse(manifest.stdout.toString()).scripts).toBeUndefined();
});

test('the checksums fit the archives, and the list of components names no folder of this machine', () => {
  const check = Bun.spawnSync(['sha256sum', '--check', '--quiet', 'SHA256SUMS'], {
    cwd: join(folder, 'out'),
  });
  expect(check.exitCode).toBe(0);
  const sbom = readFileSync(join(folder, 'out', 'sbom.cdx.json'), 'utf8');
  expect(JSON.parse(sbom).metadata.component.name).toBe('pawl');
  expect(sbom).not.toContain(root);
});

/** The packages with a small file in the place of the program, for what does not depend on it. */
function packSmall(out: string): string {
  const words = ['--only', here.name, '--program', join(root, 'LICENSE'), '--out', out];
  expect(Bun.spawnSync([process.execPath, script, ...words], { cwd: root }).exitCode).toBe(0);
  return out;
}

let small: string | undefined;
function smallPackages(): string {
  small ??= packSmall(join(folder, 'small'));
  return small;
}

/** The shell commands of a step of the release. */
function releaseStep(name: string): string {
  interface Workflow {
    jobs: Record<string, { steps: { name?: string; run?: string }[] }>;
  }
  const text = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
  const steps = Object.values((Bun.YAML.parse(text) as Workflow).jobs).flatMap((job) => job.steps);
  return steps.find((step) => step.name === name)!.run!;
}

test('the release publishes the programs first, then the package that depends on them (a dry run)', async () => {
  using world = freshWorld();
  symlinkSync(smallPackages(), join(world.project, 'packages'));
  const step = releaseStep('Publish to npm').replace('--provenance', '--dry-run');
  const { code, out, err } = await run(world, ['sh', '-ec', step], offline);
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(out.trim().split('\n')).toEqual([`+ @pawl/${here.name}@${version}`, `+ pawl@${version}`]);
});

test('npx pawl backtest runs before anything is installed, and leaves nothing behind', async () => {
  using world = freshWorld();
  const call = { type: 'tool_use', name: 'Bash', id: 'toolu_1', input: { command: 'git push --force' } };
  const line = { timestamp: new Date().toISOString(), sessionId: 's', cwd: world.project };
  write(
    join(world.home, '.claude/projects/p/s.jsonl'),
    JSON.stringify({ ...line, message: { content: [call] } }),
  );
  const { code, out } = await run(world, ['npx', '-y', 'pawl', 'backtest', '--since', '30d']);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('1 would be refused') });
  expect(existsSync(world.pawlHome)).toBe(false);
  expect(existsSync(world.settings)).toBe(false);
});

test('npx pawl init registers the program itself, in seconds, and it works when npx’s cache is gone', async () => {
  using world = freshWorld();
  const started = performance.now();
  const { code, out, err, cpu } = await run(world, ['npx', '-y', 'pawl', 'init']);
  const took = (performance.now() - started) / 1000;
  expect({ code, err }).toMatchObject({ code: 0 });
  // Only npx has `pawl` on PATH, so the commands it prints name the launcher.
  expect(out).toContain('`~/.pawl/bin/pawl doctor`');
  console.log(`    npx -y pawl init took ${took.toFixed(1)} s, ${cpu.toFixed(1)} s of them processor time`);
  // Processor time instead of time, which depends on what else runs: 2.4 s on an idle machine.
  expect(cpu).toBeLessThan(5);
  rmSync(join(world.root, 'cache'), { recursive: true });
  const settings = JSON.parse(readFileSync(world.settings, 'utf8'));
  expect(settings.hooks.PreToolUse[0].hooks[0].command).toBe(join(world.pawlHome, 'bin', 'pawl'));
  expect(decisionOf(await hook(world, 'rm -rf ~'))).toBe('deny');
});

test('npm i -g pawl brings only the program of this platform, and uninstalls without leftovers', async () => {
  using world = freshWorld();
  registry.fetched.length = 0;
  expect((await run(world, ['npm', 'install', '-g', 'pawl'])).code).toBe(0);
  expect(registry.fetched.sort()).toEqual([`pawl-${version}.tgz`, `pawl-${here.name}-${version}.tgz`].sort());
  expect((await run(world, ['pawl', '--version'])).out).toContain(version);
  expect(await run(world, ['pawl', 'nonsense'])).toMatchObject({ code: 2 });
  expect((await run(world, ['npm', 'uninstall', '-g', 'pawl'])).code).toBe(0);
  expect(existsSync(join(world.root, 'global', 'bin', 'pawl'))).toBe(false);
  expect(readdirSync(join(world.root, 'global', 'lib', 'node_modules'))).toEqual([]);
});

test('without its optional dependency the shim says what to do', async () => {
  using world = freshWorld();
  write(join(world.project, 'package.json'), '{"private":true}');
  expect((await run(world, ['npm', 'install', '--omit=optional', 'pawl'])).code).toBe(0);
  const importing = `console.log(typeof (await import('pawl/sdk')).pawlHooks().PreToolUse[0].hooks[0])`;
  expect((await run(world, ['node', '--input-type=module', '-e', importing])).out.trim()).toBe('function');
  const { code, err } = await run(world, ['npx', 'pawl', 'init']);
  expect(code).toBe(1);
  const advice = `npm install @pawl/${here.name}@${version}`;
  expect(err).toContain(advice);
  expect((await run(world, advice.split(' '))).code).toBe(0);
  expect((await run(world, ['npx', 'pawl', '--version'])).out).toContain(version);
});

/**
 * Publishes another version until the end of the test, because its archives are in the test's world. Its program differs
 * by one byte, so that it has to be replaced. The archives are not compressed, which is quicker.
 */
function publishVersion(newer: string, world: World): Disposable {
  const other = join(world.root, 'newer-program');
  writeFileSync(other, Buffer.concat([readFileSync(program), Buffer.from('\n')]));
  const lay = { pawl: layOutMain, [here.name]: (to: string) => layOutPlatform(to, here, other) };
  for (const [name, layOut] of Object.entries(lay)) {
    const folder = join(world.root, `lay-${name}`);
    layOut(join(folder, 'package'));
    const manifest = join(folder, 'package', 'package.json');
    write(manifest, readFileSync(manifest, 'utf8').replaceAll(`"${version}"`, `"${newer}"`));
    const tar = Bun.spawnSync(['tar', '-cf', '-', 'package'], { cwd: folder, maxBuffer: 2 ** 30 }).stdout;
    const archive = join(world.root, `${name}-${newer}.tgz`);
    writeFileSync(archive, gzipSync(tar, { level: 0 }));
    registry.publish({ archive });
  }
  for (const platform of platforms)
    if (platform !== here)
      registry.publish({ manifest: { ...platformManifest(platform), version: newer } as never });
  return { [Symbol.dispose]: () => registry.withdraw(newer) };
}

/** Sends events to the launcher until the work is done; each has to be refused. */
async function underHooks<T>(world: World, work: Promise<T>): Promise<{ done: T; hooks: string[] }> {
  let working = true;
  const done = work.finally(() => {
    working = false;
  });
  const hooks: string[] = [];
  while (working) hooks.push(decisionOf(await hook(world, 'rm -rf ~')));
  return { done: await done, hooks };
}

const decisionOf = (answer: string) => /"permissionDecision":"(\w+)"/.exec(answer)?.[1] ?? `none: ${answer}`;

async function hook(world: World, command: string): Promise<string> {
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: world.project,
    tool_name: 'Bash',
    tool_input: { command },
  };
  const settings = JSON.parse(readFileSync(world.settings, 'utf8'));
  const { command: registered, args = [] } = settings.hooks.PreToolUse[0].hooks[0];
  const child = Bun.spawn([registered, ...args], {
    stdin: Buffer.from(JSON.stringify(event)),
    stdout: 'pipe',
    env: { HOME: world.home, PATH: '/usr/bin:/bin' },
    cwd: world.project,
  });
  return child.stdout.text();
}

test('a new version is announced, installed by npm while hooks run when a person asks for it, and seen by doctor', async () => {
  using world = freshWorld();
  write(join(world.home, '.npmrc'), `registry=${registry.url}\n`);
  expect((await run(world, ['npm', 'install', '-g', 'pawl'])).code).toBe(0);
  expect((await run(world, ['pawl', 'init'])).code).toBe(0);
  const launcher = join(world.pawlHome, 'bin', 'pawl');
  const source = () => JSON.parse(readFileSync(join(world.pawlHome, 'source.json'), 'utf8'));
  expect(source()).toMatchObject({ kind: 'npm', version });
  expect(await run(world, [launcher, 'update', 'check'])).toMatchObject({ code: 0 });

  using _newer = publishVersion('9.0.0', world);
  const found = await run(world, [launcher, 'update', 'check']);
  expect(found.code).toBe(1);
  expect(found.out).toContain(`9.0.0 (this is ${version})`);
  const daily = [launcher, 'gc', '--daily', world.project];
  expect((await run(world, daily, { PAWL_AUTO_UPDATE: '' })).code).toBe(0);
  expect(readFileSync(join(world.pawlHome, 'run', 'notices.json'), 'utf8')).toContain('9.0.0');

  const before = statSync(launcher).ino;
  const { done: updated, hooks } = await underHooks(world, run(world, [launcher, 'update']));
  expect(updated).toMatchObject({ code: 0 });
  expect(updated.out).toContain('updated to 9.0.0');
  expect(new Set(hooks)).toEqual(new Set(['deny']));
  expect(source()).toMatchObject({ kind: 'npm', version: '9.0.0' });
  expect(statSync(launcher).ino).not.toBe(before);

  // The state after `npm install -g pawl@9.1.0` alone: a newer package, and the old launcher.
  const manifest = join(dirname(dirname(source().program)), 'package.json');
  write(manifest, readFileSync(manifest, 'utf8').replace('9.0.0', '9.1.0'));
  const doctor = async () => JSON.parse((await run(world, ['pawl', 'doctor', '--json'])).out).findings;
  expect((await doctor()).map((one: { code: string }) => one.code)).toContain('launcher-outdated');
  expect((await run(world, ['pawl', 'init', '--launcher-only'])).code).toBe(0);
  expect((await doctor()).map((one: { code: string }) => one.code)).not.toContain('launcher-outdated');
});

test('an older program does not replace a newer launcher unless it is told to', async () => {
  using world = freshWorld();
  const launcher = join(world.pawlHome, 'bin', 'pawl');
  write(launcher, '#!/bin/sh\necho pawl 9.9.9\n');
  chmodSync(launcher, 0o755);
  const refused = await run(world, [program, 'init', '--launcher-only']);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('--downgrade');
  expect(readFileSync(launcher, 'utf8')).toContain('9.9.9');
  expect((await run(world, [program, 'init', '--launcher-only', '--downgrade'])).code).toBe(0);
  expect((await run(world, [launcher, '--version'])).out).toContain(version);
});

/** Unpacks the package `pawl` without npm, and without the package of this platform beside it. */
function unpackMain(into: string): string {
  mkdirSync(into, { recursive: true });
  Bun.spawnSync([
    'tar',
    '-xzf',
    join(folder, 'out', `pawl-${version}.tgz`),
    '-C',
    into,
    '--strip-components=1',
  ]);
  return into;
}

test('a platform without a build is named, with those that have one', async () => {
  using world = freshWorld();
  const shim = join(unpackMain(join(world.root, 'node_modules', 'pawl')), 'bin', 'pawl.mjs');
  const other = 'data:text/javascript,Object.defineProperty(process,"platform",{value:"sunos"})';
  const { code, err } = await run(world, ['node', '--import', other, shim, 'init']);
  expect(code).toBe(1);
  expect(err).toContain(`no build for this platform (sunos-${process.arch})`);
  expect(err).toContain('linux-x64, linux-arm64');
});

const policy = (event: string) => `import { deny, definePolicy } from 'pawl';
export default definePolicy({
  id: 'mine/friday',
  summary: 'No deploys on a Friday',
  why: 'Nobody is there on Saturday.',
  on: '${event}',
  level: 'deny',
  examples: [],
  check: () => deny('not on a Friday'),
});
`;

test.each(['bundler', 'nodenext'])('policies type-check against the package with %s', async (resolution) => {
  using world = freshWorld();
  write(join(world.project, 'package.json'), '{"type":"module","private":true}');
  unpackMain(join(world.project, 'node_modules', 'pawl'));
  const module = resolution === 'bundler' ? 'preserve' : 'nodenext';
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const check = async (event: string) => {
    write(join(world.project, 'friday.ts'), policy(event));
    const flags = ['--noEmit', '--strict', '--module', module, '--moduleResolution', resolution];
    return (await run(world, ['node', tsc, '--ignoreConfig', ...flags, 'friday.ts'])).out;
  };
  expect(await check('PreToolUse')).toBe('');
  expect(await check('PreToolUsed')).toContain('PreToolUsed');
});

test('building and packing again, in another folder, gives the same bytes', () => {
  using world = freshWorld();
  const again = build(join(world.root, 'elsewhere', 'pawl'));
  expect(readFileSync(again).equals(readFileSync(program))).toBe(true);
  rmSync(again);
  const sums = [smallPackages(), packSmall(join(world.root, 'second'))].map((out) =>
    readFileSync(join(out, 'SHA256SUMS'), 'utf8'),
  );
  expect(sums[0]).toBe(sums[1]!);
});

/** Commands of docs/install.md: what runs them, or why nothing does. */
const documented: Record<string, string> = {
  'npx -y pawl init': 'test: npx pawl init registers the program itself',
  'npm install -g pawl': 'test: npm i -g pawl brings only',
  'pawl init': 'test: a new version is announced',
  'pawl doctor': 'test: a new version is announced',
  'pawl update': 'test: a new version is announced',
  'pawl update check': 'test: a new version is announced',
  'npm uninstall -g pawl': 'test: npm i -g pawl brings only',
  'pawl uninstall': 'test/install.test.ts',
  'npx pawl init --launcher-only': 'test/e2e/plugin.test.ts, with the built program',
  'sh install.sh': 'test: install.sh checks the archive',
  'npm run build': 'every run of the tests',
  'dist/pawl init': 'test/install.test.ts',
  'claude plugin install pawl@pawl': 'test/e2e/plugin.test.ts',
  'claude plugin marketplace add pawl-dev/pawl':
    'test/e2e/plugin.test.ts, with a path instead of the network',
  'curl -fsSLO https://github.com/pawl-dev/pawl/releases/latest/download/install.sh':
    'not run: needs the network',
  'brew install pawl-dev/tap/pawl': 'not run: Homebrew is not here',
  'git clone https://github.com/pawl-dev/pawl': 'not run: needs the network',
  'cd pawl': 'belongs to the line above',
  'eval "$(pawl completion bash)"': 'test/first-hour.test.ts',
  'eval "$(pawl completion zsh)"': 'test/first-hour.test.ts',
  'pawl completion fish > ~/.config/fish/completions/pawl.fish': 'test/first-hour.test.ts',
  'pawl help --man | man -l -': 'test/first-hour.test.ts',
  'npm install -g ./pawl-linux-x64-1.0.0.tgz ./pawl-1.0.0.tgz': 'test: without a registry',
};

test('every command of docs/install.md is run by a test, or the table says why not', () => {
  const page = readFileSync(join(root, 'docs', 'install.md'), 'utf8');
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!.trim().split('\n'));
  expect(blocks.flat().sort()).toEqual(Object.keys(documented).sort());
  const titles = Object.values(documented).flatMap((how) => /^test: (.*)/.exec(how)?.[1] ?? []);
  const source = readFileSync(import.meta.path, 'utf8');
  expect(titles.filter((title) => !source.includes(`('${title}`))).toEqual([]);
});

test('without a registry the two archives are enough to install', async () => {
  using world = freshWorld();
  const archives = [`@pawl/pawl-${here.name}-${version}.tgz`, `pawl-${version}.tgz`];
  const words = ['npm', 'install', '-g', ...archives.map((name) => join(folder, 'out', name))];
  expect(await run(world, words, offline)).toMatchObject({ code: 0 });
  expect((await run(world, ['pawl', '--version'])).out).toContain(version);
});

/** Serves the packages as a release page does: all files in one folder. */
function releasePage(folder: string) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const name = new URL(request.url).pathname.slice(1);
      for (const place of ['', '@pawl/']) {
        const file = Bun.file(join(folder, place + name));
        if (await file.exists()) return new Response(file);
      }
      return new Response('', { status: 404 });
    },
  });
}

async function installFrom(world: World, folder: string) {
  const server = releasePage(folder);
  try {
    const child = Bun.spawn(['sh', join(root, 'packaging', 'install.sh')], {
      cwd: world.project,
      env: {
        PATH: `${dirname(Bun.which('tar')!)}:/usr/bin:/bin`,
        HOME: world.home,
        TMPDIR: world.tmp,
        PAWL_BASE: `http://127.0.0.1:${server.port}`,
      },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { code: await child.exited, out, err };
  } finally {
    server.stop(true);
  }
}

const withoutDownloader = Bun.which('wget') ? undefined : withoutPrograms('curl');

testUnless(withoutDownloader)('install.sh checks the archive and registers the program', async () => {
  using world = freshWorld();
  expect(await installFrom(world, join(folder, 'out'))).toMatchObject({ code: 0 });
  expect(readFileSync(world.settings, 'utf8')).toContain(join(world.pawlHome, 'bin', 'pawl'));

  using other = freshWorld();
  const changed = join(other.root, 'packages');
  mkdirSync(join(changed, '@pawl'), { recursive: true });
  cpSync(join(folder, 'out', 'SHA256SUMS'), join(changed, 'SHA256SUMS'));
  writeFileSync(join(changed, '@pawl', `pawl-${here.name}-${version}.tgz`), 'something else');
  const refused = await installFrom(other, changed);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('checksum');
  expect(existsSync(other.settings)).toBe(false);
});
