// The grammar of programs that Pawl has no spec of its own for (docs/decisions/016). The table is a text with a line
// for each program, sorted by name; a program is found by bisection, and only its own line is parsed.
import { loadBundle } from '../../../hook/bundles/load.ts';
import { decodeProgram } from './decode.ts';
import type { CommandGrammar, EncodedCommand } from './types.ts';

export type { CommandGrammar } from './types.ts';

let loadTable = (): string => loadBundle('program-grammar').table;
const opened = new Map<string, CommandGrammar | undefined>();

/** Takes another table than the one in the program. It is loaded when a program is first asked for. */
export function provideGrammarTable(load: () => string): void {
  loadTable = load;
  opened.clear();
}

/** How the command lines of a program are built, by the name it is called by; parts of programs are `aws/s3`. */
export function grammarOf(name: string): CommandGrammar | undefined {
  if (!opened.has(name)) opened.set(name, openLine(name));
  return opened.get(name);
}

function openLine(name: string): CommandGrammar | undefined {
  const line = findLine(loadTable(), name);
  if (line === undefined) return undefined;
  const encoded = JSON.parse(line) as EncodedCommand | string;
  // A string is the name of a program that is read alike.
  return typeof encoded === 'string' ? grammarOf(encoded) : decodeProgram(name, encoded, grammarOf);
}

/** What stands after a name and a tab in a text whose lines are sorted by name; each of them ends with a newline. */
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
