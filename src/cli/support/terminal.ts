// Output for a terminal: colours (only on a terminal), tables, wrapping, and escaping of control characters.
import { timeSpan } from '../../core/text.ts';
import { withLauncher } from '../../domain/sessions/launcher.ts';

const usesColour = () =>
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;

type Colour = keyof typeof codes;

export function paint(colour: Colour, text: string): string {
  return usesColour() ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text;
}

/** The number of columns that a text takes on the screen. */
export function width(text: string): number {
  return Bun.stringWidth(text);
}

/** The width of the widest cell of each column. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, width(cell));
  return widths;
}

/** Aligns columns. Cells may contain colours; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = columnWidths(rows);
  return rows.map((row) => padded(row, widths)).join('\n');
}

function padded(row: readonly string[], widths: readonly number[]): string {
  const last = row.length - 1;
  const pad = (cell: string, at: number) =>
    at === last ? cell : cell + ' '.repeat(widths[at]! - width(cell));
  return row.map(pad).join('  ').trimEnd();
}

/** The columns of the terminal, or what COLUMNS says. Output into a pipe or file is not limited. */
export function columns(): number {
  return Number(process.env.COLUMNS) || process.stdout.columns || Number.POSITIVE_INFINITY;
}

const narrowest = 10;

interface Fitting {
  /**
   * The columns that may become narrower, in this order, each down to ten characters or to the number beside it; by
   * default only the last column.
   */
  shrink?: readonly (number | readonly [column: number, minWidth: number])[];
  /** How many lines a cell of the last column may take; the other columns are cut. */
  lines?: number;
  /** The width that the table must fit into; by default that of the terminal. */
  room?: number;
}

/** A table that fits the terminal: the last column goes on in the next line, the other columns are shortened. */
export function fitTable(
  rows: readonly (readonly string[])[],
  { shrink, lines = Number.POSITIVE_INFINITY, room = columns() }: Fitting = {},
): string {
  const widths = columnWidths(rows);
  const last = widths.length - 1;
  let excess = widths.reduce((sum, columnWidth) => sum + columnWidth + 2, -2) - room;
  for (const column of shrink ?? [last]) {
    const [at, minWidth] = typeof column === 'number' ? [column, narrowest] : column;
    const less = Math.max(0, Math.min(excess, (widths[at] ?? 0) - minWidth));
    widths[at] = (widths[at] ?? 0) - less;
    excess -= less;
  }
  if (excess > 0) return rows.map((row) => paragraph(row, room)).join('\n');
  const fitted = rows.flatMap((row) => {
    const cells = row.slice(0, last).map((cell, at) => clipCell(cell, widths[at]!));
    const [first, ...more] = row.length > last ? foldCell(row[last]!, widths[last]!, lines) : [];
    const next = more.map((text) => [...cells.map(() => ''), text]);
    return [first === undefined ? cells : [...cells, first], ...next];
  });
  return fitted.map((row) => padded(row, widths)).join('\n');
}

/** A row for which the terminal is too narrow: its cells follow each other, and go on in indented lines. */
function paragraph(row: readonly string[], room: number): string {
  const text = row.filter(Boolean).join('  ');
  return Bun.wrapAnsi(text, Math.max(narrowest, room - 2), {
    wordWrap: true,
    hard: true,
    trim: true,
  }).replaceAll('\n', '\n  ');
}

/** The lines of a cell, wrapped at words; the last of them is cut if there would be more. */
function foldCell(cell: string, limit: number, lines: number): string[] {
  if (width(cell) <= limit) return [cell];
  const all = Bun.wrapAnsi(cell, limit, { wordWrap: true, hard: true, trim: true }).split('\n');
  if (all.length <= lines) return all;
  const rest = all.slice(lines - 1).join(' ');
  return [...all.slice(0, lines - 1), clipCell(rest, limit)];
}

/** Like `clip`, for a cell that may contain colours. */
function clipCell(cell: string, limit: number): string {
  if (width(cell) <= limit) return cell;
  let room = limit - 1;
  const pieces = cell.split(/(\x1b\[\d+m)/).map((piece) => {
    if (piece.startsWith('\x1b[')) return piece;
    const kept = Bun.stringWidth(piece) <= room ? piece : cutToWidth(piece, room);
    room -= width(kept);
    return kept;
  });
  const text = pieces.join('').trimEnd();
  return text.endsWith('\x1b[0m') ? `${text.slice(0, -4)}…\x1b[0m` : `${text}…`;
}

function cutToWidth(text: string, limit: number): string {
  let kept = '';
  for (const char of text) {
    if (width(kept + char) > limit) break;
    kept += char;
  }
  return kept;
}

/** The width of prose: that of the terminal, but never too wide to read; 80 columns into a pipe or file. */
export function textWidth(): number {
  return Number.isFinite(columns()) ? Math.min(columns(), 110) : 80;
}

/** Wraps at words to the width of the terminal; every line starts with the margin. */
export function wrap(text: string, margin = ''): string {
  return hang(margin, text, margin);
}

/** A sentence or two: wrapped on a terminal, one line in a pipe or file, where programs look for it. */
export function prose(text: string): string {
  return Number.isFinite(columns()) ? wrap(text) : text;
}

/** Like `wrap`, with another beginning for the first line; the others are indented as far as it reaches. */
export function hang(first: string, text: string, margin = ' '.repeat(width(first))): string {
  const [line, ...more] = wrapWords(text, Math.max(20, textWidth() - width(margin)));
  return [`${first}${line}`, ...more.map((line) => `${margin}${line}`)]
    .map((one) => one.trimEnd())
    .join('\n');
}

/** A character of Unicode's private area that stands for a space at which no line may end. */
const unbreakable = '\ue000';

/** A command or key in backquotes stays in one line, so that it can be copied; unless it fits into none. */
function wrapWords(text: string, room: number): string[] {
  const whole = nameCommands(text).replace(/`[^`\n]+`/g, (code) =>
    width(code) <= room ? code.replaceAll(' ', unbreakable) : code,
  );
  const wrapped = Bun.wrapAnsi(whole, room, { wordWrap: true, hard: false, trim: true });
  return wrapped.replaceAll(unbreakable, ' ').split('\n');
}

let launcher: string | undefined;

/** From now on, commands in texts name the launcher’s path, because `pawl` alone would not be found. */
export function useLauncher(path: string): void {
  launcher = path;
}

export function nameCommands(text: string): string {
  return launcher ? withLauncher(text, launcher) : text;
}

/** Shortens the home directory to `~`. */
export function shortPath(path: string, home = process.env.HOME): string {
  return visible(home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
}

/** `3 min ago`, `2 d ago`. */
export const ago = (at: number, now = Date.now()) => `${timeSpan(now - at)} ago`;

/** Escapes control and bidirectional characters, which could move the cursor or hide text. */
export function visible(text: string): string {
  return text.replace(
    /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );
}

/** Colours that `paint` uses, and their ends: 22 and 39 are those with which `Bun.wrapAnsi` ends a line. */
const ownColours = new RegExp(`\\x1b\\[(?:0|22|39|${Object.values(codes).join('|')})m`, 'y');

/**
 * Every command prints through this function: a character that could move the cursor, hide text or answer for the
 * person becomes its code, in a form that JSON takes too. Line ends, tabs and our own colours stay.
 */
export function escapeOutput(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, (char, at: number) => {
    ownColours.lastIndex = at;
    if (char === '\x1b' && usesColour() && ownColours.test(text)) return char;
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
