// Runs interpreters of other languages, whose code is in an option, in an operand, in a file or on their input.
import { resolve } from '../base/paths.ts';
import { pattern } from '../base/pattern.ts';
import { type Language, readForeign } from '../foreign/index.ts';
import { type Args, has, hasKind, ofKind } from '../programs/args.ts';
import { argsOf, programNamed, specOf } from '../programs/registry.ts';
import { hasUnreadCode } from '../programs/unexplained.ts';
import { stateInside } from '../state/inner.ts';
import { fileFlow, flow, fork, type Reader, readSource, recordCommand, type State } from '../state/state.ts';
import type { Flow, ShellCommand, Word } from '../types.ts';
import { readEmbeddedSources, runLeaf } from './leaf.ts';
import { scriptOf } from './shells.ts';
import { readTasks } from './tasks.ts';

export function runInterpreter(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const args = argsOf(command);
  const { language, operands } = args.spec;
  if (!language || namesProjectScript(args)) return undefined;
  if (hasUnreadCode(command) || hasKind(args, 'runs') || command.assignments.length > 0)
    readEmbeddedSources(command, state, reader);
  noteAddresses(command, ofKind(args, 'loads', 'module'), reader);
  const codes = codeWords(args);
  if (codes.length > 0) return runCodeWords(command, args, codes, state, reader);
  if (operands === 'pattern') return runProgram(command, args, state, reader);
  const module = ofKind(args, 'module')[0];
  if (module) return runModule(command, args, module, state, reader);
  if (hasKind(args, 'asks') || has(args, '--help --version')) return runLeaf(command, state, reader);
  if (operands === 'writes') return runEditor(command, args, state, reader);
  return operands === 'script' ? runFileOrInput(command, args, state, reader) : undefined;
}

/** `bun dev`: the operand is the name of a script in package.json, not a file of code. */
function namesProjectScript(args: Args): boolean {
  const first = args.operands[args.depth]?.text;
  const names = args.spec.traits?.includes('project-scripts') && first !== undefined && first !== '-';
  return names === true && !/\.(?:[cm]?[jt]sx?|swift)$|\/|:\/\//.test(first);
}

function codeWords(args: Args): Word[] {
  const first = args.operands[args.depth];
  const operand = args.spec.operands === 'code' && first ? [first] : [];
  return [...ofKind(args, 'code'), ...operand, ...plusCodeWords(args)];
}

function runFileOrInput(command: ShellCommand, args: Args, state: State, reader: Reader): Flow {
  const file = args.operands[args.depth];
  if (!file || file.text === '-' || file.text === '/dev/stdin') return runInput(command, args, state, reader);
  return runScript(command, file, args, state, reader);
}

const languageOf = (args: Args) => args.spec.language as Language;

/** `awk '…' file`, `sed -f script file`: the first operand is the program, unless an option holds it. */
function runProgram(command: ShellCommand, args: Args, state: State, reader: Reader): Flow {
  const file = ofKind(args, 'pattern-file')[0];
  const text = file ? programFile(command, file.text, state, reader) : args.operands[0]?.text;
  if (text !== undefined) readForeign(languageOf(args), text, stateInside(command, state), reader);
  const origins = (file ? undefined : args.operands[0]?.origins) ?? [];
  if (origins.some((o) => o.kind === 'network'))
    recordCommand({ ...command, code: flow(undefined, origins) }, reader);
  return runLeaf(command, state, reader);
}

/** `awk -f -`: the text of the program, if it is known. */
function programFile(command: ShellCommand, file: string, state: State, reader: Reader) {
  if (file === '-' || file === '/dev/stdin') return command.stdin?.text;
  return fileFlow(resolve(file, command.cwd) ?? file, state, reader).text;
}

/** `python -m module …`: all words after the module, options too, are its arguments. */
function runModule(command: ShellCommand, args: Args, module: Word, state: State, reader: Reader): Flow {
  const at = command.words.indexOf(module);
  const words = at === -1 ? [module, ...args.operands] : command.words.slice(at);
  const program = { ...command, name: module.text.toLowerCase(), words };
  recordCommand(program, reader);
  readTasks(program, state, reader);
  if (CONSOLE.test(module.text)) readInputCode(command, args, state, reader);
  return runLeaf(command, state, reader);
}

/** `ed x <<< '!cmd'`: an editor that reads its commands from its input. */
function runEditor(command: ShellCommand, args: Args, state: State, reader: Reader): Flow {
  const listens = args.spec.traits?.includes('line-editor') || has(args, '-e -E -s');
  const typed = listens ? command.stdin?.text : undefined;
  if (typed) readForeign(languageOf(args), typed, stateInside(command, state), reader);
  return runLeaf(command, state, reader);
}

/** `deno run --preload https://…`: a library from the network runs as well. */
function noteAddresses(command: ShellCommand, words: readonly Word[], reader: Reader): void {
  if (words.some((w) => /^https?:/.test(w.text)))
    recordCommand({ ...command, code: flow(undefined, [{ kind: 'network', name: 'network' }]) }, reader);
}

