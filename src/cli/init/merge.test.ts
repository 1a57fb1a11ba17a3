import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { homeAt } from '../../system/home.ts';
import { Malformed } from './json.ts';
import { register, registeredEvents, unregister, type Wanted } from './merge.ts';
import { entriesFor } from './needed.ts';

const home = homeAt('/home/me/.pawl');
const wanted = entriesFor(['PreToolUse', 'SessionStart', 'Stop'], 'user', home);
const fewer = entriesFor(['PreToolUse'], 'user', home);
const more = entriesFor(['PreToolUse', 'SessionStart', 'SessionEnd', 'Stop'], 'user', home);

const theirs = { type: 'command', command: 'python3 ~/x.py', timeout: 5 };

/** Typical layouts of settings files. */
const layouts: Record<string, string> = {
  'an empty object': '{}',
  'an empty object with a newline': '{}\n',
  'two spaces': `${JSON.stringify({ model: 'opus', permissions: { allow: ['Bash(ls)'] } }, null, 2)}\n`,
  'four spaces': `${JSON.stringify({ env: { A: '1' }, model: 'opus' }, null, 4)}\n`,
  tabs: `${JSON.stringify({ env: { A: '1' }, hooks: { Stop: [{ hooks: [theirs] }] } }, null, '\t')}\n`,
  'Windows line ends': '{\r\n  "model": "opus",\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n',
  'no newline at the end': '{\n  "model": "opus"\n}',
  'one line':
    '{"model":"opus","hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"a"}]}]}}',
  'one line, no hooks': '{"model":"opus"}',
  'an empty hooks object': '{\n  "hooks": {}\n}\n',
  'an empty hooks object over two lines': '{\n  "hooks": {\n  },\n  "model": "opus"\n}\n',
  'an empty event': '{\n  "hooks": {\n    "PreToolUse": [],\n    "Stop": [ ]\n  }\n}\n',
  'others on the same events': JSON.stringify(
    {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [theirs] }, { hooks: [theirs, { ...theirs, command: 'b' }] }],
        Stop: [{ hooks: [theirs] }],
        Made_Up: [],
      },
      model: 'opus',
    },
    null,
    2,
  ),
  'groups that begin where the last one ended':
    '{\n  "hooks": {\n    "Stop": [{\n      "hooks": [{ "type": "command", "command": "a" }]\n    }, {\n      "hooks": []\n    }]\n  }\n}\n',
  'odd spacing': '{ "b" :2 ,\n\n\n   "hooks":{ "Stop" : [ {"hooks":[ ]} ]}\n   ,"a": [1,\n2] }\n\n',
  'other alphabets':
    '{\n  "größe": "日本語 🦊",\n  "hooks": {\n    "Stop": [{"hooks": [{"type":"command","command":"echo \\u00e9 → é"}]}]\n  }\n}\n',
};

describe('unregistering restores the same bytes', () => {
  for (const [name, text] of Object.entries(layouts)) {
    test(name, () => {
      const installed = register(text, wanted);
      expect(registeredEvents(installed).sort()).toEqual(Object.keys(wanted).sort());
      expect(register(installed, wanted, text)).toBe(installed);
      const back = unregister(installed, text);
      expect(JSON.parse(back)).toEqual(JSON.parse(text));
      // The whitespace inside an empty container is lost here; the installer restores it from its backup.
      if (!/[{[]\s+[}\]]/.test(text)) expect(back).toBe(text);
    });
  }
});

const json = fc.jsonValue({ maxDepth: 3 });
const handler = fc.record({ type: fc.constant('command'), command: fc.string() });
const group = fc.record(
  { matcher: fc.string(), hooks: fc.array(handler, { maxLength: 3 }) },
  { requiredKeys: ['hooks'] },
);
const events = fc.dictionary(
  fc.constantFrom('PreToolUse', 'Stop', 'SessionEnd', 'Unknown'),
  fc.array(group, { maxLength: 3 }),
);
const settings = fc
  .tuple(fc.dictionary(fc.string(), json), fc.option(events, { nil: undefined }))
  .map(([rest, hooks]) => ({ ...rest, ...(hooks && { hooks }) }) as Record<string, unknown>)
  .filter(
    (value) =>
      !Object.hasOwn(value, '__proto__') && (value.hooks === undefined || typeof value.hooks === 'object'),
  )
  .filter((value) => value.hooks === undefined || Object.values(value.hooks as object).every(Array.isArray));
const layout = fc.constantFrom(undefined, 1, 2, 4, '\t', ' \t');

