// The grammar table. It is a bundle of its own (src/hook/bundles/load.ts), so that only events which need the grammar of
// a program load it.
import text from './grammar.generated.txt' with { type: 'text' };

export const table: string = text;
