// Colours on a terminal, plain text elsewhere.
const colourful = process.stdout.isTTY === true && !process.env.NO_COLOR;

const paint = (code: number) => (text: string) => (colourful ? `\x1b[${code}m${text}\x1b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const yellow = paint(33);
export const cyan = paint(36);

const width = Math.min(process.stdout.columns || 100, 110);

/** Wraps paragraphs at words and indents them. */
export function wrap(text: string, margin: string): string {
  const lines = text.split('\n').flatMap((line) => breakLine(line, width - margin.length));
  return lines.map((line) => `${margin}${line}`.trimEnd()).join('\n');
}

function breakLine(line: string, room: number): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`;
    if (longer.length > room && lines[last] !== '') lines.push(word);
    else lines[last] = longer;
  }
  return lines;
}
