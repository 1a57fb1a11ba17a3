// Collects the calls of a piece of code. All readers of calls end here: the call is added to `cursor.calls`, which
// perform.ts goes through later, and its result comes back as far as it is known.
import type { Cursor } from './cursor.ts';
import { resultOf } from './results/result.ts';
import { type Call, firstText, textValue, UNKNOWN, type Value } from './value.ts';

/** Records a call, and returns its result. */
export function recordCall(cursor: Cursor, call: Call): Value {
  cursor.calls.push(call);
  if (/\.parse_(?:known_)?args$/.test(call.callee)) return { fields: cursor.optionDefaults, origins: [] };
  if (call.callee.endsWith('.add_argument')) recordOptionDefault(cursor, call);
  return resultOf(call, cursor.language);
}

/** `parser.add_argument('--path', default='/x')`: the default becomes a field of what `parse_args()` returns. */
function recordOptionDefault(cursor: Cursor, { args, named }: Call): void {
  const spellings = args.map(firstText);
  const option = spellings.find((spelling) => spelling.startsWith('--')) ?? spellings[0] ?? '';
  const name = firstText(named.get('dest') ?? textValue(option));
  cursor.optionDefaults.set(name.replace(/^-+/, '').replaceAll('-', '_'), named.get('default') ?? UNKNOWN);
}
