// Defines the functions of the source and calls them, in the sense of walk.ts.
import type { Function as FunctionNode } from 'unbash';
import { HOLE, word } from '../base/words.ts';
import { readCallOnce } from '../state/repeated-calls.ts';
import {
  emptyCommand,
  flow,
  fork,
  isTooDeep,
  type Reader,
  recordCommand,
  recordSourceEffect,
  restoreVariable,
  type State,
} from '../state/state.ts';
import { isForkBomb } from '../syntax/fork-bombs.ts';
import type { Flow, ShellCommand } from '../types.ts';

export function defineFunction(node: FunctionNode, state: State, reader: Reader): Flow {
  const name = node.name.value;
  state.functions.set(name, node);
  // The shell calls this function for every command that it does not find.
  if (/^command_not_found_handler?$/.test(name)) callFunction(node, fork(state), reader);
  if (isForkBomb(name, state.functions)) recordSourceEffect('fork-bomb', state, reader);
  // `db.dropDatabase()` in a shell is parsed as a function without a body; it is meant for a database.
  if (node.body.type === 'CompoundList' && node.body.commands.length === 0)
    recordCommand(bareCall(name, state), reader);
  return flow('');
}

const bareCall = (name: string, state: State): ShellCommand => ({
  ...emptyCommand([], undefined, state),
  name: `${name}()`.toLowerCase(),
  words: [word(`${name}()`)],
});

export function callFunction(node: FunctionNode, state: State, reader: Reader): Flow {
  reader.callStack ??= [];
  reader.callStack.push(node);
  const out =
    isTooDeep(state, reader) || descendsBlindly(node, state, reader)
      ? flow(undefined)
      : readCallOnce(node, state, reader, () => walkBody(node, state, reader));
  reader.callStack.pop();
  return out;
}

/** How often a function may call itself with a path that is not known. */
const MAX_BLIND_CALLS = 4;

/**
 * `walk() { for f in "$1"/*; do walk "$f"; done; }`: the function descends into folders that can't be seen, and would do
 * the same on every level.
 */
const descendsBlindly = (node: FunctionNode, { positional }: State, { callStack }: Reader) =>
  positional.some(({ text, glob }) => glob || text.includes('*') || text.includes(HOLE)) &&
  (callStack ?? []).filter((called) => called === node).length > MAX_BLIND_CALLS;

function walkBody({ body }: FunctionNode, state: State, reader: Reader): Flow {
  state.depth++;
  const outer = state.locals;
  state.locals = new Map();
  const out = reader.walk.body(body, state, reader);
  state.depth--;
  for (const [name, value] of state.locals) restoreVariable(name, value, state);
  state.locals = outer;
  return out;
}
