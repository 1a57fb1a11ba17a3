// Finds string literals and paths in code of other languages, without parsing it.
import { HOLE } from '../base/words.ts';

function findArgumentsEnd(rest: string): number {
  let depth = 1;
  for (let i = 0; i < rest.length && i < 2_000; i++) {
    if (/[([{]/.test(rest[i] as string)) depth++;
    else if (/[)\]}]/.test(rest[i] as string) && --depth <= 0) return i;
    else if (rest[i] === ';' && depth === 1) return i;
  }
  return Math.min(rest.length, 2_000);
}

/** A string literal of most languages: prefix, quote, text. */
const LITERAL = /([frbuFRBU]{0,2})('''|"""|['"`])((?:\\.|(?!\2)[\s\S])*)\2/.source;

const literalOfMatch = (m: RegExpMatchArray) => literalText(m[3] ?? '', m[2] ?? '', m[1] ?? '');

/** The text of a literal: escapes are replaced, and interpolations (which depend on the quote) become holes. */
export function literalText(text: string, quote: string, prefix: string): string {
  const open = quote === '`' ? text.replace(/\$\{[^}]*\}/g, HOLE) : text.replace(/#\{[^}]*\}/g, HOLE);
  const filled = /f/i.test(prefix) ? open.replace(/\{[^{}]*\}/g, HOLE) : open;
  return filled.replace(/\\(.)/gs, (all, c: string) => (c === 'n' ? '\n' : /['"`\\/$]/.test(c) ? c : all));
}

/** A literal as the first argument, also inside calls such as `Path(…)` and `abspath(…)`. */
const FIRST_LITERAL = new RegExp(
  `^\\s*(?:\\w+\\s*[=:]\\s*)?(?:[\\w.]*(?:expanduser|expand_path|abspath|realpath|resolve|join|Path|String\\.raw|glob)\\s*\\(?\\s*)*${LITERAL}`,
);

const JOINED_PATH =
  /^\s*(?:[\w.]*\.)?(?:require\(['"](?:node:)?path['"]\)|path|File|posixpath|Path|fs)\.join\(((?:[^()]|\([^()]*\))*)\)/;

/** The directory that a common expression stands for: `.` for `os.getcwd()`. */
function wellKnownDirectory(expression: string): string | undefined {
  if (/__dirname|\bcwd\(\)|getcwd|Dir\.pwd|__file__|import\.meta/.test(expression)) return '.';
  if (/tmpdir|gettempdir|mkdtemp|tempfile/i.test(expression)) return '/tmp';
  return /homedir|expanduser|\bHOME\b|Path\.home|Dir\.home/.test(expression) ? '~' : undefined;
}

/** The path that the first argument stands for; a hole for the part that is not known. */
export function firstArgument(rest: string): string {
  const joined = JOINED_PATH.exec(rest)?.[1];
  if (joined !== undefined) return joined.split(',').map(pathPart).join('/');
  const m = FIRST_LITERAL.exec(rest);
  if (m) return prependHome(literalOfMatch(m), rest);
  const expression = rest.slice(0, findArgumentsEnd(rest)).split(',')[0] ?? '';
  // `HOME + '/x'`: the end of the path is known.
  const tail = new RegExp(`[+.]\\s*${LITERAL}\\s*$`).exec(expression);
  return (wellKnownDirectory(expression) ?? HOLE) + (tail ? literalOfMatch(tail) : '');
}

function pathPart(text: string): string {
  const m = new RegExp(`^\\s*${LITERAL}\\s*$`).exec(text);
  return m ? literalOfMatch(m) : (wellKnownDirectory(text) ?? HOLE);
}

const prependHome = (text: string, rest: string) =>
  text.startsWith('~') || !/^\s*(os\.)?homedir/.test(rest) ? text : `~/${text}`;

const LITERAL_AT_START = new RegExp(
  `^\\s*(?:\\w+\\s*[=:]\\s*)?(?:shlex\\.split\\(\\s*)?${LITERAL}(\\s*[+.%]\\s*[\\w$('"]|\\s+[$\\w]+)?`,
);

/** The first argument after `%`, or after the `.f` of `.format`. */
const FORMAT_ARGUMENT = /^(?:ormat)?[\s(]*['"]([^'"\n]*)['"]\s*\)?/;

/** The string literal at the beginning of the text, with a hole for anything that is added to it. */
export function leadingLiteral(rest: string): string | undefined {
  const m = LITERAL_AT_START.exec(rest);
  if (!m) return undefined;
  const text = literalOfMatch(m);
  // `'rm %s' % 'x'`, `'rm {}'.format(x)`: fills in the value if it is a literal, otherwise a hole.
  const filled = /^\s*%/.test(m[4] ?? '') ? /%[srdi]/g : m[4] === '.f' ? /\{\w*\}/g : undefined;
  if (filled) return text.replace(filled, FORMAT_ARGUMENT.exec(rest.slice(m[0].length - 1))?.[1] ?? HOLE);
  return text + (m[4] ? HOLE : '');
}
