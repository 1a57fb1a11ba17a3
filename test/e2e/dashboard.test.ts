// The dashboard in a real browser, with what a session of the real client left behind.
import { afterAll, beforeAll, expect } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Opened, openBrowser, withoutBrowser } from '../support/browser.ts';
import { fillWorld } from '../support/crowd.ts';
import { type Started, startDashboard } from '../support/dashboard.ts';
import { act, run, someClient } from '../support/fleet.ts';
import { pawl, pawlJson } from '../support/pawl.ts';
import { record } from '../support/recorded.ts';
import { testUnless, underAgent } from '../support/skip.ts';
import { until } from '../support/wait.ts';
import { freshWorld, type World } from '../support/world.ts';

const reason = withoutBrowser() ?? underAgent();
const inBrowser = testUnless(reason);

let world: World;
let dashboard: Started;
let opened: Opened;
let page: Page;
let id: string;
const clients: { stop(): Promise<void> }[] = [];
/** The errors of the page; these tests expect none. */
const pageErrors: string[] = [];

const others: [alias: string, role: string, events: [string, object?][]][] = [
  [
    'checkout',
    'builder',
    [
      ['UserPromptSubmit.plain', { prompt: 'Split the checkout form into steps' }],
      ['PreToolUse.Bash', { tool_input: { command: 'npm run migrate' } }],
      ['PermissionRequest.Bash', { tool_input: { command: 'npm run migrate' } }],
    ],
  ],
  [
    'search',
    'builder',
    [
      ['UserPromptSubmit.plain', { prompt: 'Make search ignore accents' }],
      ['PreToolUse.Bash', { tool_input: { command: 'npm test -- search' } }],
    ],
  ],
  ['docs', 'writer', [['UserPromptSubmit.plain', { prompt: 'Write the upgrade guide' }]]],
  [
    'nightly',
    'keeper',
    [
      ['UserPromptSubmit.plain', { prompt: 'Update what is safe to update' }],
      ['Stop.plain', { last_assistant_message: 'Two packages updated, the others need you.' }],
    ],
  ],
];

/** Sessions without a client of their own: events of the real client in the name of a real process. */
function playSession([alias, role, events]: (typeof others)[number], at: number): void {
  const client = someClient();
  clients.push(client);
  const env = { CLAUDE_SESSION_ID: alias, CLAUDE_SESSION_ROLE: role, CLAUDE_PID: String(client.pid) };
  const actor = { session_id: `0000000${at}-0000-4000-8000-000000000000`, env };
  act(world, actor, 'SessionStart.startup');
  for (const [name, more] of events) act(world, actor, name, { ...more, tool_use_id: `toolu_other_${at}` });
  const context_window = {
    context_window_size: 200_000,
    current_usage: { input_tokens: 48_000 * (at + 0.5) },
  };
  run(world, ['statusline'], {}, JSON.stringify({ session_id: actor.session_id, context_window }));
}

beforeAll(async () => {
  if (reason) return;
  world = freshWorld();
  world.project = join(world.home, 'work', 'greeter');
  mkdirSync(world.project, { recursive: true });
  id = await record(world);
  others.forEach(playSession);
  dashboard = await startDashboard(world);
  opened = await openBrowser();
  page = await opened.page();
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
  await page.goto(dashboard.url);
});

afterAll(async () => {
  if (reason) return;
  await opened?.[Symbol.asyncDispose]();
  await dashboard?.stop();
  for (const client of clients) await client.stop();
  world?.[Symbol.dispose]();
});

const show = (hash: string) => page.goto(`${dashboard.origin}/#/${hash}`);
/** Polled from this process: the page’s content security policy forbids the code with which Playwright would poll in it. */
const holds = (condition: string) => until(condition, () => page.evaluate<boolean>(`Boolean(${condition})`));

const names = () => texts('.session .name b');
const texts = (selector: string) => page.locator(selector).allInnerTexts();

/** Takes a picture; saves it if SCREENSHOTS names a folder: SCREENSHOTS=docs/images npm test -- test/e2e/dashboard.test.ts */
async function picture(name: string, of: Page = page): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  // Only a picture that is kept has to wait for the end of animations.
  if (folder) await of.waitForTimeout(400);
  const image = await of.screenshot(folder ? { path: join(folder, `${name}.png`) } : {});
  expect(image.length).toBeGreaterThan(5_000);
}

inBrowser('the token disappears from the address; a reloaded page keeps its secret', async () => {
  await page.waitForSelector('.session');
  expect(page.url()).toBe(`${dashboard.origin}/`);
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.reload();
  await page.waitForSelector('.session');
});

inBrowser('fleet: sessions that need a person come first', async () => {
  await show('board?which=all');
  await page.waitForSelector('.session-needs_input');
  await until('the ended session is last', async () => (await names()).at(-1) === 'greeter');
  expect((await names())[0]).toBe('checkout');
  expect(await page.title()).toBe('(1) Pawl');
  await picture('dashboard-fleet');
});

