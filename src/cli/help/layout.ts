// Lays the text of `--help` out for the width of the terminal. The texts of commands are written as paragraphs and as
// lists of two columns ("  pawl log --follow   wait for new events"); both are wrapped here.
import { hang, textWidth, width, wrap } from '../support/terminal.ts';

export type Definition = readonly [term: string, about: string];

/** Paragraphs are joined and wrapped; the second column of a list keeps its indent; other indented lines stay. */
export function reflow(text: string): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  let list: [string, string][] = [];
  const flush = () => {
    if (paragraph.length > 0) out.push(wrap(paragraph.join(' ')));
    if (list.length > 0) out.push(definitions(list));
    paragraph = [];
    list = [];
  };
  for (const line of text.replace(/^\n+/, '').trimEnd().split('\n')) {
    const last = list.at(-1);
    const continued = /^ {8,}(\S.*)$/.exec(line)?.[1];
    if (continued !== undefined && last) last[1] = `${last[1]} ${continued}`.trim();
    else if (line.startsWith('  ')) {
      if (paragraph.length > 0) flush();
      list.push(definitionOf(line));
    } else {
      if (list.length > 0 || line === '') flush();
      if (line === '') out.push('');
      else paragraph.push(line);
    }
  }
  flush();
  return out.join('\n');
}

function definitionOf(line: string): [string, string] {
  const [, term, about] = /^ {2,}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
  return term === undefined ? [line.trim(), ''] : [term, about!];
}

const margin = '  ';

/** A narrower column is hard to read, so the text then goes below its term. */
const narrowestText = 34;

/** A list of terms and what they mean, in two columns where there is room for both. `minColumn`: the least width of the first one. */
export function definitions(list: readonly Definition[], minColumn = 0): string {
  const described = list.filter(([, about]) => about !== '');
  const column = Math.max(minColumn, ...described.map(([term]) => width(term))) + margin.length + 3;
  const under = textWidth() - column < narrowestText;
  return list.map((entry) => definition(entry, under ? undefined : column)).join('\n');
}

function definition([term, about]: Definition, column: number | undefined): string {
  if (about === '') return `${margin}${term}`;
  if (column === undefined) return `${margin}${term}\n${wrap(about, `${margin}      `)}`;
  return hang(`${margin}${term}`.padEnd(column), about);
}
