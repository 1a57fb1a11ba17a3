import { accessesOf } from './access.ts';
import { firstValue, has, readArgs } from './args.ts';
import { fileFlow } from './redirects.ts';
import { flow, type Reader, type State } from './state.ts';
import type { Flow, Origin, ShellCommand, Surroundings } from './types.ts';
import { HOLE, joinOrigins, oneOf, show } from './words.ts';

/** What a command prints, where that can be told, and where it has it from. */
export function outputOf(command: ShellCommand, state: State, reader: Reader): Flow {
  const own = Object.hasOwn(PRINTERS, command.name) ? PRINTERS[command.name] : undefined;
  const printed = own?.(command, state, reader);
  if (printed) return printed;
  return flow(undefined, joinOrigins(originsOf(command, reader.world), command.stdin?.origins));
}

const FETCHERS =
  'curl wget wget2 http https xh xhs aria2c fetch lynx w3m links elinks nc ncat netcat socat telnet ftp tftp sftp lftp scp grpcurl websocat httpie curlie hurl iwr irm invoke-webrequest invoke-restmethod gsutil ipfs axel dig nslookup rclone';
const DECODERS =
  'base64 base32 base58 basenc xxd openssl gpg uudecode gunzip zcat bzcat xzcat gzip bzip2 xz zstd rev tr tac hexdump od unrar unzip tar 7z';
const ENVIRONMENT = /^(env|printenv|export|set|declare|typeset|compgen)$/;

function originsOf(command: ShellCommand, world: Surroundings): Origin[] {
  const origins: Origin[] = [];
  const text = show(command.words.map((w) => w.text).join(' ')).slice(0, 120);
  if (oneOf(FETCHERS, command.name)) origins.push({ kind: 'network', what: text });
  if (oneOf(DECODERS, command.name)) origins.push({ kind: 'decoded', what: text });
  if (ENVIRONMENT.test(command.name) && command.words.length < 3) {
    const given = command.words[1]?.text ?? '';
    if (command.name === 'printenv' && given) origins.push({ kind: 'variable', what: given });
    else if (!/^(-i|--ignore-environment)$/.test(given)) origins.push({ kind: 'environment', what: text });
  }
  for (const access of accessesOf(command, world)) {
    if (access.how === 'read' && access.target.path) origins.push({ kind: 'file', what: access.target.path });
  }
  // Unknown holes stay visible to those who recognise well-known commands by their text.
  const raw = [
    ...command.assignments.map((a) => `${a.name}=${a.value.text}`),
    ...command.via,
    ...command.words.map((w) => w.text),
  ]
    .join(' ')
    .slice(0, 120);
  if (origins.length === 0) origins.push({ kind: 'command', what: raw });
  return origins;
}

type Printer = (command: ShellCommand, state: State, reader: Reader) => Flow | undefined;

const rest = (command: ShellCommand) => command.words.slice(1);
const originsOfWords = (command: ShellCommand) => joinOrigins(...command.words.map((w) => w.origins));

const echo: Printer = (command) => {
  const words = rest(command);
  const interpret = words.some((w) => /^-n?e/.test(w.text));
  const text = words
    .filter((w) => !/^-[neE]+$/.test(w.text))
    .map((w) => w.text)
    .join(' ');
  return flow(`${interpret ? undoEscapes(text) : text}\n`, originsOfWords(command));
};

const printf: Printer = (command) => {
  const [format, ...values] = rest(command).filter((w, i) => !(i === 0 && w.text === '--'));
  if (!format) return flow('');
  return flow(
    format_(
      undoEscapes(format.text),
      values.map((w) => w.text),
    ),
    originsOfWords(command),
  );
};

