// Starts the dashboard of a test world as a person would.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from './pawl.ts';
import { until } from './wait.ts';
import { envOf, type World } from './world.ts';

export interface Started extends AsyncDisposable {
  /** An address that opens one page. Each read returns another one. */
  readonly url: string;
  port: number;
  origin: string;
  stop(): Promise<void>;
}

let serial = 0;

/** Starts it in a terminal, where the word that a change on the page asks for is typed. */
export async function startDashboard(world: World): Promise<Started> {
  const out = join(world.tmp, `dashboard-${++serial}.json`);
  const redirected = ['/bin/sh', '-c', 'out=$1; shift; exec "$@" >"$out"', 'sh', out];
  let screen = '';
  const child = Bun.spawn([...redirected, program, 'dashboard', '--port', '0', '--json'], {
    cwd: world.project,
    env: envOf(world),
    terminal: {
      data(terminal, bytes) {
        screen += new TextDecoder().decode(bytes);
        const word = /Type the word “(\w+)”[\s\S]*?: $/.exec(screen)?.[1];
        if (word === undefined) return;
        screen = '';
        terminal.write(`${word}\n`);
      },
    },
  });
  const line = () => (existsSync(out) ? readFileSync(out, 'utf8').split('\n') : []);
  await until('the dashboard has started', () => line().length > 1 || child.exitCode !== null);
  const { url: first, port } = JSON.parse(line()[0] || screen) as { url: string; port: number };
  const origin = `http://127.0.0.1:${port}`;
  const addresses = await spareAddresses(origin, first);
  const stop = async () => {
    child.kill('SIGTERM');
    await child.exited;
  };
  return {
    get url() {
      return addresses.pop() ?? 'no address is left';
    },
    port,
    origin,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Exchanges the token for the secret of the page, as a browser does, and returns the headers that the page sends. */
export async function signIn({ url }: Pick<Started, 'url'>): Promise<Record<string, string>> {
  const text = await (await fetch(url)).text();
  return { 'x-pawl-token': /name="pawl-token" content="([^"]+)"/.exec(text)?.[1] ?? '' };
}

/** Enough for all pages that one test file opens. */
const spare = 40;

async function spareAddresses(origin: string, first: string): Promise<string[]> {
  const headers = { ...(await signIn({ url: first })), origin };
  const ask = async () => {
    const answer = await fetch(`${origin}/api/address`, { method: 'POST', headers, body: '{}' });
    return ((await answer.json()) as { url: string }).url;
  };
  return Promise.all(Array.from({ length: spare }, ask));
}
