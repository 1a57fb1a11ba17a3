// Collects the calls that code makes.
import type { Cursor } from './cursor.ts';
import { resultOf } from './results/result.ts';
import { type Call, firstText, textValue, UNKNOWN, type Value } from './value.ts';

/** Notes a call, and returns its result as far as it is known. */
export function recordCall(cursor: Cursor, call: Call): Value {
  cursor.calls.push(call);
  return recordOptionDefault(cursor, call) ?? resultOf(call, cursor.language);
}

/** `parser.add_argument('--path', default='/x')`: the defaults are the fields of what `parse_args()` returns. */
function recordOptionDefault(cursor: Cursor, { callee, args, named }: Call): Value | undefined {
  if (/\.parse_(?:known_)?args$/.test(callee)) return { fields: cursor.optionDefaults, origins: [] };
  if (!callee.endsWith('.add_argument')) return undefined;
  const names = args.map(firstText);
  const name = firstText(
    named.get('dest') ?? textValue(names.find((option) => option.startsWith('--')) ?? names[0] ?? ''),
  );
  cursor.optionDefaults.set(name.replace(/^-+/, '').replaceAll('-', '_'), named.get('default') ?? UNKNOWN);
  return undefined;
}
