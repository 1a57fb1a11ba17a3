// Everybody can use the dashboard: axe finds nothing serious on any screen, in light and dark, wide and narrow; the
// keyboard is enough; and on a phone the project and the reason stay visible.
import { afterAll, beforeAll, expect } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../support/axe.ts';
import { type Opened, openBrowser, withoutBrowser } from '../support/browser.ts';
import { type Started, startDashboard } from '../support/dashboard.ts';
import { pawl } from '../support/pawl.ts';
import { endedSession, refusedCall, type Showcase, showcase, waitingSession } from '../support/showcase.ts';
import { testUnless, underAgent } from '../support/skip.ts';
import { until } from '../support/wait.ts';
import { freshWorld } from '../support/world.ts';

const reason = withoutBrowser() ?? underAgent();
const inBrowser = testUnless(reason);

let shown: Showcase;
let dashboard: Started;
let opened: Opened;

beforeAll(async () => {
  if (reason) return;
  shown = showcase();
  dashboard = await startDashboard(shown.world);
  opened = await openBrowser();
});

afterAll(async () => {
  if (reason) return;
  await opened?.[Symbol.asyncDispose]();
  await dashboard?.stop();
  await shown?.[Symbol.asyncDispose]();
});

/** Every screen, and an element that shows that its data has arrived. */
const screens: [name: string, hash: string, shown: string][] = [
  ['fleet', 'board', '.session'],
  ['all', 'board?which=all', '.session-ended'],
  ['timeline', 'timeline', '.span-call'],
  ['decisions', 'decisions', '.decision'],
  ['decision', `decisions/${refusedCall}`, '.parsed'],
  ['session', `session/${endedSession}`, '.event'],
  ['waiting', `session/${waitingSession}`, '.event'],
  ['metrics', 'metrics', '.chart canvas'],
  ['memory', 'memory', '.memory'],
  ['worktrees', 'worktrees', '.plain tbody tr'],
  ['health', 'health', '.plain tbody tr'],
];

const looks: [name: string, how: { width: number; height: number; dark: boolean }][] = [
  ['light', { width: 1280, height: 800, dark: false }],
  ['dark', { width: 1280, height: 800, dark: true }],
  ['narrow', { width: 390, height: 780, dark: false }],
  ['narrow-dark', { width: 390, height: 780, dark: true }],
];

/** Saves a picture of the screen if SCREENS names a folder: SCREENS=/tmp/screens npm test -- test/e2e/dashboard-access.test.ts */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Finds a page, screen or card that is wider than there is room for, so that it would have to be scrolled sideways. */
const findOverflow = `[...document.querySelectorAll('html, .screen, .card.scroll, .lanes')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className || one.tagName)`;

for (const [look, how] of looks)
  inBrowser(`axe finds nothing serious on any screen, ${look}`, async () => {
    const page = await opened.page(how);
    await page.goto(dashboard.url);
    for (const [name, hash, selector] of screens) {
      await page.goto(`${dashboard.origin}/#/${hash}`);
      await page.waitForSelector(selector);
      await picture(page, `${name}-${look}`);
      expect([name, ...(await seriousFindings(page))]).toEqual([name]);
      expect([name, await page.evaluate(findOverflow)]).toEqual([name, []]);
    }
    await page.locator('main').press('?');
    await page.waitForSelector('dialog.help');
    await picture(page, `help-${look}`);
    expect(['help', ...(await seriousFindings(page))]).toEqual(['help']);
    await page.context().close();
  });

inBrowser('axe finds nothing serious in the report and on empty screens', async () => {
  const file = join(shown.world.root, 'report.html');
  expect(pawl(shown.world, ['report', '--out', file]).code).toBe(0);
  using empty = freshWorld();
  await using blank = await startDashboard(empty);
  for (const dark of [false, true]) {
    const page = await opened.page({ dark });
    await page.goto(`file://${file}`);
    await page.waitForSelector('.chart canvas');
    await picture(page, `report-${dark ? 'dark' : 'light'}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(blank.url);
    for (const hash of ['board', 'decisions', 'metrics', 'memory', 'worktrees', 'timeline', 'health']) {
      await page.goto(`${blank.origin}/#/${hash}`);
      await page.waitForSelector('.empty');
      await picture(page, `empty-${hash}-${dark ? 'dark' : 'light'}`);
      expect([hash, ...(await seriousFindings(page))]).toEqual([hash]);
    }
    await page.context().close();
  }
});

