// The behaviour of the mongo shell, which runs JavaScript.
import { readForeign } from '../../foreign/index.ts';
import { type Runner, stateInside } from '../../state/inner.ts';
import { ofKind } from '../args.ts';
import { argsOf } from '../registry.ts';

const mongo: Runner = (command, state, reader) => {
  for (const w of ofKind(argsOf(command), 'sql'))
    if (w.text.includes('child_process')) readForeign('node', w.text, stateInside(command, state), reader);
  return undefined;
};

export const runsJavaScript = { runs: mongo };
