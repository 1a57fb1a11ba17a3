// Scans operators, brackets and separators. It also notes for each bracket whether an operand may follow once it is
// closed: after `if (x)` a slash begins a regular expression, after `(a + b)` it is a division.
import type { Scan } from './scan.ts';
import { type BareToken, sign, type Token } from './token.ts';

/** Operators of more than one character, the longest first. */
const LONG_SIGNS =
  '>>>= === !== **= <=> ... ||= &&= ??= //= <<= >>= => -> :: ?. == != += -= .= *= /= %= |= &= ^= || && ?? ** // := << >> <= >= =~ !~ .. ++ -- <- |>'.split(
    ' ',
  );

const LONG_SIGNS_BY_FIRST = Map.groupBy(LONG_SIGNS, (operator) => operator[0] as string);

/** A sign. A character that begins no other token is one as well. */
export function scanSign(scan: Scan, before: readonly Token[]): BareToken {
  const { source, at } = scan;
  const first = source[at] as string;
  const text = LONG_SIGNS_BY_FIRST.get(first)?.find((operator) => source.startsWith(operator, at)) ?? first;
  scan.at += text.length;
  if (text === '(' || text === '{' || text === '[')
    scan.operandAfterOpen.push(allowsOperandAfterClosing(text, before.at(-1)));
  else if (text === ')' || text === '}' || text === ']')
    scan.operandAfterClosed = scan.operandAfterOpen.pop() === true;
  return sign(text);
}

/** Whether an operand may follow the bracket that closes this one: the condition of `if (x) /re/`, or a block. */
function allowsOperandAfterClosing(bracket: string, before: Token | undefined): boolean {
  if (bracket === '(')
    return before?.kind === 'name' && /^(?:if|while|for|with|unless|until)$/.test(before.text);
  // A brace opens a block, not an object, after any of these.
  if (bracket === '{')
    return (
      !before || /^(?:[);{}]|=>)$/.test(before.text) || (before.kind === 'name' && before.text !== 'return')
    );
  return false;
}
