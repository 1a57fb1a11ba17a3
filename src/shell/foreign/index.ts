// The way into the reader of code in other languages. `readForeign` takes the source, and runs the shell commands that do
// the same as its calls; the rest of the shell reader then judges those like any other command.
export { languageOfFile } from './file-languages.ts';
export { type Language, readForeign } from './foreign.ts';
export { runsReceived } from './received-code.ts';