inBrowser('timeline: shows a lane for the session and one for its agent, a bar for each call', async () => {
  await show(`timeline?session=${id}`);
  await page.waitForSelector('.span-call');
  expect((await texts('.lane a')).map((name) => name.split('\n')[0])).toEqual(['greeter', 'general-purpose']);
  expect(await page.locator('.track .span-call').count()).toBe(12);
  expect(await page.locator('.track .span-refused').count()).toBe(2);
  const longest = page.locator('.span-call[title*="sleep 0.4; npm test"]');
  expect((await longest.boundingBox())!.width).toBeGreaterThan(8);
  await longest.click();
  expect(await page.locator('.chosen-bar').textContent()).toContain('succeeded');
  await picture('dashboard-timeline');
  const before = await longest.boundingBox();
  await page.keyboard.press('+');
  await holds(
    `document.querySelector('.span-call[title*="npm test"]')?.getBoundingClientRect().width !== ${before!.width}`,
  );
  await page.keyboard.press('0');
  await page.getByRole('button', { name: 'refused', exact: true }).click();
  await holds(`document.querySelectorAll('.span').length === 2`);
});

inBrowser('decisions: shows policy, reason, reading, and how to decide otherwise', async () => {
  await show('decisions');
  await page.waitForSelector('.decision');
  expect(await texts('.decision .line')).toEqual([
    'Bash sudo rm -rf / --no-preserve-root',
    'Bash git push --force origin main',
    // Approved, because the session calls Pawl itself (session/own-commands).
    expect.stringContaining('pawl task add'),
    expect.stringContaining('pawl task add'),
  ]);
  await page.keyboard.press('j');
  await page.waitForSelector('.parsed');
  expect((await texts('.parsed li'))[1]).toContain('through sudo');
  const remedies = (await texts('.detail .copy code')).join('\n');
  expect(remedies).toContain('"policies": { "guard/delete": { "level": "ask" } }');
  expect(remedies).toContain('pawl allow-once toolu_');
  await picture('dashboard-decisions');
  await page.getByRole('searchbox').fill('push');
  await holds(`document.querySelectorAll('.decision').length === 1`);
  await show('decisions?policy=guard/delete');
  await holds(`document.querySelector('.decision .line')?.textContent?.includes('sudo')`);
  await show('decisions?decision=ask');
  await page.waitForSelector('.empty');
});

inBrowser('session: shows prompts, tools, files, tasks, evidence, memories and context', async () => {
  await show(`session/${id}`);
  await page.waitForSelector('.chart canvas');
  const all = await page.locator('main').textContent();
  for (const words of [
    'Make the greeting polite',
    'src/greet.ts',
    'Write the changelog',
    'npm test',
    'Labels may hold markup',
    '2 refused',
  ])
    expect(all).toContain(words);
  await picture('dashboard-session');
});

inBrowser('metrics: shows figures and charts', async () => {
  await show('metrics?days=7');
  await page.waitForSelector('.chart canvas');
  expect(await page.locator('.tile', { hasText: 'refused' }).textContent()).toMatch(/2/);
  expect((await texts('.figures tbody th')).join(' ')).toContain('guard/force-push');
  await picture('dashboard-metrics');
});

inBrowser('memory: lessons can be searched and forgotten', async () => {
  await show('memory');
  await holds(`document.querySelectorAll('.memory').length === 2`);
  await page.getByRole('searchbox').fill('proxy');
  await holds(`document.querySelectorAll('.memory').length === 1`);
  await picture('dashboard-memory');
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('button', { name: 'Yes, forget' }).click();
  await page.waitForSelector('.empty');
  expect(pawlJson<unknown[]>(world, ['memory', 'list'])).toHaveLength(1);
});

inBrowser('worktrees and health: shows what may be removed, and whether the hooks fire', async () => {
  await show('worktrees');
  await page.waitForSelector('.plain tbody tr');
  expect(await page.locator('.plain tbody tr').textContent()).toMatch(/polite.*(can be removed|keep)/s);
  await picture('dashboard-worktrees');
  await show('health');
  await page.waitForSelector('.plain tbody tr');
  expect((await texts('.plain tbody td:first-child')).join(' ')).toContain('SessionStart');
  await picture('dashboard-health');
});

