// The site of the docs: it is built, every link in it leads somewhere, and a browser reads and searches it from files,
// without a request to the network.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildSite } from '../scripts/docs/site.ts';
import { seriousFindings } from './support/axe.ts';
import { openBrowser, withoutBrowser } from './support/browser.ts';
import { testUnless } from './support/skip.ts';
import { until } from './support/wait.ts';
import { freshWorld, type World } from './support/world.ts';

let world: World;
let site: string;
let pages: string[];

beforeAll(async () => {
  world = freshWorld();
  site = join(world.root, 'site');
  await buildSite(site);
  pages = (readdirSync(site, { recursive: true }) as string[]).filter((name) => name.endsWith('.html'));
});

afterAll(() => world?.[Symbol.dispose]());

const read = (page: string) => readFileSync(join(site, page), 'utf8');
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<[a-z0-9]+ [^>]*\\b${name}="([^"]*)"`, 'g'))].map((match) =>
    unescaped(match[1]!),
  );

/** Describes a broken link of a page; undefined if it leads to a file and, if it names one, to an anchor in it. */
function problemOf(page: string, href: string): string | undefined {
  if (/^[a-z]+:/.test(href)) return undefined;
  const [path = '', hash] = href.split('#');
  const target = path === '' ? page : relative(site, join(site, dirname(page), path));
  if (!existsSync(join(site, target))) return `${page}: ${href} leads to nothing`;
  if (hash && !attributes(read(target), 'id').includes(decodeURIComponent(hash)))
    return `${page}: ${href} leads to no heading`;
  return undefined;
}

describe('the site', () => {
  test('has a page for every markdown file below docs', () => {
    const docs = readdirSync(join(import.meta.dir, '..', 'docs'), { recursive: true }) as string[];
    expect(pages.length).toBeGreaterThan(docs.filter((name) => name.endsWith('.md')).length);
    expect(read('index.html')).toContain('npx pawl init');
  });

  test('every internal link leads to a page, and every anchor to a heading', () => {
    const problems = pages.flatMap((page) =>
      attributes(read(page), 'href').flatMap((href) => problemOf(page, href) ?? []),
    );
    expect(problems).toEqual([]);
    const links = pages.flatMap((page) => attributes(read(page), 'href'));
    expect(links.filter((href) => href.includes('#')).length).toBeGreaterThan(20);
  });

  test('a broken link is noticed', () => {
    expect(problemOf('index.html', 'nowhere.html')).toBe('index.html: nowhere.html leads to nothing');
    expect(problemOf('index.html', 'guard.html#nowhere')).toBe(
      'index.html: guard.html#nowhere leads to no heading',
    );
  });

  test('loads code, style and images only from its own folder', () => {
    for (const page of pages) {
      for (const source of attributes(read(page), 'src')) expect(problemOf(page, source)).toBeUndefined();
      for (const source of attributes(read(page), 'src')) expect(source).not.toMatch(/^https?:/);
      expect(read(page)).toContain("default-src 'none'");
    }
  });

  test('shows no comment that is meant for people who edit a page', () => {
    for (const page of pages) expect([page, read(page).includes('<!--')]).toEqual([page, false]);
  });
});

testUnless(withoutBrowser())('a browser shows and searches it from files, in light and dark', async () => {
  await using opened = await openBrowser();
  for (const dark of [false, true]) {
    const page = await opened.page({ dark });
    const requests: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    for (const name of ['index.html', 'rules.html', 'config.html', 'policies/guard/force-push.html']) {
      await page.goto(`file://${join(site, name)}`);
      await picture(page, name.replaceAll('/', '-'), dark);
      expect([name, ...(await seriousFindings(page))]).toEqual([name]);
    }
    await page.keyboard.press('/');
    await page.keyboard.type('force push');
    // The list is made anew with every letter.
    const first = page.locator('#results a').first();
    await until('both words are searched', async () => /force/i.test((await first.textContent()) ?? ''));
    await picture(page, 'search', dark);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until('the first result is open', async () => page.url().includes('force'));
    expect(requests.filter((url) => !url.startsWith('file://'))).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  }
});

testUnless(withoutBrowser())(
  'the search finds what was typed last, while the index was loading',
  async () => {
    await using opened = await openBrowser();
    const page = await opened.page();
    const typed = Promise.withResolvers<void>();
    await page.route('**/search-index.js', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.goto(`file://${join(site, 'index.html')}`);
    await page.keyboard.press('/');
    await page.keyboard.type('force push');
    typed.resolve();
    await page.locator('#results a').first().waitFor();
    expect(await page.locator('#results a').first().textContent()).toMatch(/force/i);
    // A second load would end later and bring back the list for the first letters.
    expect(await page.locator('script[src$="search-index.js"]').count()).toBe(1);
  },
);

testUnless(withoutBrowser())('on a phone nothing is wider than the screen', async () => {
  await using opened = await openBrowser();
  const page = await opened.page({ width: 390, height: 780 });
  for (const name of ['index.html', 'rules.html', 'config.html', 'security.html']) {
    await page.goto(`file://${join(site, name)}`);
    await picture(page, `narrow-${name}`, false);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  }
});

type Pictured = Parameters<typeof seriousFindings>[0];

/** Saves a picture of the page if SCREENS names a folder: SCREENS=/tmp/screens npm test -- test/site.test.ts */
async function picture(page: Pictured, name: string, dark: boolean): Promise<void> {
  const folder = process.env.SCREENS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `site-${name}-${dark ? 'dark' : 'light'}.png`) });
}
