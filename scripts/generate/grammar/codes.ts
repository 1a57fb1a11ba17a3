// Encodes values and options for the grammar table; src/shell/programs/grammar/decode.ts decodes them.
import type { OptionGrammar, Value } from '../../../src/shell/programs/grammar/types.ts';

export function valueCode({ kind, optional, variadic, dangerous }: Value): string {
  return `${kind[0]}${optional ? '?' : ''}${variadic ? '*' : ''}${dangerous ? '!' : ''}`;
}

export function optionCode({ values, attachedOnly, persistent, dangerous }: OptionGrammar): string {
  const marks = `${persistent ? '^' : ''}${dangerous ? '!' : ''}${attachedOnly ? '=' : ''}`;
  return marks + values.map(valueCode).join('');
}
