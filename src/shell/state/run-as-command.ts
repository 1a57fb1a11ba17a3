// Runs the shell command that does the same as a call in another language: from here on it is judged like a command that
// was typed. All actions and all dialects of `foreign/` end here, or in `readSource` if they have shell source.
import { word } from '../base/words.ts';
import type { Word } from '../types.ts';
import { emptyCommand, type Reader, runCommand, type State } from './state.ts';

/** The words are the command and its arguments. `~` stands for the home directory, as in a shell. */
export function runAsCommand(parts: readonly (string | Word)[], state: State, reader: Reader): void {
  const home = reader.world.home;
  const words = parts
    .map((part) => (typeof part === 'string' ? word(part) : part))
    .map((part) => ({ ...part, text: part.text.replace(/^~(?=\/|$)/, home) }));
  const name = words[0]?.text ?? '';
  const command = {
    ...emptyCommand([], undefined, state),
    name: name.replace(/^.*\//, '').toLowerCase(),
    words,
  };
  runCommand(command, state, reader);
}
