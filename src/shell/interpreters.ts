import { type Args, has, readArgs, valuesOf } from './args.ts';
import { resolve } from './paths.ts';
import { fileFlow } from './redirects.ts';
import { runLeaf } from './run.ts';
import { scriptOf } from './shells.ts';
import { type Language, readSnippet } from './snippets.ts';
import { clientShell } from './sql.ts';
import { flow, fork, type Reader, remember, type State } from './state.ts';
import type { Flow, ShellCommand, Word } from './types.ts';
import { readSource } from './walk.ts';

/** How an interpreter is given its code. */
interface Interpreter {
  language: Language;
  code: string;
  values?: string;
  /** The first operand is the program, not a file (awk). */
  program?: boolean;
  /** Options after which nothing is run. */
  asks?: string;
  /** Letters whose value, if any, is written to them: `-i.bak`. */
  attached?: string;
}

const python: Interpreter = { language: 'python', code: '-c', values: '-c -m -W -X', asks: '-m -V' };
const node: Interpreter = {
  language: 'node',
  code: '-e --eval -p --print',
  values: '-e --eval -p --print -r --require --import -C --conditions --loader --env-file',
  asks: '-v --check -c',
};

const TABLE: Record<string, Interpreter> = {
  python,
  pypy: python,
  ipython: python,
  py: python,
  node,
  nodejs: node,
  bun: { ...node, values: `${node.values} --cwd --preload`, asks: '-v' },
  deno: node,
  tsx: node,
  'ts-node': node,
  perl: {
    language: 'perl',
    code: '-e -E',
    values: '-e -E -I -M -m -F',
    asks: '-v -c',
    attached: '-i -0 -l -C -x',
  },
  ruby: { language: 'ruby', code: '-e', values: '-e -I -r', asks: '-v -c', attached: '-i -0 -x' },
  irb: { language: 'ruby', code: '-e', values: '-e -r' },
  php: { language: 'php', code: '-r -B -R -E', values: '-r -B -R -E -d -f -c -S -t', asks: '-v -l -i -m' },
  lua: { language: 'lua', code: '-e', values: '-e -l' },
  luajit: { language: 'lua', code: '-e', values: '-e -l' },
  rscript: { language: 'r', code: '-e', values: '-e' },
  r: { language: 'r', code: '-e', values: '-e' },
  osascript: { language: 'applescript', code: '-e', values: '-e -l -s' },
  elixir: { language: 'other', code: '-e --eval', values: '-e --eval' },
  julia: { language: 'other', code: '-e -E', values: '-e -E' },
  groovy: { language: 'other', code: '-e', values: '-e' },
  scala: { language: 'other', code: '-e', values: '-e' },
  swift: { language: 'other', code: '-e', values: '-e' },
  tclsh: { language: 'tcl', code: '-c', values: '-c' },
  wish: { language: 'tcl', code: '-c', values: '-c' },
  emacs: {
    language: 'lisp',
    code: '--eval -eval --execute',
    values: '--eval -eval --execute -l --load -f --funcall -q',
    asks: '--script',
  },
  awk: {
    language: 'awk',
    code: '-e --source',
    values: '-F -v -f --file -e --source',
    program: true,
    asks: '-f --file',
  },
  sed: {
    language: 'sed',
    code: '-e --expression',
    values: '-e --expression -f --file',
    program: true,
    asks: '-f --file',
  },
  vim: { language: 'vim', code: '-c --cmd', values: '-c --cmd -S -u' },
  octave: { language: 'other', code: '--eval', values: '--eval' },
  gnuplot: { language: 'other', code: '-e', values: '-e' },
  ghc: { language: 'other', code: '-e', values: '-e' },
  guile: { language: 'other', code: '-c', values: '-c' },
};

/** Programs that take code of their language as a word. */
const HANDED: Record<string, Language> = {
  rails: 'ruby',
  'manage.py': 'python',
  'django-admin': 'python',
  artisan: 'php',
  wp: 'php',
  drush: 'php',
};

const SAME: Record<string, string> = {
  gawk: 'awk',
  mawk: 'awk',
  nawk: 'awk',
  gsed: 'sed',
  nvim: 'vim',
  vi: 'vim',
  ex: 'vim',
  ed: 'vim',
  view: 'vim',
  emacsclient: 'emacs',
};

