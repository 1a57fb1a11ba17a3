// Walks through the syntax tree as the shell would: lists, pipelines, conditions, loops, functions. Nothing is executed:
// in this folder, to "run" a command means to work out what it would do.
import type {
  AndOr,
  ArithmeticFor,
  Case,
  Coproc,
  For,
  Function as FunctionNode,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Select,
  Statement,
  While,
} from 'unbash';
import { HOLE, joinOrigins, unknownWord, word } from '../base/words.ts';
import { markMaybeDefined, mergeAfterOr, mergeBranches } from '../state/branches.ts';
import { readCallOnce } from '../state/repeated-calls.ts';
import {
  atMost,
  emptyCommand,
  flow,
  fork,
  isTooDeep,
  knownInput,
  type Reader,
  recordCommand,
  recordSourceEffect,
  restoreVariable,
  type State,
  scalar,
  takeStep,
} from '../state/state.ts';
import { isFillLoop } from '../syntax/fill-loops.ts';
import { isForkBomb, isForkLoop } from '../syntax/fork-bombs.ts';
import { parse } from '../syntax/parser.ts';
import type { Flow, Origin, ShellCommand } from '../types.ts';
import { expandOne, expandWord } from './expand.ts';
import { readSession } from './interpreters.ts';
import { applyRedirects, bindDescriptors, readRedirects } from './redirects.ts';
import { runSimple } from './run.ts';
import { visitNested } from './substitute.ts';

const MAX_SOURCE = 200_000;
const MAX_ITEMS = 48;

/** Reads shell source; returns what it would print. */
export function readSource(source: string, state: State, reader: Reader): Flow {
  if (isTooDeep(state, reader)) return flow(undefined);
  if (source.length > MAX_SOURCE) reader.notes.add('too-long');
  if (state.depth === 0) readSession(source, state, reader);
  return readScript(parse(source.slice(0, MAX_SOURCE)), state, reader);
}

export function readScript(script: ParsedScript, state: State, reader: Reader): Flow {
  if (script.errors?.length) reader.notes.add('parse-error');
  const depth = state.depth++;
  const out = walkStatements(script.commands, state, reader);
  state.depth = depth;
  return out;
}

function walkStatements(statements: readonly Statement[], state: State, reader: Reader): Flow {
  const outs = statements.map((statement) => {
    const before = state.background;
    state.background = before || statement.background === true;
    const out = walkAndOr(statement.command, state, reader);
    state.background = before;
    return out;
  });
  return joinFlows(outs);
}

function joinFlows(outs: readonly Flow[]): Flow {
  if (outs.length === 1) return outs[0] as Flow;
  const known = outs.every((o) => o.text !== undefined);
  const text = known ? outs.map((o) => o.text).join('') : undefined;
  const by = outs.length > 0 && outs.every((o) => o.by === 'heredoc' || o.text === '') ? 'heredoc' : 'pipe';
  return flow(text, joinOrigins(...outs.map((o) => o.origins)), by);
}

function walkAndOr(node: PipelineNode | AndOr, state: State, reader: Reader): Flow {
  if (node.type !== 'AndOr') return walkPipeline(node, state, reader);
  const outs = node.commands.map((command, i) => {
    const before = node.operators[i - 1] === '||' ? new Map(state.vars) : undefined;
    const files = i > 0 && state.files.size > 0 ? [...state.files] : [];
    const out = walkPipeline(command, state, reader);
    // The command may not run, so files that it deletes may still exist.
    for (const [path, content] of files) if (!state.files.has(path)) state.files.set(path, content);
    if (i > 0 && command.type === 'Function') markMaybeDefined(command.name.value, state);
    if (before) mergeAfterOr(before, state);
    return out;
  });
  return joinFlows(outs.filter((_, i) => !isUnneededFallback(node, outs, i)));
}

