// Turns text into the terms by which memories are compared: lower case, without frequent words, identifiers and paths
// split into their parts, and word endings removed, so that "migrations" and `runMigration` have a term in common.

/** Words that say nothing about the subject. */
const stopWords = new Set(
  'src pls plz asap a about above after again all good great nice hello hi hey continue today morning almost already also although always am an and another any anyway are aren as at away back be because been before being below between both but by came can cannot come could did do does doesn doing done don down during each either else enough etc even ever every few first for from further gave get gets getting give given gives go goes going gone got had has have haven having he help her here him his how however i if in instead into is isn it its itself just keep kind know last let like ll look looks made make makes making many may maybe me might more most much must my need needs never new next no nor not nothing now of off often ok on once one only onto or other our out over own per perhaps please possible probably put rather re really right said same say says see seem seems seen shall she should show shown since so some something sometimes soon still such sure take takes than thanks that the their them then there these they thing things think this those though through till to together too took try trying two under until up upon us use used uses using ve very want wants was way we well went were what when where whether which while who whole whom whose why will with within without won would yes yet you your'.split(
    ' ',
  ),
);

/** Folders and file names that most projects have. As terms they would match half of all memories. */
const commonNames = new Set(
  'src lib app page layout route mod version readme changelog makefile dockerfile apps main index test tests spec specs docs doc packages package components component utils util helpers helper common shared core internal cmd pkg mod init scripts public assets dist build ts tsx js jsx mjs cjs py rs go java kt rb php cs cpp hpp md json jsonc yaml yml toml txt css scss html sql sh xml lock'.split(
    ' ',
  ),
);

/** The longest text that is read. Prompts can hold whole log files. */
const maxLength = 6_000;
const maxWordLength = 40;

/** The terms of a text in order, with repetitions. */
export function termsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** The terms of a path: without the folders and endings that most projects have. */
export function pathTerms(path: string): string[] {
  return wordsOf(path)
    .filter((word) => !commonNames.has(word))
    .map(stem);
}

/** True for `index.ts`, `main.py` and other file names that most projects have several of. */
export function isCommonName(file: string): boolean {
  return wordsOf(file).every((word) => commonNames.has(word));
}

function wordsOf(text: string): string[] {
  const words =
    withPhrases(splitIdentifiers(text.slice(0, maxLength)).toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1 && word.length <= maxWordLength && !isStopWord(word));
}

/** Other forms of a stop word, such as "shows" and "helped", say as little. */
function isStopWord(word: string): boolean {
  if (stopWords.has(word)) return true;
  const [, base] = /^([a-z]{4,}?)(?:s|ed|ing)$/.exec(word) ?? [];
  return base !== undefined && stopWords.has(base);
}

/**
 * Ordinary words that together say what one word says, and the word that replaces them: “gets logged out” is about a
 * logout and not about logs.
 */
const phrases: readonly [RegExp, string][] = [
  [/\ba lot\b|\blots of\b/g, ' '],
  [/\b(?:two|2) times\b|\bmore than once\b|\bover and over\b/g, ' twice '],
  [/\b(?:take|takes|took|taking) (?:(?:too|so|very|quite|that) long|forever|ages)\b/g, ' slow timeout '],
  [/\btim(?:e|es|ed|ing) out\b/g, ' timeout '],
  [/\b(log|sign)(?:s|ged|ging|ed|ing)? (in|out|up)\b/g, ' $1$2 '],
  [/\b(roll|shut|set|start|clean|break|lock|back)(?:s|ed|ing|ting|ning)? (back|down|up)\b/g, ' $1$2 '],
  [/\b(ctrl|cmd|alt|shift|meta|mod)\s?\+\s?(?=[a-z0-9]\b)/g, ' $1'],
];

function withPhrases(text: string): string {
  return phrases.reduce((all, [phrase, word]) => all.replace(phrase, word), text);
}

