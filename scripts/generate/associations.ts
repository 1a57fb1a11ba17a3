// Generates the table of associations: for each term of src/domain/memory/associations.txt, the numbers of its groups.
// Terms are stems, so that nothing has to be stemmed when a prompt comes, and sorted, so that the table changes little.
import { termsOf } from '../../src/domain/memory/words.ts';

export function associationsTable(text: string): string {
  const groups = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const numbers = new Map<string, number[]>();
  for (const [number, line] of groups.entries())
    for (const term of termsOfGroup(line)) numbers.set(term, [...(numbers.get(term) ?? []), number]);
  const sorted = [...numbers].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([term, all]) => `${term}\t${all.join(' ')}\n`).join('');
}

/** Stems each word alone, because neighbouring words of a group are not a phrase. */
function termsOfGroup(line: string): Set<string> {
  const words = line.slice(line.indexOf(':') + 1).split(' ');
  return new Set(words.flatMap(termsOf));
}
