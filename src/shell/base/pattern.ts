// Long regular expressions, written in lines with comments.

/**
 * Line breaks, the blanks before a line, and lines that begin with `# ` are left out; everything else is the source of
 * the expression, also blanks inside a line.
 */
export const pattern = (lines: string, flags = ''): RegExp =>
  new RegExp(lines.replace(/\n\s*(?:# .*)?/g, ''), flags);