/** `vim +'!cmd'` is `vim -c '!cmd'`. */
const plusCodeWords = ({ operands, spec }: Args): Word[] =>
  spec.language === 'vim'
    ? operands.filter((w) => w.text.startsWith('+')).map((w) => ({ ...w, text: w.text.slice(1) }))
    : [];

/** `perl -ne … file`: the code runs over every line of the files, and with `-i` writes them. */
function noteLoop(command: ShellCommand, args: Args, reader: Reader): void {
  if (!/^(perl|ruby)$/.test(languageOf(args)) || !has(args, '-n -p -a')) return;
  const name = hasKind(args, 'in-place') ? 'tee' : 'cat';
  recordCommand({ ...command, name, words: [command.words[0] as Word, ...args.operands] }, reader);
}

function runCodeWords(
  command: ShellCommand,
  args: Args,
  codes: readonly Word[],
  state: State,
  reader: Reader,
): Flow {
  noteLoop(command, args, reader);
  const given = codes.map((w) => w.text).join('\n');
  // `node -p` prints the value of the code.
  const prints = languageOf(args) === 'node' && has(args, '-p --print -pe');
  const text = prints ? `console.log(${given}\n)` : given;
  const origins = codes.flatMap((w) => w.origins);
  recordCommand({ ...command, code: flow(text, origins, 'heredoc') }, reader);
  const inner = stateInside(command, state);
  readForeign(languageOf(args), text, inner, reader);
  if (/\b(exec|eval)\b[\s\S]*\bstdin\b/i.test(text)) readInputCode(command, args, state, reader);
  if (command.stdin && RUNS_INPUT.test(text)) {
    recordCommand({ ...command, code: command.stdin }, reader);
    if (command.stdin.text !== undefined) readSource(command.stdin.text, inner, reader);
  }
  return flow(undefined, command.stdin?.origins);
}

/** `python3 -c 'os.system(sys.stdin.read())'`: code that passes its input to a shell. */
const RUNS_INPUT = pattern(
  String.raw`
  # A call that runs shell source. Those of subprocess do so only with shell=True.
  \b(?:system|popen|execSync|shell_exec|passthru|os\.execute|
  (?:run|call|check_output|Popen)(?=\([^;\n]*shell\s*=\s*True))\b
  # Its argument, up to something that reads the input.
  [\s(]*[^;\s]*?
  (?:\bstdin\b|\breadFileSync\(\s*(?:0|['"]\/dev\/stdin)|\$_\b|\bio\.read\b|\bgets\b|\binput\(\))
`,
  'i',
);

/** `python3 <<EOF`, `curl … | python3`: the code comes on the input. */
function runInput(command: ShellCommand, args: Args, state: State, reader: Reader): Flow {
  recordCommand({ ...command, code: command.stdin }, reader);
  readInputCode(command, args, state, reader);
  return flow(undefined);
}

const SESSION = /^\s*([\w.+-]+)[ \t]*\n([\s\S]+)/;

/** An interpreter that is started alone, and the lines that follow it: they are meant for the interpreter. */
export function readSession(source: string, state: State, reader: Reader): void {
  const [, name, typed] = SESSION.exec(source) ?? [];
  if (name === undefined || typed === undefined) return;
  const { language, operands } = specOf(programNamed(name, state)) ?? {};
  if (language && operands === 'script') readForeign(language as Language, typed, fork(state), reader);
}

/** Modules and subcommands that run the code on their input: `manage.py shell`, `python -m code`. */
const CONSOLE = /^(shell|shell_plus|console|tinker|code|asyncio|IPython)$/;

function readInputCode(command: ShellCommand, args: Args, state: State, reader: Reader): void {
  if (command.stdin?.text !== undefined)
    readForeign(languageOf(args), command.stdin.text, stateInside(command, state), reader);
}

function runScript(command: ShellCommand, file: Word, args: Args, state: State, reader: Reader): Flow {
  const path = resolve(file.text, command.cwd) ?? file.text;
  const code = fileFlow(path, state, reader);
  recordCommand({ ...command, code }, reader);
  const program = asProgram(command, file);
  recordCommand(program, reader);
  const programArgs = argsOf(program);
  for (const w of programArgs.spec.language ? codeWords(programArgs) : [])
    readForeign(languageOf(programArgs), w.text, stateInside(program, state), reader);
  const inner = { ...stateInside(command, state), script: scriptOf(code) };
  if (code.text !== undefined)
    readForeign(languageOf(args), code.text, inner, reader, state.files.has(path) ? 'written' : 'program');
  if (command.words.some((w) => CONSOLE.test(w.text))) readInputCode(command, args, state, reader);
  return flow(undefined, command.stdin?.origins);
}

/** `php artisan x`, `python manage.py x`: the script as a program of its own, because it may have a spec. */
function asProgram(command: ShellCommand, file: Word): ShellCommand {
  const words = command.words.slice(command.words.indexOf(file));
  return { ...command, name: file.text.slice(file.text.lastIndexOf('/') + 1).toLowerCase(), words };
}
