import { word } from '../base/words.ts';
import { nameless, type Reader, remember, runCommand, type State } from '../state/state.ts';

/** Runs the shell command a call is like. */
export function synth(texts: readonly string[], state: State, reader: Reader): void {
  const home = reader.world.home;
  const words = texts.map((text) => word(text.replace(/^~(?=\/|$)/, home)));
  const command = {
    ...nameless([], undefined, state),
    name: (texts[0] ?? '').replace(/^.*\//, '').toLowerCase(),
    words,
  };
  if (texts[0]?.startsWith('(')) remember(command, reader);
  else runCommand(command, state, reader);
}
