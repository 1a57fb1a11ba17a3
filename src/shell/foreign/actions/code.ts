// Calls that run other code of the same language: a text (`eval(code)`), or a file that is loaded as a module. The code
// is read in its turn if it is known; if it was fetched or decoded, that is reported.
import { resolve } from '../../base/paths.ts';
import { HOLE } from '../../base/words.ts';
import { recordSourceEffect, type State } from '../../state/state.ts';
import type { Flow } from '../../types.ts';
import type { Action } from '../code-context.ts';
import type { TokenLanguage } from '../lexical-rules.ts';
import { firstText, textsOf } from '../value.ts';
import { reportHiddenCode } from './processes.ts';

/** `eval(code)`, `pickle.loads(data)`. */
export const runEval: Action = ({ callee, args }, context) => {
  const value = args[0];
  if (!value) return;
  if (/\bloads$/.test(callee) && RUNS_PICKLED.test(firstText(value)))
    recordSourceEffect('decoded-code', context.state, context.reader);
  reportHiddenCode(value, context);
  for (const code of value.texts ?? []) if (code !== HOLE) context.evaluate(code);
};

/** Functions in serialized objects that run when the object is loaded. */
const RUNS_PICKLED =
  /(?:posix|os|nt|subprocess|builtins|__builtin__)\s+(?:system|popen|exec|eval|Popen|call|run)\b/;

/** Files that may hold a module: `import x` loads `x.py`. */
const MODULE_FILES: Partial<Record<TokenLanguage, readonly string[]>> = {
  python: ['.py', '/__init__.py'],
  node: ['', '.js', '.mjs', '.cjs', '.ts', '/index.js'],
  ruby: ['', '.rb'],
  perl: ['', '.pm'],
};

/** The hosts from which programs for Deno and browsers import packages, as others install them from npm. */
const IS_REGISTRY =
  /^https:\/\/(?:deno\.land|esm\.sh|jsr\.io|cdn\.jsdelivr\.net|unpkg\.com|cdn\.skypack\.dev|esm\.run|edge\.netlify\.com)(?:\/|$)/;

/** `sys.path.insert(0, '/tmp'); import x`: a module that was fetched may lie in any folder. */
function findFetchedModule(name: string, endings: readonly string[], { files }: State): Flow | undefined {
  const fetchedFile = [...files].find(
    ([path, { origins }]) =>
      origins.some(({ kind }) => kind === 'network') &&
      endings.some((end) => path.endsWith(`/${name}${end}`)),
  );
  return fetchedFile?.[1];
}

/** `do './x.pl'`, `include 'https://…'`, `import x`: loads code that this source has fetched or written. */
export const runModule: Action = ({ args }, context) => {
  const { state, reader, language } = context;
  for (const file of textsOf(args[0])) {
    if (/^https?:/.test(file) && !(language === 'node' && IS_REGISTRY.test(file)))
      recordSourceEffect('fetched-code', state, reader);
    const moduleEndings = MODULE_FILES[language] ?? [''];
    // `runpy.run_path('x.py')` names the file itself.
    const endings = file.endsWith('.py') ? ['', ...moduleEndings] : moduleEndings;
    const loaded =
      endings
        .map((ending) => state.files.get(resolve(file + ending, state.cwd) ?? ''))
        .find((content) => content !== undefined) ?? findFetchedModule(file, endings, state);
    if (loaded?.origins.some(({ kind }) => kind === 'network'))
      recordSourceEffect('fetched-code', state, reader);
    else if (loaded?.text !== undefined) context.evaluate(loaded.text);
  }
};
