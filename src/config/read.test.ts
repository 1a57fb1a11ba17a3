import { expect, test } from 'bun:test';
import { allPolicies } from '../policies/registry.ts';
import { readLayer } from './read.ts';

const read = (text: string) => readLayer('user', '/f', text, []);

test('plain JSON and JSON with comments are read, with a byte order mark too', () => {
  for (const text of [
    '{"packs":{"docs":true}}',
    '// mine\n{"packs":{"docs":true,},}',
    '\uFEFF{"packs":{"docs":true}}',
  ])
    expect(read(text)).toMatchObject({ name: 'user', state: 'ok', value: { packs: { docs: true } }, text });
  expect(read(' \n')).toMatchObject({ state: 'ok', value: {}, problems: [] });
});

test('a file that is not JSON is broken as a whole', () => {
  const layer = read('{"packs":');
  expect(layer).toMatchObject({ state: 'broken', value: {}, file: '/f' });
  expect(layer.problems).toMatchObject([{ path: [], severity: 'error' }]);
});

test('a wrong value makes the file broken, an unknown key is only a warning', () => {
  expect(read('{"packs":{"guard":"yes"}}')).toMatchObject({ state: 'broken', value: {} });
  const unknown = read('{"pakcs":{}}');
  expect(unknown.state).toBe('ok');
  expect(unknown.problems).toMatchObject([{ path: ['pakcs'], severity: 'warning' }]);
  expect(read('{"programs":[{"names":"a/b"}]}').state).toBe('broken');
});

test('an unknown event is reported once, at the key under which it is written', () => {
  const rule = { id: 'x', action: 'deny', message: 'No.' };
  for (const key of ['on', 'event'])
    expect(read(JSON.stringify({ rules: [{ ...rule, [key]: 'Foo' }] }))).toMatchObject({
      state: 'broken',
      problems: [{ path: ['rules', 0, key], message: expect.stringContaining('there is no event "Foo"') }],
    });
});

