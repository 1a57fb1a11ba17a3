// A real browser, in a profile of its own that is gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const onPath = () => names.map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined;

/** Where the system has one, fetched if we may; undefined: browser tests can't run, and say so. */
export function findBrowser(): string | undefined {
  const mayInstall = process.getuid?.() === 0 && Bun.which('apt-get');
  if (!onPath() && mayInstall) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) => Bun.spawnSync(['apt-get', '-qq', ...args], { env, stdout: 'ignore' });
    if (apt('install', '-y', '--no-install-recommends', 'chromium').exitCode !== 0) {
      apt('update');
      apt('install', '-y', '--no-install-recommends', 'chromium');
    }
  }
  return onPath();
}

/** Nothing but the page: no updates, no accounts, no calls home. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Opened extends AsyncDisposable {
  browser: Browser;
  page(how?: { width?: number; height?: number; dark?: boolean }): Promise<Page>;
}

export async function openBrowser(): Promise<Opened> {
  const profile = mkdtempSync(join(tmpdir(), 'browser-'));
  const child = Bun.spawn(
    [
      onPath()!,
      '--headless',
      ...quiet,
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', HOME: profile, TMPDIR: profile },
    },
  );
  const browser = await chromium.connectOverCDP(await devtools(child.stderr));
  const page = async ({ width = 1280, height = 800, dark = false } = {}) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    return context.newPage();
  };
  const close = async () => {
    await browser.close().catch(() => {});
    child.kill('SIGKILL');
    await child.exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { browser, page, [Symbol.asyncDispose]: close };
}

/** The browser says where it listens before it is of any use. */
async function devtools(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    text += decoder.decode(chunk);
    const found = /DevTools listening on (ws:\/\/\S+)/.exec(text)?.[1];
    if (found) return found;
  }
  throw new Error(`the browser did not start:\n${text}`);
}
