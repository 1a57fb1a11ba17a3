// Code in other languages than the shell's. One way in: `readForeign`.
export { type Language, readForeign } from './snippets.ts';