/** `which python3 || which python`: the output of the second does not count if the first has printed something. */
const isUnneededFallback = ({ operators }: AndOr, outs: readonly Flow[], i: number) =>
  i > 0 &&
  operators.slice(0, i).every((operator) => operator === '||') &&
  outs.slice(0, i).some(({ text }) => text !== undefined && text.trim() !== '');

function walkPipeline(node: PipelineNode, state: State, reader: Reader): Flow {
  if (node.type !== 'Pipeline') return walkNode(node, state, reader);
  if (node.commands.length === 1) return walkNode(node.commands[0] as PipelineNode, state, reader);
  return pipe(node, state, reader);
}

function pipe(node: Pipeline, state: State, reader: Reader): Flow {
  const unknown = [...state.files].filter(([, { text, by }]) => text === undefined && by === 'pipe');
  const out = pipeOnce(node, state, reader);
  // `mkfifo p; cat p | sh | nc host 9 > p`: the end of the pipeline writes what its beginning reads.
  const isLoop = unknown.some(
    ([path, { origins }]) => !isFetched(origins) && isFetched(state.files.get(path)?.origins),
  );
  return isLoop ? pipeOnce(node, state, reader) : out;
}

const isFetched = (origins: readonly Origin[] = []) => origins.some((o) => o.kind === 'network');

function pipeOnce(node: Pipeline, state: State, reader: Reader): Flow {
  let stdin = state.stdin;
  for (const command of node.commands) stdin = walkNode(command, fork(state, { stdin }), reader);
  return stdin ?? flow(undefined);
}

function walkNode(node: PipelineNode, state: State, reader: Reader): Flow {
  if (!takeStep(reader, state)) return flow(undefined);
  switch (node.type) {
    case 'Command':
      return runSimple(node, state, reader);
    case 'Pipeline':
      return walkPipeline(node, state, reader);
    case 'Redirected': {
      const redirects = readRedirects(node.redirects, state, reader);
      const inner = fork(state, { stdin: redirects.stdin ?? state.stdin });
      bindDescriptors(redirects.list, inner);
      const out = walkNode(node.command, inner, reader);
      if (node.command.type !== 'Subshell')
        Object.assign(state, inner, { stdin: state.stdin, descriptors: state.descriptors });
      return applyRedirects(redirects, out, state, reader);
    }
    case 'Subshell':
      return walkStatements(node.body.commands, fork(state), reader);
    case 'BraceGroup':
      return walkStatements(node.body.commands, state, reader);
    case 'If':
      return walkIf(node, state, reader);
    case 'For':
    case 'Select':
      return walkFor(node, state, reader);
    case 'While':
      return walkWhile(node, state, reader);
    case 'Case':
      return walkCase(node, state, reader);
    case 'Function':
      return defineFunction(node, state, reader);
    case 'Coproc':
      return walkCoproc(node, state, reader);
    case 'ArithmeticFor':
      visitNested(node, fork(state), reader);
      noteEndless(node, state, reader);
      return walkStatements(node.body.commands, state, reader);
    case 'TestCommand':
    case 'ArithmeticCommand':
      visitNested(node, state, reader);
      return flow('');
  }
}

function walkIf(node: If, state: State, reader: Reader): Flow {
  walkStatements(node.clause.commands, state, reader);
  const branches: State[] = [];
  const branch = (statements: readonly Statement[]) => {
    const taken = fork(state);
    branches.push(taken);
    return walkStatements(statements, taken, reader);
  };
  const outs = [branch(node.then.commands)];
  for (const elif of node.elif) {
    walkStatements(elif.clause.commands, state, reader);
    outs.push(branch(elif.then.commands));
  }
  outs.push(branch(node.else?.commands ?? []));
  mergeBranches(state, branches);
  return flow(undefined, joinOrigins(...outs.map((o) => o.origins)));
}

