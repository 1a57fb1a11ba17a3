// The `programs` of a config that no person has accepted (an untrusted project's, or new ones in the user's own
// config), reduced to what can only make the guard stricter.
import type { CommandSpec, EffectRule, ProgramSpec } from '../shell/programs/spec.ts';

/** Limits the work that an untrusted project can cause. */
const maxPrograms = 50;
const maxEffects = 200;
const maxText = 500;

/** Keeps only the effects, because options, operands and traits could make a command look harmless. */
export function strictPrograms(programs: readonly ProgramSpec[]): ProgramSpec[] {
  return programs.slice(0, maxPrograms).flatMap((spec) => {
    const effects = allEffects(spec, '').filter(isBounded).slice(0, maxEffects);
    if (effects.length === 0 || spec.names.length > maxText) return [];
    const { names, kind } = spec;
    return [
      {
        names,
        about: 'Described by a config that no person has accepted.',
        effects,
        onlyAdds: true,
        ...(kind && { kind }),
      },
    ];
  });
}

function isBounded({ weight, when, flags, unless, except, harmless }: EffectRule): boolean {
  const patterns = [when, flags, unless, except, harmless];
  return weight !== 'plain' && patterns.every((pattern = '') => pattern.length <= maxText);
}

/**
 * The effects of a command and its subcommands. `outer` is the names of the subcommands around it, each with a blank
 * after it. The texts are replaced, because the model reads them.
 */
function allEffects(spec: CommandSpec, outer: string): EffectRule[] {
  const ownEffects = (spec.effects ?? []).map(({ safer: _, ...rule }) => ({
    ...rule,
    ...((outer || rule.when) && { when: `${outer}${rule.when ?? ''}`.trim() }),
    why: 'A config that no person has accepted wants a person to check this. Its own explanation is left out until then.',
  }));
  const subcommandEffects = Object.entries(spec.subcommands ?? {}).flatMap(([name, sub]) =>
    allEffects(sub, `${outer}${name} `),
  );
  return [...ownEffects, ...subcommandEffects];
}
