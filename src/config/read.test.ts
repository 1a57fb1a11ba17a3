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
