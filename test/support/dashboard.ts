// Starts the dashboard of a test world as a person would.
import { program } from './pawl.ts';
import { envOf, type World } from './world.ts';

export interface Started extends AsyncDisposable {
  url: string;
  port: number;
  origin: string;
  stop(): Promise<void>;
}

export async function startDashboard(world: World): Promise<Started> {
  const child = Bun.spawn([program, 'dashboard', '--port', '0', '--json'], {
    cwd: world.project,
    env: envOf(world),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, port } = JSON.parse(await firstLine(child.stdout)) as { url: string; port: number };
  const stop = async () => {
    child.kill('SIGTERM');
    await child.exited;
  };
  return { url, port, origin: `http://127.0.0.1:${port}`, stop, [Symbol.asyncDispose]: stop };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value);
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
    if (done) throw new Error(`the dashboard did not start: ${text}`);
  }
}

/** Exchanges the token for a cookie, as a browser does. */
export async function signIn({ url }: Started): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
}
