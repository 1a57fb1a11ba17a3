// Splits operators and brackets of other languages, and tells whether an operand may follow a closing bracket.
import type { Scan } from './scan.ts';
import { type BareToken, sign, type Token } from './token.ts';

/** Operators of more than one character, the longest first. */
const LONG_SIGNS =
  '>>>= === !== **= <=> ... ||= &&= ??= //= <<= >>= => -> :: ?. == != += -= .= *= /= %= |= &= ^= || && ?? ** // := << >> <= >= =~ !~ .. ++ -- <- |>'.split(
    ' ',
  );

const LONG_SIGNS_BY_FIRST = Map.groupBy(LONG_SIGNS, (sign) => sign[0] as string);

export function scanSign(scan: Scan, tokens: readonly Token[]): BareToken {
  const { source, at } = scan;
  const c = source[at] as string;
  const text = LONG_SIGNS_BY_FIRST.get(c)?.find((operator) => source.startsWith(operator, at)) ?? c;
  scan.at += text.length;
  if (text === '(' || text === '{' || text === '[')
    scan.operandAfterOpen.push(allowsOperandAfterClosing(text, tokens));
  else if (text === ')' || text === '}' || text === ']')
    scan.operandAfterClosed = scan.operandAfterOpen.pop() === true;
  return sign(text);
}

/** Whether an operand may follow the bracket that closes this one: `if (x) /re/`, or the end of a block. */
function allowsOperandAfterClosing(text: string, tokens: readonly Token[]): boolean {
  const before = tokens.at(-1);
  if (text === '(')
    return before?.kind === 'name' && /^(?:if|while|for|with|unless|until)$/.test(before.text);
  if (text === '{')
    return (
      !before ||
      before.text === ')' ||
      before.text === ';' ||
      before.text === '{' ||
      before.text === '}' ||
      before.text === '=>' ||
      (before.kind === 'name' && before.text !== 'return')
    );
  return false;
}
