// Effect rules that the specs of several groups share.
import type { EffectRule } from './spec.ts';

export const deletesOnPlatform = (
  when: string,
  safer: string,
  why = 'Deletes something on the platform.',
): EffectRule => ({ code: 'platform-delete', when, why, safer });

export const printsSecrets = (
  when: string,
  safer: string,
  why = 'Prints secrets into the conversation.',
): EffectRule => ({ code: 'secret-read', when, kind: 'read', why, safer });

export const changesMachine = (rule: Partial<EffectRule>): EffectRule => ({
  code: 'machine-setting',
  why: 'Changes a setting of the machine.',
  ...rule,
});

/** Why commands that change boot or security settings are put to a person. */
export const CHANGES_PROTECTION = 'Changes how the machine protects itself or starts.';
