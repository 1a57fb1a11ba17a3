// Tells the language of code by the ending of its file.
import type { Language } from './foreign.ts';

const LANGUAGES: readonly (readonly [ending: RegExp, language: Language])[] = [
  [/\.[cm]?[jt]sx?$/, 'node'],
  [/\.py$/, 'python'],
  [/\.rb$/, 'ruby'],
  [/\.p[lm]$/, 'perl'],
  [/\.php$/, 'php'],
  [/\.lua$/, 'lua'],
  [/\.R$/i, 'r'],
];

export const languageOfFile = (path: string): Language | undefined =>
  LANGUAGES.find(([ending]) => ending.test(path))?.[1];