export function runInterpreter(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  for (const source of clientShell(command)) readSource(source, inside(command, state), reader);
  if (/^(mongo|mongosh)$/.test(command.name)) readMongo(command, state, reader);
  readHanded(command, state, reader);
  if (/^(go|java|rust-script)$/.test(command.name))
    noteLoaded(command, command.words.slice(1), state, reader);
  const name = command.name.replace(/^(python|pypy|ruby|perl|php|lua|node)[\d.]+$/, '$1');
  const found = TABLE[Object.hasOwn(SAME, name) ? (SAME[name] as string) : name];
  if (!found || !Object.hasOwn(TABLE, SAME[name] ?? name)) return undefined;
  const words = command.words.slice(1);
  if (command.name === 'deno' && words[0]?.text === 'eval')
    return runText(
      command,
      words.slice(1).find((w) => !w.text.startsWith('-'))?.text ?? '',
      found,
      state,
      reader,
    );
  if (words[0]?.text === 'run') {
    if (words.at(-1)?.text === '-') return runInput(command, found, state, reader);
    const file = words.findIndex((w) => /^[^-].*\.[cm]?[jt]sx?$/.test(w.text) && !w.text.includes('://'));
    if (file > 0) return runScript(command, words[file] as Word, found, state, reader);
  }
  if (/^(bun|deno|swift)$/.test(command.name) && words[0] && !/^-|\.[cm]?[jt]sx?$|\//.test(words[0].text))
    return undefined;
  return runCalled(command, words, found, state, reader);
}

function runCalled(
  command: ShellCommand,
  words: readonly Word[],
  found: Interpreter,
  state: State,
  reader: Reader,
): Flow {
  // `node -pe code`: two options, one value.
  const given =
    found.language === 'node' ? words.map((w) => (w.text === '-pe' ? { ...w, text: '-p' } : w)) : words;
  const args = readArgs(given, {
    values: found.values,
    attached: found.attached,
    stopAtOperand: !found.program,
  });
  if (state.files.size > 0) noteLoaded(command, valuesOf(args, LOADS), state, reader);
  const codes = [...(found.code ? valuesOf(args, found.code) : []), ...plusCodes(args, found)];
  if (codes.length > 0) {
    noteLoop(command, args, found, reader);
    return runCodes(command, codes, found, state, reader);
  }
  const asks = args.flags.some(
    (f) =>
      // After its program awk takes every word for a file.
      ((f.name.startsWith('--help') || f.name === '--version') &&
        !(found.language === 'awk' && args.operands.length > 0)) ||
      found.asks?.split(' ').includes(f.name),
  );
  if (asks) {
    const written = found.program ? programFile(command, args, found, state, reader) : undefined;
    if (written !== undefined) return runText(command, written, found, state, reader);
    const module = found.language === 'python' ? valuesOf(args, '-m')[0] : undefined;
    // Whatever follows the module is the module's, its options too.
    const rest = module && given.includes(module) ? given.slice(given.indexOf(module) + 1) : args.operands;
    if (module) remember({ ...command, name: module.text.toLowerCase(), words: [module, ...rest] }, reader);
    if (module && CONSOLE.test(module.text)) readTyped(command, found, state, reader);
    return runLeaf(command, state, reader);
  }
  if (found.program)
    return args.operands[0]
      ? runText(command, args.operands[0].text, found, state, reader)
      : runLeaf(command, state, reader);
  const file = args.operands[0];
  if (found.language === 'vim' || found.language === 'lisp') {
    // `ed x <<< '!cmd'`: these take their commands from the input.
    const typed = /^ed$|^ex$/.test(command.name) || has(args, '-e -E -s') ? command.stdin?.text : undefined;
    if (typed) readSnippet(found.language, typed, inside(command, state), reader);
    return runLeaf(command, state, reader);
  }
  if (!file || file.text === '-' || file.text === '/dev/stdin')
    return runInput(command, found, state, reader);
  return runScript(command, file, found, state, reader);
}

/** `awk -f -`: the text of the program, if it is known. */
function programFile(command: ShellCommand, args: Args, { asks }: Interpreter, state: State, reader: Reader) {
  const file = valuesOf(args, asks ?? '')[0]?.text;
  if (file === undefined) return undefined;
  if (file === '-' || file === '/dev/stdin') return command.stdin?.text;
  return fileFlow(resolve(file, command.cwd) ?? file, state, reader).text;
}

/** Options that name more code. */
const LOADS = '-r --require --import --loader --preload -f --file -l --load -M -m -S -d';

/** `curl -o p.rb URL && ruby -r ./p.rb app.rb`: a library from the network runs as well. */
function noteLoaded(command: ShellCommand, words: readonly Word[], state: State, reader: Reader): void {
  if (state.files.size === 0) return;
  for (const w of words)
    for (const end of ['', '.js', '.mjs', '.cjs', '.rb', '.lua', '.pm']) {
      const path = resolve(w.text.replace(/^auto_(?:pre|ap)pend_file=/, '') + end, command.cwd);
      const code = path ? state.files.get(path) : undefined;
      if (code?.origins.some((o) => o.kind === 'network')) remember({ ...command, code }, reader);
    }
}

/** `rails runner 'code'`, `wp eval 'code'`, `manage.py shell -c 'code'`. */
function readHanded(command: ShellCommand, state: State, reader: Reader): void {
  const language = Object.hasOwn(HANDED, command.name) ? HANDED[command.name] : undefined;
  if (!language) return;
  const options = '-c --command --execute';
  const args = readArgs(command.words.slice(1), { values: `${options} -e --environment` });
  const [verb, code] = args.operands;
  const given = /^(runner|r|eval|ev|php-eval|php:eval)$/.test(verb?.text ?? '')
    ? code
    : valuesOf(args, options)[0];
  if (given) readSnippet(language, given.text, inside(command, state), reader);
}

/** The mongo shell runs JavaScript. */
function readMongo(command: ShellCommand, state: State, reader: Reader): void {
  for (const w of valuesOf(readArgs(command.words.slice(1), { values: '--eval' }), '--eval'))
    if (w.text.includes('child_process')) readSnippet('node', w.text, inside(command, state), reader);
}

/** `vim +'!cmd'` is `vim -c '!cmd'`. */
const plusCodes = ({ operands }: Args, { language }: Interpreter): Word[] =>
  language === 'vim'
    ? operands.filter((w) => w.text.startsWith('+')).map((w) => ({ ...w, text: w.text.slice(1) }))
    : [];

/** `perl -ne … file`: the code runs over every line of the files, and with `-i` writes them. */
function noteLoop(command: ShellCommand, args: Args, { language }: Interpreter, reader: Reader): void {
  if (!/^(perl|ruby)$/.test(language) || !has(args, '-n -p -a')) return;
  const name = has(args, '-i') ? 'tee' : 'cat';
  remember({ ...command, name, words: [command.words[0] as Word, ...args.operands] }, reader);
}

function runCodes(
  command: ShellCommand,
  codes: readonly Word[],
  found: Interpreter,
  state: State,
  reader: Reader,
): Flow {
  const text = codes.map((w) => w.text).join('\n');
  remember(
    {
      ...command,
      code: flow(
        text,
        codes.flatMap((w) => w.origins),
        'heredoc',
      ),
    },
    reader,
  );
  readSnippet(found.language, text, inside(command, state), reader);
  if (/\b(exec|eval)\b[\s\S]*\bstdin\b/i.test(text)) readTyped(command, found, state, reader);
  if (command.stdin && RUNS_INPUT.test(text)) {
    remember({ ...command, code: command.stdin }, reader);
    if (command.stdin.text !== undefined) readSource(command.stdin.text, inside(command, state), reader);
  }
  return flow(undefined, command.stdin?.origins);
}

function runText(
  command: ShellCommand,
  text: string,
  found: Interpreter,
  state: State,
  reader: Reader,
): Flow {
  readSnippet(found.language, text, inside(command, state), reader);
  return runLeaf(command, state, reader);
}

/** `python3 -c 'os.system(sys.stdin.read())'`: what comes is given to a shell. */
const RUNS_INPUT =
  /\b(?:system|popen|execSync|shell_exec|passthru|os\.execute|(?:run|call|check_output|Popen)(?=\([^;\n]*shell\s*=\s*True))\b[\s(]*[^;\s]*?(?:\bstdin\b|\breadFileSync\(\s*(?:0|['"]\/dev\/stdin)|\$_\b|\bio\.read\b|\bgets\b|\binput\(\))/i;

/** `python3 <<EOF`, `curl … | python3`: the code comes on the input. */
function runInput(command: ShellCommand, found: Interpreter, state: State, reader: Reader): Flow {
  remember({ ...command, code: command.stdin }, reader);
  if (command.stdin?.text !== undefined)
    readSnippet(found.language, command.stdin.text, inside(command, state), reader);
  return flow(undefined);
}

/** Programs that run what is typed into them: `manage.py shell`, `python -m code`. */
const CONSOLE = /^(shell|shell_plus|console|tinker|code|asyncio|IPython)$/;

function readTyped(command: ShellCommand, found: Interpreter, state: State, reader: Reader): void {
  if (command.stdin?.text !== undefined)
    readSnippet(found.language, command.stdin.text, inside(command, state), reader);
}

function runScript(
  command: ShellCommand,
  file: Word,
  found: Interpreter,
  state: State,
  reader: Reader,
): Flow {
  const code = fileFlow(resolve(file.text, command.cwd) ?? file.text, state, reader);
  remember({ ...command, code }, reader);
  const program = asProgram(command, file);
  remember(program, reader);
  readHanded(program, state, reader);
  const within = { ...inside(command, state), script: scriptOf(code) };
  if (code.text !== undefined) readSnippet(found.language, code.text, within, reader, true);
  if (command.words.some((w) => CONSOLE.test(w.text))) readTyped(command, found, state, reader);
  return flow(undefined, command.stdin?.origins);
}

/** `php artisan x`, `python manage.py x`: the script is the program that takes the words. */
function asProgram(command: ShellCommand, file: Word): ShellCommand {
  const words = command.words.slice(command.words.indexOf(file));
  return { ...command, name: file.text.slice(file.text.lastIndexOf('/') + 1).toLowerCase(), words };
}

const inside = (command: ShellCommand, state: State) =>
  fork(state, {
    via: [...command.via, command.name],
    remote: command.remote,
    cwd: command.cwd,
    stdin: command.stdin,
  });
