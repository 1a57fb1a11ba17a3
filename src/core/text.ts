// Small operations on text that people or models read.

/** At most `limit` characters; the last one is `…` where something was cut off. */
export function clip(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** Every run of white space becomes one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** A word as a shell takes it: in quotes if it has anything but plain characters. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuote(text);
}

/** A text in single quotes, as every POSIX shell reads it. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** `1 file`, `3 files`; with `many` for other plurals: `2 policies`. */
export function plural(n: number, noun: string, many = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : many}`;
}

const units: [unit: string, ms: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** `45 s`, `12 min`, `3 h`, `2 d`. */
export function timeSpan(ms: number): string {
  const [unit, size] = units.find(([, size]) => ms >= size) ?? units.at(-1)!;
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}

/** `1 min`, `90 min`, `8 h`, `2 d`: in the largest unit that divides it. */
export function exactSpan(ms: number): string {
  const [unit, size] = units.find(([, size]) => ms % size === 0) ?? units.at(-1)!;
  return `${ms / size} ${unit}`;
}

/** The closest known word, if it is close enough to be meant. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const scored = words.map((candidate) => ({
    candidate,
    distance: editDistance(word.toLowerCase(), candidate.toLowerCase()),
  }));
  const best = scored.sort((a, b) => a.distance - b.distance)[0];
  const maxDistance = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 4));
  return best && best.distance <= maxDistance ? best.candidate : undefined;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const nextRow = [i];
    for (let j = 1; j <= b.length; j++)
      nextRow[j] = Math.min(row[j]! + 1, nextRow[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = nextRow;
  }
  return row[b.length]!;
}
