/** Control characters, and those that show nothing or turn the line around. Not what emoji and scripts need. */
const INVISIBLE =
  /[\b\u001b\u0080-\u009f\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0\u{e0001}]|(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]/u;

/** Whether a line is not what it looks like to whoever reads it. */
export const hasInvisible = (source: string): boolean =>
  /[^\n\t\x20-\x7e]/.test(source) && INVISIBLE.test(source);

/** The text of a heredoc is no command. */
export const withoutDocuments = (source: string): string =>
  source.replace(/<<-?\s*(['"]?)(\w+)\1[^\n]*\n[\s\S]*?\n\s*\2(?=\n|\)|$)/g, '');
