// Mutates SQL: a comparison, a connective, an order or an aggregate becomes another one.

export interface TextChange {
  /** Position in the text. */
  at: number;
  before: string;
  after: string;
}

/** SQL keywords are written in upper case in this project, so that a sentence is not mistaken for a statement. */
const STATEMENT =
  /\b(SELECT|INSERT|DELETE FROM|UPDATE \w+ SET|WHERE|ORDER BY|GROUP BY|ON CONFLICT|IS (NOT )?NULL)\b/;

export const isSql = (text: string): boolean => STATEMENT.test(text);

/** Each pattern matches one piece of a statement; the replacement is a mistake that a person could make. */
const MISTAKES: readonly [pattern: RegExp, after: string][] = [
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )!=(?= )/g, '='],
  [/(?<=\bWHERE [^,]*? )=(?= )/g, '!='],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/(?<!BETWEEN [^ ]+ )\bAND\b/g, 'OR'],
  [/(?<!\b(?:INSERT|UPDATE) )\bOR\b/g, 'AND'],
  [/ DESC\b/g, ''],
  [/\bmin(?=\()/g, 'max'],
  [/\bmax(?=\()/g, 'min'],
  [/\bDISTINCT /g, ''],
];

export const mistakesIn = (text: string): TextChange[] =>
  MISTAKES.flatMap(([pattern, after]) =>
    [...text.matchAll(pattern)].map((match) => ({ at: match.index, before: match[0], after })),
  );
