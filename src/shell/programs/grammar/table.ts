// The table itself, in a bundle of its own (src/hook/bundles/load.ts): only an event that asks for the grammar of a
// program loads it.
import text from './grammar.generated.txt' with { type: 'text' };

export const table: string = text;