inBrowser('a pause from the page takes effect, is recorded, and can be ended there', async () => {
  await show(`session/00000001-0000-4000-8000-000000000000`);
  await page.getByRole('button', { name: 'Pause policies' }).click();
  await page.getByRole('button', { name: 'Yes, for 30 min' }).click();
  await page.waitForSelector('[role=status]');
  expect(pawlJson<{ pauses: unknown[] }>(world, ['pause', '--list']).pauses).toHaveLength(1);
  await show('decisions?decision=own');
  await holds(`document.querySelector('.decision')?.textContent?.includes('pause')`);
  await show('health');
  await page.getByRole('button', { name: 'End it' }).click();
  await page.getByRole('button', { name: 'Yes, end it' }).click();
  await holds(`document.body.innerText.includes('Every policy is in force')`);
});

inBrowser('new events appear on the page without a reload', async () => {
  await show('board');
  await page.waitForSelector('.session');
  const client = someClient();
  clients.push(client);
  const actor = {
    session_id: '00000009-0000-4000-8000-000000000000',
    env: { CLAUDE_SESSION_ID: 'newcomer', CLAUDE_PID: String(client.pid) },
  };
  act(world, actor, 'SessionStart.startup');
  await holds(`document.body.innerText.includes('newcomer')`);
  act(world, actor, 'UserPromptSubmit.plain', { prompt: 'hello' });
  act(world, actor, 'PermissionRequest.Bash');
  await holds(`document.title === '(2) Pawl'`);
});

testUnless(reason ?? (process.env.SCREENSHOTS && 'pictures are taken without markup'))(
  'text that looks like markup is shown as text',
  async () => {
    for (const [hash, shown] of [
      ['board?which=all', '.session'],
      [`timeline?session=${id}`, '.span-call'],
      ['decisions', '.decision'],
      ['memory', '.memory'],
      [`session/${id}`, '.chart canvas'],
    ] as const) {
      await show(hash);
      await page.waitForSelector(shown);
    }
    await holds(`document.body.innerText.includes('<img src=x onerror=')`);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img').count()).toBe(0);
  },
);

inBrowser('works with keys, in light and dark, and on narrow screens', async () => {
  await show('board');
  await page.keyboard.press('3');
  await holds(`document.querySelector('h1')?.textContent === 'Decisions'`);
  await page.keyboard.press('?');
  await page.waitForSelector('.help');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(14, 17, 22)');
  await show('decisions');
  await page.locator('.decision').first().click();
  await page.waitForSelector('.detail .parsed');
  await picture('dashboard-dark');
  const phone = await opened.page({ width: 390, height: 780 });
  await phone.goto(dashboard.url);
  await phone.waitForSelector('.session');
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await picture('dashboard-narrow', phone);
  await phone.context().close();
});

inBrowser('the report is one self-contained file with charts', async () => {
  const file = join(world.root, 'report.html');
  expect(pawl(world, ['report', '--out', file]).code).toBe(0);
  const alone = await opened.page();
  const asked: string[] = [];
  alone.on('request', (request) => asked.push(request.url()));
  await alone.goto(`file://${file}`);
  await alone.waitForSelector('.chart canvas');
  expect(asked).toEqual([`file://${file}`]);
  expect(await alone.locator('main').textContent()).toContain('guard/force-push');
  await picture('report', alone);
  await alone.context().close();
});

inBrowser('a thousand sessions and many events: only visible rows are rendered', async () => {
  using crowded = freshWorld();
  fillWorld(crowded, { sessions: 1_000, events: 20_000, days: 30 });
  await using full = await startDashboard(crowded);
  const many = await opened.page();
  await many.goto(full.url);
  const start = performance.now();
  await many.goto(`${full.origin}/#/board?which=all`);
  await many.waitForSelector('.session');
  const loaded = performance.now() - start;
  expect(await many.locator('.row').count()).toBeLessThan(60);
  await many.evaluate("document.querySelector('.list').scrollTop = 1e9");
  await many.waitForSelector('.session[title="s-0"]');
  expect(await many.locator('.row').count()).toBeLessThan(60);
  await many.goto(`${full.origin}/#/decisions`);
  await many.waitForSelector('.decision');
  await until('the oldest decision is shown after some scrolling', async () => {
    await many.evaluate("document.querySelector('.list').scrollTop = 1e9");
    return many.locator('.decision code:text-is("command number 0")').count();
  });
  expect(await many.locator('.row').count()).toBeLessThan(60);
  console.log(`fleet of 1,000 sessions shown after ${Math.round(loaded)} ms`);
  await many.context().close();
});

inBrowser('with an empty home the page says what to do', async () => {
  using empty = freshWorld();
  await using fresh = await startDashboard(empty);
  const blank = await opened.page();
  await blank.goto(fresh.url);
  for (const hash of [
    'board',
    'board?which=all',
    'decisions',
    'metrics',
    'memory',
    'worktrees',
    'timeline',
  ]) {
    await blank.goto(`${fresh.origin}/#/${hash}`);
    await blank.waitForSelector('.empty');
  }
  await blank.context().close();
});

inBrowser('the browser reported no blocked request and no error', () => {
  expect(pageErrors).toEqual([]);
});
