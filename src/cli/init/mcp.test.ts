import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeAt } from '../../system/home.ts';
import { addMcp, removeMcp } from './mcp.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mcp-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const home = homeAt('/h/.pawl');
const own = { type: 'stdio', command: '/h/.pawl/bin/pawl', args: ['mcp'] };
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('each scope has its own file and place', () => {
  const env = { HOME: root };
  const state = join(root, '.claude.json');
  expect(addMcp('user', root, home, env).file).toBe(state);
  expect(read(state)).toEqual({ mcpServers: { pawl: own } });
  addMcp('local', '/p', home, env);
  expect(read(state).projects).toEqual({ '/p': { mcpServers: { pawl: own } } });
  const shared = addMcp('project', root, home, env).file;
  expect(shared).toBe(join(root, '.mcp.json'));
  expect(read(shared).mcpServers.pawl.args.at(-1)).toBe('mcp');
  const other = join(root, 'elsewhere');
  expect(addMcp('user', root, home, { HOME: root, CLAUDE_CONFIG_DIR: other }, true).file).toBe(
    join(other, '.claude.json'),
  );
});

test('other servers stay, twice is the same as once, and removing restores the text', () => {
  const file = join(root, '.claude.json');
  const text = '{\n  "mcpServers": {\n    "theirs": { "command": "x" }\n  },\n  "other": 1\n}\n';
  writeFileSync(file, text);
  addMcp('user', root, home, { HOME: root });
  expect(read(file)).toMatchObject({ mcpServers: { theirs: { command: 'x' }, pawl: own }, other: 1 });
  const once = readFileSync(file, 'utf8');
  const again = addMcp('user', root, home, { HOME: root });
  expect(again.after).toBe(again.before);
  expect(readFileSync(file, 'utf8')).toBe(once);
  removeMcp('user', root, home, { HOME: root });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('another program’s server of the same name is not removed, and an old one of ours is renewed', () => {
  const file = join(root, '.claude.json');
  const theirs = '{"mcpServers":{"pawl":{"command":"other"}}}';
  writeFileSync(file, theirs);
  removeMcp('user', root, home, { HOME: root });
  expect(readFileSync(file, 'utf8')).toBe(theirs);
  addMcp('user', root, home, { HOME: root });
  expect(read(file).mcpServers.pawl).toEqual(own);
});

test('a dry run and a malformed file change nothing', () => {
  const file = join(root, '.claude.json');
  expect(addMcp('user', root, home, { HOME: root }, true).after).toContain('"pawl"');
  expect(() => read(file)).toThrow();
  writeFileSync(file, '{ broken');
  expect(() => addMcp('user', root, home, { HOME: root })).toThrow('nothing was changed');
  expect(readFileSync(file, 'utf8')).toBe('{ broken');
});
