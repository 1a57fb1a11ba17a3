// Tables of a page: columns aligned, and cells wrapped where the terminal is narrower than the table.
import { columnWidths, hang, nameCommands, paint, textWidth, width } from '../support/terminal.ts';

/** The line below the head of a Markdown table. */
export const isRule = (line: string) => /^\|[\s:|]*-[-\s:|]*\|\s*$/.test(line);

export function renderTable(lines: readonly string[], inline: (cell: string) => string): string {
  const [head = [], ...body] = lines.map((line) => cellsOf(line).map((cell) => nameCommands(inline(cell))));
  const titled = head.some((cell) => cell !== '');
  const rows = titled ? [head, ...body] : body;
  const widths = fittingWidths(columnWidths(rows), rows);
  if (widths === undefined) return asRecords(head, body);
  const [first, ...more] = rows.map((row) => wrappedRow(row, widths));
  const line = paint('dim', widths.map((columnWidth) => '─'.repeat(columnWidth)).join(' '.repeat(gap)));
  return titled ? [paint('bold', first!), line, ...more].join('\n') : [first, ...more].join('\n');
}

/** A pipe behind a backslash belongs to the cell. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

const gap = 2;
const narrowest = 12;
/** A longer word, such as a path, may be broken. */
const maxWord = 26;

/** Takes from the widest column until the table fits. Undefined if a column would become too narrow for its words. */
function fittingWidths(
  natural: readonly number[],
  rows: readonly (readonly string[])[],
): number[] | undefined {
  const widths = [...natural];
  const minWidths = columnWidths(rows.map((row) => row.map((cell) => widestWord(cell))));
  const room = textWidth() - gap * (widths.length - 1);
  const slack = (at: number) => widths[at]! - Math.max(narrowest, Math.min(maxWord, minWidths[at]!));
  while (sum(widths) > room) {
    const shrinkable = widths.map((columnWidth, at) => (slack(at) > 0 ? columnWidth : 0));
    const widest = Math.max(...shrinkable);
    if (widest === 0) return undefined;
    widths[shrinkable.indexOf(widest)]!--;
  }
  return widths;
}

const widestWord = (cell: string) =>
  cell.split(' ').reduce((longest, word) => (width(word) > width(longest) ? word : longest), '');

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function wrappedRow(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, at) => wrapCell(cell, widths[at] ?? 0));
  const height = Math.max(...cells.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, n) => cells.map((cell) => cell[n] ?? ''));
  const pad = (text: string, at: number) => text + ' '.repeat(Math.max(0, (widths[at] ?? 0) - width(text)));
  return lines.map((line) => line.map(pad).join(' '.repeat(gap)).trimEnd()).join('\n');
}

function wrapCell(cell: string, room: number): string[] {
  return Bun.wrapAnsi(cell, Math.max(1, room), { wordWrap: true, hard: true, trim: true }).split('\n');
}

/** A row as a small list of its own: `event: PreToolUse`. */
function asRecords(head: readonly string[], body: readonly (readonly string[])[]): string {
  const label = Math.max(...head.map((title) => width(title))) + gap + 1;
  const record = (row: readonly string[]) =>
    row.flatMap((cell, at) => (cell ? [hang(`${head[at] ?? ''}:`.padEnd(label), cell)] : [])).join('\n');
  return body.map(record).join('\n\n');
}
