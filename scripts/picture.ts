// Converts the output of a terminal (stdin, with colours) into an SVG image for the README:
//   script -qec 'npm start' /dev/null | bun scripts/picture.ts docs/images/start.svg [from] [to]
// The image begins with the line that contains `from` and ends before the line that contains `to`.
import { readFileSync, writeFileSync } from 'node:fs';

const colours: Record<number, string> = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff' };
const size = { char: 8.4, line: 19, margin: 18 };

interface Run {
  text: string;
  style: string;
}

/** Splits a line at its colour codes into runs of one style each. */
function runs(line: string): Run[] {
  let style = '';
  return line.split(/(\x1b\[[0-9;]*m)/).flatMap((part) => {
    const codes = /^\x1b\[([0-9;]*)m$/.exec(part)?.[1];
    if (codes === undefined) return part ? [{ text: part, style }] : [];
    style = codes.split(';').map(Number).reduce(apply, style);
    return [];
  });
}

function apply(style: string, code: number): string {
  if (code === 0) return '';
  if (code === 1) return `${style}font-weight:bold;`;
  if (code === 2) return `${style}opacity:.6;`;
  return colours[code] ? `${style}fill:${colours[code]};` : style;
}

/** No-break spaces, because viewers differ in how they show ordinary ones. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');

function row(line: string, index: number): string {
  const spans = runs(line).map(
    ({ text, style }) => `<tspan${style && ` style="${style}"`}>${escaped(text)}</tspan>`,
  );
  return `<text x="${size.margin}" y="${size.margin + 14 + index * size.line}">${spans.join('')}</text>`;
}

export function picture(lines: readonly string[]): string {
  const longest = Math.max(...lines.map((line) => runs(line).reduce((sum, run) => sum + run.text.length, 0)));
  const width = Math.ceil(longest * size.char) + 2 * size.margin;
  const height = lines.length * size.line + 2 * size.margin;
  const font = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>What npm start shows in the terminal</title>
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
<g fill="#c9d1d9" ${font}>
${lines.map(row).join('\n')}
</g>
</svg>
`;
}

if (import.meta.main) {
  const [file, from = '', to = '\u0000'] = process.argv.slice(2);
  const all = readFileSync(0, 'utf8').replaceAll('\r', '').split('\n');
  const start = all.findIndex((line) => line.includes(from));
  const end = all.findIndex((line, index) => index > start && line.includes(to));
  writeFileSync(file!, picture(all.slice(start, end < 0 ? undefined : end)));
}
