// The paths that each kind of tool call reads or writes.
import { expect, test } from 'bun:test';
import { parseEvent } from '../../../core/event.ts';
import { bash, tool } from '../../../core/examples.ts';
import { fakeFacts } from '../../../facts/fake/facts.ts';
import { fileAccesses } from './file-access.ts';

function touches(event: Record<string, unknown>): string[] {
  const parsed = parseEvent(JSON.stringify(event));
  if (parsed.kind !== 'event' || parsed.event.hook_event_name !== 'PreToolUse')
    throw new Error('not a tool call');
  return fileAccesses(parsed.event, fakeFacts(parsed.event)).map(
    ({ kind, path }) => `${kind} ${path.replaceAll('\u0000', '…')}`,
  );
}

const cases: [string, Record<string, unknown>, string[]][] = [
  ['Read', tool('Read', { file_path: 'src/../.env' }), ['read /home/me/project/.env']],
  ['Grep', tool('Grep', { pattern: 'x', path: '~/.ssh' }), ['read /home/me/.ssh']],
  ['Grep with a glob', tool('Grep', { pattern: 'x', glob: '.env' }), ['read /home/me/project/.env']],
  ['Edit', tool('Edit', { file_path: 'a' }), ['write /home/me/project/a']],
  ['MultiEdit', tool('MultiEdit', { file_path: 'a' }), ['write /home/me/project/a']],
  ['Write', tool('Write', { file_path: 'a' }), ['write /home/me/project/a']],
  ['NotebookRead', tool('NotebookRead', { notebook_path: 'a' }), ['read /home/me/project/a']],
  ['Glob, which shows only names', tool('Glob', { pattern: '*', path: '/etc' }), []],
  ['LS, which shows only names', tool('LS', { path: '/etc' }), []],
  ['NotebookEdit', tool('NotebookEdit', { notebook_path: 'a.ipynb' }), ['write /home/me/project/a.ipynb']],
  [
    'an MCP reader',
    tool('mcp__fs__read_multiple_files', { paths: ['a', '/b'] }),
    ['read /home/me/project/a', 'read /b'],
  ],
  [
    'an MCP writer',
    tool('mcp__fs__move_file', { source: 'a', destination: 'b' }),
    ['write /home/me/project/a', 'write /home/me/project/b'],
  ],
  [
    'an editor tool with a writing command',
    tool('mcp__editor__edit', { command: 'create', path: '/etc/hosts' }),
    ['write /etc/hosts'],
  ],
  [
    'an editor tool with a reading command',
    tool('mcp__editor__edit', { command: 'view', path: '/etc/hosts' }),
    ['read /etc/hosts'],
  ],
  [
    'a tool whose operation is in a field',
    tool('mcp__files__run', { operation: 'delete', path: 'a' }),
    ['write /home/me/project/a'],
  ],
  ['the shell of an MCP server', tool('mcp__box__exec', { command: 'cat a' }), ['read /home/me/project/a']],
  ['a file URL', tool('mcp__fs__read', { uri: 'file:///etc/hosts' }), ['read /etc/hosts']],
  ['an encoded file URL', tool('mcp__fs__read', { uri: 'file:///etc/%68osts?x#y' }), ['read /etc/hosts']],
  [
    'a file URL with localhost',
    tool('mcp__fs__read', { uri: 'file://localhost/etc/hosts' }),
    ['read /etc/hosts'],
  ],
  ['a file URL that can’t be decoded', tool('mcp__fs__read', { uri: 'file:///etc/%zz' }), ['read /etc/%zz']],
  ['another tool', tool('WebFetch', { url: 'https://example.com', prompt: 'x' }), []],
  ['cp', bash('cp a b'), ['read /home/me/project/a', 'write /home/me/project/b']],
  ['mv', bash('mv a b'), ['delete /home/me/project/a', 'write /home/me/project/b']],
  ['a redirect', bash('sort < a > b'), ['write /home/me/project/b', 'read /home/me/project/a']],
  ['a command after cd', bash('cd /tmp && cat a'), ['read /tmp/a']],
  ['sed in place', bash("sed -i 's/a/b/' x y"), ['write /home/me/project/x', 'write /home/me/project/y']],
  ['dd', bash('dd if=a of=b'), ['read /home/me/project/a', 'write /home/me/project/b']],
  ['git show', bash('git show HEAD:x/y'), ['read /home/me/project/x/y']],
  [
    'Python',
    bash(`python3 -c "open('a').read(); open('b', 'w')"`),
    ['read /home/me/project/a', 'write /home/me/project/b'],
  ],
  ['find', bash('find src -name "*.key" -exec cat {} +'), ['read /home/me/project/src/…/*.key']],
];

/** `/home/me/project/link` leads to `/srv/far`. */
function throughLink(command: string): string[] {
  const parsed = parseEvent(JSON.stringify(bash(command)));
  if (parsed.kind !== 'event' || parsed.event.hook_event_name !== 'PreToolUse') throw new Error('no call');
  const facts = fakeFacts(parsed.event);
  const real = (path: string) => path.replace(/^\/home\/me\/project\/link(?=\/|$)/, '/srv/far');
  const files = { ...facts.files, real };
  return fileAccesses(parsed.event, { ...facts, shell: facts.shell, files }).map(({ path }) => path);
}

test('symlinks are resolved, also in `link/..`, which is the folder above the target', () => {
  expect(throughLink('cat link/a')).toEqual(['/srv/far/a']);
  expect(throughLink('cat link/../a')).toEqual(['/home/me/project/a', '/srv/a']);
  expect(throughLink('cat link/x/../../a')).toEqual(['/home/me/project/a', '/srv/a']);
  expect(throughLink('cat /home/me/project/link/../a')).toContain('/srv/a');
  expect(throughLink('cat src/../a')).toEqual(['/home/me/project/a', '/home/me/project/a']);
});

test('a glob also stands for each hidden file that it matches', () => {
  const parsed = parseEvent(JSON.stringify(bash('cat ~/.p*/x ~/*/x')));
  if (parsed.kind !== 'event' || parsed.event.hook_event_name !== 'PreToolUse') throw new Error('no call');
  const given = { files: { '/home/me/.pawl/x': '', '/home/me/.pip/x': '', '/home/me/pub/x': '' } };
  const paths = fileAccesses(parsed.event, fakeFacts(parsed.event, given)).map(({ path }) => path);
  expect(paths).toEqual(['/home/me/.p*/x', '/home/me/.pawl/x', '/home/me/.pip/x', '/home/me/*/x']);
});

for (const [name, event, expected] of cases) test(name, () => expect(touches(event)).toEqual(expected));
