// A copy of the tree in which one worker makes its changes; the tree itself is never touched.
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

/** Made by builds and installations; the dependencies are linked instead. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', 'bench/.peers']);

export interface Ended {
  ok: boolean;
  /** The name of the first test that failed. */
  failed: string | undefined;
  timedOut: boolean;
  seconds: number;
}

/** A test, and the numbers of the marked places that ran during it or before all tests of its file. */
export interface Reaching {
  name: string;
  seconds: number;
  ids: ReadonlySet<number>;
}

/**
 * Loaded before a test file. Marks that are there before a test come from code that all tests share: the file itself,
 * `beforeAll`, or something in the background.
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
  /** Where marked places leave their numbers. */
  readonly marks: string;
  readonly #folder: string;
  readonly #env: Record<string, string | undefined>;
  #running: number | undefined;

  constructor(root: string, folder: string) {
    this.#folder = folder;
    this.marks = join(folder, 'marks');
    for (const name of ['home', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    // Tests run programs as other users, who leave marks as well.
    mkdirSync(this.marks, { mode: 0o777 });
    cpSync(root, join(folder, 'tree'), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(relative(root, path)),
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'tree', 'node_modules'));
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

  /** Runs a test file to its first failure, or only the tests with these names. */
  async test(file: string, limit: number, names?: readonly string[]): Promise<Ended> {
    const only = names ? ['-t', `(${names.map(literally).join('|')})$`] : [];
    return this.#bun(['test', '--bail', ...only, ...limited(limit), `./${file}`], limit);
  }

  /** Runs a test file on marked sources; `tests` says what each of its tests reaches. */
  async reach(file: string, limit: number): Promise<Ended & { tests: Reaching[] }> {
    const [log, xml] = ['log', 'report.xml'].map((name) => join(this.#folder, name)) as [string, string];
    for (const left of [log, xml]) rmSync(left, { force: true });
    this.#takeMarks();
    const report = ['--reporter=junit', `--reporter-outfile=${xml}`];
    const hooks = ['--preload', join(this.#folder, 'preload.ts')];
    const ended = await this.#bun(['test', ...hooks, ...report, ...limited(limit), `./${file}`], limit);
    const afterwards = this.#takeMarks();
    const run = existsSync(xml)
      ? testCases(readFileSync(xml, 'utf8')).filter((one) => one.result !== 'skipped')
      : [];
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    const seen = lines.filter(Boolean).map((line) => JSON.parse(line) as { shared: number[]; own: number[] });
    const everywhere = [...seen.flatMap(({ shared }) => shared), ...afterwards];
    // Without a line for each test nobody knows which test a line is about.
    const everything = seen.length === run.length ? [] : seen.flatMap(({ own }) => own);
    const tests = run.map(({ title, seconds }, at) => {
      const own = everything.length > 0 ? everything : (seen[at]?.own ?? []);
      return { name: title, seconds, ids: new Set([...everywhere, ...own]) };
    });
    return { ...ended, tests };
  }

  /** Ends what is running, with everything that it started. */
  stop(): void {
    if (this.#running === undefined) return;
    try {
      process.kill(-this.#running, 'SIGKILL');
    } catch {
      // Nothing of it is left.
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
      // The leader of a group: a test that fails leaves the programs behind that it has started.
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
    // Options that Bun does not take would look like a kill.
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
