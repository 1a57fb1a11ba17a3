// Behaviours of programs whose output can be known without running them.
import { undoEscapes } from '../../base/escapes.ts';
import { resolve } from '../../base/paths.ts';
import { HOLE, joinOrigins } from '../../base/words.ts';
import { fileFlow, flow } from '../../state/state.ts';
import type { Flow, Origin, ShellCommand } from '../../types.ts';
import { firstValue, has } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';
import { argsOf } from '../registry.ts';

type Printer = NonNullable<Behaviour['prints']>;

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
    formatPrintf(
      undoEscapes(format.text),
      values.map((w) => w.text),
    ),
    originsOfWords(command),
  );
};

/** Formats like `printf`: the format is repeated until all values are used. */
function formatPrintf(format: string, values: readonly string[]): string {
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

/** Adds `cat` to the origins of unknown output, so that it is no longer trusted as the output of a known program. */
const piped = (input: Flow): Flow =>
  input.text === undefined && input.origins.some((o) => o.kind === 'command')
    ? { ...input, origins: [...input.origins, { kind: 'command', name: 'cat' }] }
    : input;

const cat: Printer = (command, state, reader) => {
  const files = rest(command).filter((w) => !/^-./.test(w.text));
  if (files.length === 0) return command.stdin ? piped(command.stdin) : flow(undefined);
  const flows = files.map((w) =>
    w.text === '-'
      ? (command.stdin ?? flow(undefined))
      : fileFlow(resolve(w.text, command.cwd) ?? w.text, state, reader),
  );
  const kind = flows.every((f) => f.kind === 'heredoc') ? 'heredoc' : 'pipe';
  return {
    origins: joinOrigins(...flows.map((f) => f.origins)),
    kind,
    get text() {
      return flows.every((f) => f.text !== undefined) ? flows.map((f) => f.text).join('') : undefined;
    },
  };
};

/** An encoded text can be decoded and read, so it counts as the source itself. */
function encode64({ words, stdin }: ShellCommand): Flow | undefined {
  const text = words.length === 1 ? stdin?.text : undefined;
  if (text === undefined || /[^\u0001-\u00ff]/.test(text)) return undefined;
  return flow(
    `${btoa(text).replace(/.{76}(?=.)/g, '$&\n')}\n`,
    joinOrigins(stdin?.origins, [{ kind: 'command', name: 'base64' }]),
  );
}

const decode64: Printer = (command, state, reader) => {
  if (!command.words.some((w) => /^(-d|-di|-D|--decode|-id)$/.test(w.text))) return encode64(command);
  const file = rest(command).find((w) => !w.text.startsWith('-'));
  const input = file
    ? cat({ ...command, words: [command.words[0] as never, file] }, state, reader)
    : command.stdin;
  const origins = joinOrigins(input?.origins, [{ kind: 'decoded', name: 'base64' }]);
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
  return flow(text, joinOrigins(command.stdin.origins, [{ kind: 'decoded', name: 'xxd' }]));
};

const reversed: Printer = (command) => {
  if (command.stdin?.text === undefined) return undefined;
  const text = command.stdin.text
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n');
  return flow(text, joinOrigins(command.stdin.origins, [{ kind: 'decoded', name: 'rev' }]));
};

const which: Printer = (command) => {
  const name = rest(command).find((w) => !w.text.startsWith('-'));
  return name && !/^(-t|-V)$/.test(command.words[1]?.text ?? '') ? flow(`${name.text}\n`) : undefined;
};

const lines = (text: string | undefined): Flow => flow(text === undefined ? undefined : `${text}\n`);

/** `mktemp -d -p dir x-XXX`: a new file in a known directory. */
const temporary: Printer = (command, _state, { world, stepsTaken }) => {
  const args = argsOf(command);
  const set = command.assignments.find((a) => a.name === 'TMPDIR')?.value.text;
  const usual = set ?? world.tmp?.[0] ?? '/tmp';
  const given = args.operands[0]?.text.replace(/XXX+/, `x${stepsTaken}`) ?? `tmp.x${stepsTaken}`;
  if (given.startsWith('/')) return lines(given);
  const dir = firstValue(args, '-p --tmpdir')?.text;
  const here = args.operands.length > 0 && !has(args, '-t -p --tmpdir');
  return lines(here ? given : `${dir ?? usual}/${given}`);
};

const listed: Printer = (command) => {
  const dirs = rest(command).filter((w) => !w.text.startsWith('-'));
  const origins: Origin[] = [{ kind: 'command', name: 'ls' }];
  // `ls *.tmp` prints the names that the glob matches.
  if (dirs.some((w) => w.glob))
    return dirs.every((w) => w.glob) ? flow(`${dirs.map((w) => w.text).join('\n')}\n`, origins) : undefined;
  // A name with an extension, and some others, may be a file rather than a directory.
  const printed = dirs.flatMap(({ text }) => [
    ...(/\.\w+$|\/(id_\w+|credentials)$/.test(text) ? [text] : []),
    `${text}/*`,
  ]);
  return flow(`${dirs.length === 0 ? '*' : printed.join('\n')}\n`, origins);
};

/** `grep -l x file` prints names of files, not their content. */
const searched: Printer = (command) => {
  const args = argsOf(command);
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
/** Characters that separate words, and the change between upper and lower case: such a text is still readable. */
const READABLE = /^(?:-[ds]+|(?:\\[nrt0]|\[:(?:space|blank|cntrl|upper|lower):\]|a-z|A-Z|[\s,;:|/._-])+|)$/;

/** `tr '\n' ' '` hides nothing. */
const blanksChanged: Printer = (command) =>
  rest(command).every((w) => READABLE.test(w.text)) ? flow(undefined, command.stdin?.origins) : undefined;

const itself: Printer = (command) => {
  const w = rest(command).findLast((x) => !x.text.startsWith('-'));
  return w ? lines(w.text) : undefined;
};

export const printers = {
  echoes: { prints: echo },
  printsFormatted: { prints: printf },
  concatenates: { prints: cat },
  printsInput: { prints: (command) => command.stdin },
  decodesBase64: { prints: decode64 },
  decodesHex: { prints: decodeHex },
  reversesLines: { prints: reversed },
  printsProgramPath: { prints: which },
  makesTemporaryFile: { prints: temporary },
  printsDirectory: { prints: (command) => lines(command.cwd) },
  printsUser: { prints: (_c, _s, { world }) => lines(world.home.slice(world.home.lastIndexOf('/') + 1)) },
  listsFiles: { prints: listed },
  printsMatchingFiles: { prints: searched },
  printsBaseName: { prints: basename },
  printsDirectoryName: { prints: dirname },
  printsOperand: { prints: itself },
  changesBlanks: { prints: blanksChanged },
  printsNothing: { prints: () => flow('') },
} satisfies Record<string, Behaviour>;
