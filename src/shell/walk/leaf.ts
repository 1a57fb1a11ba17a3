// Follows a command that runs no other command: its effects, the source inside it, the files it writes, and its output.

import { resolve } from '../base/paths.ts';
import { joinOrigins } from '../base/words.ts';
import { commandsInText, isInputRead } from '../effects/unknown-program.ts';
import { ofKind } from '../programs/args.ts';
import { argsOf, hasTrait, programOf } from '../programs/registry.ts';
import { COMMAND_VARIABLES } from '../programs/variables.ts';
import { atMost, fork, type Reader, readSource, recordCommand, type State } from '../state/state.ts';
import type { Flow, ShellCommand } from '../types.ts';
import { embeddedSources } from './embedded-sources.ts';
import { outputOf } from './output.ts';
import { trackFiles } from './track-files.ts';

export function runLeaf(command: ShellCommand, state: State, reader: Reader): Flow {
  recordCommand(withManifest(withFileOrigins(command, state), state), reader);
  readEmbeddedSources(command, state, reader);
  trackFiles(command, state, reader);
  return outputOf(command, state, reader);
}

/** `pg_dump app > x; curl -T x …`: a word that names a file gets the origins of the content that this source has written to it. */
function withFileOrigins(command: ShellCommand, state: State): ShellCommand {
  if (state.files.size === 0 || !hasTrait(command, 'sends')) return command;
  const words = command.words.map((w, i) => {
    const path = i === 0 ? undefined : resolve(w.text.replace(/^[^/]*[=@<]|;.*$/g, ''), command.cwd);
    const origins = (path && state.files.get(path)?.origins) || [];
    return origins.length > 0 ? { ...w, origins: joinOrigins(w.origins, origins) } : w;
  });
  return { ...command, words };
}

/** `kubectl apply -f x.yaml`: a manifest that this source has written is read like one on the input. */
function withManifest(command: ShellCommand, { files }: State): ShellCommand {
  if (files.size === 0 || !programOf(command).behaviours?.includes('readsManifest')) return command;
  const given = command.words.flatMap(
    (w) => files.get(resolve(w.text.replace(/^-.*=/, ''), command.cwd) ?? '') ?? [],
  );
  return given[0] ? { ...command, stdin: given[0] } : command;
}

const MAX_SOURCES = 16;

/** Reads the shell source in the options and variables of a command. */
export function readEmbeddedSources(command: ShellCommand, state: State, reader: Reader): void {
  const sources = atMost(
    [...embeddedSources(command), ...textsForProgram(command, state)],
    MAX_SOURCES,
    reader,
  );
  if (sources.length === 0) return;
  const inner = fork(state, { via: [...command.via, command.name || '…'], stdin: undefined });
  // These variables would otherwise be read again for every command in that source, without end.
  for (const name of inner.vars.keys()) if (COMMAND_VARIABLES.test(name)) inner.vars.delete(name);
  for (const source of sources) readSource(source, fork(inner), reader);
}

/** Commands in the input of an unknown program, or in files that this source has written and the program now loads. */
function textsForProgram(command: ShellCommand, state: State): string[] {
  const unread = !isInputRead(command);
  if (!unread && state.files.size === 0) return [];
  const files = state.files.size === 0 ? [] : givenFiles(command, unread, state);
  return [unread ? command.stdin?.text : undefined, ...files].flatMap(commandsInText);
}

/** The texts of files that this source has written and now passes to a program, by name or by folder: `run-parts /tmp/jobs`. */
function givenFiles(command: ShellCommand, unread: boolean, { files }: State): (string | undefined)[] {
  const { cwd, words, assignments } = command;
  const given = unread
    ? [...words.slice(1), ...assignments.map(({ value }) => value)]
    : ofKind(argsOf(command), 'loads', 'login');
  const paths = given.flatMap((w) => resolve(w.text.replace(/^-{0,2}[\w-]*[=@:]/, ''), cwd) ?? []);
  const isGiven = (path: string) =>
    paths.some((folder) => path === folder || (unread && path.startsWith(`${folder}/`) && !PROSE.test(path)));
  return [...files].filter(([path]) => isGiven(path)).map(([, { text }]) => text);
}

/** Documents: commands in their text are only mentioned. */
const PROSE = /\.(md|txt|rst|adoc|html?|css|csv|log)$/i;
