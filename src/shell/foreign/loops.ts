// The heads of loops, which give names their values: `for x in list`, `foreach ($list as $x)`. The cursor moves behind the
// head; the body is read as the statements that come next. Names after `as` are bound here, those of `with … as` too.
import type { Cursor } from './cursor.ts';
import { elementsOf } from './results/elements.ts';
import { UNKNOWN, type Value } from './value.ts';

/** How many tokens are searched for the list. A head that has none, `for (;;)`, is read as an expression. */
const MAX_HEAD_TOKENS = 12;

/** `for x in list`, `for (const x of list)`, `foreach my $x (list)`; PHP's `foreach (list as $x)` ends in `as`. */
export function readLoopHead(cursor: Cursor): void {
  cursor.at++;
  const names: string[] = [];
  for (let i = 0; i < MAX_HEAD_TOKENS; i++) {
    const { kind, text: word } = cursor.token(i);
    if (kind === 'name' && (word === 'in' || word === 'of') && i > 0) {
      bindLoopNames(cursor, names, i + 1);
      return;
    }
    if (cursor.language === 'compiled' && i > 0 && readTypedLoop(cursor, i, names)) return;
    if (kind === 'name' && !/^(?:const|let|var|my|our|await|auto)$/.test(word)) names.push(word);
    else if (kind !== 'name' && !(kind === 'sign' && /^[(),[\]{}:]$/.test(word))) return;
    if (cursor.language === 'perl' && names.length === 1 && cursor.isSign('(', i + 1)) {
      bindLoopNames(cursor, names, i + 1);
      return;
    }
  }
}

/**
 * Reads the list of a loop if it begins at the token ahead: `for _, x := range list` of Go, `for (String x : list)` of
 * Java and C++.
 */
function readTypedLoop(cursor: Cursor, ahead: number, names: readonly string[]): boolean {
  const isRange =
    (cursor.isSign(':=', ahead) || cursor.isSign('=', ahead)) && cursor.isName('range', ahead + 1);
  if (!isRange && !cursor.isSign(':', ahead)) return false;
  bindLoopNames(cursor, isRange ? names : names.slice(-1), ahead + (isRange ? 2 : 1));
  return true;
}

/** Gives the names of a loop the elements of the list that begins at the token ahead. */
function bindLoopNames(cursor: Cursor, names: readonly string[], ahead: number): void {
  cursor.at += ahead;
  const elements = elementsOf(cursor.expression(), names.length);
  names.forEach((name, i) => {
    cursor.bind(name, elements[i] ?? UNKNOWN);
  });
}

/** The names after `as`: `with open(x) as f`, `foreach (list as $key => $x)`. */
export function bindAfterAs(cursor: Cursor, value: Value): void {
  cursor.at++;
  const isLoop = cursor.language === 'php';
  const named = isLoop ? (elementsOf(value, 1)[0] ?? UNKNOWN) : value;
  if (!isLoop && cursor.language !== 'python') return;
  while (cursor.token().kind === 'name' || (isLoop && cursor.isSign('=>'))) {
    if (cursor.token().kind === 'name') cursor.bind(cursor.token().text, named);
    cursor.at++;
    if (!isLoop) return;
  }
}
