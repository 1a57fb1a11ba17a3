import { expect, test } from 'bun:test';
import { builtIn } from '../domain/workflow/builtin.ts';
import { allPolicies } from '../policies/registry.ts';
import type { ConfigFile } from './load.ts';
import { shippedWorkflows, withoutWeakening } from './weakening.ts';

const compare = (before: ConfigFile, after: ConfigFile) => withoutWeakening(before, after, allPolicies());
const policy = (id: string, settings: Record<string, unknown>): ConfigFile => ({
  policies: { [id]: settings },
});
const rule = { id: 'no-rm', command: 'rm', action: 'deny', message: 'no' } as const;
const script = { id: 'mine', on: 'PreToolUse', command: ['sh', 'x.sh'] };
const tool = { names: 'acme', about: 'Ours.' };

const weaker: [name: string, before: ConfigFile, after: ConfigFile, inForce: ConfigFile][] = [
  [
    'another team store',
    { team: { url: 'postgres://a@db.example/t' } },
    { team: { url: 'postgres://a@evil.example/t' } },
    { team: { url: 'postgres://a@db.example/t' } },
  ],
  ['a pack that is on by default', {}, { packs: { guard: false } }, { packs: { guard: true } }],
  ['a pack that was switched on', { packs: { docs: true } }, {}, { packs: { docs: true } }],
  [
    'a lower level',
    {},
    policy('guard/secrets', { level: 'warn' }),
    policy('guard/secrets', { level: 'deny' }),
  ],
  [
    'a raised level taken back',
    policy('guard/force-push', { level: 'deny' }),
    policy('guard/force-push', { level: 'ask' }),
    policy('guard/force-push', { level: 'deny' }),
  ],
  [
    'the level of a policy that is not built in',
    {},
    policy('team/says', { level: 'off' }),
    policy('team/says', { level: 'deny' }),
  ],
  [
    'a policy that answers for the person switched on again',
    policy('session/own-commands', { level: 'off' }),
    {},
    policy('session/own-commands', { level: 'off' }),
  ],
  [
    'a wider list of exceptions',
    policy('guard/secrets', { allow: ['a'] }),
    policy('guard/secrets', { allow: ['a', '**'] }),
    policy('guard/secrets', { allow: ['a'] }),
  ],
  [
    'a shorter list of what is protected',
    {},
    policy('guard/force-push', { branches: ['main', 'trunk'] }),
    policy('guard/force-push', { branches: ['main', 'trunk', 'master'] }),
  ],
  [
    'a higher limit',
    {},
    policy('guard/images', { pixels: 9_000 }),
    policy('guard/images', { pixels: 1_800 }),
  ],
  [
    'commands that give grants',
    {},
    policy('autonomy/typed-command', { commands: { build: {} } }),
    policy('autonomy/typed-command', { commands: {} }),
  ],
  [
    'a check that is no longer required',
    {},
    policy('checkpoint/proof', { evidence: false }),
    policy('checkpoint/proof', { evidence: true }),
  ],
  ['a rule that is gone', { rules: [rule] }, {}, { rules: [rule] }],
  [
    'a rule that matches less',
    { rules: [rule] },
    { rules: [{ ...rule, command: 'rm -rf' }] },
    { rules: [{ ...rule, command: 'rm -rf' }, rule] },
  ],
  [
    'a rule with a lower level',
    { rules: [rule] },
    { rules: [{ ...rule, level: 'off' }] },
    { rules: [{ ...rule, level: 'off' }, rule] },
  ],
  ['a new script', {}, { external: [script] }, { external: [] }],
  ['a script that is gone', { external: [script] }, {}, { external: [script] }],
  [
    'a script that is another one now',
    { external: [script] },
    { external: [{ ...script, command: ['true'] }] },
    { external: [script] },
  ],
  ['a program that is described as harmless', {}, { programs: [tool] }, { programs: [] }],
  ['a workflow that comes with Pawl', {}, { workflows: { code: false } }, { workflows: {} }],
  ['a setting of all workflows', {}, { workflows: { $default: 'plan' } }, { workflows: {} }],
  [
    'a workflow in force',
    { workflows: { mine: { phases: ['a', 'b'] } } },
    { workflows: { mine: { phases: ['a'] }, other: {} } },
    { workflows: { other: {}, mine: { phases: ['a', 'b'] } } },
  ],
];

for (const [name, before, after, inForce] of weaker)
  test(`waits for a person: ${name}`, () => {
    const { value, waiting } = compare(before, after);
    expect(value).toEqual(inForce);
    expect(waiting).toHaveLength(1);
    expect(compare(after, after)).toEqual({ value: after, waiting: [] });
  });