inBrowser('axe would notice: the same check finds faint text and a button without a name', async () => {
  const page = await opened.page();
  await page.goto(dashboard.url);
  await page.waitForSelector('.session');
  await page.evaluate("document.querySelector('h1').style.color = '#ddd'");
  await page.evaluate("document.querySelector('.foot button').removeAttribute('aria-label')");
  await page.evaluate("document.querySelector('.foot button').removeAttribute('title')");
  await page.evaluate("document.querySelector('.foot button').textContent = ''");
  const found = (await seriousFindings(page)).map((line) => line.split(':')[0]);
  expect(found).toContain('color-contrast');
  expect(found).toContain('button-name');
  await page.context().close();
});

const texts = (page: Page, selector: string) => page.locator(selector).allInnerTexts();
const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
  );

inBrowser('the keyboard is enough: from the fleet to a decision, a copied rule, and back', async () => {
  const page = await opened.page();
  await page.goto(dashboard.url);
  await page.waitForSelector('.session');
  await page.keyboard.press('j');
  await page.waitForSelector('.row[aria-current]');
  await page.keyboard.press('Enter');
  await until('the session is open', async () => (await texts(page, 'h1'))[0] === 'greeter');
  await page.keyboard.press('3');
  await page.waitForSelector('.decision');
  await page.locator('.decision').last().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.parsed');
  await page.locator('.reuse summary').first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('copy the rule');
  await page.keyboard.press('Enter');
  await until('the rule is copied', async () => (await focused(page)) === 'copied');
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(
    '"command": "git push --force origin main"',
  );
  await page.keyboard.press('Escape');
  await until('the details are closed', async () => (await page.locator('.detail').count()) === 0);
  await page.keyboard.press('/');
  expect(await focused(page)).toBe('Search commands');
  await page.keyboard.type('publish');
  await until('the search has its result', async () => (await page.locator('.decision').count()) === 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog.help');
  expect(await focused(page)).toBe('Close');
  await page.keyboard.press('Escape');
  await until('the keys are hidden', async () => (await page.locator('dialog').count()) === 0);
  await page.keyboard.press('2');
  await page.waitForSelector('.span-asked');
  await page.locator('.track .span-asked').focus();
  await page.keyboard.press('Enter');
  expect(await page.locator('.chosen-bar').textContent()).toContain('waits for a person');
  await page.context().close();
});

inBrowser('a decision has an address, and what is copied from it changes nothing', async () => {
  const page = await opened.page();
  await page.goto(`${dashboard.url}#/decisions/${refusedCall}`);
  await page.waitForSelector('.parsed');
  expect(page.url()).toBe(`${dashboard.origin}/#/decisions/${refusedCall}`);
  expect(await texts(page, '.reuse summary')).toEqual([
    'Refuse this by a rule of your own, whatever the policy’s level',
    'An example for a policy of your own; its tests then cover this case',
  ]);
  await page.locator('.reuse summary').last().click();
  expect(await page.locator('.reuse[open] pre').textContent()).toContain('"expect": "deny"');
  expect(pawl(shown.world, ['config', '--json']).stdout).not.toContain('no-git-push');
  await page.context().close();
});

inBrowser('refused and asked are the same numbers on every screen', async () => {
  const page = await opened.page();
  await page.goto(dashboard.url);
  const figures = async (hash: string) => {
    await page.goto(`${dashboard.origin}/#/${hash}`);
    await page.waitForSelector('.tile');
    return Promise.all(
      ['refused', 'asked'].map(async (name) =>
        (await page.locator('.tile', { hasText: name }).first().locator('.tile-value').textContent())?.trim(),
      ),
    );
  };
  expect(await figures(`session/${waitingSession}`)).toEqual(['0', '1']);
  expect(await page.locator('.plain').first().textContent()).toBe('Bash1 ×1 asked');
  expect(await figures(`session/${endedSession}`)).toEqual(['1', '0']);
  expect(await page.locator('.plain').first().textContent()).toBe('Bash2 ×1 refused');
  expect(await figures('metrics')).toEqual(['1', '1']);
  for (const decision of ['deny', 'ask']) {
    await page.goto(`${dashboard.origin}/#/decisions?decision=${decision}`);
    await until('the filter has its result', async () => (await page.locator('.decision').count()) === 1);
  }
  await page.goto(`${dashboard.origin}/#/timeline`);
  await page.waitForSelector('.span-asked');
  expect(await page.locator('.track .span-refused').count()).toBe(1);
  expect(await page.locator('.track .span-asked').count()).toBe(1);
  await page.context().close();
});

inBrowser('the period in force is pressed, and the scale has no label twice', async () => {
  const page = await opened.page();
  await page.goto(`${dashboard.url}#/timeline`);
  await page.waitForSelector('.span-call');
  const pressed = () => texts(page, 'fieldset[aria-label=Period] [aria-pressed=true]');
  expect(await pressed()).toEqual(['1 h']);
  await page.getByRole('button', { name: '15 min' }).click();
  await until('the other period is pressed', async () => (await pressed())[0] === '15 min');
  await page.keyboard.press('+');
  await until('a part of the period is none of them', async () => (await pressed()).length === 0);
  await page.keyboard.press('0');
  await until('everything', async () => (await pressed())[0] === 'all');
  // The part before may have had no events and so no scale; this one comes with the next data.
  const labels = await until('a scale', async () => {
    const shown = await texts(page, '.scale span');
    return shown.length > 1 ? shown : undefined;
  });
  expect(new Set(labels).size).toBe(labels.length);
  await page.context().close();
});

inBrowser('on a phone the project, what was asked, and the reason are visible', async () => {
  const page = await opened.page({ width: 390, height: 780 });
  await page.goto(`${dashboard.url}#/board?which=all`);
  await page.waitForSelector('.session-ended');
  const [waiting, , ended] = await texts(page, '.session');
  for (const words of [
    'greeter',
    'Split the checkout form',
    'work/greeter',
    'permission for Bash: npm publish',
  ])
    expect(waiting).toContain(words);
  expect(ended).toContain('“The push was refused and waits for you.”');
  await page.goto(`${dashboard.origin}/#/decisions`);
  await page.waitForSelector('.decision');
  const [, refused] = await texts(page, '.decision');
  for (const words of ['refused', 'greeter', 'git push --force origin main', 'Overwrites the history'])
    expect(refused).toContain(words);
  await page.locator('.decision').first().click();
  await page.waitForSelector('.parsed');
  expect(await focused(page)).toBe('Decision');
  await page.goto(`${dashboard.origin}/#/worktrees`);
  await page.waitForSelector('.stacked tr .badge');
  const room = page.viewportSize()!.width;
  const badge = await page.locator('.stacked tr .badge').boundingBox();
  expect(badge!.x + badge!.width).toBeLessThan(room);
  await page.context().close();
});

inBrowser('with no session open, the page begins with those that have ended', async () => {
  await using past = showcase({ open: false });
  await using server = await startDashboard(past.world);
  const page = await opened.page();
  await page.goto(server.url);
  await page.waitForSelector('.session-ended');
  expect(await texts(page, '.session .name .line')).toEqual([
    'greeter Make the greeting polite and publish it',
  ]);
  expect(await page.locator('.hint').textContent()).toBe('No session is open. These have ended:');
  await page.getByRole('button', { name: 'open', exact: true }).click();
  await page.waitForSelector('.empty');
  expect(await page.locator('.list').count()).toBe(0);
  await page.context().close();
});
