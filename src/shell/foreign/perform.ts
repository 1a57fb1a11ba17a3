// Turns the calls of a piece of code into the shell commands that do the same, and walks through those like any other
// command. Nothing is executed.
import { resolve } from '../base/paths.ts';
import { HOLE, word } from '../base/words.ts';
import {
  atMost,
  flow,
  fork,
  type Reader,
  readSource,
  recordSourceEffect,
  type State,
} from '../state/state.ts';
import type { Flow, Origin, Word } from '../types.ts';
import { type CallKind, callKindOf, methodKind } from './calls.ts';
import type { TokenLanguage } from './lexis.ts';
import { IN_MEMORY, statementCommand } from './places.ts';
import { runAsCommand } from './run-as-command.ts';
import { serviceCommand } from './services.ts';
import { type Call, firstText, originsIn, textsOf, UNKNOWN, type Value } from './value.ts';
import { keepContent, keepStreamed } from './written-files.ts';

/**
 * Where code stands. `typed`: in the command itself. `written`: in a file that the same command writes, so it was not there
 * before. `program`: in a file on disk.
 */
export type CodeKind = 'typed' | 'written' | 'program';

/** A piece of code, and the state in which it runs. */
export interface Running {
  language: TokenLanguage;
  /** A whole program, not a snippet in a command: it may read its settings and delete files that it computed. */
  isProgram: boolean;
  /** Whether files that it reads count. Those of a program on disk do not: it may read its settings. */
  readsCount: boolean;
  /** Whether calls count that ordinary programs make as well: deleting in a cloud, SQL, printing a variable. */
  everydayCounts: boolean;
  /** Short enough to be a snippet that somebody wrote for one purpose. */
  isShort: boolean;
  /** The databases and servers to which the code connects. */
  places: ReadonlySet<string>;
  /** Whether it has a name or a text like this. */
  mentions: (pattern: RegExp) => boolean;
  /** Whether it lists the processes of the machine. */
  listsProcesses: boolean;
  /** Set when something would have counted in a snippet. */
  heldBack: boolean;
  state: State;
  reader: Reader;
  /** Reads code in a string that is evaluated. */
  evaluate: (code: string) => void;
}

/** Whether calls count that ordinary programs make as well. If they don't, `heldBack` is set, and the code is read again as a snippet. */
export function isEveryday(running: Running): boolean {
  if (!running.everydayCounts && running.isShort) running.heldBack = true;
  return running.everydayCounts;
}

/** Calls that are told apart; more than that are noted as unread. */
const MAX_CALLS = 300;

type Seen = CallKind | 'bare shell' | 'unknown command';

/** Runs what the calls do; returns what kinds of calls there were. */
export function perform(calls: readonly Call[], running: Running): ReadonlySet<Seen> {
  const seen = new Set<Seen>();
  const done = new Set<string>();
  for (const call of calls) {
    const kind = kindOf(call, running);
    if (kind) {
      if (kind !== 'connect' || isSocket(call)) seen.add(kind);
      if (RUNS_WORDS.test(kind) && startsBareShell(call)) seen.add('bare shell');
      if (runsUnknown(call, kind)) seen.add('unknown command');
      const key = `${kind} ${JSON.stringify([call.self?.texts, call.args.slice(0, 4), [...call.named.keys()]], dropCircles)}`;
      if (done.has(key)) continue;
      done.add(key);
      if (done.size > MAX_CALLS) {
        running.reader.notes.add('too-many');
        return seen;
      }
      ACTIONS[kind]?.(call, running, kind);
    }
    noteSpecial(call, running);
  }
  return seen;
}

/** Keeps only what tells two calls apart. */
const dropCircles = (key: string, value: unknown) =>
  key === 'fn' || key === 'self' || value instanceof Map ? undefined : value;

const isSocket = ({ callee }: Call) =>
  /sock|\bnet\b|tls\b|(?:connect|open_connection|accept)$/i.test(callee) &&
  !/\bsql|mongo|redis|pg\b|db\b/i.test(callee);

const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/;

const RUNS_WORDS = /^(?:process|words|shell|argv)$/;

/** `spawn('/bin/sh')`, `call(['/bin/sh', '-i'])`: a shell that gets its commands from somewhere else. */
function startsBareShell({ args }: Call): boolean {
  const words = wordsOf(args).map(firstText);
  const first = words.length === 1 ? (words[0]?.split(' ') ?? []) : words;
  return SHELL.test(first[0] ?? '') && first.slice(1).every((one) => one === '-i');
}

