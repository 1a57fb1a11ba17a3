// Runs the shell command that does the same as a call in another language.
import { word } from '../base/words.ts';
import { emptyCommand, type Reader, recordCommand, runCommand, type State } from '../state/state.ts';

/** Runs a command of these words. A name in parentheses, such as `(fork-bomb)`, is only recorded. */
export function runAsCommand(texts: readonly string[], state: State, reader: Reader): void {
  const home = reader.world.home;
  const words = texts.map((text) => word(text.replace(/^~(?=\/|$)/, home)));
  const command = {
    ...emptyCommand([], undefined, state),
    name: (texts[0] ?? '').replace(/^.*\//, '').toLowerCase(),
    words,
  };
  if (texts[0]?.startsWith('(')) recordCommand(command, reader);
  else runCommand(command, state, reader);
}