function walkFor(node: For | Select, state: State, reader: Reader): Flow {
  const items = node.wordlist
    ? node.wordlist.flatMap((w) => expandWord(w, state, reader))
    : [...state.positional];
  const outs = atMost(items, MAX_ITEMS, reader).map((item) => {
    state.vars.set(node.name.value, { ...scalar(item), found: item.glob });
    return walkStatements(node.body.commands, state, reader);
  });
  return joinFlows(outs);
}

/** A loop without end that starts processes, or that fills the disk. */
function noteEndless(node: While | ArithmeticFor, state: State, reader: Reader): void {
  if (isForkLoop(node)) recordSourceEffect('fork-bomb', state, reader);
  if (isFillLoop(node)) recordSourceEffect('exhausts', state, reader);
}

function walkWhile(node: While, state: State, reader: Reader): Flow {
  const out = walkLines(node, state, reader);
  noteEndless(node, state, reader);
  return flow(undefined, out.origins);
}

/** `while read x; do …; done <<EOF`: walks the body once for each known line, otherwise once. */
function walkLines(node: While, state: State, reader: Reader): Flow {
  const first = node.clause.commands[0]?.command;
  const reads = first?.type === 'Command' && first.name?.value === 'read';
  const input = state.stdin;
  const lines = reads ? (knownInput(input)?.trimEnd().split('\n') ?? []) : [];
  const once = () => {
    walkStatements(node.clause.commands, state, reader);
    return walkStatements(node.body.commands, state, reader);
  };
  if (!input || lines.length < 2) return once();
  const outs = atMost(lines, MAX_ITEMS, reader).map((line) => {
    state.stdin = { ...input, text: `${line}\n` };
    return once();
  });
  state.stdin = input;
  return flow(undefined, joinOrigins(...outs.map((o) => o.origins)));
}

function walkCase(node: Case, state: State, reader: Reader): Flow {
  expandOne(node.word, state, reader);
  const branches: State[] = [fork(state)];
  const outs = node.items.map((item) => {
    for (const pattern of item.pattern) expandOne(pattern, state, reader);
    // `;&` falls through, so the next branch continues in the state of this one.
    const taken = fork(branches.at(-1) ?? state, item.terminator === ';&' ? {} : { cwd: state.cwd });
    branches.push(taken);
    return walkStatements(item.body.commands, taken, reader);
  });
  mergeBranches(state, branches);
  return flow(undefined, joinOrigins(...outs.map((o) => o.origins)));
}

function walkCoproc(node: Coproc, state: State, reader: Reader): Flow {
  const inner = fork(state, { background: true });
  const out =
    node.body.type === 'CompoundList'
      ? walkStatements(node.body.commands, inner, reader)
      : walkNode(node.body, inner, reader);
  state.vars.set(node.name?.value ?? 'COPROC', {
    words: [unknownWord(out.origins), unknownWord()],
    array: true,
  });
  return flow('');
}

function defineFunction(node: FunctionNode, state: State, reader: Reader): Flow {
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
    isTooDeep(state, reader) || goesInCircles(node, state, reader)
      ? flow(undefined)
      : readCallOnce(node, state, reader, () => bodyOf(node, state, reader));
  reader.callStack.pop();
  return out;
}

const MAX_BLIND_CALLS = 4;

/** A function that follows folders nobody knows (`walk "$1"/*`) does the same on every level. */
const goesInCircles = (node: FunctionNode, { positional }: State, { callStack }: Reader) =>
  positional.some(({ text, glob }) => glob || text.includes('*') || text.includes(HOLE)) &&
  (callStack ?? []).filter((one) => one === node).length > MAX_BLIND_CALLS;

function bodyOf({ body }: FunctionNode, state: State, reader: Reader): Flow {
  state.depth++;
  const outer = state.locals;
  state.locals = new Map();
  const out =
    body.type === 'CompoundList'
      ? walkStatements(body.commands, state, reader)
      : walkNode(body, state, reader);
  state.depth--;
  for (const [name, value] of state.locals) restoreVariable(name, value, state);
  state.locals = outer;
  return out;
}
