// A copy of the tree in which one worker makes its changes; the tree itself is never touched.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Made by builds and installations; the dependencies are linked instead. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', 'bench/.peers']);

export interface Ended {
  ok: boolean;
  /** The name of the first test that failed. */
  failed: string | undefined;
  timedOut: boolean;
  seconds: number;
}

export class Workspace {
  readonly tree: string;
  /** Where marked places leave their numbers. */
  readonly marks: string;
  readonly #env: Record<string, string | undefined>;

  constructor(root: string, folder: string) {
    this.tree = join(folder, 'tree');
    this.marks = join(folder, 'marks');
    for (const name of ['home', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    // Tests run programs as other users, who leave marks as well.
    mkdirSync(this.marks, { mode: 0o777 });
    cpSync(root, this.tree, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(root, path)) });
    symlinkSync(join(root, 'node_modules'), join(this.tree, 'node_modules'));
    this.#env = { ...process.env, HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') };
  }

  read(file: string): string {
    return readFileSync(join(this.tree, file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.tree, file), text);
  }

  /** The numbers of the marked places that were reached since the last call. */
  takeMarks(): number[] {
    const ids = readdirSync(this.marks).map(Number);
    for (const id of ids) rmSync(join(this.marks, `${id}`));
    return ids;
  }

  build(): Promise<Ended> {
    return this.#bun(['scripts/build.ts'], 120);
  }

  /** `bail` ends at the first test that fails. */
  test(file: string, limit: number, { bail = false } = {}): Promise<Ended> {
    const flags = ['--timeout', `${Math.ceil(limit * 1000)}`, ...(bail ? ['--bail'] : [])];
    return this.#bun(['test', ...flags, `./${file}`], limit);
  }

  async #bun(args: string[], limit: number): Promise<Ended> {
    const started = performance.now();
    const child = Bun.spawn([process.execPath, ...args], {
      cwd: this.tree,
      env: this.#env,
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own, so that a limit ends whatever it started as well.
      detached: true,
    });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      process.kill(-child.pid, 'SIGKILL');
    }, limit * 1000);
    const [code, output] = await Promise.all([child.exited, child.stderr.text()]);
    clearTimeout(timer);
    // Options that Bun does not take would look like a kill.
    if (args[0] === 'test' && output.startsWith('error: '))
      throw new Error(`bun ${args.join(' ')}: ${output}`);
    const failed = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/m.exec(output)?.[1];
    return { ok: code === 0, failed, timedOut, seconds: (performance.now() - started) / 1000 };
  }
}
