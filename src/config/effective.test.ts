// The lines of `pawl config`, and its warnings about settings of policies that do not exist.
import { expect, test } from 'bun:test';
import { definePolicy, type Policy } from '../core/policy.ts';
import { checkPolicySettings, effectiveValues } from './effective.ts';
import type { Config, ConfigFile, Layer } from './load.ts';

const policy: Policy = definePolicy({
  id: 'guard/sleep',
  summary: 'No long sleeps',
  why: 'They hold the session up.',
  on: 'PreToolUse',
  level: 'ask',
  options: { seconds: { default: 60, about: 'Longest sleep.' } },
  examples: [],
  check: () => undefined,
});
const ofFile = { ...policy, id: 'own/sleep', file: '/home/dev/.pawl/policies/sleep.ts' } as Policy;

const layer = (name: Layer['name'], value: ConfigFile, state: Layer['state'] = 'ok'): Layer => ({
  name,
  file: `/${name}.jsonc`,
  text: '',
  value,
  state,
  problems: [],
});

const check = (settings: NonNullable<ConfigFile['policies']>) =>
  checkPolicySettings(layer('user', { policies: settings }), [policy, ofFile]);

test('settings of known policies cause no problem, whatever a built-in one is set to', () => {
  expect(checkPolicySettings(layer('user', {}), [policy])).toEqual([]);
  expect(check({ 'guard/sleep': { seconds: 'no number' } as never, 'own/sleep': { seconds: 5 } })).toEqual(
    [],
  );
});

test('a setting for an unknown policy is a warning that names the nearest one, or the list', () => {
  expect(check({ 'guard/slep': { level: 'off' } })).toEqual([
    {
      path: ['policies', 'guard/slep'],
      message: 'there is no policy "guard/slep"; did you mean "guard/sleep"?',
      severity: 'warning',
    },
  ]);
  expect(check({ 'entirely/different': {} })[0]!.message).toBe(
    'there is no policy "entirely/different"; `pawl policies` lists them',
  );
  expect(check({ gaurd: {} })[0]!.message).toContain('did you mean "guard"?');
  expect(check({ guard: { level: 'off' } })[0]!.message).toBe(
    '"guard" is a pack; write "packs": { "guard": true or false }',
  );
});

test('the options of a policy file are checked like those of built-in policies', () => {
  const [problem, ...others] = check({ 'own/sleep': { seconds: 'long' } as never });
  expect(others).toEqual([]);
  expect(problem!.path).toEqual(['policies', 'own/sleep', 'seconds']);
});

function config(...layers: Layer[]): Config {
  return {
    layers,
    packs: { guard: true },
    rules: [],
    external: [],
    programs: [],
    workflows: {},
    context: { limit: 9_500 },
    retention: { events_days: 3 },
    setting: () => ({ level: 'warn', from: 'user', options: { seconds: 5 } }),
    hasOptions: () => false,
  } as unknown as Config;
}

const listed = (...layers: Layer[]) =>
  new Map(effectiveValues(config(...layers), [policy]).map(({ key, ...rest }) => [key, rest]));

test('each value says which layer it comes from, and what it means', () => {
  const values = listed(
    layer('user', {
      policies: { 'guard/sleep': { seconds: 5 } },
      retention: { events_days: 9 },
      rules: [],
    } as never),
    layer('project', { retention: { events_days: 3 }, packs: { guard: true } } as never),
    layer('local', { retention: { events_days: 1 }, rules: [] } as never, 'untrusted'),
  );
  expect(values.get('policies.guard/sleep.level')).toEqual({
    value: 'warn',
    from: 'user',
    about: 'No long sleeps',
  });
  expect(values.get('policies.guard/sleep.seconds')).toEqual({
    value: 5,
    from: 'user',
    about: 'Longest sleep.',
  });
  expect(values.get('retention.events_days')).toEqual({
    value: 3,
    from: 'project',
    about: 'Days to keep recorded events.',
  });
  expect(values.get('packs.guard')).toMatchObject({ value: true, from: 'project' });
  expect(values.get('context.limit')).toMatchObject({ value: 9_500, from: 'default' });
  expect(values.get('rules')).toEqual({
    value: [],
    from: 'user + local (untrusted: only rules that refuse apply)',
    about: 'Simple policies, written as data.',
  });
  expect(values.get('workflows')).toMatchObject({ value: {}, from: 'default' });
  expect([...values.keys()].filter((key) => !key.includes('.'))).toEqual([
    'rules',
    'external',
    'programs',
    'workflows',
  ]);
});

test('the export address comes only from the person’s own config, and header values are not shown', () => {
  const otlp = { endpoint: 'https://collector.example', headers: { authorization: 'Bearer abc' } };
  const values = listed(
    layer('project', { export: { otlp: { endpoint: 'https://other.example' } } } as never),
    layer('user', { export: { otlp } } as never),
  );
  expect(values.get('export.otlp.endpoint')).toMatchObject({ value: otlp.endpoint, from: 'user' });
  expect(JSON.stringify([...values])).not.toContain('Bearer abc');
  const unset = listed().get('export.otlp.endpoint');
  expect(unset).toMatchObject({ value: null, from: 'default' });
});
