// Finds string literals and paths in source by regular expressions, for the languages that dialects.ts reads without
// tokens. In comes the source behind a function name, out comes the text of its first argument; a hole for unknown parts.
import { HOLE } from '../base/words.ts';

/** An argument list is at most this long; the rest of the source is not searched for its end. */
const MAX_ARGUMENTS_LENGTH = 2_000;

/** The index at which the arguments of a call end: the closing bracket, or the end of the statement. */
function findArgumentsEnd(rest: string): number {
  let depth = 1;
  for (let i = 0; i < rest.length && i < MAX_ARGUMENTS_LENGTH; i++) {
    const char = rest[i] as string;
    if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char) && --depth <= 0) return i;
    else if (char === ';' && depth === 1) return i;
  }
  return Math.min(rest.length, MAX_ARGUMENTS_LENGTH);
}

/** A string literal of most languages, in three groups: prefix, quote, text. */
const LITERAL = /([frbuFRBU]{0,2})('''|"""|['"`])((?:\\.|(?!\2)[\s\S])*)\2/.source;

const literalOfMatch = (match: RegExpMatchArray) =>
  literalText(match[3] ?? '', match[2] ?? '', match[1] ?? '');

/** The text of a literal: escapes are replaced, and interpolations (which depend on the quote) become holes. */
export function literalText(text: string, quote: string, prefix: string): string {
  const interpolation = quote === '`' ? /\$\{[^}]*\}/g : /#\{[^}]*\}/g;
  const withHoles = text.replace(interpolation, HOLE);
  const withAllHoles = /f/i.test(prefix) ? withHoles.replace(/\{[^{}]*\}/g, HOLE) : withHoles;
  return withAllHoles.replace(/\\(.)/gs, (escaped, char: string) =>
    char === 'n' ? '\n' : /['"`\\/$]/.test(char) ? char : escaped,
  );
}

/** A literal as the first argument, also inside calls such as `Path(…)` and `abspath(…)`. */
const FIRST_LITERAL = new RegExp(
  `^\\s*(?:\\w+\\s*[=:]\\s*)?(?:[\\w.]*(?:expanduser|expand_path|abspath|realpath|resolve|join|Path|String\\.raw|glob)\\s*\\(?\\s*)*${LITERAL}`,
);

/** `os.path.join(…)`, `File.join(…)`. */
const JOINED_PATH =
  /^\s*(?:[\w.]*\.)?(?:require\(['"](?:node:)?path['"]\)|path|File|posixpath|Path|fs)\.join\(((?:[^()]|\([^()]*\))*)\)/;

/** The directory that a common expression stands for: `.` for `os.getcwd()`. */
function wellKnownDirectory(expression: string): string | undefined {
  if (/__dirname|\bcwd\(\)|getcwd|Dir\.pwd|__file__|import\.meta/.test(expression)) return '.';
  if (/tmpdir|gettempdir|mkdtemp|tempfile/i.test(expression)) return '/tmp';
  return /homedir|expanduser|\bHOME\b|Path\.home|Dir\.home/.test(expression) ? '~' : undefined;
}

/** The path that the first argument stands for. */
export function firstArgument(rest: string): string {
  const joined = JOINED_PATH.exec(rest)?.[1];
  if (joined !== undefined) return joined.split(',').map(pathPart).join('/');
  const literal = FIRST_LITERAL.exec(rest);
  if (literal) return prependHome(literalOfMatch(literal), rest);
  const argument = rest.slice(0, findArgumentsEnd(rest)).split(',')[0] ?? '';
  // `HOME + '/x'`: the end of the path is known.
  const tail = new RegExp(`[+.]\\s*${LITERAL}\\s*$`).exec(argument);
  return (wellKnownDirectory(argument) ?? HOLE) + (tail ? literalOfMatch(tail) : '');
}

function pathPart(argument: string): string {
  const literal = new RegExp(`^\\s*${LITERAL}\\s*$`).exec(argument);
  return literal ? literalOfMatch(literal) : (wellKnownDirectory(argument) ?? HOLE);
}

/** A literal that follows `homedir` is a path below the home directory. */
const prependHome = (path: string, rest: string) =>
  path.startsWith('~') || !/^\s*(os\.)?homedir/.test(rest) ? path : `~/${path}`;

/** A literal at the beginning, and in the fourth group the beginning of an operator or a word behind it. */
const LITERAL_AT_START = new RegExp(
  `^\\s*(?:\\w+\\s*[=:]\\s*)?(?:shlex\\.split\\(\\s*)?${LITERAL}(\\s*[+.%]\\s*[\\w$('"]|\\s+[$\\w]+)?`,
);

/** The first argument after `%`, or after the `.f` of `.format`. */
const FORMAT_ARGUMENT = /^(?:ormat)?[\s(]*['"]([^'"\n]*)['"]\s*\)?/;

/** The string literal at the beginning of the source, with a hole for anything that is added to it. */
export function leadingLiteral(rest: string): string | undefined {
  const match = LITERAL_AT_START.exec(rest);
  if (!match) return undefined;
  const text = literalOfMatch(match);
  const addition = match[4];
  const placeholder = placeholderBefore(addition ?? '');
  // `'rm %s' % 'x'`, `'rm {}'.format(x)`: fills in the value if it is a literal, otherwise a hole.
  if (placeholder)
    return text.replace(placeholder, FORMAT_ARGUMENT.exec(rest.slice(match[0].length - 1))?.[1] ?? HOLE);
  return text + (addition ? HOLE : '');
}

/** The placeholders in a literal, by the operator that fills them: `%s` before `%`, `{}` before `.format`. */
function placeholderBefore(operator: string): RegExp | undefined {
  if (/^\s*%/.test(operator)) return /%[srdi]/g;
  return operator === '.f' ? /\{\w*\}/g : undefined;
}
