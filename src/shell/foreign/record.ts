// Collects the calls that code makes.
import type { Cursor } from './cursor.ts';
import { resultOf } from './results/result.ts';
import { type Call, firstText, text, UNKNOWN, type Value } from './value.ts';

/** Notes a call, and returns its result as far as it is known. */
export function record(code: Cursor, call: Call): Value {
  code.calls.push(call);
  return commandLineOptions(code, call) ?? resultOf(call, code.language);
}

/** `parser.add_argument('--path', default='/x')`: the defaults are the fields of what `parse_args()` returns. */
function commandLineOptions(code: Cursor, { callee, args, named }: Call): Value | undefined {
  if (/\.parse_(?:known_)?args$/.test(callee)) return { fields: code.optionDefaults, origins: [] };
  if (!callee.endsWith('.add_argument')) return undefined;
  const names = args.map(firstText);
  const name = firstText(
    named.get('dest') ?? text(names.find((option) => option.startsWith('--')) ?? names[0] ?? ''),
  );
  code.optionDefaults.set(name.replace(/^-+/, '').replaceAll('-', '_'), named.get('default') ?? UNKNOWN);
  return undefined;
}
