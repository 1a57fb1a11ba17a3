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

/** Looks an effect up; undefined if nothing can be found out. Then the effect is judged as it stands. */
export type LookUp = (effect: Effect) => LookupResult | undefined;

/** Looks up the effects that would otherwise be refused or asked about. */
export function judgeByEvidence(
  facts: Facts,
  kinds: readonly EffectKind[],
  accept: readonly string[],
  lookUp: LookUp,
) {
  return judgeLookups(objections(facts, kinds, accept), lookUp);
}

/** Looks up the effects, and judges those that do harm here and now. */
export function judgeLookups(effects: readonly Effect[], lookUp: LookUp) {
  const lookups = effects.map((effect) => ({ effect, result: lookUp(effect) }));
  const found = [...new Set(lookups.flatMap(({ result }) => (result ? [result.found] : [])))];
  const verdict = verdictFor(
    lookups.flatMap(({ effect, result }) => (result?.harmless ? [] : [{ ...effect, ...result?.effect }])),
  );
  return [...(verdict ? [verdict] : []), ...found.map(evidence)];
}

/** `a, b, c and 4 more` */
export function listSome(items: readonly string[], most = 3): string {
  const rest = items.length - most;
  return rest > 0 ? `${items.slice(0, most).join(', ')} and ${rest} more` : items.join(', ');
}