/** `runMigration` and `HTTPServer` also count as their parts: "runMigration run Migration". */
export function splitIdentifiers(text: string): string {
  if (text === text.toLowerCase()) return text;
  return text.replace(/[\p{L}\p{N}]*\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{Lu}{2,}\p{Ll}[\p{L}\p{N}]*/gu, (word) => {
    const parts = word
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
    return parts === word ? word : `${word} ${parts}`;
  });
}

/** Forms of verbs and nouns that no ending explains. */
const irregular = new Map(
  'froze freeze frozen freeze sent send lost lose wrote write written write broke break built build ran run running run hidden hide chosen choose bought buy sold sell kept keep left leave met meet paid pay read read shown show slept sleep spoken speak stolen steal stuck stick swept sweep taught teach thrown throw threw throw torn tear woke wake woken wake wound wind bound bind caught catch drew draw drawn draw fell fall fed feed held hold hung hang heard hear led lead split split spent spend indices index indexes index vertices vertex matrices matrix people person children child'
    .split(' ')
    .flatMap((form, index, all) => (index % 2 === 0 ? [[form, all[index + 1]!] as const] : [])),
);

/** Endings, what replaces them, and the shortest stem that must remain. The first one that fits is applied. */
type Endings = readonly [ending: string, replacement: string, minStem: number][];

const plurals: Endings = [
  ['ies', 'y', 2],
  ['sses', 'ss', 1],
  ['xes', 'x', 1],
  ['ches', 'ch', 1],
  ['shes', 'sh', 1],
  ['ss', 'ss', 1],
  ['us', 'us', 1],
  ['s', '', 3],
];

const endings: Endings = [
  ['ically', 'ic', 3],
  ['ally', 'al', 3],
  ['ification', 'ifi', 2],
  ['isation', 'iz', 3],
  ['ization', 'iz', 3],
  ['ation', '', 4],
  ['tion', 't', 3],
  ['sion', 's', 3],
  ['ity', '', 4],
  // “comment” has nothing to do with “come”.
  ['mment', 'mment', 2],
  ['ment', '', 3],
  ['ness', '', 4],
  ['our', 'or', 3],
  ['able', '', 4],
  ['ible', '', 4],
  ['ising', 'iz', 3],
  ['ised', 'iz', 3],
  ['iser', 'iz', 3],
  ['izing', 'iz', 3],
  ['ized', 'iz', 3],
  ['izer', 'iz', 3],
  ['ise', 'iz', 3],
  ['ize', 'iz', 3],
  ['ating', '', 4],
  ['ated', '', 4],
  ['ator', '', 4],
  ['ate', '', 4],
  ['ied', 'y', 2],
  ['ing', '', 3],
  ['ed', '', 3],
  ['ly', '', 3],
  ['er', '', 4],
  ['or', '', 4],
];

const stems = new Map<string, string>();

/** Removes endings. Rough on purpose: it only has to give forms of one word the same stem. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const isEnglish = word.length > 3 && /^[a-z]+$/.test(word);
  // "502s" are errors 502.
  const number = /^(\d{3,})s$/.exec(word);
  const found = isEnglish ? stemOfEnglish(irregular.get(word) ?? word) : (number?.[1] ?? word);
  stems.set(word, found);
  return found;
}

/** Words that keep their ending: a worker is a part of a system, whereas "work" says little; CORS is not a core. */
const unchanged = new Set(['worker', 'runner', 'reader', 'writer', 'caller', 'cors']);

function stemOfEnglish(word: string): string {
  const singular = unchanged.has(word) ? word : withoutEnding(word, plurals);
  return unchanged.has(singular) ? singular : tidy(withoutEnding(singular, endings));
}

function withoutEnding(word: string, all: Endings): string {
  for (const [ending, replacement, minStem] of all) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length);
    if (base.length >= minStem && /[aeiouy]/.test(base)) return base + replacement;
  }
  return word;
}

/** "stopp" and "stop", "handle" and "handl", "retry" and "retri" become one. */
function tidy(word: string): string {
  const single = word.replace(/([bdgmnprt])\1$/, '$1');
  return single.length > 3 ? single.replace(/e$/, '').replace(/y$/, 'i') : single;
}
