// Commands and tools that reach Pawl itself, each with the words of its refusal; `\n` stands for a line break.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { bash, tool } from '../../core/examples.ts';
import type { Given } from '../../core/policy.ts';
import { verdictsFor } from '../../user-policies/run-examples.ts';
import self from './self.ts';
import { plainSpelling } from './shared/self/disguised-paths.ts';
import { isProtected } from './shared/self/paths.ts';

/** What the refusal says that the call does, such as `stops Pawl`; `passes` if it is not refused. */
async function actionOf(event: Record<string, unknown>, given: Given = {}): Promise<string> {
  const [verdict] = await verdictsFor(self as never, { event, given, expect: 'deny' } as never);
  if (verdict?.kind !== 'deny') return 'passes';
  const [, action] = /^This (.*?)(?:, which could switch the guard off)?\. Only a person may do that/.exec(
    verdict.reason,
  )!;
  return action!;
}

test('every command in self.txt does what its line says', async () => {
  const lines = readFileSync(`${import.meta.dir}/corpus/self.txt`, 'utf8')
    .trim()
    .split('\n');
  const wrong: string[] = [];
  for (const line of lines) {
    const [, expected, command] = /^(.*?) \| (.*)$/.exec(line)!;
    const found = await actionOf(bash(command!.replaceAll('\\n', '\n')));
    if (found !== expected) wrong.push(`${found} | ${command}`);
  }
  expect(wrong).toEqual([]);
}, 60_000);

test.each<[string, Record<string, unknown>, string]>([
  ['mcp__fs__extract_archive', { path: '/home/me' }, 'fills /home/me with files of any name'],
  ['mcp__fs__unzip', { destination: '.claude' }, 'fills .claude with files of any name'],
  ['mcp__fs__move_folder', { source: 'x', destination: '.claude' }, 'fills .claude with files of any name'],
  ['mcp__fs__clone', { path: '.claude' }, 'fills .claude with files of any name'],
  ['mcp__fs__copy', { destination: '/home/me' }, 'passes'],
  ['mcp__fs__list', { path: '.claude' }, 'passes'],
  [
    'mcp__git__apply_patch',
    { patch: '+++ b/.claude/settings.json' },
    'patches the registration of the hooks',
  ],
  ['mcp__git__diff', { old: { text: '--- a/.pawl/x' } }, 'patches the registration of the hooks'],
  ['mcp__git__apply', { patch: '+++ b/src/a.ts' }, 'passes'],
  ['mcp__git__note', { text: '+++ b/.claude/settings.json' }, 'passes'],
])('%s with %p: %s', async (name, input, expected) => {
  expect(await actionOf(tool(name, input))).toBe(expected);
});

test('a glob means the files that it matches', async () => {
  const given = { files: { '/home/me/.pawl/off': '', '/home/me/.paws/off': '' } };
  expect(await actionOf(bash('foo ~/.paw[l]/off'), given)).toBe('works on /home/me/.paw[l]/off');
  expect(await actionOf(bash('foo ~/.paw[s]/off'), given)).toBe('passes');
  expect(await actionOf(bash('rm ~/.paw?/off'), given)).toBe('changes /home/me/.paw?/off');
  expect(await actionOf(bash('rm ~/*/off'), given)).toBe('passes');
});

test('a folder of the client that a variable names counts like the usual one', async () => {
  const given = { env: { CLAUDE_CONFIG_DIR: '/srv/client' } };
  expect(await actionOf(bash('echo x > /srv/client/settings.json'), given)).toBe(
    'changes /srv/client/settings.json',
  );
  expect(await actionOf(bash('rm /srv/client/projects/p/s.jsonl'), given)).toBe(
    'changes /srv/client/projects/p/s.jsonl',
  );
  expect(await actionOf(bash('echo x > /srv/client/notes.json'), given)).toBe('passes');
  expect(await actionOf(bash('echo x > /srv/client/settings.json'))).toBe('passes');
  expect(await actionOf(bash('echo x > /srv/clients/settings.json'), given)).toBe('passes');
});

test('a kill by process id is refused if the process is the client', async () => {
  const process = { pid: 4242, program: 'node', folder: '/', owner: 'client' as const };
  expect(await actionOf(bash('kill 4242'), { processes: [process] })).toBe('stops the client');
  expect(await actionOf(bash('kill -9 -4242'), { processes: [process] })).toBe('stops the client');
  expect(await actionOf(bash('kill 4242'), { processes: [{ ...process, owner: 'project' }] })).toBe('passes');
  expect(await actionOf(bash('kill 4242'))).toBe('passes');
});

test.each([
  ['/Home/.CLAUDE/Settings.json', '/home/.claude/settings.json'],
  ['/h/.clau\u200bde/x', '/h/.claude/x'],
  ['/h/.claude. /x', '/h/.claude/x'],
  ['/h/.claude::$DATA', '/h/.claude'],
  ['/h/x::$DATA./y', '/h/x/y'],
  ['/h/../x', '/h/../x'],
  ['/h/./x', '/h/./x'],
  ['..', '..'],
  ['. /x', '. /x'],
  ['a./x', 'a/x'],
  ['/h/CLAUDE~1/SETTIN~1.JSO', '/h/.claude/settings.json'],
  ['/h/pawl~12', '/h/.pawl'],
  ['/h/myclaude~1', '/h/myclaude~1'],
  ['/h/settin~1.jsonx', '/h/settin~1.jsonx'],
])('some file systems take %s and %s for the same file', (path, plain) => {
  expect(plainSpelling(path)).toBe(plain);
});

test('the launcher below a home directory with a blank is recognised, and its subcommand is judged', async () => {
  const given = { home: '/my home', env: { HOME: '/my home' } };
  const launcher = "'/my home/.pawl/bin/pawl'";
  for (const command of ['~/.pawl/bin/pawl', launcher, 'exec ~/.pawl/bin/pawl', `${launcher} task list`])
    expect(await actionOf(bash(command), given), command).toBe('passes');
  for (const command of ['~/.pawl/bin/pawl pause', "'/my home/.pawl/bin/pawl pause'"])
    expect(await actionOf(bash(command), given), command).toBe('runs `pawl pause`');
});

test.each(['exec', 'command', 'noglob'])('the command behind `%s` is judged by itself', async (wrapper) => {
  expect(await actionOf(bash(`${wrapper} ~/.pawl/bin/pawl task list`))).toBe('passes');
  expect(await actionOf(bash(`${wrapper} ~/.pawl/bin/pawl pause`))).toBe('runs `pawl pause`');
  expect(await actionOf(bash(`${wrapper} rm ~/.pawl/config.jsonc`))).toBe(
    'changes /home/me/.pawl/config.jsonc',
  );
});

test('a home behind a link is protected by both of its paths', () => {
  const facts = {
    home: '/home/me',
    pawlHome: '/home/me/tools',
    env: () => undefined,
    files: { real: () => '/data/pawl' },
  } as never;
  expect(isProtected('/home/me/tools/off', facts)).toBe(true);
  expect(isProtected('/data/pawl/off', facts)).toBe(true);
  expect(isProtected('/data/paws/off', facts)).toBe(false);
});
