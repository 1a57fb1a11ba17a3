// The lexical rules of each language, as data: comments, strings and names. One tokenizer reads all languages by them,
// and the readers of statements and expressions ask them about operators and line breaks.

/** The lexical rules of a language. A rule that is absent does not hold. */
export interface LexicalRules {
  /** The beginning of a comment that ends with the line. */
  lineComments: readonly string[];
  /** The beginning and end of a comment of several lines. */
  blockComments: readonly (readonly [string, string])[];
  /** Comments that begin and end at the start of a line: `=pod` … `=cut`. */
  documentation?: readonly [begin: string, end: string];
  /** Lines after which the rest of the file is data: `__END__`. */
  endMarkers?: readonly string[];
  /** A backtick encloses shell source, as in Ruby, Perl and PHP. */
  shellQuote?: true;
  /** A backtick encloses a string: a template of JavaScript, a raw string of Go. */
  backtick?: 'template' | 'raw';
  /** The mark of a value inside a double-quoted string. */
  interpolation?: '#{' | '${' | 'sigil';
  /** `'''` and `"""`, and letters before a quote: `rb'…'`, `f"…"`. */
  pythonStrings?: true;
  /** `/…/` is a regular expression where an operand may stand. */
  regexLiterals?: true;
  /** `%w[…]` (Ruby) or `qw{…}` (Perl): strings with quotes of the author's choice. */
  quoteWords?: 'percent' | 'q';
  /** The beginning of a here-document: `<<` or `<<<`. */
  heredoc?: '<<' | '<<<';
  /** Characters that begin the name of a variable: `$@%`. */
  sigils: string;
  /** A name may end with `?` or `!`. */
  nameMarks?: true;
  /** `:name` is a string. */
  symbols?: true;
  /** Code begins after `<?php`; the text around it is printed. */
  phpTags?: true;
  /** `[[ … ]]` is a string. */
  longBrackets?: true;
  /** A statement ends with its line, unless a bracket is open. */
  lineEndsStatement?: true;
  /** `.` joins strings, and `->` stands before a member, as `.` does in other languages. */
  dotConcatenates?: true;
  /** `'a'` is one character or a lifetime, not a string. */
  charQuotes?: true;
  /** The parentheses of a call may be left out: `system "ls"`. */
  bareCalls?: true;
}

const C_COMMENTS = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;

/** The languages that are read by their tokens. */
export const LEXICAL_RULES = {
  python: {
    lineComments: ['#'],
    blockComments: [],
    pythonStrings: true,
    sigils: '',
    lineEndsStatement: true,
  },
  node: {
    ...C_COMMENTS,
    lineComments: ['//', '#!'],
    backtick: 'template',
    regexLiterals: true,
    sigils: '',
  },
  ruby: {
    lineComments: ['#'],
    blockComments: [],
    documentation: ['=begin', '=end'],
    endMarkers: ['__END__'],
    shellQuote: true,
    interpolation: '#{',
    regexLiterals: true,
    quoteWords: 'percent',
    heredoc: '<<',
    sigils: '$@',
    nameMarks: true,
    symbols: true,
    lineEndsStatement: true,
    bareCalls: true,
  },
  perl: {
    lineComments: ['#'],
    blockComments: [],
    documentation: ['=', '=cut'],
    endMarkers: ['__END__', '__DATA__'],
    shellQuote: true,
    interpolation: 'sigil',
    regexLiterals: true,
    quoteWords: 'q',
    heredoc: '<<',
    sigils: '$@%',
    dotConcatenates: true,
    bareCalls: true,
  },
  php: {
    lineComments: ['//', '#'],
    blockComments: [['/*', '*/']],
    shellQuote: true,
    interpolation: 'sigil',
    heredoc: '<<<',
    sigils: '$',
    phpTags: true,
    dotConcatenates: true,
    bareCalls: true,
  },
  lua: {
    lineComments: ['--'],
    blockComments: [['--[[', ']]']],
    sigils: '',
    longBrackets: true,
    bareCalls: true,
  },
  r: { lineComments: ['#'], blockComments: [], sigils: '', lineEndsStatement: true },
  /** Groovy, Scala, Elixir, Julia, Swift and others that have no tokenizer of their own. */
  other: {
    ...C_COMMENTS,
    lineComments: ['//', '#'],
    shellQuote: true,
    interpolation: '${',
    sigils: '',
    bareCalls: true,
  },
  /** C, C++, Go, Rust, Java and relatives. */
  compiled: { ...C_COMMENTS, lineComments: ['//', '#'], backtick: 'raw', sigils: '', charQuotes: true },
} as const satisfies Record<string, LexicalRules>;

export type TokenLanguage = keyof typeof LEXICAL_RULES;

/** Words that stand between two operands. */
export const WORD_OPERATORS: ReadonlySet<string> = new Set(
  'or and in is instanceof x eq ne lt gt le ge cmp isa'.split(' '),
);
