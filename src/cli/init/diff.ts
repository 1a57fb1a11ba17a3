// What a change does to a text, line by line, for `--dry-run`.

export type Line = { kind: ' ' | '+' | '-'; text: string };

const tooMany = 4_000_000;

/** The changed lines with a little of what is around them; `…` where something is left out. */
export function diff(before: string, after: string, around = 2): Line[] {
  const lines = compare(split(before), split(after));
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((line) => line.kind !== ' '),
  );
  return lines.flatMap((line, at): Line[] => {
    if (near[at]) return [line];
    return near[at - 1] ? [{ kind: ' ', text: '…' }] : [];
  });
}

function split(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** Longest common subsequence, by the book. */
function compare(a: readonly string[], b: readonly string[]): Line[] {
  if (a.length * b.length > tooMany) return [...a.map(minus), ...b.map(plus)];
  const length = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i]![j] =
        a[i] === b[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) lines.push({ kind: ' ', text: a[i]! });
    else if (length[i + 1]![j]! >= length[i]![j + 1]!) lines.push(minus(a[i]!));
    else lines.push(plus(b[j]!));
    const { kind } = lines.at(-1)!;
    if (kind !== '+') i++;
    if (kind !== '-') j++;
  }
  return [...lines, ...a.slice(i).map(minus), ...b.slice(j).map(plus)];
}

const minus = (text: string): Line => ({ kind: '-', text });
const plus = (text: string): Line => ({ kind: '+', text });
