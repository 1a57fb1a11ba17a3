// The table of words. It is a bundle of its own (src/hook/bundles/load.ts), so that only events which look for memories
// load it.
import text from './words.generated.txt' with { type: 'text' };

export const table: string = text;