/** `printf`: the format is used again until all values are taken. */
function format_(format: string, values: readonly string[]): string {
  const queue = [...values];
  let out = '';
  do {
    const before = queue.length;
    out += format.replace(/%(-?\d*\.?\d*)([sdiqbcxo%])/g, (_, width: string, kind) => {
      if (kind === '%') return '%';
      const cut = kind === 's' ? /\.(\d*)/.exec(width)?.[1] : undefined;
      const value = (queue.shift() ?? '').slice(0, cut === undefined ? undefined : Number(cut));
      return kind === 'b' ? undoEscapes(value) : kind === 'c' ? value.slice(0, 1) : value;
    });
    if (queue.length === before) break;
  } while (queue.length > 0 && out.length < 100_000);
  return out;
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
};

export function undoEscapes(text: string): string {
  return text.replace(
    /\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|0?[0-7]{1,3}|[ntrabefv\\])/g,
    (all, code: string) => {
      if (/^[xuU]/.test(code)) return character(Number.parseInt(code.slice(1), 16)) ?? all;
      return ESCAPES[code] ?? character(Number.parseInt(code, 8)) ?? all;
    },
  );
}

const character = (n: number) => (n > 0 && n <= 0x10ffff ? String.fromCodePoint(n) : undefined);

/** Settings that went through another program are no longer just those of the first. */
const piped = (input: Flow): Flow =>
  input.text === undefined && input.origins.some((o) => o.kind === 'command')
    ? { ...input, origins: [...input.origins, { kind: 'command', what: 'cat' }] }
    : input;

const cat: Printer = (command, state, reader) => {
  const files = rest(command).filter((w) => !/^-./.test(w.text));
  if (files.length === 0) return command.stdin ? piped(command.stdin) : flow(undefined);
  const flows = files.map((w) => {
    if (w.text === '-') return command.stdin ?? flow(undefined);
    const path = accessesOf({ ...command, words: [command.words[0] as never, w] }, reader.world)[0]?.target
      .path;
    return fileFlow(path ?? w.text, state, reader);
  });
  const by = flows.every((f) => f.by === 'heredoc') ? 'heredoc' : 'pipe';
  return {
    origins: joinOrigins(...flows.map((f) => f.origins)),
    by,
    get text() {
      return flows.every((f) => f.text !== undefined) ? flows.map((f) => f.text).join('') : undefined;
    },
  };
};

const decode64: Printer = (command, state, reader) => {
  if (!command.words.some((w) => /^(-d|-di|-D|--decode|-id)$/.test(w.text))) return undefined;
  const file = rest(command).find((w) => !w.text.startsWith('-'));
  const input = file
    ? cat({ ...command, words: [command.words[0] as never, file] }, state, reader)
    : command.stdin;
  const origins = joinOrigins(input?.origins, [{ kind: 'decoded', what: 'base64' }]);
  if (input?.text === undefined || input.text.includes(HOLE)) return flow(undefined, origins);
  try {
    return flow(atob(input.text.replace(/\s+/g, '')), origins);
  } catch {
    return flow(undefined, origins);
  }
};

const decodeHex: Printer = (command) => {
  if (!command.words.some((w) => /^-(r|rp|pr|r\s*-p)$|^-r/.test(w.text)) || command.stdin?.text === undefined)
    return undefined;
  const hex = command.stdin.text.replace(/[^0-9a-fA-F]/g, '');
  const text = hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  return flow(text, joinOrigins(command.stdin.origins, [{ kind: 'decoded', what: 'xxd' }]));
};

const reversed: Printer = (command) => {
  if (command.stdin?.text === undefined) return undefined;
  const text = command.stdin.text
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n');
  return flow(text, joinOrigins(command.stdin.origins, [{ kind: 'decoded', what: 'rev' }]));
};

const which: Printer = (command) => {
  const name = rest(command).find((w) => !w.text.startsWith('-'));
  return name && !/^(-t|-V)$/.test(command.words[1]?.text ?? '') ? flow(`${name.text}\n`) : undefined;
};

const lines = (text: string | undefined): Flow => flow(text === undefined ? undefined : `${text}\n`);

