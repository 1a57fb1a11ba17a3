// Finds the grammar of programs that Pawl has no spec for (docs/decisions/016). The table is a text with one line per
// program, sorted by name; a program is found by binary search, and only its own line is parsed.
import { loadBundle } from '../../../hook/bundles/load.ts';
import { decodeProgram } from './decode.ts';
import type { CommandGrammar, EncodedCommand } from './types.ts';

export type { CommandGrammar } from './types.ts';

let loadTable = (): string => loadBundle('program-grammar').table;
const opened = new Map<string, CommandGrammar | undefined>();

/** Replaces the built-in table, for tests and scripts. It is loaded when the first program is looked up. */
export function provideGrammarTable(load: () => string): void {
  loadTable = load;
  opened.clear();
}

/** The grammar of a program by its name. Big programs are split into lines such as `aws/s3`. */
export function grammarOf(name: string): CommandGrammar | undefined {
  if (!opened.has(name)) opened.set(name, openLine(name));
  return opened.get(name);
}

function openLine(name: string): CommandGrammar | undefined {
  const line = findLine(loadTable(), name);
  if (line === undefined) return undefined;
  const encoded = JSON.parse(line) as EncodedCommand | string;
  // A string is the name of another program with the same grammar.
  return typeof encoded === 'string' ? grammarOf(encoded) : decodeProgram(name, encoded, grammarOf);
}

/** Finds the line of a name in a table of `name<tab>text<newline>` lines that are sorted by name. */
export function findLine(table: string, name: string): string | undefined {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : table.lastIndexOf('\n', middle - 1) + 1;
    const tab = table.indexOf('\t', start);
    const end = table.indexOf('\n', middle);
    const found = table.slice(start, tab);
    if (found === name) return table.slice(tab + 1, end);
    if (found < name) low = end + 1;
    else high = start;
  }
  return undefined;
}
