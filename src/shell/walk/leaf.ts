// Runs a command that is no wrapper: its effects, the source inside it, the files it writes, and its output.

import { COMMAND_VARIABLES } from '../programs/variables.ts';
import { atMost, fork, type Reader, readSource, recordCommand, type State } from '../state/state.ts';
import type { Flow, ShellCommand } from '../types.ts';
import { embeddedSources } from './embedded-sources.ts';
import { outputOf } from './output.ts';
import { trackFiles } from './track-files.ts';

export function runLeaf(command: ShellCommand, state: State, reader: Reader): Flow {
  recordCommand(command, reader);
  readEmbeddedSources(command, state, reader);
  trackFiles(command, state, reader);
  return outputOf(command, state, reader);
}

const MAX_SOURCES = 16;

/** Reads the shell source in the options and variables of a command. */
export function readEmbeddedSources(command: ShellCommand, state: State, reader: Reader): void {
  const sources = atMost(embeddedSources(command), MAX_SOURCES, reader);
  if (sources.length === 0) return;
  const inner = fork(state, { via: [...command.via, command.name || '…'], stdin: undefined });
  // These variables would otherwise be read again for every command in that source, without end.
  for (const name of inner.vars.keys()) if (COMMAND_VARIABLES.test(name)) inner.vars.delete(name);
  for (const source of sources) readSource(source, fork(inner), reader);
}