/** `mktemp -d -p dir x-XXX`: a new name, in one place. */
const temporary: Printer = (command, _state, { world, steps }) => {
  const args = readArgs(rest(command), { values: '-p --suffix' });
  const set = command.assignments.find((a) => a.name === 'TMPDIR')?.value.text;
  const usual = set ?? world.tmp?.[0] ?? '/tmp';
  const given = args.operands[0]?.text.replace(/XXX+/, `x${steps}`) ?? `tmp.x${steps}`;
  if (given.startsWith('/')) return lines(given);
  const dir = firstValue(args, '-p --tmpdir')?.text;
  const here = args.operands.length > 0 && !has(args, '-t -p --tmpdir');
  return lines(here ? given : `${dir ?? usual}/${given}`);
};

const git: Printer = (command, _state, reader) => {
  const text = command.words.map((w) => w.text).join(' ');
  if (/rev-parse .*--show-toplevel/.test(text)) return lines(reader.world.projectRoot ?? reader.world.cwd);
  if (/ ls-files(?!.* (-\w*[odi]|--others|--deleted|--ignored))/.test(text)) return flow('*\n');
  if (/ (ls-files|diff .*--name-only)/.test(text)) return flow(`./${HOLE}\n`);
  return undefined;
};

const listed: Printer = (command) => {
  const dirs = rest(command).filter((w) => !w.text.startsWith('-'));
  const origins: Origin[] = [{ kind: 'command', what: 'ls' }];
  // `ls *.tmp` prints the names the glob stands for.
  if (dirs.some((w) => w.glob))
    return dirs.every((w) => w.glob) ? flow(`${dirs.map((w) => w.text).join('\n')}\n`, origins) : undefined;
  // What has a dot in its name may be a file as well, and some are without.
  const printed = dirs.flatMap(({ text }) => [
    ...(/\.\w+$|\/(id_\w+|credentials)$/.test(text) ? [text] : []),
    `${text}/*`,
  ]);
  return flow(`${dirs.length === 0 ? '*' : printed.join('\n')}\n`, origins);
};

/** `grep -l x file`: the names of files, not what is in them. */
const searched: Printer = (command) => {
  const args = readArgs(rest(command), { values: '-e -f --regexp --file -A -B -C -m --include --exclude' });
  if (!has(args, '-l -L --files-with-matches --files-without-match')) return undefined;
  const files = has(args, '-e --regexp -f --file') ? args.operands : args.operands.slice(1);
  return files.some((w) => /\.\w+$/.test(w.text))
    ? flow(`${files.map((w) => w.text).join('\n')}\n`, [])
    : undefined;
};

const basename: Printer = (command) => {
  const w = rest(command)[0];
  return w && !w.text.includes(HOLE) ? lines(w.text.replace(/\/+$/, '').split('/').at(-1)) : undefined;
};
const dirname: Printer = (command) => {
  const w = rest(command)[0];
  return w && !w.text.includes(HOLE)
    ? lines(w.text.includes('/') ? w.text.replace(/\/[^/]*\/?$/, '') || '/' : '.')
    : undefined;
};
const itself: Printer = (command) => {
  const w = rest(command).findLast((x) => !x.text.startsWith('-'));
  return w ? lines(w.text) : undefined;
};

const PRINTERS: Record<string, Printer> = {
  echo,
  printf,
  cat,
  tee: (command) => command.stdin,
  base64: decode64,
  xxd: decodeHex,
  rev: reversed,
  which,
  type: which,
  command: which,
  mktemp: temporary,
  pwd: (command) => lines(command.cwd),
  whoami: (_c, _s, { world }) => lines(world.home.slice(world.home.lastIndexOf('/') + 1)),
  git,
  ls: listed,
  grep: searched,
  basename,
  dirname,
  realpath: itself,
  readlink: itself,
  true: () => flow('', [{ kind: 'command', what: 'true' }]),
  ':': () => flow(''),
  wait: () => flow(''),
};
