// Finds commands that run code which can't be seen before it runs, or which comes from the network.
import { fetchedCode, unseenCode } from '../base/unseen-code.ts';
import { HOLE } from '../base/words.ts';
import { ofKind } from '../programs/args.ts';
import { argsOf, hasTrait, isFilledByWrapper, programNamed } from '../programs/registry.ts';
import { printsShellSetup } from '../programs/shell-setup.ts';
import { CODE_VARIABLES } from '../programs/variables.ts';
import type { Effect, Flow, Origin, ShellCommand } from '../types.ts';

/** The part of a command line that is dropped before it is compared: the folder of an installed program, a shell around it. */
const INSTALLED = /^((ba|z|k)?sh )*(\/(usr|opt|home|Users|root|nix)\/(\S*\/)?s?bin\/(?=\w))?/;

export function codeEffects(command: ShellCommand): Effect[] {
  const code = command.code;
  if (command.assignments.some((a) => CODE_VARIABLES.test(a.name) && a.value.text !== ''))
    return [unseenCode(command)];
  if (runsAddress(command)) return [fetchedCode(command)];
  if (loadsLibrary(command)) return [unseenCode(command)];
  if (!code) return unknownName(command);
  const origins = code.origins;
  const text = code.text?.trim();
  const unknown = text === undefined || startsUnknown(text, command) || isVariable(text, command);
  if (origins.some((o) => o.kind === 'network') && (unknown || code.kind !== 'heredoc'))
    return [fetchedCode(command)];
  if (code.kind === 'file') return fromFile(command, origins);
  if (unknown && isShellSetup(command, origins)) return [];
  const hidden = code.kind === 'pipe' && command.name !== 'eval' && !isWrittenOut(command, code);
  if (unknown || hidden || isDecoded(command, code)) return [unseenCode(command)];
  return [];
}

/**
 * `echo 'print(1)' | python3`: the code is written out in the source. For a shell it counts as hidden, because the
 * command could have been written without the pipe.
 */
const isWrittenOut = (command: ShellCommand, { text, origins }: Flow) =>
  text !== undefined && !text.includes(HOLE) && origins.length === 0 && !hasTrait(command, 'shell');

/** `bash -c "$(base64 -d <<< …)"`: the code is known, but whoever reads the line can't read it. */
const isDecoded = (command: ShellCommand, { origins }: Flow) =>
  (hasTrait(command, 'shell') || command.name === 'eval') && origins.some((o) => o.kind === 'decoded');

/** With an unknown first word, it is unknown which command runs. `sed "s/a/$x/"` has one that is known. */
const startsUnknown = (text: string, command: ShellCommand) =>
  /^(s[^\w\s]|\/)/.test(text) && argsOf(command).spec.language === 'sed'
    ? false
    : (text.split(/\s/, 1)[0] ?? '').includes(HOLE);

/** `bash -c '$x'`: the whole code is a variable. A parameter such as `$1` is known if the words are. */
const isVariable = (text: string, { words }: ShellCommand) => {
  const name = /^"?\$\{?(\w+)\}?"?$/.exec(text)?.[1];
  return name !== undefined && (!/^\d+$/.test(name) || words.some((w) => w.text.includes(HOLE)));
};

const ADDRESS = /^((git\+)?https?:\/\/|(github|gitlab|bitbucket|gist):)/;

/** `deno run https://…`, `npx https://…`: runs a program from an address. */
function runsAddress(command: ShellCommand): boolean {
  const { words, via } = command;
  const runner = programNamed(via.at(-1) ?? '', command);
  const fetches = hasTrait(runner, 'fetches-and-runs') || hasTrait(runner, 'installs');
  if (fetches && ADDRESS.test(words[0]?.text ?? '')) return true;
  const runs = hasTrait(command, 'fetches-and-runs');
  if (!runs && !hasTrait(command, 'installs')) return false;
  const texts = words.slice(1).map((w) => w.text);
  if (texts.some((text) => /^--package=/.test(text) && ADDRESS.test(text.slice(10)))) return true;
  return runs && ADDRESS.test(texts.find((text) => !/^(-.*|run|dlx|install)$/.test(text)) ?? '');
}

const LIBRARY = /\.(so|dylib|dll)(\.[\d.]+)?$/;

/** `ssh-keygen -D ./lib.so`: runs the code of a library that is no part of the system. */
const loadsLibrary = (command: ShellCommand): boolean =>
  ofKind(argsOf(command), 'loads').some(
    ({ text }) => LIBRARY.test(text) && !/^\/(usr|lib\d*|opt|nix|System|Library)\//.test(text),
  );

const SOURCED = /^(source|\.|\w*sh)$/;

/** `source $x`, `bash "$script"`: runs a file whose name is unknown. */
function fromFile(command: ShellCommand, origins: readonly Origin[]): Effect[] {
  const shell = SOURCED.test(command.name) || isFilledByWrapper(command);
  return shell &&
    origins.some((o) => o.kind === 'file' && o.name.slice(o.name.lastIndexOf('/') + 1).includes(HOLE))
    ? [unseenCode(command)]
    : [];
}

/** `eval "$(brew shellenv)"`: evaluates the settings that a known program prints. */
function isShellSetup(command: ShellCommand, origins: readonly Origin[]): boolean {
  const plain =
    /^(eval|source|\.)$/.test(command.words[0]?.text ?? '') &&
    command.words.length === 2 &&
    // The output is evaluated alone, with no other text around it.
    (command.name !== 'eval' || command.words[1]?.text === HOLE) &&
    command.assignments.length === 0 &&
    command.redirects.length === 0 &&
    command.via.every((name) => /^(ba|z|k)?sh$/.test(name));
  return (
    plain &&
    origins.length > 0 &&
    origins.every((o) => o.kind === 'command' && printsShellSetup(o.name.replace(INSTALLED, '')))
  );
}

/** `$(pbpaste)`: whatever was copied last is the command. */
const isPrivate = ({ kind, name }: Origin, command: ShellCommand) =>
  kind === 'command' && hasTrait(programNamed(name.split(' ', 1)[0] ?? '', command), 'private-data');

/** `$x -rf /`: the program is unknown, but its arguments suggest harm. */
function unknownName(command: ShellCommand): Effect[] {
  if (command.name !== '') return [];
  // `$(curl …)`, `curl … | while read l; do $l; done`: the downloaded text is the command.
  const from = command.words[0]?.origins ?? [];
  if (from.some((o) => o.kind === 'network')) return [fetchedCode(command)];
  if (from.some((o) => o.kind === 'decoded' || isPrivate(o, command))) return [unseenCode(command)];
  // `xargs sh -c 'exec "$1"' _`: the input is the command.
  if (command.words[0]?.text === HOLE && isFilledByWrapper(command)) return [unseenCode(command)];
  if (command.words.length < 2) return [];
  const args = command.words.slice(1).map((w) => w.text);
  const forced =
    args.some((a) => /^-[a-z]*(rf|fr|Rf|fR)[a-z]*$/.test(a)) || (args.includes('-r') && args.includes('-f'));
  const precious = args.some((a) => /^(\/|\/\*|~|\/etc.*|\/usr.*|\/dev\/[sn].*|of=.*)$/.test(a));
  return forced || precious || args.some((a) => /^--?hard$|^--force$/.test(a)) ? [unseenCode(command)] : [];
}