test('a file that is nested too deep is refused before it is parsed', () => {
  const nested = (depth: number) => `{"workflows":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(
    read(nested(99))
      .problems.map(({ message }) => message)
      .join(),
  ).not.toContain('nested');
  expect(read(nested(100)).problems[0]!.message).toContain('100 levels');
  // Brackets inside text do not count, and closed ones do not add up.
  expect(read(`{"$schema":"${'['.repeat(500)}"}`).state).toBe('ok');
  expect(read(`{"rules":[${'{},'.repeat(300)}]}`).problems[0]!.message).not.toContain('nested');
});

test('keys about data that leaves this machine, or about updates, count only in the person’s own file', () => {
  const keys = {
    export: { otlp: { endpoint: 'https://collector.example' } },
    team: { share: {} },
    update: {},
  };
  for (const [key, value] of Object.entries(keys)) {
    const text = JSON.stringify({ [key]: value });
    const ignored = (name: 'user' | 'project' | 'local') =>
      readLayer(name, '/f', text, []).problems.filter(({ message }) => message.includes('is ignored here'));
    expect(ignored('user')).toEqual([]);
    for (const name of ['project', 'local'] as const)
      expect(ignored(name)).toMatchObject([{ path: [key], severity: 'warning' }]);
  }
});

test('a long value is quoted in part', () => {
  const [problem] = read(JSON.stringify({ packs: { guard: 'y'.repeat(100) } })).problems;
  const [quoted] = /"y+…?/.exec(problem!.message)!;
  expect(quoted).toHaveLength(60);
});

test('rules and scripts are normalised', () => {
  const rule = { id: 'x', matcher: 'bash', action: 'deny', message: 'no' };
  const { state, value } = read(
    JSON.stringify({ rules: [rule], external: [{ id: 'y', event: 'stop', command: ['true'] }] }),
  );
  expect(state).toBe('ok');
  expect(value.rules).toEqual([{ id: 'x', tool: ['Bash'], action: 'deny', message: 'no' }]);
  expect(value.external).toMatchObject([{ id: 'y', on: ['Stop'], command: ['true'] }]);
});

test('settings of a built-in policy are checked against its options, others are left to `pawl config`', () => {
  const text = JSON.stringify({
    policies: { 'guard/force-push': { branches: 3, level: 'high' }, 'own/x': { a: 1 } },
  });
  const { problems } = readLayer('user', 'f', text, allPolicies());
  expect(problems.map(({ path }) => path.join(' '))).toEqual([
    'policies guard/force-push branches',
    'policies guard/force-push level',
  ]);
  expect(readLayer('user', 'f', text, []).problems).toEqual([]);
});

test('no problem quotes a header, which may be a token', () => {
  const export_ = { otlp: { endpoint: 'http://localhost:4318', headers: { authorization: ['token-1'] } } };
  const { problems } = readLayer('user', 'f', JSON.stringify({ export: export_ }), []);
  expect(problems).toHaveLength(1);
  expect(JSON.stringify(problems)).not.toContain('token-1');
});

const problemsOf = (text: string) =>
  read(text).problems.map(({ path, message, severity }) => `${severity} ${path.join('.')}: ${message}`);

test('text after the end is an error: a second object would be ignored', () => {
  expect(read('{"packs":{"docs":true}} {"rules":[]}').state).toBe('broken');
  expect(problemsOf('// x\n{"rules":[],} // y\n {"a":1}')).toEqual([
    'error : text follows the end of the config: {"a":1}',
  ]);
  for (const text of ['{"rules":[],} // end', '{"rules":[],}\n/* } { */\n', '// { \n{"$schema":"a}//b",}'])
    expect(read(text)).toMatchObject({ state: 'ok', problems: [] });
});

test('a key that is there twice is reported: only the last one counts', () => {
  const twice = 'this key is there twice, and only the last one counts; put both into one';
  expect(problemsOf('{"rules":[],"packs":{},"rules":[]}')).toEqual([`warning rules: ${twice}`]);
  expect(problemsOf('{"packs":{"docs":true,/* , */ "docs":false,}}')).toEqual([
    `warning packs.docs: ${twice}`,
  ]);
  const rule = (more: string) => `{"id":"a","tool":"Bash","action":"ask","message":"m"${more}}`;
  expect(problemsOf(`{"rules":[${rule('')},{"id":"b",${rule(',"id":"c"').slice(10)}]}`)).toEqual([
    `warning rules.1.id: ${twice}`,
  ]);
  expect(problemsOf('{"policies":{"guard/disk":{},"guard/delete":{}},"packs":{}}')).toEqual([]);
});

test('an unclosed comment is read in one pass', () => {
  const before = performance.now();
  expect(read(`{}${'/*'.repeat(200_000)}`).state).toBe('broken');
  expect(performance.now() - before).toBeLessThan(2_000);
});

test('rules that match everything or nothing are reported', () => {
  const rule = (conditions: object) => ({ id: 'a', action: 'deny', message: 'm', ...conditions });
  const rules = (...list: object[]) => problemsOf(JSON.stringify({ rules: list.map(rule) }));
  expect(rules({ comand: 'psql *' })).toEqual([
    'warning rules.0.comand: unknown key; did you mean "command"?',
    'warning rules.0: has no condition, so it applies to every tool call; add "tool", "command" or "path"',
  ]);
  expect(rules({ prompt: 'x', command: 'ls' })).toEqual([
    'warning rules.0: never matches, because a prompt has no command; make two rules of it',
  ]);
  for (const empty of [{ path: '' }, { command: [] }, { prompt: [' '] }, { message: '', tool: 'Bash' }])
    expect(rules(empty)).toEqual([`error rules.0.${Object.keys(empty)[0]}: is empty`]);
  expect(rules({ tool: 'Bash' }, { tool: 'Edit' })).toEqual([
    'warning rules.1.id: another rule is called "a" too, so the log can’t tell them apart',
  ]);
  expect(rules({ on: 'SessionStart', action: 'inject' }, { id: 'b', path: ['*.sql'] })).toEqual([]);
});

test('a number is not negative', () => {
  const config = { policies: { 'guard/images': { pixels: -5 } } };
  expect(readLayer('user', '/f', JSON.stringify(config), allPolicies()).problems[0]).toMatchObject({
    path: ['policies', 'guard/images', 'pixels'],
    message: 'expected a number of at least 0, found -5',
  });
});
