// How policies judge what a shell command would do: the gravest effect of their kinds decides.

import { ask, deny } from '../../index.ts';
import type { Effect, EffectKind, ShellReading } from '../../shell/types.ts';

/** Every policy that judges effects lets a person accept some of them. */
export const acceptOption = {
  accept: { default: [] as string[], about: 'Codes of effects that may pass without a word.' },
} as const;

export function judgeEffects(
  shell: ShellReading,
  kinds: readonly EffectKind[],
  accept: readonly string[] = [],
) {
  const concerned = shell.effects.filter(
    (e) => e.weight !== 'plain' && kinds.includes(e.kind) && !accept.includes(e.code),
  );
  return judge(concerned);
}

export function judge(effects: readonly Effect[]) {
  const worst = effects.find((e) => e.weight === 'irreversible') ?? effects[0];
  if (!worst) return undefined;
  const say = worst.weight === 'irreversible' ? deny : ask;
  return say(sentence(worst), { code: worst.code, ...(worst.safer && { instead: worst.safer }) });
}

/** What, and in which command when it is hidden inside others. */
function sentence({ reason, command }: Effect): string {
  const text = command.words.map((w) => w.text.replaceAll('\u0000', '…')).join(' ');
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return command.via.length > 0 && shown
    ? `${reason} (\`${shown}\`, through ${command.via.join(' → ')})`
    : reason;
}
