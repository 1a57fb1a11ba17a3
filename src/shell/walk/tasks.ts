// Reads code that a command runs besides its words: tasks that a project defines (`npm run x`, `make`), code of the
// project, and files that options load (`node -r ./x.js`).
import { resolve } from '../base/paths.ts';
import { HOLE } from '../base/words.ts';
import { type Language, languageOfFile, readForeign } from '../foreign/index.ts';
import { hasKind, ofKind } from '../programs/args.ts';
import { argsOf, programOf } from '../programs/registry.ts';
import {
  atMost,
  fileFlow,
  fork,
  type Reader,
  readSource,
  recordCommand,
  type State,
} from '../state/state.ts';
import { findTasks, type TaskKind } from '../tasks/index.ts';
import type { ShellCommand } from '../types.ts';
import { scriptOf } from './shells.ts';

/** Tasks that run tasks: `npm run a` runs `npm run b`. */
const MAX_NESTED = 5;
const MAX_SOURCES = 100;

/** Reads the code in files that the command would run. The command itself is run as always. */
export function readTasks(command: ShellCommand, state: State, reader: Reader): undefined {
  const { tasks, traits, projectCode: ofProgram } = programOf(command);
  const projectCode = ofProgram ?? argsOf(command).spec.projectCode;
  if (tasks) readTaskFile(command, tasks, state, reader);
  if (projectCode)
    for (const folder of projectFolders(command, state, ofProgram === undefined))
      for (const file of projectCode.files.split(' ').flatMap((name) => filesNamed(name, folder, state)))
        readProjectCode(command, file, projectCode.language as Language, state, reader);
  if (traits?.includes('compiles'))
    for (const { text } of command.words.slice(1, 32))
      if (SOURCE.test(text)) readProjectCode(command, text, 'compiled', state, reader);
  for (const { text } of atMost(ofKind(argsOf(command), 'loads'), MAX_LOADED, reader))
    readLoaded(command, text, state, reader);
}

const MAX_LOADED = 16;

/** Endings that may be left out when a file is loaded: `require './x'` loads `x.js`. */
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.py', '.rb', '.lua', '.pm'];

/** Reads a file that an option loads. Code from the network is recorded, because nobody has read it. */
function readLoaded(command: ShellCommand, text: string, state: State, reader: Reader): void {
  const name = text.replace(/^auto_(?:pre|ap)pend_file=/, '');
  if (name.includes(HOLE) || name.includes('://')) return;
  for (const file of ENDINGS.map((ending) => name + ending)) {
    const path = resolve(file, command.cwd);
    const code = path ? state.files.get(path) : undefined;
    if (code?.origins.some(({ kind }) => kind === 'network')) recordCommand({ ...command, code }, reader);
    const language = languageOfFile(file);
    if (language) readProjectCode(command, file, language, state, reader);
  }
}

/** The path of a file in a folder. A pattern such as `*_test.go` stands for the matching files that this source has written. */
function filesNamed(name: string, folder: string, { files }: State): readonly string[] {
  const [before = '', after] = name.split('*');
  if (after === undefined) return [`${folder}/${name}`];
  const fits = (file: string) => file.startsWith(before) && file.endsWith(after);
  return [...files.keys()].filter(
    (path) => path.startsWith(`${folder}/`) && fits(path.slice(path.lastIndexOf('/') + 1)),
  );
}

/** A source file of a compiled language. */
const SOURCE = /\.(?:c|cc|cpp|cxx|c\+\+|rs|go|java|kt|cs|d|zig|swift|m)$/;

/**
 * The folders whose code a command runs: its working directory, operands that are folders into which this source has
 * written (`pip install $TMP`), and relative operands of a subcommand that takes folders (`go run ./cmd/x`). The latter
 * count only for subcommands, because the fast path looks only at the working directory, and both readers must agree.
 */
function projectFolders(command: ShellCommand, state: State, takesFolders: boolean): readonly string[] {
  const { operands } = argsOf(command);
  const isGiven = (text: string) => takesFolders && /^\.{1,2}(\/|$)/.test(text);
  const filled = operands
    .filter(({ text }) => isGiven(text) || isFilled(resolve(text, command.cwd), state))
    .flatMap(({ text }) => resolve(text, command.cwd) ?? []);
  const cwd = workingFolder(command);
  return [...(cwd === undefined ? [] : [cwd]), ...filled];
}

const isFilled = (folder: string | undefined, { files }: State) =>
  folder !== undefined && [...files.keys()].some((file) => file.startsWith(`${folder}/`));

/** The folder in which a command works, if an option such as `-C` does not name another. */
function workingFolder(command: ShellCommand): string | undefined {
  const folder = ofKind(argsOf(command), 'cwd')[0]?.text;
  return folder === undefined ? command.cwd : resolve(folder, command.cwd);
}

function readProjectCode(
  command: ShellCommand,
  file: string,
  language: Language,
  state: State,
  reader: Reader,
): void {
  const path = command.remote ? undefined : resolve(file, command.cwd);
  if (!path) return;
  const code = fileFlow(path, state, reader);
  if (code.text === undefined) return;
  const inner = fork(state, {
    via: [...command.via, command.name],
    cwd: command.cwd,
    script: scriptOf(code),
  });
  readForeign(language, code.text, inner, reader, state.files.has(path) ? 'written' : 'program');
}

/** The folder in which the task file is looked for. CMake takes it as an operand. */
const taskFolder = (command: ShellCommand, kind: TaskKind, [first]: readonly string[]) =>
  kind === 'cmakelists' && first !== undefined ? resolve(first, command.cwd) : workingFolder(command);

function readTaskFile(command: ShellCommand, kind: TaskKind, state: State, reader: Reader): void {
  if (command.remote || command.via.filter((name) => name === command.name).length >= MAX_NESTED) return;
  const args = argsOf(command);
  if (hasKind(args, 'dry') || hasKind(args, 'asks')) return;
  const operands = args.operands.map((w) => w.text);
  const cwd = taskFolder(command, kind, operands);
  if (!cwd || cwd.includes(HOLE) || operands.some((text) => text.includes(HOLE))) return;
  const root = reader.world.projectRoot;
  const named = ofKind(args, 'tasks')[0]?.text;
  // `curl … | make -f -`: the tasks come from the input.
  if (named === '-' && command.stdin) recordCommand({ ...command, code: command.stdin }, reader);
  const found = findTasks(kind, operands, {
    cwd,
    root,
    read: (path) => fileFlow(path, state, reader).text,
    ...(named !== undefined && { named: resolve(named, cwd) }),
  });
  if (!found) return;
  const inner = fork(state, {
    via: [...command.via, command.name],
    cwd: found.file.slice(0, found.file.lastIndexOf('/')),
    stdin: undefined,
    script: scriptOf(fileFlow(found.file, state, reader)),
  });
  for (const source of atMost(found.sources, MAX_SOURCES, reader)) readSource(source, fork(inner), reader);
}
