// Colours where a person looks, plain text everywhere else.
import { timeSpan } from '../../core/text.ts';

const colourful = () => process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;

type Colour = keyof typeof codes;

export function paint(colour: Colour, text: string): string {
  return colourful() ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text;
}

/** How many columns a text takes on the screen. */
export function width(text: string): number {
  return Bun.stringWidth(text);
}

/** Columns as wide as their widest cell; the last one is not padded. Cells may be painted. */
export function table(rows: readonly (readonly string[])[], gap = '  '): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, width(cell));
  const pad = (cell: string, at: number, last: number) =>
    at === last ? cell : cell + ' '.repeat(widths[at]! - width(cell));
  return rows
    .map((row) =>
      row
        .map((cell, at) => pad(cell, at, row.length - 1))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

/** Breaks at words to the terminal's width; every line begins with the margin. */
export function wrap(text: string, margin = ''): string {
  const room = Math.min(process.stdout.columns || 100, 110) - margin.length;
  const lines = Bun.wrapAnsi(text, room, { wordWrap: true, hard: false, trim: true }).split('\n');
  return lines.map((line) => `${margin}${line}`.trimEnd()).join('\n');
}

/** A path as a person writes it. */
export function shortPath(path: string, home = process.env.HOME): string {
  return visible(home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
}

/** `3 min ago`, `2 d ago`. */
export const ago = (at: number, now = Date.now()) => `${timeSpan(now - at)} ago`;

/** What others wrote must not move the cursor, hide itself or turn around before the eyes of who reads it. */
export function visible(text: string): string {
  return text.replace(
    /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );
}
