// The way into the reader of code in other languages: `readForeign`.
export { type Language, readForeign } from './foreign.ts';
export { runsReceived } from './received-code.ts';