/** `setTimeout(resolve, 100)`: what runs later is a function of the code itself, unless it is a text. */
const TIMERS = /^(?:\w+\.)?set(?:Timeout|Interval|Immediate)$/;

/** `os.popen(cmd)`: which command it is can't be known, so it may have been received. */
const runsUnknown = ({ callee, args, named }: Call, kind: CallKind): boolean =>
  !TIMERS.test(callee) &&
  (kind === 'shell' || kind === 'process' || kind === 'words' || kind === 'eval') &&
  firstText(wordsOf(args)[0] ?? named.get('args') ?? args[0]).startsWith(HOLE);

function kindOf(call: Call, running: Running): CallKind | undefined {
  const {
    language,
    state: { files },
  } = running;
  const { callee, self } = call;
  const known = callKindOf(language, callee);
  // Modules matter only if this source has made files.
  if (known === 'module' && files.size === 0 && !/^https?:/.test(firstText(call.args[0]))) return undefined;
  if (known === 'sql') return statementKind(call, running);
  if (known) return known;
  // `c.run('ls')` in a task of Invoke or Fabric.
  if (callee === '.run' && language === 'python' && TASK_CONTEXT.test(self?.name ?? '')) return 'shell';
  // `ctypes.CDLL('libc.so.6').unlink(…)` calls a function of C.
  if (C_LIBRARY.test(callee)) return callKindOf('compiled', callee.slice(callee.lastIndexOf('.') + 1));
  if (TAGGED_SQL.test(callee)) return statementKind(call, running);
  return self || callee.startsWith('.') ? kindOfMethod(call, running) : undefined;
}

/** A statement counts only in a snippet: programs drop tables because that is their job. */
const statementKind = (call: Call, running: Running): CallKind | undefined =>
  isStatement(call) && isEveryday(running) ? 'sql' : undefined;

function kindOfMethod(call: Call, running: Running): CallKind | undefined {
  const { callee, self } = call;
  const { language } = running;
  const name = callee.slice(callee.lastIndexOf('.') + 1);
  const kind = methodKind(name);
  if (name === 'execute' && self?.texts && language === 'other') return 'shell';
  if (kind === 'sql') return statementKind(call, running);
  if (!kind || kind === 'connect' || kind === 'dup' || kind === 'send') return kind;
  if (/Sync$/.test(name)) return language === 'node' ? kind : undefined;
  if (name === 'delete' && /^Bun\.file/.test(callee)) return kind;
  return self?.path ? kind : undefined;
}

