// What a project that nobody trusts may say about programs.
import type { CommandSpec, EffectRule, ProgramSpec } from '../shell/programs/spec.ts';

/** At most so many programs of a project that nobody trusts. */
const MAX_UNTRUSTED = 50;

/** A project that nobody trusts may have more refused, and may make nothing else known. */
export function strictPrograms(programs: readonly ProgramSpec[]): ProgramSpec[] {
  return programs.slice(0, MAX_UNTRUSTED).flatMap((spec) => {
    const effects = allEffects(spec, '').filter((rule) => rule.weight !== 'plain');
    if (effects.length === 0) return [];
    const { names, kind } = spec;
    return [
      {
        names,
        about: 'Told by this project, which is not trusted.',
        effects,
        onlyAdds: true,
        ...(kind && { kind }),
      },
    ];
  });
}

/** The effects of a command and of its subcommands; their own words are left out, the model reads them. */
function allEffects(spec: CommandSpec, before: string): EffectRule[] {
  const own = (spec.effects ?? []).map(({ safer: _, ...rule }) => ({
    ...rule,
    ...((before || rule.when) && { when: `${before}${rule.when ?? ''}`.trim() }),
    why: 'This project asks for a person’s word here (its config is not trusted, so its own words are left out).',
  }));
  const inner = Object.entries(spec.subcommands ?? {}).flatMap(([name, sub]) =>
    allEffects(sub, `${before}${name} `),
  );
  return [...own, ...inner];
}
