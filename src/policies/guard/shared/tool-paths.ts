// Finds the paths in the input of a tool, whatever its fields are called.

import { readInput } from '../../../core/flat-input.ts';
import { pattern } from '../../../shell/base/pattern.ts';
import { snakeCase } from './tool-name.ts';

export interface InputPath {
  path: string;
  /** Whether the name of the field says that the tool writes the file. */
  isOutput: boolean;
}

/** Input fields whose text is a path, also inside lists and objects: `relative_path`, `pathInProject`, `files`. */
const PATH_FIELD =
  /path|(^|_)(files?|file_?names?|source|destination|src|dest|target|uri|director(y|ies)|dirs?|folders?|location)$|File$|Dir$/i;

/** Words in the names of fields whose text is content, a question or a filter, so that a path in it is only mentioned. */
const CONTENT_FIELD = pattern(`
  (^|_)(contents?|text|body|message|prompt|description|str|string|diff|patch|query|patterns?|regex|
  title|summary|code|html|markdown|data|instructions|sql|commands?|cmd|script|url|ref|branch|labels?|
  comments?|value|values|exclude[sd]?|ignore[sd]?|skip|search|replace|replacement|needle|thought|
  observations?|selector|element)(_|$)|
  ^name$
`);

/** Fields that name files to leave out, or the place inside a document. */
const NO_PATH_FIELD =
  /exclude|ignore|skip|xpath|json_?path|name_path|key_?path|^path_?(type|regex|filter)|property_?path/i;

/** Fields with a statement for a database, which can read files: `read_text('/home/me/.ssh/id_rsa')`. */
const STATEMENT_FIELD = /sql|statement|^quer(y|ies)$/i;

const quotedPaths = (statement: string) =>
  [...statement.matchAll(/'((?:~|\.{0,2}|[A-Za-z]:)[\\/][^'\s]+|\.env[\w.]*)'/g)].map((m) => m[1] as string);

/** Fields of an edit, if another field names the file that is edited: `{"old": "/etc/hosts", "new": "…"}`. */
const EDIT_FIELD = /^(old|new|before|after|find|with)$/i;

/** Fields that name the file to write, whatever else the tool does. */
const OUTPUT_FIELD = /(^|_)(out|output|outfile|save|saved|dest|destination|download|export)(_|$)/;

/**
 * The paths in an input, at any depth: by the name of their field and, if `guesses` is set, because they look like a path.
 * Then also the name of a field may be a path: `{"files": {"src/a.ts": "…"}}`.
 */
export function pathsIn(input: Readonly<Record<string, unknown>>, guesses: boolean): InputPath[] {
  const { fields } = readInput(input);
  const namesFile = fields.some(([field, value]) => typeof value === 'string' && PATH_FIELD.test(field));
  return fields.flatMap(([field, value]) => {
    if (guesses && typeof value === 'string' && STATEMENT_FIELD.test(field))
      return quotedPaths(value).map((path) => ({ path, isOutput: false }));
    if (namesFile && EDIT_FIELD.test(field)) return [];
    const lines = typeof value === 'string' ? linesOf(value, field) : [];
    const isName = guesses && /[\\/]/.test(field) && !/\s/.test(field);
    const paths = [...(isName ? [field] : []), ...lines.filter((line) => isPath(line, field, guesses))];
    return paths.map((path) => ({ path, isOutput: guesses && OUTPUT_FIELD.test(snakeCase(field)) }));
  });
}

/** A field for paths may hold several, one in a line. */
const linesOf = (value: string, field: string): string[] =>
  /path|file/i.test(field) && value.includes('\n') ? value.split('\n').map((line) => line.trim()) : [value];

function isPath(value: string, field: string, guesses: boolean): boolean {
  if (/^file:/i.test(value)) return true;
  if (NO_PATH_FIELD.test(field)) return false;
  if (PATH_FIELD.test(field)) return !value.includes('\n');
  if (!guesses || CONTENT_FIELD.test(snakeCase(field)) || value.length > 300) return false;
  return (
    /^(~[\\/]|\.{0,2}\/|file:|[A-Za-z]:[\\/])[^\s]*$/.test(value) ||
    /^\.?[\w-]*(env|id_(rsa|ed25519)|\.pem|\.key)[\w.-]*$/.test(value)
  );
}
