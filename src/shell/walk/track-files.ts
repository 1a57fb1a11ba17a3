// Tracks the content of files that a command writes, because the same source may run them afterwards.
import { ofKind } from '../programs/args.ts';
import { forgetDeleted, keepCopied, keepFetched } from '../programs/behaviours/file-contents.ts';
import { behavioursOf } from '../programs/behaviours-of.ts';
import { filesOf } from '../programs/files.ts';
import { argsOf, hasTrait, programOf } from '../programs/registry.ts';
import { flow, type Reader, type State } from '../state/state.ts';
import type { ShellCommand } from '../types.ts';
import { rawText } from './output.ts';

export function trackFiles(command: ShellCommand, state: State, reader: Reader): void {
  const { operands } = programOf(command);
  const copies = operands === 'copies' || operands === 'moves';
  const fetches = hasTrait(command, 'saves') && (!copies || isFromHost(command));
  const behaviours = behavioursOf(command).filter((behaviour) => behaviour.tracksFiles);
  if (hasTrait(command, 'private-data')) keepPrivate(command, state, reader);
  if (!fetches && !copies && operands !== 'deletes' && behaviours.length === 0) return;
  const args = argsOf(command);
  const files = filesOf(command, reader.world);
  if (fetches) keepFetched(command, files, ofKind(args, 'into')[0]?.text, state);
  if (copies) keepCopied(command, files, state);
  if (operands === 'deletes') forgetDeleted(files, state);
  for (const behaviour of behaviours) behaviour.tracksFiles?.(command, args, files, state);
  feedSubstitutions(
    files.flatMap(({ kind, target: { path } }) => (kind === 'write' && path ? path : [])),
    state,
    reader,
  );
}

/** `screencapture x.png`: the content of the file is private. */
function keepPrivate(command: ShellCommand, state: State, reader: Reader): void {
  for (const { kind, target } of filesOf(command, reader.world))
    if (kind === 'write' && target.path)
      state.files.set(target.path, flow(undefined, [{ kind: 'command', name: rawText(command) }]));
}

const isFromHost = ({ words }: ShellCommand) => words.slice(1, -1).some((w) => /^[\w.@-]+:/.test(w.text));

/** `tee >(sh)`: runs the script of the substitution with what is written to it. */
function feedSubstitutions(paths: readonly string[], state: State, reader: Reader): void {
  for (const path of paths) {
    const content = state.files.get(path);
    if (content) reader.outputSubstitutions?.get(path)?.(content);
  }
}