test('registering and unregistering change nothing else, for any settings and layout', () => {
  fc.assert(
    fc.property(settings, layout, fc.boolean(), (value, indent, windows) => {
      const plain = JSON.stringify(value, null, indent);
      const text = windows ? plain.replaceAll('\n', '\r\n') : plain;
      const installed = register(text, wanted);
      expect(withoutPawl(installed, value as { hooks?: Hooks })).toEqual(JSON.parse(text));
      expect(register(installed, wanted, text)).toBe(installed);
      expect(unregister(installed, text)).toBe(text);
      expect(register(register(installed, more, text), wanted, text)).toBe(installed);
      expect(unregister(register(installed, fewer, text), text)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

type Hooks = Record<string, unknown[]>;

/** Removes Pawl's entry, the last group of each event, without using the code under test. */
function withoutPawl(text: string, original: { hooks?: Hooks }): unknown {
  const { hooks, ...rest } = JSON.parse(text) as { hooks: Hooks };
  for (const event of Object.keys(wanted)) {
    expect(hooks[event]!.pop()).toEqual({ hooks: [wanted[event]] });
    if (!original.hooks?.[event]) delete hooks[event];
  }
  return original.hooks ? { ...rest, hooks } : rest;
}

test('unregistering keeps later changes by others', () => {
  const text = layouts['two spaces']!;
  const installed = register(text, wanted);
  const edited = installed
    .replace('"opus"', '"sonnet"')
    .replace('"Stop": [', '"Stop": [\n      { "hooks": [{ "type": "command", "command": "late" }] },');
  const back = JSON.parse(unregister(edited, text));
  expect(back).toEqual({
    model: 'sonnet',
    permissions: { allow: ['Bash(ls)'] },
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'late' }] }] },
  });
});

test('entries of an older version are updated in place', () => {
  const old: Wanted = { PreToolUse: { ...wanted.PreToolUse!, timeout: 3 } };
  const text = register(layouts['others on the same events']!, old);
  const next = register(text, { PreToolUse: wanted.PreToolUse! });
  expect(next).toBe(text.replace('"timeout": 3', '"timeout": 20'));
});

test('a second copy of Pawl’s entry is removed', () => {
  const value = JSON.parse(register('{"hooks":{}}', fewer));
  value.hooks.PreToolUse.push(value.hooks.PreToolUse[0]);
  const text = register(JSON.stringify(value), fewer);
  expect(JSON.parse(text).hooks.PreToolUse).toHaveLength(1);
});

test.each(['{\n  // mine\n  "a": 1 // one\n}', '{ /* none */\n}', '{\n  "hooks": {\n    // mine\n  }\n}'])(
  'comments stay, for clients that accept them: %p',
  (text) => {
    const added = register(text, wanted, text);
    const comments = (text: string) => text.match(/\/\/.*|\/\*.*?\*\//g);
    expect(comments(added)).toEqual(comments(text));
    expect(Object.keys((Bun.JSONC.parse(added) as { hooks: object }).hooks)).toEqual(Object.keys(wanted));
    expect(Bun.JSONC.parse(unregister(added, text))).toEqual(Bun.JSONC.parse(text));
    expect(comments(unregister(added, text))).toEqual(comments(text));
  },
);

const malformed: [string, string, number][] = [
  ['a trailing comma', '{\n  "a": 1,\n}', 3],
  ['a truncated file', '{\n  "a": {\n', 2],
  ['a list', '[]', 1],
  ['hooks as a list', '{\n\n  "hooks": []\n}', 3],
  ['a duplicate hooks key', '{\n  "hooks": {},\n  "model": "x",\n  "hooks": {}\n}', 4],
  ['a duplicate event', '{\n  "hooks": {\n    "Stop": [],\n    "Stop": []\n  }\n}', 4],
  ['an event that is not a list', '{\n  "hooks": {\n    "Stop": {}\n  }\n}', 3],
];

for (const [name, text, line] of malformed) {
  test(`refuses ${name}, with its line`, () => {
    const thrown = (() => {
      try {
        return register(text, wanted);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(Malformed);
    expect(Math.abs((thrown as Malformed).line - line)).toBeLessThanOrEqual(1);
  });
}

test('an entry of Pawl that a matcher limits to some tools is replaced by one for all of them', () => {
  const group = (matcher?: string) => ({
    ...(matcher !== undefined && { matcher }),
    hooks: [fewer.PreToolUse],
  });
  const entry = (...groups: object[]) => JSON.stringify({ hooks: { PreToolUse: groups } });
  expect(JSON.parse(register(entry(group('Bash')), fewer))).toEqual({ hooks: { PreToolUse: [group()] } });
  for (const all of ['', '*']) expect(register(entry(group(all)), fewer)).toBe(entry(group(all)));
});
