import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bash, on, tool } from '../../core/examples.ts';
import type { JsonObject } from '../../core/json.ts';
import { respond } from '../hook.ts';
import { bundles, embeddedRoot } from './load.ts';

test('the files inside the executable are found on every system', () => {
  for (const path of ['/$bunfs/root', '/$bunfs/root/pawl']) expect(embeddedRoot(path)).toBe('/$bunfs/root');
  for (const path of ['B:\\~BUN\\root', 'B:/~BUN/root/pawl.exe'])
    expect(embeddedRoot(path)).toBe('B:/~BUN/root');
  expect(embeddedRoot('/home/me/pawl/src/hook/bundles')).toBeUndefined();
});

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'ordinary-')));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
mkdirSync(join(cwd, '.git'));
writeFileSync(join(cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
writeFileSync(join(cwd, 'a.ts'), 'one\n');
const file_path = join(cwd, 'a.ts');

const after = (tool_name: string, tool_input: JsonObject) =>
  on('PostToolUse', { tool_name, tool_input, tool_use_id: 't', tool_response: {} });

/** The tool calls that make up most of a session. */
const ordinary: Record<string, JsonObject> = {
  'a harmless command': bash('git status --short && ls'),
  'reading a file': tool('Read', { file_path }),
  'editing a file': tool('Edit', { file_path, old_string: 'one', new_string: 'two' }),
  'writing a file': tool('Write', { file_path, content: 'two\n' }),
  'the result of a command': after('Bash', { command: 'ls' }),
  'the result of reading a file': after('Read', { file_path }),
  'the result of an edit': after('Edit', { file_path, old_string: 'one', new_string: 'two' }),
};

/** The bundles that an event loads until it is recorded. */
function loadedBy(event: JsonObject): string[] {
  const loaded: string[] = [];
  const original = Object.entries(bundles);
  for (const [name, value] of original)
    Object.defineProperty(bundles, name, {
      configurable: true,
      get() {
        loaded.push(name);
        return value;
      },
    });
  try {
    const response = respond(JSON.stringify({ ...event, cwd }), [], undefined);
    if (response instanceof Promise) throw new Error('The hook returned a promise');
    response.record();
  } finally {
    for (const [name, value] of original)
      Object.defineProperty(bundles, name, { value, enumerable: true, writable: true });
  }
  return loaded;
}

for (const [name, event] of Object.entries(ordinary))
  test(`${name} loads no bundle`, () => {
    expect(loadedBy(event)).toEqual([]);
  });

test('a command that is not plain loads the guard', () => {
  expect(loadedBy(bash('rm -rf /'))).toContain('guard');
});
