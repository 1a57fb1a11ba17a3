// A copy of the tree in which one worker makes its changes. The tree itself is never changed.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { testCases } from '../run/bun-test.mjs';

/** Folders with installed packages, which are linked instead of copied. */
const LINKED = [
  '.',
  'scripts/docs',
  'scripts/generate/grammar',
  'test/client',
  'test/clients',
  'test/sdk',
  'test/team',
].map((folder) => join(folder, 'node_modules'));
/** Not copied, because builds and installations create them. */
const LEFT_OUT = new Set([...LINKED, 'dist', '.git', '.cache', 'bench/.peers']);

export interface Ended {
  ok: boolean;
  /** The name of the first test that failed. */
  failed: string | undefined;
  timedOut: boolean;
  seconds: number;
}

/** A test, and the numbers of the marks that were reached during it or before all tests of its file. */
export interface Reaching {
  name: string;
  seconds: number;
  ids: ReadonlySet<number>;
}

/**
 * Loaded before a test file. Marks that were reached before a test come from code that all tests share: the file itself,
 * `beforeAll`, or background work.
 */
const preload = (marks: string, log: string) => `
import { afterEach, beforeEach } from 'bun:test';
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
const take = () => {
  globalThis.__seen = {};
  const ids = readdirSync(${JSON.stringify(marks)});
  for (const id of ids) rmSync(${JSON.stringify(`${marks}/`)} + id, { force: true });
  return ids.map(Number);
};
let shared = [];
beforeEach(() => { shared = take(); });
afterEach(() => appendFileSync(${JSON.stringify(log)}, JSON.stringify({ shared, own: take() }) + '\\n'));
`;

export class Workspace {
  /** The folder into which marks write their numbers. */
  readonly marks: string;
  readonly #folder: string;
  readonly #env: Record<string, string | undefined>;
  #running: number | undefined;

  constructor(root: string, folder: string) {
    this.#folder = folder;
    this.marks = join(folder, 'marks');
    for (const name of ['home', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    // Some tests run programs as other users, who must be able to write here too.
    mkdirSync(this.marks, { mode: 0o777 });
    cpSync(root, join(folder, 'tree'), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(relative(root, path)),
    });
    for (const name of LINKED)
      if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, 'tree', name));
    writeFileSync(join(folder, 'preload.ts'), preload(this.marks, join(folder, 'log')));
    this.#env = { ...process.env, HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') };
  }

  read(file: string): string {
    return readFileSync(join(this.#folder, 'tree', file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.#folder, 'tree', file), text);
  }

  build(): Promise<Ended> {
    return this.#bun(['scripts/build.ts'], 300);
  }

  /** Runs a test file, or only the tests with these names, until the first failure. */
  async test(file: string, limit: number, names?: readonly string[]): Promise<Ended> {
    const pattern = `(${names?.map(literally).join('|')})$`;
    // One argument may be 128 KiB long; a file with so many tests is run as a whole.
    const only = names && pattern.length < 100_000 ? ['-t', pattern] : [];
    return this.#bun(['test', '--bail', ...only, ...limited(limit), `./${file}`], limit);
  }

  /** Runs the generator, as CI does; `same` says whether it wrote what is committed. */
  async generate(): Promise<Ended & { same: boolean }> {
    const before = this.#fingerprint();
    const ended = await this.#bun(['scripts/generate.ts'], 300);
    return { ...ended, same: ended.ok && this.#fingerprint() === before };
  }

  /** The files with a type error. Unused variables do not count, because they are a matter for the linter. */
  async typeErrors(): Promise<ReadonlySet<string>> {
    const args = [
      '--noEmit',
      '--pretty',
      'false',
      '--noUnusedLocals',
      'false',
      '--noUnusedParameters',
      'false',
    ];
    const child = Bun.spawn([process.execPath, join('node_modules', 'typescript', 'bin', 'tsc'), ...args], {
      cwd: join(this.#folder, 'tree'),
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = await child.stdout.text();
    return new Set([...output.matchAll(/^([^(\n]+)\(\d+,\d+\): error /gm)].map((match) => match[1]!));
  }

  /** A hash of everything that the generator may write to. */
  #fingerprint(): string {
    const tree = join(this.#folder, 'tree');
    const files = ['src', 'docs', 'plugin'].flatMap((place) =>
      [...new Bun.Glob(`${place}/**/*`).scanSync({ cwd: tree })].sort(),
    );
    const hasher = new Bun.CryptoHasher('sha1');
    for (const file of files) hasher.update(`${file}\0`).update(readFileSync(join(tree, file)));
    return hasher.digest('hex');
  }

  /** Runs a test file on marked sources; `tests` lists what each of its tests reaches. */
  async reach(file: string, limit: number): Promise<Ended & { tests: Reaching[] }> {
    const [log, xml] = ['log', 'report.xml'].map((name) => join(this.#folder, name)) as [string, string];
    for (const left of [log, xml]) rmSync(left, { force: true });
    this.#takeMarks();
    const report = ['--reporter=junit', `--reporter-outfile=${xml}`];
    const hooks = ['--preload', join(this.#folder, 'preload.ts')];
    const ended = await this.#bun(['test', ...hooks, ...report, ...limited(limit), `./${file}`], limit);
    const afterwards = this.#takeMarks();
    const run = existsSync(xml)
      ? testCases(readFileSync(xml, 'utf8')).filter((test) => test.result !== 'skipped')
      : [];
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    const seen = lines.filter(Boolean).map((line) => JSON.parse(line) as { shared: number[]; own: number[] });
    const everywhere = [...seen.flatMap(({ shared }) => shared), ...afterwards];
    // If there is not one line for each test, each test counts as reaching all that was reached.
    const everything = seen.length === run.length ? [] : seen.flatMap(({ own }) => own);
    const tests = run.map(({ title, seconds }, at) => {
      const own = everything.length > 0 ? everything : (seen[at]?.own ?? []);
      return { name: title, seconds, ids: new Set([...everywhere, ...own]) };
    });
    return { ...ended, tests };
  }

  /** Ends the running program with everything that it started. */
  stop(): void {
    if (this.#running === undefined) return;
    try {
      process.kill(-this.#running, 'SIGKILL');
    } catch {
      // It has already ended.
    }
    this.#running = undefined;
  }

  #takeMarks(): number[] {
    const ids = readdirSync(this.marks).map(Number);
    for (const id of ids) rmSync(join(this.marks, `${id}`), { force: true });
    return ids;
  }

  async #bun(args: string[], limit: number): Promise<Ended> {
    const started = performance.now();
    const child = Bun.spawn([process.execPath, ...args], {
      cwd: join(this.#folder, 'tree'),
      env: this.#env,
      stdio: ['ignore', 'ignore', 'pipe'],
      // In its own process group, because a failing test leaves the programs running that it started.
      detached: true,
    });
    this.#running = child.pid;
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      this.stop();
    }, limit * 1000);
    const code = await child.exited;
    clearTimeout(timer);
    this.stop();
    const output = await child.stderr.text();
    // An option that Bun rejects would look like a killed mutant.
    if (
      args[0] === 'test' &&
      (output.startsWith('error: ') || /^error: regex .* matched 0 tests/m.test(output))
    )
      throw new Error(`bun ${args.join(' ')}: ${output}`);
    const failed = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/m.exec(output)?.[1];
    return { ok: code === 0, failed, timedOut, seconds: (performance.now() - started) / 1000 };
  }
}

const limited = (seconds: number) => ['--timeout', `${Math.ceil(seconds * 1000)}`];
const literally = (text: string) => text.replace(/[.*+?^$()[\]{}|\\/-]/g, '\\$&');
