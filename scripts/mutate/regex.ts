// Mutates regular expressions: removes an anchor or an alternative.

/** All variants of the pattern with one anchor or one alternative removed. */
export function weakened(pattern: string): string[] {
  const anchors = [
    ...(pattern.startsWith('^') ? [pattern.slice(1)] : []),
    ...(/(^|[^\\])\$$/.test(pattern) ? [pattern.slice(0, -1)] : []),
  ];
  const fewer = alternatives(pattern).map(([start, end]) =>
    pattern[start - 1] === '|'
      ? pattern.slice(0, start - 1) + pattern.slice(end)
      : pattern.slice(0, start) + pattern.slice(end + 1),
  );
  return [...anchors, ...fewer].filter((variant) => variant !== '' && compiles(variant));
}

/** The positions of the alternatives of all groups that have more than one. */
function alternatives(pattern: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  const open: number[][] = [[0]];
  const close = (at: number) => {
    const starts = open.pop()!;
    if (starts.length > 1)
      found.push(...starts.map((start, n): [number, number] => [start, (starts[n + 1] ?? at + 1) - 1]));
  };
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (char === '[') at = endOfClass(pattern, at);
    else if (char === '(')
      open.push([at + 1 + /^(\?(:|=|!|<=|<!|<\w+>))?/.exec(pattern.slice(at + 1))![0].length]);
    else if (char === '|') open.at(-1)!.push(at + 1);
    else if (char === ')') close(at);
  }
  close(pattern.length);
  return found;
}

function endOfClass(pattern: string, from: number): number {
  let at = from + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    try {
      new RegExp(pattern);
      return true;
    } catch {
      return false;
    }
  }
}
