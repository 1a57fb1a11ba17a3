// Runs shells (`bash -c`, `bash file`, `… | bash`) and `source`: their code is read like the source itself.
import { resolve } from '../base/paths.ts';
import { HOLE } from '../base/words.ts';
import { hasTrait } from '../programs/registry.ts';
import {
  fileFlow,
  fork,
  type Reader,
  readSource,
  recordCommand,
  type State,
  scalar,
} from '../state/state.ts';
import type { Flow, ShellCommand, Word } from '../types.ts';
import { readEmbeddedSources, runLeaf } from './leaf.ts';

/** How a shell was called: which code it runs, with which parameters. */
interface Call {
  code: Word | undefined;
  file: Word | undefined;
  rest: readonly Word[];
  /** The shell runs no code: it prints its help or version, or only checks the syntax. */
  runsNothing: boolean;
}

/** Runs a shell: reads the code that it is given. */
export function runShell(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  if (!hasTrait(command, 'shell')) return undefined;
  readEmbeddedSources(command, state, reader);
  const call = readCall(command.words.slice(1));
  const start = startup(command);
  if (start) readStartup(command, start, state, reader);
  if (call.runsNothing) return runLeaf(command, state, reader);
  if (call.code) return runCode(command, call.code.text, call.rest, call.code, state, reader);
  const input = call.file
    ? fileFlow(resolve(call.file.text, command.cwd) ?? call.file.text, state, reader)
    : command.stdin;
  // The code is recorded with the command, because policies judge where it came from.
  recordCommand({ ...command, code: input }, reader);
  if (input?.text === undefined) return unknownFlow;
  noteLength(input.text, reader);
  const inside = inner(command, call.rest, state);
  if (input.kind !== 'file') return readSource(input.text, inside, reader);
  inside.script = scriptOf(input);
  return readScriptOnce(`${inside.script}\n${call.rest.map((w) => w.text).join('\n')}`, reader, () =>
    readSource(input.text as string, inside, reader),
  );
}

/** Bounds scripts that run themselves: such a script is read a second time only with other parameters, and never a third time. */
function readScriptOnce(script: string, reader: Reader, read: () => Flow): Flow {
  reader.scriptStack ??= [];
  const path = script.slice(0, script.indexOf('\n') + 1);
  const running = reader.scriptStack.filter((entry) => entry.startsWith(path));
  if (running.length > 1 || running.includes(script)) return unknownFlow;
  reader.scriptStack.push(script);
  const out = read();
  reader.scriptStack.pop();
  return out;
}

/** The longest script that is read to its end. */
const MAX_SCRIPT = 200_000;

function noteLength(text: string, reader: Reader): void {
  if (text.length > MAX_SCRIPT) reader.notes.add('code-too-long');
}

/** `bash --rcfile x -i`, `ENV=x sh -i`: a file that an interactive shell runs first. */
function startup({ words, assignments }: ShellCommand): Word | undefined {
  if (!words.some((w) => /^-[a-z]*i[a-z]*$/.test(w.text))) return undefined;
  const at = words.findIndex((w) => /^--(rcfile|init-file)$/.test(w.text));
  return at > 0 ? words[at + 1] : assignments.find((a) => a.name === 'ENV' && a.value.text !== '')?.value;
}

function readStartup(command: ShellCommand, file: Word, state: State, reader: Reader): void {
  const input = fileFlow(resolve(file.text, command.cwd) ?? file.text, state, reader);
  if (input.text === undefined) recordCommand({ ...command, code: { ...input, kind: 'heredoc' } }, reader);
  else readSource(input.text, inner(command, [], state), reader);
}

const unknownFlow: Flow = { text: undefined, origins: [], kind: 'pipe' };

function runCode(
  command: ShellCommand,
  text: string,
  words: readonly Word[],
  code: Word,
  state: State,
  reader: Reader,
): Flow {
  recordCommand({ ...command, code: { text, origins: code.origins, kind: 'heredoc' } }, reader);
  const inside = inner(command, words.slice(1), state);
  // `bash -c '$0 -rf /' rm`: the first word after the code is `$0`.
  if (words[0]) inside.vars.set('0', scalar(words[0]));
  return readSource(text, inside, reader);
}

function inner(command: ShellCommand, positional: readonly Word[], state: State): State {
  return fork(state, {
    positional,
    stdin: command.stdin,
    via: [...command.via, command.name],
    remote: command.remote,
    cwd: command.cwd,
  });
}

/** The options of a shell that concern its code. */
interface ShellOptions {
  code: boolean;
  stdin: boolean;
  /** `bash -n`: checks the syntax and runs nothing. */
  syntaxOnly: boolean;
}

function readCall(words: readonly Word[]): Call {
  const options: ShellOptions = { code: false, stdin: false, syntaxOnly: false };
  let i = 0;
  for (; i < words.length; i++) {
    const text = (words[i] as Word).text;
    if (text === '--' || text === '-' || !/^[-+]./.test(text)) break;
    if (/^--(help|version)$/.test(text))
      return { code: undefined, file: undefined, rest: [], runsNothing: true };
    if (readOption(text, words[i + 1], options)) i++;
  }
  const dashes = /^--?$/.test(words[i]?.text ?? '') ? 1 : 0;
  const call = callOf(words.slice(i + dashes), options.code, options.stdin);
  return options.syntaxOnly ? { ...call, runsNothing: true } : call;
}

/** Notes an option. True if the next word is its value. */
function readOption(text: string, next: Word | undefined, options: ShellOptions): boolean {
  if (text === '--command') options.code = true;
  if (text.startsWith('--')) return /^--(rcfile|init-file|init-command)$/.test(text);
  // `-onotify`: the text after the `o` is the name of a setting, not more letters.
  const letters = text.replace(/o.*/i, '');
  if (letters.includes('n') || isNoexec(text, next)) options.syntaxOnly = text.startsWith('-');
  if (/^-\w*c/.test(letters)) options.code = true;
  if (/^-\w*s/.test(letters)) options.stdin = true;
  return /^[-+]\w*[oO]$/.test(text);
}

const isNoexec = (text: string, next: Word | undefined) => /o$/.test(text) && next?.text === 'noexec';

function callOf(rest: readonly Word[], code: boolean, stdin: boolean): Call {
  if (code) return { code: rest[0], file: undefined, rest: rest.slice(1), runsNothing: rest.length === 0 };
  const file = stdin || rest[0]?.text === '/dev/stdin' ? undefined : rest[0];
  return { code: undefined, file, rest: file ? rest.slice(1) : rest, runsNothing: false };
}

/** `source file`: runs the file in this shell, so its changes stay. */
export function runSourced(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  const words = command.words.slice(command.words[1]?.text === '-p' ? 3 : 1);
  const file = words.find((w) => w.text !== '--');
  if (!file) return undefined;
  const input =
    file.text === '/dev/stdin'
      ? command.stdin
      : fileFlow(resolve(file.text, command.cwd) ?? file.text, state, reader);
  recordCommand({ ...command, code: input }, reader);
  if (input?.text === undefined || file.text.includes(HOLE)) return unknownFlow;
  noteLength(input.text, reader);
  const before = state.script;
  state.script = scriptOf(input) ?? before;
  const out = readSource(input.text, state, reader);
  state.script = before;
  return out;
}

export const scriptOf = (input: Flow) =>
  input.kind === 'file' ? input.origins.find((o) => o.kind === 'file')?.name : undefined;
