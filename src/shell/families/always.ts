import type { Family, Rule } from '../rules.ts';

/** Commands that do one thing whatever they are given, except with some options. */
export const always = (
  names: string,
  code: string,
  why: string,
  more: Partial<Rule> & { kind?: Family['kind']; values?: string } = {},
): Family => ({
  names,
  kind: more.kind ?? 'system',
  values: more.values,
  rules: () => [{ code, when: '', why, ...more }],
});
