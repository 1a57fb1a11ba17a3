// The heads of loops, which give values to names: `for x in list`, `foreach ($list as $x)`.
import type { Cursor } from './cursor.ts';
import { elementsOf } from './results/elements.ts';
import { UNKNOWN, type Value } from './value.ts';

/** `for x in list`, `for (const x of list)`, `foreach my $x (list)`; PHP's `foreach (list as $x)` ends in `as`. */
export function readLoop(code: Cursor): void {
  code.at++;
  const names: string[] = [];
  for (let i = 0; i < 12; i++) {
    const { kind, text: word } = code.token(i);
    if (kind === 'name' && (word === 'in' || word === 'of') && i > 0) {
      readLoopOver(code, names, i + 1);
      return;
    }
    if (code.language === 'compiled' && i > 0 && loopsOver(code, i, names)) return;
    if (kind === 'name' && !/^(?:const|let|var|my|our|await|auto)$/.test(word)) names.push(word);
    else if (kind !== 'name' && !(kind === 'sign' && /^[(),[\]{}:]$/.test(word))) return;
    if (code.language === 'perl' && names.length === 1 && code.isSign('(', i + 1)) {
      readLoopOver(code, names, i + 1);
      return;
    }
  }
}

/** `for _, x := range list` of Go, `for (String x : list)` of Java and C++. */
function loopsOver(code: Cursor, ahead: number, names: readonly string[]): boolean {
  const isRange = (code.isSign(':=', ahead) || code.isSign('=', ahead)) && code.isName('range', ahead + 1);
  if (!isRange && !code.isSign(':', ahead)) return false;
  readLoopOver(code, isRange ? names : names.slice(-1), ahead + (isRange ? 2 : 1));
  return true;
}

function readLoopOver(code: Cursor, names: readonly string[], ahead: number): void {
  code.at += ahead;
  const elements = elementsOf(code.expression(), names.length);
  names.forEach((name, i) => {
    code.bind(name, elements[i] ?? UNKNOWN);
  });
}

/** `with open(x) as f`, `foreach (list as $key => $x)`. */
export function readAs(code: Cursor, value: Value): void {
  code.at++;
  const isLoop = code.language === 'php';
  if (!isLoop && code.language !== 'python') return;
  while (code.token().kind === 'name' || (isLoop && code.isSign('=>'))) {
    if (code.token().kind === 'name')
      code.bind(code.token().text, isLoop ? (elementsOf(value, 1)[0] ?? UNKNOWN) : value);
    code.at++;
    if (!isLoop) return;
  }
}
