// Finds characters that make a command line look different from what it is.

/** Control, zero-width and direction-changing characters, except those that emoji and some scripts need. */
const INVISIBLE =
  /[\b\u001b\u0080-\u009f\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0\u{e0001}]|(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]/u;

/** Whether the source has characters that a person can't see. */
export const hasInvisible = (source: string): boolean =>
  /[^\n\t\x20-\x7e]/.test(source) && INVISIBLE.test(source);

/** The source without the text of heredocs, which is data. */
export const withoutHeredocs = (source: string): string =>
  source.replace(/<<-?\s*(['"]?)(\w+)\1[^\n]*\n[\s\S]*?\n\s*\2(?=\n|\)|$)/g, '');
