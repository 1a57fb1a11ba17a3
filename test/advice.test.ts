// Following what Pawl prints or documents never leads to less guard: every command of the docs, of the help and of the
// messages is run as it is written, and the guard must still refuse afterwards.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './support/answers.ts';
import { repository } from './support/git.ts';
import { install, pawl } from './support/pawl.ts';
import { testUnless, underAgent } from './support/skip.ts';
import { freshWorld } from './support/world.ts';

const root = join(import.meta.dir, '..');

function textsBelow(folder: string, ending: RegExp): string[] {
  const names = readdirSync(join(root, folder), { recursive: true }) as string[];
  // The pages and policies of the guard show, as examples, what it refuses.
  const files = names.filter(
    (name) => ending.test(name) && !/\.test\.ts$|^decisions\/|(^|\/)policies\/guard\//.test(name),
  );
  return files.map((name) => readFileSync(join(root, folder, name), 'utf8'));
}

const texts = [
  ...textsBelow('docs', /\.md$/),
  ...textsBelow('src', /\.ts$/),
  ...readdirSync(root)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(root, name), 'utf8')),
];

/** Commands in backticks, at the start of a line of a code block or a help text, and after `&&`. */
const written = /(?:`|^[ \t]*(?:\$ )?|&& )pawl ([a-z][^`\n#&|;]*)/gm;

/** A placeholder becomes a word, and an aligned remark behind a command is dropped. */
function asTyped(command: string): string[] {
  const plain = command
    .split(/ {2,}|\\/)[0]!
    .replace(/\$\{[^}]*\}|<[^>]*>|…/g, 'x')
    .replace(/\[[^\]]*\]/g, '');
  return [...plain.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}

/** Commands that a person gives in order to switch something off, and those that never end. */
const onPurpose = /^(off|pause|uninstall|allow-once|hook|mcp|dashboard|statusline|update|conform|sync)\b/;
/** Also those that write outside of the test's home (`--managed` belongs to the machine), and a measurement of 10 s. */
const unsuitable = /--watch|--follow|--live|--managed|--measure/;

const commands = [
  ...new Set(
    texts
      .flatMap((text) => [...text.matchAll(written)].map((match) => asTyped(match[1]!).join('\u0001')))
      .filter((command) => !onPurpose.test(command) && !unsuitable.test(command)),
  ),
].map((command) => command.split('\u0001'));

/** Commands that can change what is switched on. Each of them gets a world of its own. */
const changesConfig = (args: readonly string[]) =>
  ['init', 'config', 'trust', 'import', 'policies', 'doctor', 'grant', 'team'].includes(args[0]!);

test('the commands that the texts advise are found, and none of them is for a whole machine', () => {
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.some((args) => args.join(' ') === 'init --packs +workflow')).toBe(true);
  expect(commands.flat().filter((word) => /managed|sudo/.test(word))).toEqual([]);
});

testUnless(underAgent())('each command that can change the config leaves the guard on', () => {
  using world = freshWorld();
  repository(world);
  install(world);
  for (const args of commands.filter(changesConfig)) {
    pawl(world, args);
    expect([args.join(' '), run(world, 'rm -rf ~').decision]).toEqual([args.join(' '), 'deny']);
  }
});

testUnless(underAgent())('all the other commands together leave the guard on', () => {
  using world = freshWorld();
  repository(world);
  install(world);
  // One of each kind is enough: they differ in names and numbers.
  const kinds = new Map(
    commands.filter((one) => !changesConfig(one)).map((one) => [one.slice(0, 2).join(' '), one]),
  );
  for (const args of kinds.values()) pawl(world, args);
  expect(run(world, 'rm -rf ~').decision).toBe('deny');
});
