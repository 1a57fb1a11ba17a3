// Every command in the pages that users read is run as it is written, in the order of the page, or marked there as not
// run, with the reason: `<!-- not run: … -->`. Every config in them is valid, and every policy passes its own examples.
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from './support/git.ts';
import { install, launcher, pawl } from './support/pawl.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { envOf, freshWorld, type World, write } from './support/world.ts';

const root = join(import.meta.dir, '..');

/** Pages for users. Generated pages of policies and programs have no commands; ARCHITECTURE and the like are for us. */
const pages = [
  'README.md',
  ...[
    'config',
    'conformance',
    'dashboard',
    'install',
    'limits',
    'otel',
    'rules',
    'sdk',
    'troubleshooting',
  ].map((name) => `docs/${name}.md`),
];

interface Block {
  language: string;
  text: string;
  /** The remark in the line before the block. */
  remark: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  const found = text.matchAll(/(?:<!-- (.*?) -->\n)?^```(\w+)\n([\s\S]*?)^```/gm);
  return [...found].map(([, remark = '', language, text]) => ({ language: language!, text: text!, remark }));
}

const isRun = ({ remark }: Block) => !remark.startsWith('not run: ');
/** The exit codes that a block may end with: 0, or as its remark says, such as `exits with 0 or 1: …`. */
const exitCodes = ({ remark }: Block) =>
  (/^exits with (\d(?: or \d)*)/.exec(remark)?.[1] ?? '0').split(' or ').map(Number);

/** A project, an installation, and `pawl` on the PATH, as the pages assume. */
function userWorld(): World {
  const world = freshWorld();
  repository(world);
  install(world);
  return world;
}

function inShell(world: World, source: string) {
  const env = envOf(world);
  const done = Bun.spawnSync(['/bin/sh', '-ec', source], {
    cwd: world.project,
    env: { ...env, PATH: `${dirname(launcher(world))}:${env.PATH}` },
  });
  return { code: done.exitCode, output: `${done.stdout}${done.stderr}` };
}

/** The file that the first line of a block names: `// ~/.pawl/policies/x.ts`. */
const fileIn = (text: string) => /^\/\/ ~\/\.pawl\/(\S+)/.exec(text)?.[1] ?? 'config.jsonc';

/** How a block is tried, by its language; others, such as `text`, are only shown. */
const trials: Record<string, (world: World, block: Block) => void> = {
  sh(world, block) {
    for (const line of block.text.trim().split('\n')) {
      const { code, output } = inShell(world, line);
      expect([line, exitCodes(block).includes(code) ? '' : `exit ${code}: ${output}`]).toEqual([line, '']);
    }
  },
  jsonc(world, { text }) {
    write(join(world.pawlHome, fileIn(text)), text);
    expect(pawl(world, ['config'])).toMatchObject({ code: 0, stderr: '' });
  },
  ts(world, { text }) {
    write(join(world.pawlHome, fileIn(text)), text);
    const id = /\bid: '([^']+)'/.exec(text)![1]!;
    expect(pawl(world, ['policies', 'test', id])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 of 3'),
    });
  },
};

describe('every command is run, or the page says why not', () => {
  for (const page of pages)
    testUnless(underAgent())(page, () => {
      using world = userWorld();
      for (const block of blocksOf(page)) {
        if (isRun(block)) trials[block.language]?.(world, block);
        else expect(block.remark).toMatch(/^not run: .{20}/);
      }
    });
});

test('the rules in docs/rules.md decide as the page says', () => {
  using world = userWorld();
  const [rules] = blocksOf('docs/rules.md').filter(({ language }) => language === 'jsonc');
  write(join(world.pawlHome, 'config.jsonc'), rules!.text);
  const check = (command: string) => JSON.parse(pawl(world, ['check', command, '--json']).stdout).decision;
  expect(check('cd x && sudo -u postgres psql -h db production')).toBe('ask');
  expect(check('echo psql prod')).toBe('pass');
});

test('every page is linked from the README or from another page', () => {
  const all = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const texts = ['README.md', ...all.map((name) => `docs/${name}`)].map((page) =>
    readFileSync(join(root, page), 'utf8'),
  );
  for (const name of all)
    expect([
      name,
      texts.some((text) => new RegExp(`\\((?:docs/)?${name.replace('.', '\\.')}[)#]`).test(text)),
    ]).toEqual([name, true]);
});
