// Finds host names that look like another name: `gіthub.com` with a Cyrillic `і`.
import { effect } from '../base/effect.ts';
import type { Effect, ShellCommand } from '../types.ts';

/** Latin letters mixed with Greek or Cyrillic ones. */
const MIXED = /[a-z][^.]*[\u0370-\u03ff\u0400-\u052f]|[\u0370-\u03ff\u0400-\u052f][^.]*[a-z]/i;

/** The effect of a host whose name mixes alphabets. */
export function lookalikes(command: ShellCommand): Effect[] {
  const host = command.words
    .slice(1)
    .flatMap((w) => hostsIn(w.text))
    .find((name) => name.split('.').some((label) => MIXED.test(label)));
  if (!host) return [];
  return [
    effect(command, {
      kind: 'fetch-and-run',
      weight: 'irreversible',
      code: 'lookalike-host',
      reason: `${host} is written with letters of two alphabets, so it may be mistaken for another name.`,
      safer: 'retype the name of the host',
    }),
  ];
}

function hostsIn(text: string): string[] {
  if (!/[^\x20-\x7e]|xn--|%[89a-f][\da-f]/i.test(text)) return [];
  const host = /^(?:.*?:\/\/)?(?:[^@/\s]*@)?([^/:?#\s]+)/.exec(text)?.[1] ?? '';
  try {
    return [
      decodeURIComponent(host)
        .split('.')
        .map((label) => (label.startsWith('xn--') ? fromPunycode(label.slice(4)) : label))
        .join('.'),
    ];
  } catch {
    return [];
  }
}

/** Decodes one label of Punycode (RFC 3492). */
function fromPunycode(label: string): string {
  const cut = label.lastIndexOf('-');
  const out = cut > 0 ? [...label.slice(0, cut)] : [];
  let [code, place, bias, at] = [128, 0, 72, cut + 1];
  while (at < label.length) {
    const before = place;
    for (let [weight, k] = [1, 36]; ; k += 36) {
      const digit = digitOf(label.charCodeAt(at++));
      place += digit * weight;
      const least = Math.min(Math.max(k - bias, 1), 26);
      if (!(digit >= least)) break;
      weight *= 36 - least;
    }
    const size = out.length + 1;
    bias = biasOf(place - before, size, before === 0);
    code += Math.floor(place / size);
    place %= size;
    out.splice(place++, 0, String.fromCodePoint(code));
  }
  return out.join('');
}

const digitOf = (c: number) => (c < 58 ? c - 22 : (c | 32) - 97);

function biasOf(grown: number, size: number, first: boolean): number {
  let delta = first ? Math.floor(grown / 700) : grown >> 1;
  delta += Math.floor(delta / size);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
