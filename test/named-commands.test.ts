// Texts and pages name commands to run (`pawl config set …`). Each named command, subcommand and option must exist.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allCommands } from '../src/cli/cli.ts';
import { topics } from '../src/cli/help/topics.ts';

const root = join(import.meta.dir, '..');
const filesIn = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync({ cwd: root })].filter((file) => !/\.test\.|generated/.test(file));

/** Commands in backquotes, up to the first quoted argument; not template strings that are filled in. */
const named = /\\?`(?:~\/\.pawl\/bin\/)?pawl ([a-z][^`\\\n$'"]*)[^`$\n]*`/g;

/** Code and pages with commands that the guard judges, and decisions, which name what was rejected. */
const leftOut = /^src\/(shell|policies\/guard)\/|^docs\/(programs|texts|policies\/guard|decisions)/;

test('every command, subcommand and option that a text names exists', async () => {
  const commands = new Map((await allCommands()).map((one) => [one.name, one]));
  const problemIn = (text: string): string | undefined => {
    const [name = '', ...rest] = text.split(/\s+/);
    const command = commands.get(name);
    // `help` has a test of its own below; the arguments of `hook` are for clients, not for people.
    if (name === 'help' || name === 'hook') return undefined;
    if (!command) return `no command ${name}`;
    const [first = ''] = rest;
    const isWord = /^[a-z][a-z-]*$/.test(first) && command.words.length > 0;
    if (isWord && !command.words.includes(first)) return `${name} has no subcommand ${first}`;
    const option = rest.find(
      (word) => /^--[a-z]/.test(word) && !(word.slice(2).replace(/=.*/, '') in known(name)),
    );
    return option && `${name} has no option ${option}`;
  };
  const known = (name: string) => ({ ...commands.get(name)!.options, help: true, version: true });
  const problems = ['src/**/*.{ts,tsx}', 'docs/**/*.md', '*.md']
    .flatMap(filesIn)
    .filter((file) => !leftOut.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(named)].flatMap(([, text = '']) => {
        const problem = problemIn(text);
        return problem ? [`${file}: \`pawl ${text}\`: ${problem}`] : [];
      }),
    );
  expect(problems).toEqual([]);
});

test('every page that a text names exists', () => {
  const pages = ['src/**/*.{ts,tsx}', 'docs/*.md', '*.md']
    .flatMap(filesIn)
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\\?`pawl help ([a-z][a-z/-]*)\\?`/g)].map(
        ([, topic = '']) => topic,
      ),
    );
  expect([...new Set(pages)].filter((topic) => !topics.includes(topic))).toEqual([]);
  expect(pages.length).toBeGreaterThan(10);
});
