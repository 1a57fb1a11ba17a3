// Runs the shell command that does the same as a call in another language.
import { word } from '../base/words.ts';
import { emptyCommand, type Reader, runCommand, type State } from '../state/state.ts';
import type { Word } from '../types.ts';

export function runAsCommand(given: readonly (string | Word)[], state: State, reader: Reader): void {
  const home = reader.world.home;
  const words = given
    .map((part) => (typeof part === 'string' ? word(part) : part))
    .map((w) => ({ ...w, text: w.text.replace(/^~(?=\/|$)/, home) }));
  const name = words[0]?.text ?? '';
  const command = {
    ...emptyCommand([], undefined, state),
    name: name.replace(/^.*\//, '').toLowerCase(),
    words,
  };
  runCommand(command, state, reader);
}
