// The tables of words. They are a separate bundle (src/hook/bundles/load.ts), so that only events which look for memories
// load them.
import associationsText from './associations.generated.txt' with { type: 'text' };
import text from './words.generated.txt' with { type: 'text' };

export const table: string = text;
export const associations: string = associationsText;