const others: [name: string, before: ConfigFile, after: ConfigFile][] = [
  ['a pack on', {}, { packs: { docs: true } }],
  ['a misspelt pack corrected', { packs: { gaurd: true } }, { packs: { guard: true } }],
  ['a default spelled out', {}, { packs: { guard: true, memory: false } }],
  ['a higher level', {}, policy('guard/images', { level: 'deny' })],
  ['a policy that answers for the person off', {}, policy('session/own-commands', { level: 'off' })],
  ['fewer exceptions', policy('guard/secrets', { allow: ['a'] }), policy('guard/secrets', { allow: [] })],
  [
    'one exception less',
    policy('guard/secrets', { allow: ['a', 'b'] }),
    policy('guard/secrets', { allow: ['a'] }),
  ],
  ['a lower limit', {}, policy('guard/images', { megabytes: 1 })],
  ['a new rule', { rules: [rule] }, { rules: [{ ...rule, id: 'more', command: 'mv' }, rule] }],
  ['other words for a rule', { rules: [rule] }, { rules: [{ ...rule, id: 'keep', message: 'no, thanks' }] }],
  ['a rule that only says something', { rules: [{ ...rule, action: 'tell' }] }, {}],
  ['a workflow of one’s own', {}, { workflows: { mine: {}, cash$: {} } }],
  [
    'the same list of what is protected in another order',
    policy('guard/force-push', { branches: ['main', 'trunk'] }),
    policy('guard/force-push', { branches: ['trunk', 'main'] }),
  ],
  [
    'what is kept, and updates',
    {},
    { retention: { events_days: 3 }, context: { limit: 900 }, update: 'off' },
  ],
];

for (const [name, before, after] of others)
  test(`counts at once: ${name}`, () => {
    expect(compare(before, after)).toEqual({ value: after, waiting: [] });
  });

const otlp = { endpoint: 'https://c.example' };

const descriptions: [before: ConfigFile, after: ConfigFile, ...waiting: string[]][] = [
  [{ rules: [rule] }, {}, 'rule no-rm changed or gone'],
  [{}, { external: [script] }, 'script mine new or changed'],
  [
    { external: [script] },
    { external: [{ ...script, id: 'x' }] },
    'script x new or changed',
    'script mine gone',
  ],
  [{}, { programs: [tool] }, 'program acme described'],
  [
    { programs: [tool] },
    { programs: [{ ...tool, names: 'acme acm' }] },
    'program acme acm described',
    'program acme described',
  ],
  [{ workflows: { mine: {} } }, {}, 'workflow mine changed'],
  [{}, { export: { otlp } }, 'export.otlp (metrics and logs to https://c.example)'],
  [
    {},
    { export: { otlp: { ...otlp, signals: ['traces'], content: true, headersCommand: 'pass show token' } } },
    'export.otlp (traces with commands and reasons to https://c.example, headers from pass)',
  ],
  [
    { export: { otlp } },
    { export: { otlp: { ...otlp, headersCommand: ['op', 'read', 'x'] } } },
    'export.otlp (metrics and logs to https://c.example, headers from op)',
  ],
  [{}, { team: { url: 'postgres://a@db/t' } }, 'team joined (postgres://a@db/t)'],
  [{ team: { url: 'postgres://a@db/t' } }, {}, 'team left'],
  [{ team: { url: 'postgres://a@db/t' } }, { team: { url: 'postgres://b@db/t' } }, 'team changed'],
];
for (const [before, after, ...waiting] of descriptions)
  test(`the description of a waiting change: ${waiting.join(', ')}`, () => {
    expect(compare(before, after).waiting).toEqual(waiting);
  });

test('switching the export off counts at once', () => {
  for (const after of [{}, { export: {} }])
    expect(compare({ export: { otlp } }, after)).toEqual({ value: after, waiting: [] });
});

test('described programs stay, and a new description counts only as far as it is stricter', () => {
  const strict = {
    names: 'acme',
    about: 'Ours.',
    effects: [{ code: 'acme-wipe', when: 'wipe', why: 'Wipes it.' }],
  };
  expect(compare({ programs: [tool] }, { programs: [strict] }).value.programs).toEqual([
    tool,
    {
      names: 'acme',
      about: 'Described by a config that no person has accepted.',
      onlyAdds: true,
      effects: [{ code: 'acme-wipe', when: 'wipe', why: expect.stringContaining('no person has accepted') }],
    },
  ]);
});

test.each(['inject', 'tell'] as const)('a rule that only has %s may be removed', (action) => {
  expect(compare({ rules: [{ ...rule, action }] }, {}).waiting).toEqual([]);
});

test('an edit with weaker and stricter parts counts in part', () => {
  const after: ConfigFile = { packs: { guard: false, docs: true }, rules: [rule] };
  expect(compare({}, after)).toEqual({
    value: { packs: { guard: true, docs: true }, rules: [rule] },
    waiting: ['pack guard off'],
  });
});

test('all workflows that come with Pawl are known by name', () => {
  expect(Object.keys(builtIn).sort()).toEqual([...shippedWorkflows].sort());
});

/** Options that make no policy of these packs stricter or weaker. */
const neutral = [
  'handoff/pass-on.validator',
  'handoff/pass-on.orchestrators',
  'handoff/pass-on.times',
  'handoff/observe.announce',
  'checkpoint/proof.principles',
];

test('every option of a pack that refuses or answers says which change weakens it', () => {
  const refusing = /^(guard|autonomy|checkpoint|handoff)\//;
  const silent = allPolicies()
    .filter(({ id }) => refusing.test(id))
    .flatMap(({ id, options = {} }) =>
      Object.entries(options)
        .filter(([, option]) => option.weaker === undefined)
        .map(([name]) => `${id}.${name}`),
    );
  expect(silent.filter((option) => !neutral.includes(option))).toEqual([]);
});
