// `npm run sweep`: sets every variable that the runtime knows, one at a time, and asks the built program about a call
// that it must refuse. Takes about two minutes, so it runs when the runtime's version changes: the result is kept in
// swept.json, and a test compares that file with the program.
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pawl } from '../build.ts';

export interface Sweep {
  /** The version of the runtime that was swept. */
  bun: string;
  platform: string;
  engineOptions: number;
  variables: string[];
  /** Variables with which the call was not refused, and what happened instead. */
  open: Record<string, string>;
}

export const resultFile = join(import.meta.dir, 'swept.json');

/** Names of variables in the executable: those of the runtime, of its allocator, of Node and of Pawl. */
export function variablesIn(bytes: Buffer): string[] {
  const found = bytes.toString('latin1').matchAll(/(?:BUN|NODE|MIMALLOC|UV|WTF|PAWL)_[A-Z][A-Z0-9_]{2,60}/g);
  // Two strings may follow each other without anything between them.
  const names = [...found].flatMap(([run]) => run.split(/(?<=.)(?=BUN_|MIMALLOC_|PAWL_)/));
  return [...new Set([...names, ...unnamed])].sort();
}

/** Variables that the executable puts together from parts, or that a library of the system reads. */
const unnamed = [
  ...'ALLOW_LARGE_OS_PAGES ARENA_EAGER_COMMIT ARENA_PURGE_MULT ARENA_RESERVE DESTROY_ON_EXIT DISALLOW_ARENA_ALLOC'.split(
    ' ',
  ),
  ...'DISALLOW_OS_ALLOC GUARDED_SAMPLE_RATE LIMIT_OS_ALLOC MAX_ERRORS MAX_WARNINGS PURGE_DECOMMITS PURGE_DELAY'.split(
    ' ',
  ),
  ...'RESERVE_HUGE_OS_PAGES RESERVE_OS_MEMORY SHOW_ERRORS SHOW_STATS USE_NUMA_NODES VERBOSE'.split(' '),
]
  .map((option) => `MIMALLOC_${option}`)
  .concat([
    'FORCE_COLOR',
    'GOMAXPROCS',
    'LANG',
    'LC_ALL',
    'MALLOC_CHECK_',
    'NO_COLOR',
    'SSL_CERT_FILE',
    'SSLKEYLOGFILE',
    'TERM',
    'TMPDIR',
    'TZ',
    'XDG_CONFIG_HOME',
  ]);

export const engineOptionsIn = (bytes: Buffer): string[] => [
  ...new Set([...bytes.toString('latin1').matchAll(/\0JSC_([A-Za-z0-9]+)(?=\0)/g)].map((found) => found[1]!)),
];

/** Describes the program's behaviour with the variable set; undefined if it refused the call and wrote nothing. */
function tryVariable(name: string, value: string, home: string): string | undefined {
  const before = filesBelow(home);
  const child = Bun.spawnSync([join(home, '.pawl', 'bin', 'pawl'), 'hook', 'PreToolUse'], {
    cwd: home,
    env: { HOME: home, PATH: '/usr/bin:/bin', [name]: value },
    stdin: Buffer.from(JSON.stringify(forcedPush(home))),
    stderr: 'ignore',
    timeout: 20_000,
  });
  const written = filesBelow(home).filter((file) => !before.includes(file) && !isOurs(file));
  if (written.length > 0) return `wrote ${written.map((file) => file.slice(home.length + 1))}`;
  if (child.exitedDueToTimeout) return 'hung';
  if (child.stdout.toString().includes('"permissionDecision":"deny"')) return undefined;
  return `exit ${child.exitCode ?? child.signalCode}, ${child.stdout.length === 0 ? 'no answer' : 'another answer'}`;
}

const isOurs = (file: string) => /\/\.pawl\/(spool|run|state)(\/|$)/.test(file) || file.endsWith('/.pawl');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));

const forcedPush = (cwd: string) => ({
  session_id: 'sweep',
  transcript_path: join(cwd, 'transcript.jsonl'),
  cwd,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_sweep',
  permission_mode: 'default',
  tool_input: { command: 'git push --force origin main' },
});

/** Beside the program, so that the launcher can be a link to it: a copy for each variable would take long. */
function installedHome(): string {
  const home = mkdtempSync(join(dirname(pawl), 'sweep-'));
  mkdirSync(join(home, '.pawl', 'bin'), { recursive: true });
  writeFileSync(join(home, '.pawl', '.pawl-home'), '');
  linkSync(pawl, join(home, '.pawl', 'bin', 'pawl'));
  return home;
}

function sweep(): Sweep {
  const bytes = readFileSync(pawl);
  const variables = variablesIn(bytes);
  const options = engineOptionsIn(bytes);
  const open: Record<string, string> = {};
  for (const name of [...variables, ...options.map((option) => `BUN_JSC_${option}`)]) {
    const home = installedHome();
    // A value that turns an option on, and the path of a file to write: the kill switch, which does not exist yet.
    for (const value of ['1', join(home, '.pawl', 'off')]) {
      const happened = tryVariable(name, value, home);
      if (happened) open[`${name}=${value === '1' ? '1' : 'path'}`] = happened;
    }
    rmSync(home, { recursive: true, force: true });
  }
  return {
    bun: Bun.version,
    platform: `${process.platform}-${process.arch}`,
    engineOptions: options.length,
    variables,
    open,
  };
}

if (import.meta.main) {
  const result = sweep();
  writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`);
  const { engineOptions, variables, open } = result;
  console.log(
    `${engineOptions} engine options and ${variables.length} variables, ${Object.keys(open).length} open`,
  );
  for (const [name, happened] of Object.entries(open)) console.log(`  ${name}: ${happened}`);
  process.exitCode = Object.keys(open).length > 0 ? 1 : 0;
}
