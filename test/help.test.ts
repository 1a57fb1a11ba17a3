// The help inside the program: it fits the terminal, pages read as text, and links say which page they mean.
import { expect, test } from 'bun:test';
import { allCommands } from '../src/cli/cli.ts';
import { reflow } from '../src/cli/help/layout.ts';
import { renderPage } from '../src/cli/help/render.ts';
import { wrap } from '../src/cli/support/terminal.ts';
import { pawl } from './support/pawl.ts';
import { freshWorld } from './support/world.ts';

const widest = (text: string) => Math.max(...text.split('\n').map((line) => Bun.stringWidth(line)));

test('the help of every command fits 80 columns when piped, and the width of the terminal otherwise', async () => {
  using world = freshWorld();
  expect(widest(pawl(world, ['--help']).stdout)).toBeLessThanOrEqual(80);
  const commands = await allCommands();
  expect(commands.length).toBeGreaterThan(40);
  for (const { name, details } of commands)
    expect([name, details === '' || widest(reflow(details)) <= 80]).toEqual([name, true]);
  const init = (columns: string) => pawl(world, ['init', '--help'], '', { COLUMNS: columns }).stdout;
  // Examples are commands to copy, so they are not broken.
  const prose = (text: string) => text.split('\n').filter((line) => !line.startsWith('  '));
  expect(widest(prose(init('60')).join('\n'))).toBeLessThanOrEqual(60);
  expect(widest(init('100'))).toBeWithin(81, 101);
});

test('a command in backquotes is never broken over two lines', () => {
  const text = 'Some words before `pawl policies test mine/no-telnet --last 100`, and `pawl log` behind it.';
  for (const columns of ['56', '60', '80']) {
    process.env.COLUMNS = columns;
    for (const line of wrap(text).split('\n')) expect(line.split('`').length % 2).toBe(1);
  }
  delete process.env.COLUMNS;
});

test('a page has aligned tables instead of Markdown, and its links name the page to open', () => {
  using world = freshWorld();
  const { stdout } = pawl(world, ['help', 'rules']);
  expect(stdout).not.toMatch(/^\|/m);
  expect(stdout).not.toMatch(/\]\(/);
  expect(stdout).toMatch(/^rule {4}a few lines of config {2,}refuse/m);
  expect(stdout).toContain('`pawl help config` lists every key');
  expect(pawl(world, ['help', 'limits']).stdout).toContain('`pawl help security`');
  expect(pawl(world, ['help', 'security']).stdout).toContain('Who might attack');
  for (const topic of ['events', 'config', 'guard/force-push', 'programs', 'policies', 'clients'])
    expect([topic, /^\|/m.test(pawl(world, ['help', topic]).stdout)]).toEqual([topic, false]);
});

test('every link of every page leads to a page of the program, or is plain text', () => {
  const page = [
    '# A [heading](config.md)',
    'See [config.md](config.md#packs), [the rules](rules.md), [here](#below), [decision 3](decisions/003-spool-and-sqlite.md)',
    'and [Bun](https://bun.sh). *Really* `a*b*c`.',
    '',
    '| a | b |',
    '|---|---|',
    '| `x \\| y` | [self](guard.md) |',
    '',
    '- one',
    '  more of it',
    '',
    'After the list.',
  ].join('\n');
  expect(renderPage(page, 'guard')).toBe(
    [
      'A heading',
      '',
      'See `pawl help config`, the rules [`pawl help rules`], here, decision 3 and Bun',
      '(https://bun.sh). Really `a*b*c`.',
      '',
      'a        b',
      '───────  ────',
      '`x | y`  self',
      '',
      '- one more of it',
      '',
      'After the list.',
    ].join('\n'),
  );
});

test('a table that is too wide for its words becomes a list of its rows', () => {
  const head = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  const row = head.map((name) => `${name}-${'x'.repeat(16)}`);
  const lines = [head, head.map(() => '---'), row].map((cells) => `| ${cells.join(' | ')} |`);
  const text = renderPage(lines.join('\n'), 'guard');
  expect(widest(text)).toBeLessThanOrEqual(80);
  expect(text).toContain('seven:  seven-xxxx');
});

test('the page of a code says which policy decides, and `accept` where that is the way', () => {
  using world = freshWorld();
  const accepted = pawl(world, ['help', 'container-prune']).stdout;
  expect(accepted).toContain('pawl help guard/containers');
  expect(accepted).toContain('{ "policies": { "guard/containers": { "accept": ["container-prune"] } } }');
  const levelled = pawl(world, ['help', 'git-push-force']).stdout;
  expect(levelled).toContain('{ "policies": { "guard/force-push": { "level": "observe" } } }');
  expect(levelled).not.toContain('accept');
});
