// Judges effects by the state of the machine: an effect that does harm in general may do none here and now.
import type { Facts } from '../../../core/facts.ts';
import { evidence } from '../../../index.ts';
import type { Effect, EffectKind } from '../../../shell/types.ts';
import { objections, verdictFor } from './effects.ts';

/** The result of a lookup on the machine about an effect. */
export interface LookupResult {
  /** Nothing would be lost, and nobody else is concerned. */
  harmless: boolean;
  /** For the record: "2 processes, both in this project". */
  found: string;
  /** Replaces the parts of the effect that can now be said more exactly. */
  effect?: Partial<Pick<Effect, 'reason' | 'safer' | 'weight'>>;
}

/** Looks an effect up. Undefined if nothing can be found out; then the effect is judged as it stands. */
export type LookAt = (effect: Effect) => LookupResult | undefined;

/** Looks only at effects that would otherwise be refused or asked about. */
export function judgeByEvidence(
  facts: Facts,
  kinds: readonly EffectKind[],
  accept: readonly string[],
  lookAt: LookAt,
) {
  return judgeLooked(objections(facts, kinds, accept), lookAt);
}

/** Looks up the effects, and judges those that do harm here and now. */
export function judgeLooked(effects: readonly Effect[], lookAt: LookAt) {
  const looked = effects.map((one) => ({ one, result: lookAt(one) }));
  const found = [...new Set(looked.flatMap(({ result }) => (result ? [result.found] : [])))];
  const verdict = verdictFor(
    looked.flatMap(({ one, result }) => (result?.harmless ? [] : [{ ...one, ...result?.effect }])),
  );
  return [...(verdict ? [verdict] : []), ...found.map(evidence)];
}

/** `a, b, c and 4 more` */
export function listSome(items: readonly string[], most = 3): string {
  const rest = items.length - most;
  return rest > 0 ? `${items.slice(0, most).join(', ')} and ${rest} more` : items.join(', ');
}
