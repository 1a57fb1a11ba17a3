// Starts a real browser with a temporary profile.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findOrInstall } from './apt.ts';
import type { Reason } from './skip.ts';
import { shortTemporary } from './world.ts';

const findBrowser = () => findOrInstall(['chromium', 'chromium-browser', 'google-chrome'], 'chromium');

export const withoutBrowser = (): Reason =>
  findBrowser() ? undefined : 'chromium is neither here nor installable';

/** Switches off updates, accounts and background requests. */
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
  const profile = mkdtempSync(join(shortTemporary(), 'b-'));
  const child = Bun.spawn(
    [
      findBrowser()!,
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

/** Waits for the line in which the browser prints the address of its debugger. */
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
