import { expect, test } from 'bun:test';
import { type InForce, requirePolicyName } from './in-force.ts';

const inForce = {
  policies: ['guard/force-push', 'mine/telnet', 'ours/telnet', 'ours/friday'].map((id) => ({ id })),
} as InForce;

test.each(['guard/force-push', 'guard', 'rules', 'external'])('%s is a policy or a pack', (name) => {
  expect(requirePolicyName(name, inForce)).toBe(name);
});

test('the part behind the slash is enough if only one policy is called that', () => {
  expect(requirePolicyName('friday', inForce)).toBe('ours/friday');
  expect(() => requirePolicyName('telnet', inForce)).toThrow('Did you mean mine/telnet or ours/telnet?');
  expect(() => requirePolicyName('ours', inForce)).toThrow('There is no policy or pack "ours".');
});

test('an unknown name gets the nearest one, if there is one', () => {
  expect(() => requirePolicyName('gaurd', inForce)).toThrow(
    'There is no policy or pack "gaurd". Did you mean guard? `pawl policies --all` lists them.',
  );
  expect(() => requirePolicyName('qqqqqqqqqqqq', inForce)).toThrow(
    'There is no policy or pack "qqqqqqqqqqqq". `pawl policies --all` lists them.',
  );
});