/** ``sql`DELETE FROM x` ``: templates of clients for databases. */
const TAGGED_SQL =
  /(?:^|\.)(?:sql|\$executeRaw|\$queryRaw|postgres\(\)|neon\(\)|SQL\(\)|mssql\.query|mssql\b.*\.query)`$/;

const TASK_CONTEXT = /^(?:c|ctx|context|conn|connection)$/;

const C_LIBRARY = /^(?:ctypes\.)?(?:CDLL\(\)|PyDLL\(\)|cdll\.LoadLibrary\(\))\.\w+$/;

const STATEMENT =
  /(?:^|;)\s*(?:DROP|TRUNCATE|DELETE|UPDATE|ALTER|BEGIN|WITH)\b|^\s*MATCH\b[\s\S]*\bDELETE\b/i;

/** The arguments that may be a statement: `query(sql)`, `mysqli_query(connection, sql)`, `query({ text: sql })`. */
const statementsOf = ({ args, named }: Call): readonly string[] =>
  [...args, ...STATEMENT_FIELDS.flatMap((name) => named.get(name) ?? [])]
    .flatMap((value) => value.texts ?? [])
    .filter((one) => STATEMENT.test(one));

const STATEMENT_FIELDS = [
  'text',
  'sql',
  'query',
  'statement',
  'operation',
  'sqlText',
  'queryString',
  'command',
];

const isStatement = (call: Call) => statementsOf(call).length > 0;

type Action = (call: Call, running: Running, kind: CallKind) => void;

/** Whether a text counts. In a whole program, computed paths and commands do not: they can't be judged without running it. */
const counts = (text: string, { isProgram }: Running) => !(isProgram && text.startsWith(HOLE));

/** The words for a value: one for each text that it may be. */
const wordsFor = (value: Value): Word[] =>
  textsOf(value).map((one) => word(one, { origins: value.origins, ...(value.glob && { glob: true }) }));

/** Shell source, or code that was decoded or fetched and can't be read. */
function runSource(value: Value | undefined, running: Running): void {
  if (!value) return;
  noteHidden(value, running);
  runVariable(value, running);
  for (const source of textsOf(value))
    if (source.trim() && source !== HOLE && counts(source, running) && !SQL.test(source))
      readSource(source, fork(running.state), running.reader);
}

/** `CMD='rm -rf ~'; php -r 'system(getenv("CMD"));'`: the command is in a variable that the source has set. */
function runVariable({ texts, origins }: Value, { state, reader }: Running): void {
  if (texts) return;
  for (const { kind, what } of origins) {
    const set = kind === 'variable' ? state.vars.get(what)?.words[0]?.text : undefined;
    if (set?.trim()) readSource(set, fork(state), reader);
  }
}

/** A string for the `exec` or `run` of a database driver. */
const SQL = /^\s*(?:DROP|TRUNCATE|DELETE|UPDATE|ALTER|SELECT|INSERT|CREATE|WITH|BEGIN)\s/;

/** Reports code that is decoded or fetched on the way. */
function noteHidden(value: Value, { state, reader }: Running): void {
  const origins = originsIn(value);
  if (origins.some(({ kind }) => kind === 'network')) recordSourceEffect('fetched-code', state, reader);
  else if (origins.some(({ kind }) => kind === 'decoded')) recordSourceEffect('decoded-code', state, reader);
}

/** No system takes more in a call that is written out. */
const MAX_ARGUMENTS = 5_000;

/** The words of a command in a list of arguments: `['rm', '-r']`, `'rm', ['-r']` or `'rm', '-r'`. */
function wordsOf(args: readonly Value[]): Value[] {
  const words: Value[] = [];
  for (const arg of args) {
    if (arg.items) words.push(...arg.items);
    else if (
      arg.texts ||
      (arg !== UNKNOWN && !arg.fields && !arg.fn && words.length > 0 && (arg.ref?.endsWith('[]') ?? true))
    )
      words.push(arg);
    else if (words.length > 0 || !arg.fields) break;
  }
  return words.slice(0, MAX_ARGUMENTS);
}

/** `subprocess.run(x, cwd='/etc')`: the state with the working directory that the call sets. */
function stateOf({ named }: Call, { state }: Running): State {
  const folder = named.get('cwd') ?? named.get('chdir');
  return folder?.texts ? fork(state, { cwd: resolve(firstText(folder), state.cwd) }) : fork(state);
}

const runProcess: Action = (call, running) => {
  const { args, named, self } = call;
  const program =
    args[0] ??
    named.get('args') ??
    named.get('cmd') ??
    named.get('command') ??
    named.get('executable') ??
    self;
  if (!program) return;
  const more = args.slice(1).filter((arg) => !arg.fields || arg.texts);
  const words = wordsOf([
    program,
    ...more,
    ...(named.get('args')?.items && args.length > 0 ? [named.get('args') as Value] : []),
  ]);
  if (program.ref === undefined || program.texts) noteInput(call, words, running);
  const inside = { ...running, state: stateOf(call, running) };
  if (words.length === 1 && !program.items) return runSource(words[0], inside);
  if (words.length === 0) return program.origins.length > 0 ? noteHidden(program, running) : undefined;
  if (!counts(firstText(words[0]), running)) return;
  // `run('git', $subcommand)` in a whole program: what it runs is computed.
  if (running.isProgram && words.length > 1 && firstText(words[1]) === HOLE) return;
  if (firstText(words[0]) === HOLE) noteHidden(words[0] as Value, running);
  runWords(words, inside);
};

/** Runs a command once for each text that its words may be. */
function runWords(words: readonly Value[], { state, reader }: Running): void {
  const most = Math.min(16, Math.max(...words.map((value) => textsOf(value).length)));
  for (let i = 0; i < most; i++)
    runAsCommand(
      words.map((value) => {
        const all = wordsFor(value);
        return all[Math.min(i, all.length - 1)] as Word;
      }),
      state,
      reader,
    );
}

/** `subprocess.run(['bash'], input='rm -rf /')`: a shell gets its source on its input. */
function noteInput({ named }: Call, words: readonly Value[], running: Running): void {
  const input = named.get('input');
  if (input && SHELL.test(firstText(words[0]))) runSource(input, running);
}

const runArgv: Action = ({ args }, running) => {
  const rest = (args[1]?.items ?? args.slice(1)).slice(1);
  if (args[0] && counts(firstText(args[0]), running)) runWords([args[0], ...rest], running);
};

const runEval: Action = ({ callee, args }, running) => {
  const value = args[0];
  if (!value) return;
  if (/\bloads$/.test(callee) && RUNS_PICKLED.test(firstText(value)))
    recordSourceEffect('decoded-code', running.state, running.reader);
  noteHidden(value, running);
  for (const code of value.texts ?? []) if (code !== HOLE) running.evaluate(code);
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

/** Where programs for Deno import their packages from, as others install them from npm. */
const REGISTRY =
  /^https:\/\/(?:deno\.land|esm\.sh|jsr\.io|cdn\.jsdelivr\.net|unpkg\.com|cdn\.skypack\.dev|esm\.run|edge\.netlify\.com)(?:\/|$)/;

/** `sys.path.insert(0, '/tmp'); import x`: a module that was fetched may lie in any folder. */
function fetchedModule(name: string, endings: readonly string[], { files }: State): Flow | undefined {
  const found = [...files].find(
    ([path, { origins }]) =>
      origins.some(({ kind }) => kind === 'network') &&
      endings.some((end) => path.endsWith(`/${name}${end}`)),
  );
  return found?.[1];
}

/** `do './x.pl'`, `include 'https://…'`, `import x`: loads code that this source has fetched or written. */
const runModule: Action = ({ args }, running) => {
  const { state, reader, language } = running;
  for (const file of textsOf(args[0])) {
    if (/^https?:/.test(file) && !(language === 'node' && REGISTRY.test(file)))
      recordSourceEffect('fetched-code', state, reader);
    const endings = MODULE_FILES[language] ?? [''];
    // `runpy.run_path('x.py')` names the file itself.
    const places = file.endsWith('.py') ? ['', ...endings] : endings;
    const loaded =
      places
        .map((ending) => state.files.get(resolve(file + ending, state.cwd) ?? ''))
        .find((one) => one !== undefined) ?? fetchedModule(file, places, state);
    if (loaded?.origins.some((o) => o.kind === 'network')) recordSourceEffect('fetched-code', state, reader);
    else if (loaded?.text !== undefined) running.evaluate(loaded.text);
  }
};

/** The path arguments: one, or in languages with list functions all of them. */
function pathsOf({ callee, self, args, named }: Call, language: TokenLanguage): readonly Value[] {
  const name = callee.slice(callee.lastIndexOf('.') + 1);
  if (name === 'array_map' || name === 'array_walk')
    return firstText(args.find((arg) => /^(?:unlink|rmdir)$/.test(firstText(arg)))) === HOLE
      ? []
      : args.slice(1);
  if (self?.path) return [self];
  const first = args[0] ?? named.get('path') ?? named.get('file') ?? named.get('atPath') ?? named.get('x');
  if (/^Bun\.file\(\)/.test(callee))
    return (self?.origins ?? []).map(({ what }) => ({ texts: [what], origins: [] }));
  const all = /^(?:ruby|perl|r)$/.test(language) && args.length > 0 ? args : first ? [first] : [];
  return all.flatMap((value) => value.items ?? [value]).filter((value) => !value.fields || value.texts);
}

const runDelete: Action = (call, running, kind) => {
  const { state, reader, language } = running;
  for (const path of pathsOf(call, language))
    for (const one of wordsFor(path).map((given) => anyFile(given, state)))
      if (counts(one.text, running)) runAsCommand([...kind.split(' '), one], state, reader);
};

/** `unlink "$folder/$file"`: code that computes the name deletes one file after the other. */
const anyFile = (path: Word, { cwd = '/' }: State): Word =>
  /^[/~].*\/\u0000$/.test(path.text) && !path.text.startsWith(`${cwd}/`)
    ? { ...path, text: path.text.replace(/\u0000$/, '*'), glob: true }
    : path;

const runOn: Action = (call, running, kind) => {
  const { state, reader, language } = running;
  // `fileinput.input(path, inplace=True)`
  if (kind === 'cat' && call.named.has('inplace')) return runOn(call, running, 'tee');
  for (const path of pathsOf(call, language).slice(0, kind === 'cat' ? 4 : 1))
    for (const one of wordsFor(path))
      if (one.text !== HOLE && counts(one.text, running) && !/^https?:/.test(one.text))
        if (kind !== 'cat' || readCounts(one.text, running)) runAsCommand([kind, one], state, reader);
  if (kind === 'tee')
    for (const path of pathsOf(call, language).slice(0, 1)) keepContent(call, firstText(path), state);
};

/** Opens a file for reading, or for writing if the mode says so; in Perl and Ruby it may be a command. */
const runOpen: Action = (call, running) => {
  const { self, args, named } = call;
  const offset = running.language === 'perl' ? 1 : 0;
  const path = self?.path ? self : (args[offset] ?? named.get('file') ?? named.get('path'));
  const mode = self?.path ? args[0] : (args[offset + 1] ?? named.get('mode') ?? named.get('flags'));
  const perlMode =
    running.language === 'perl'
      ? /^\s*(\+?[<>]{1,2}|\|-|-\|)\s*(?::\w+(?:\([\w-]+\))?)?\s*$/.exec(firstText(path))?.[1]
      : undefined;
  if (perlMode !== undefined) return openPerl(perlMode, args.slice(2), running);
  const opened = firstText(path);
  if (/^\s*\||\|\s*$/.test(opened) && /^(?:perl|ruby)$/.test(running.language))
    return runPipe(opened, running);
  const [, sign = '', file = ''] = /^\s*(\+?[<>]*)\s*([\s\S]*)$/.exec(opened) ?? [];
  const writes =
    sign.includes('>') ||
    /^[rb]*[wax]|\+|O_(?:WRONLY|RDWR|CREAT|TRUNC)/.test(mode?.texts?.[0] ?? mode?.ref ?? '');
  for (const text of offset ? [file] : textsOf(path))
    openFile(
      word(text, path?.glob && writes ? { glob: true } : {}),
      writes,
      /^a/.test(mode?.texts?.[0] ?? '') || sign === '>>',
      running,
    );
};

/** Whether it counts that a file is read. A program may read its settings and all files of its project. */
function readCounts(path: string, running: Running): boolean {
  if (!running.readsCount && running.isShort && /^(?:[/~]|\.\.\/)/.test(path)) running.heldBack = true;
  return running.readsCount;
}

function openFile(path: Word, writes: boolean, appends: boolean, running: Running): void {
  if (path.text === HOLE || !counts(path.text, running)) return;
  if (!writes && !readCounts(path.text, running)) return;
  runAsCommand(
    [...(appends ? ['tee', '-a'] : [writes ? 'tee' : 'cat']), path],
    running.state,
    running.reader,
  );
}

function openPerl(mode: string, rest: readonly Value[], running: Running): void {
  if (/\|/.test(mode))
    runProcess({ callee: 'open', self: undefined, args: rest, named: new Map() }, running, 'process');
  else openFile(word(firstText(rest[0])), mode.includes('>'), mode === '>>', running);
}

/** `open(P, "cmd |")` in Perl runs a command. */
function runPipe(file: string, { state, reader }: Running): void {
  const stdin = /^\s*\|/.test(file) ? flow(undefined, [{ kind: 'command', what: 'perl' }]) : state.stdin;
  readSource(file.replace(/^\s*\||\|\s*$/g, ''), fork(state, { stdin }), reader);
}

/** `stat.S_IRWXU | stat.S_IRWXO`: a mode of constants counts only if it gives others rights or sets the user id. */
function modeOf({ ref = '' }: Value): string | undefined {
  if (/\bS_IS[UG]ID\b/.test(ref)) return '4755';
  return /\bS_I(?:RWXO|WOTH)\b/.test(ref) ? '777' : undefined;
}

const runChmod: Action = ({ self, args }, running) => {
  const all = [...(self?.path ? [self] : []), ...args.flatMap((arg) => arg.items ?? [arg])].map(
    (value) => modeOf(value) ?? firstText(value),
  );
  const mode = all.find((one) => /^0?o?[0-7]{3,4}$/.test(one))?.replace(/^0?o/, '');
  const path = all.find((one) => /[/~.]|^[a-z]/i.test(one) && !/^0?o?[0-7]{3,4}$/.test(one));
  if (mode && path && counts(path, running))
    runAsCommand(['chmod', mode, path], running.state, running.reader);
};

const runCopy: Action = ({ self, args, named }, running, kind) => {
  const from = self?.path ? self : (named.get('src') ?? args[0]);
  const to = named.get('dst') ?? named.get('target') ?? (self?.path ? args[0] : args[1]);
  if (!from || !to || (running.isProgram && firstText(to).startsWith(HOLE))) return;
  for (const one of atMost(wordsFor(from), 4, running.reader))
    for (const other of atMost(wordsFor(to), 4, running.reader))
      runAsCommand(
        kind === 'ln' ? ['ln', '-s', one, other] : [kind, one, other],
        running.state,
        running.reader,
      );
};

const runSql: Action = (call, running) => {
  for (const one of statementsOf(call)) {
    const command = statementCommand(one, placeFor(call, running));
    if (command) runAsCommand(command, running.state, running.reader);
  }
};

/** Where a call takes effect. If its object does not say so, it is the only place that the code names. */
function placeFor({ callee, self, args }: Call, { places }: Running): string | undefined {
  const own = self?.place ?? args.find(({ place }) => place !== undefined)?.place;
  if (own !== undefined) return own;
  return /^duckdb\.\w+$|^Sequel\.sqlite(?!\()/.test(callee)
    ? IN_MEMORY
    : places.size === 1
      ? [...places][0]
      : undefined;
}

const runFetch: Action = ({ args }, { state, reader }) => {
  if (args[1]?.texts) runAsCommand(['curl', '-o', firstText(args[1]), firstText(args[0])], state, reader);
};

/** A credential in a request header or a login is sent on purpose: the server asks for it. */
const LOGS_IN = /^(?:headers|auth|authorization|token|api_?key|cert)$/i;

const withoutVariables = (value: Value): Value => ({
  origins: originsIn(value).filter(({ kind }) => kind !== 'variable'),
});

/** Data that leaves the machine: a file, the environment or a variable of it. */
const runSend: Action = ({ self, args, named }, running) => {
  const { state, reader } = running;
  const data = [
    ...args.slice(1).filter((arg) => !arg.fields),
    ...[...named].map(([name, value]) => (LOGS_IN.test(name) ? withoutVariables(value) : value)),
    ...(args.length === 1 || !args[0]?.texts ? args.slice(0, 1) : []),
  ];
  const address =
    [...args, ...(self ? [self] : [])].map(firstText).find((one) => /^https?:/.test(one)) ??
    'https://host.example';
  const leaks = [...data, ...(args[0] ? [args[0]] : [])]
    .flatMap((value) => originsIn(value))
    .filter(isOurs)
    .filter(({ kind }) => kind !== 'variable' || isEveryday(running));
  if (leaks.length > 0)
    runAsCommand(
      ['curl', '-d', word(HOLE, { origins: leaks.flatMap((o) => traced(o, running)) }), address],
      state,
      reader,
    );
};

/** A file that was written before carries what went into it. */
function traced(origin: Origin, running: Running): readonly Origin[] {
  const found = placed(origin, running);
  return [found, ...(running.state.files.get(found.what)?.origins ?? [])];
}

const isOurs = ({ kind }: Origin) => kind === 'file' || kind === 'environment' || kind === 'variable';

/** The origin with the full path of its file. */
const placed = (origin: Origin, { state, reader }: Running): Origin =>
  origin.kind === 'file'
    ? {
        ...origin,
        what: resolve(origin.what.replace(/^~(?=\/|$)/, reader.world.home), state.cwd) ?? origin.what,
      }
    : origin;

const runCd: Action = ({ args }, { state, reader }) => {
  const folder = args[0]?.texts?.[0];
  if (folder !== undefined) state.cwd = resolve(folder.replace(/^~(?=\/|$)/, reader.world.home), state.cwd);
};

/** `print(os.environ['KEY'])`: an environment variable that is shown, not just used. */
const runPrint: Action = ({ args }, running) => {
  const { state, reader } = running;
  const origins = args.flatMap((arg) => (arg.ref === undefined ? arg.origins : []));
  for (const { kind, what } of atMost(origins, 64, reader))
    if (kind === 'variable' && isEveryday(running)) runAsCommand(['printenv', what], state, reader);
  if (args.some(isChosenEnvironment) && running.mentions(SECRET_NAME) && isEveryday(running))
    readSource('env | grep -i token', fork(state), reader);
};

/** `print(os.environ.items())` and what was taken from it. */
const isChosenEnvironment = ({ ref, origins }: Value): boolean =>
  origins.some(({ kind }) => kind === 'environment') &&
  (ref === undefined ||
    /^(?:Object\.|dict\(|JSON\.)|\.(?:filter|map|items|select|sort|slice)\(\)$/.test(ref));

/** A part of the name of a variable that holds a secret, by which code chooses what it prints. */
const SECRET_NAME =
  /^\W*(?:\w{1,12}\|)*_?(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|API_?KEY|PRIVATE_?KEY|KEY)S?\b/i;

const runKill: Action = ({ args }, running) => {
  const { state, reader, language, listsProcesses } = running;
  if (firstText(args[0]) === '-1' || firstText(args[1]) === '-1')
    runAsCommand(['kill', '-9', '-1'], state, reader);
  // Ruby and Perl name the signal first.
  const target = args[/^(ruby|perl)$/.test(language) ? 1 : 0];
  if (firstText(target) === '1') runAsCommand(['kill', '1'], state, reader);
  // `for line in check_output(['ps', '-A'])`, `for pid in os.listdir('/proc')`: any process.
  if (target && (target.origins.some(isProcessList) || /^\/proc\//.test(firstText(target))))
    runAsCommand(['killall', '-9', HOLE], state, reader);
  else if (target && listsProcesses && !target.texts && isFound(target) && isEveryday(running))
    runAsCommand(['killall', '-9', HOLE], state, reader);
  const parent = args.find(({ origins }) => origins.some(({ what }) => what === 'PPID'));
  if (parent) runAsCommand(['kill', ...wordsFor(parent)], state, reader);
};

/** A process that was found in a list, and not one that the code has started. */
const isFound = ({ ref = '' }: Value): boolean =>
  LISTS_PROCESSES.test(ref) || !/(?:Popen|spawn|fork|Process|exec\w*|run)\(\)/.test(ref);

/** Functions that list the processes of the machine. */
export const LISTS_PROCESSES =
  /^(?:psutil\.(?:process_iter|pids)|ps-node\.lookup|find-process|ps-list|systeminformation\.processes|Sys\.ProcTable\.ps|Proc\.ProcessTable\b.*|process\.Processes|ps\.Processes)\b/;

const isProcessList = ({ kind, what }: Origin) => kind === 'command' && what === 'ps';

/** The effect of each kind of call. */
const ACTIONS: Partial<Record<CallKind, Action>> = {
  shell: (call, running) =>
    runSource(call.args[0] ?? call.named.get('cmd') ?? call.named.get('command') ?? call.self, {
      ...running,
      state: stateOf(call, running),
    }),
  process: runProcess,
  words: runProcess,
  argv: runArgv,
  eval: runEval,
  module: runModule,
  rm: runDelete,
  'rm -r': runDelete,
  open: runOpen,
  cat: runOn,
  tee: runOn,
  chmod: runChmod,
  mv: runCopy,
  cp: runCopy,
  ln: runCopy,
  sql: runSql,
  fetch: runFetch,
  send: runSend,
  cd: runCd,
  print: runPrint,
  kill: runKill,
};

/** Calls that do what a command does, without starting one. */
function noteSpecial(call: Call, running: Running): void {
  const { callee, self, args } = call;
  const { state, reader } = running;
  keepStreamed(call, state);
  const place = placeFor(call, running);
  const found = serviceCommand(call, () => isEveryday(running), { place, mentions: running.mentions });
  const isKept = place !== IN_MEMORY || !/^(?:mongosh|redis-cli|curl)$/.test(found?.[0] ?? '');
  const service = found?.[0] === 'psql' ? statementCommand(found[2] ?? '', place) : isKept && found;
  if (service) runAsCommand(service, state, reader);
  if (/^Command\.new\(\)\.(?:status|spawn|output|exec)$/.test(callee) && self?.items)
    runProcess({ callee, self: undefined, args: self.items, named: new Map() }, running, 'process');
  if (/\.run_cell_magic$/.test(callee) && /^(?:ba|z)?sh$/.test(firstText(args[0])))
    runSource(args[2], running);
  if (/\.then$/.test(callee) && args[0]?.ref === 'eval' && self) noteHidden(self, running);
}
