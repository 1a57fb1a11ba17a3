// Generates the grammar table from @withfig/autocomplete (docs/decisions/016): a text with one line per program, which
// is its name, a tab, and JSON. src/shell/programs/grammar reads it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EncodedCommand } from '../../src/shell/programs/grammar/types.ts';
import { encodeProgram } from './grammar/encode.ts';
import { simplify } from './grammar/simplify.ts';
import { type FigCommand, isProgram, listed, loadSpecs } from './grammar/specs.ts';

type Lines = Map<string, EncodedCommand | string>;

export async function grammarTable(): Promise<string> {
  const specs = new Map(sortedByName([...(await loadSpecs())]));
  const lines: Lines = new Map([...specs].map(([name, spec]) => [name, encodeProgram(simplify(spec))]));
  for (const [name, spec] of specs)
    if (isProgram(name)) for (const other of otherNames(spec)) if (!lines.has(other)) lines.set(other, name);
  return sortedByName([...shareEqual(lines, specs)])
    .map(([name, line]) => `${name}\t${JSON.stringify(line)}\n`)
    .join('');
}

/** The license of the package, which has to accompany the table. */
export function grammarLicense(): string {
  const build = dirname(Bun.resolveSync('@withfig/autocomplete', join(import.meta.dir, 'grammar')));
  const license = readFileSync(join(build, '..', 'LICENSE'), 'utf8');
  return `grammar.generated.txt is made from @withfig/autocomplete, which has this license:\n\n${license}`;
}

const sortedByName = <T>(entries: [string, T][]) => entries.sort(([a], [b]) => (a < b ? -1 : 1));

/** Names of programs besides the names of their files. */
const otherNames = (spec: FigCommand) =>
  listed(spec.name).filter((name) => /^[\w@./-]+$/.test(name) && !['cli', 'index', 'main'].includes(name));

/** Shorter lines are not shared, because they can be equal by chance: `mv` and `cp` both take paths. */
const minSharedLength = 100;

/** Programs with the same grammar share a line: the line of `kubecolor` refers to `kubectl`. */
function shareEqual(lines: Lines, specs: ReadonlyMap<string, FigCommand>): Lines {
  const isNamesake = (name: string) => listed(specs.get(name)?.name).includes(name);
  const names = [...lines.keys()].sort(
    (a, b) => Number(isNamesake(b)) - Number(isNamesake(a)) || (a < b ? -1 : 1),
  );
  const first = new Map<string, string>();
  for (const name of names) {
    const text = JSON.stringify(lines.get(name));
    if (!first.has(text)) first.set(text, name);
  }
  return new Map(
    [...lines].map(([name, line]) => {
      const text = JSON.stringify(line);
      const other = first.get(text)!;
      return [name, other === name || text.length < minSharedLength ? line : other];
    }),
  );
}
