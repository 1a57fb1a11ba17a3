// `npm run test:platforms`: sends every captured event of the real client to the builds for other platforms, searches the
// memory, and compares the answers with those of the build for this one.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, pawl } from './build.ts';
import { platforms } from './package/platforms.ts';
import { runtimeOf } from './package/runtimes.ts';
import { type Emulator, emulators } from './platforms/emulators.ts';

const root = join(import.meta.dir, '..');
const captures = join(root, 'test', 'captures');
const files = readdirSync(captures).filter((name) => name.endsWith('.json') && name !== 'INDEX.json');
const eventOf = (file: string) => JSON.parse(readFileSync(join(captures, file), 'utf8')).hook_event_name;

/** Rules that answer every event in every possible way. */
const loud = {
  rules: ['deny', 'inject', 'tell', 'warn'].map((action) => ({
    id: `say-${action}`,
    on: [...new Set(files.map(eventOf))].sort(),
    action,
    message: `loud ${action}`,
  })),
};

/** The answers to all events, without the paths of this run. */
function answers(words: readonly string[], env: Record<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [kind, config] of [
    ['quiet', {}],
    ['loud', loud],
  ] as const) {
    const world = mkdtempSync(join(tmpdir(), 'platform-'));
    for (const folder of ['home/.pawl', 'project']) mkdirSync(join(world, folder), { recursive: true });
    writeFileSync(join(world, 'home/.pawl/config.jsonc'), JSON.stringify(config));
    try {
      // An emulated program takes a second for each event; the ways to answer are the same for all events.
      const sent = kind === 'quiet' ? files : files.filter((_, at) => at % 4 === 0);
      for (const file of sent) found.set(`${kind} ${file}`, answer(words, env, world, file));
    } finally {
      rmSync(world, { recursive: true, force: true });
    }
  }
  return found;
}

function answer(words: readonly string[], env: Record<string, string>, world: string, file: string): string {
  const done = Bun.spawnSync([...words, 'hook', eventOf(file)], {
    cwd: join(world, 'project'),
    env: {
      HOME: join(world, 'home'),
      PAWL_HOME: join(world, 'home', '.pawl'),
      PATH: '/usr/bin:/bin',
      TMPDIR: tmpdir(),
      ...env,
    },
    stdin: readFileSync(join(captures, file)),
    timeout: 60_000,
  });
  return `${done.exitCode} ${done.stdout}${done.stderr}`.replaceAll(world, 'WORLD');
}

/** On Windows the texts name other paths, so only what was decided is compared. */
function decisionIn(answer: string): string {
  const [code = '', ...rest] = answer.split(' ');
  const fields = [...rest.join(' ').matchAll(/"(?:permissionDecision|decision|behavior)":"(\w+)"/g)];
  return [code, ...fields.map(([, decision]) => decision)].join(' ');
}

/** Searches the memory in words that no lesson has, which needs the sentence encoder, and returns the lessons found. */
function recalls(words: readonly string[], env: Record<string, string>): string {
  const world = mkdtempSync(join(tmpdir(), 'platform-'));
  const run = (...args: string[]) =>
    Bun.spawnSync([...words, 'memory', ...args], {
      cwd: world,
      env: { HOME: world, PAWL_HOME: join(world, '.pawl'), PATH: '/usr/bin:/bin', TMPDIR: tmpdir(), ...env },
      timeout: 120_000,
    }).stdout.toString();
  try {
    run('add', 'VAT is rounded per line of an invoice');
    run('add', 'Seagulls near the harbour are loud before sunrise');
    const found = JSON.parse(run('search', 'animals keep us awake at night', '--json') || '[]') as {
      content: string;
    }[];
    return found.map(({ content }) => content).join('; ');
  } finally {
    rmSync(world, { recursive: true, force: true });
  }
}

function startsHere({ words, env }: Emulator, program: string): boolean {
  const done = Bun.spawnSync([...words, program, '--version'], {
    env: { ...process.env, ...env },
    timeout: 60_000,
  });
  return done.stdout.toString().startsWith('pawl ');
}

let failed = false;
build();
const wanted = answers([pawl], {});
const wantedRecall = recalls([pawl], {});
console.log(`this platform: ${wanted.size} answers; recalled: ${wantedRecall}`);
for (const platform of platforms) {
  if (platform.os === process.platform && platform.cpu === process.arch && platform.libc !== 'musl') continue;
  const emulator = emulators[platform.name]?.() ?? 'nothing here runs it';
  if (typeof emulator === 'string') {
    console.log(`${platform.name}: skipped, ${emulator}`);
    continue;
  }
  const program = join(root, 'dist', 'platforms', platform.name, platform.program);
  build(program, { bun: platform.bun, runtime: runtimeOf(platform) });
  if (!startsHere(emulator, program)) {
    console.log(
      `${platform.name}: skipped, the program does not start under ${emulator.words[0] ?? 'this system'}`,
    );
    continue;
  }
  const got = answers([...emulator.words, program], emulator.env);
  const recalled = recalls([...emulator.words, program], emulator.env);
  emulator.stop?.();
  const shown = platform.os === 'win32' ? decisionIn : (text: string) => text;
  const different = [...wanted].filter(([name, text]) => shown(got.get(name) ?? '') !== shown(text));
  const compared = platform.os === 'win32' ? 'decisions' : 'answers';
  console.log(`${platform.name}: ${got.size - different.length} of ${wanted.size} ${compared} are the same`);
  for (const [name, text] of different.slice(0, 5))
    console.log(`  ${name}\n    here:  ${text.slice(0, 300)}\n    there: ${got.get(name)?.slice(0, 300)}`);
  if (recalled !== wantedRecall) console.log(`  recalled: ${recalled || 'nothing'}`);
  failed ||= different.length > 0 || recalled !== wantedRecall;
}
process.exitCode = failed ? 1 : 0;
