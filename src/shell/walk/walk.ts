// Walks through the syntax tree as the shell would: lists, pipelines, conditions, loops. Nothing is executed: in this
// folder, to "run" a command means to work out what it would do.
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
  Redirected,
  Select,
  Statement,
  While,
} from 'unbash';
import { joinOrigins, unknownWord } from '../base/words.ts';
import { markMaybeDefined, mergeAfterOr, mergeBranches } from '../state/branches.ts';
import {
  atMost,
  flow,
  fork,
  isTooDeep,
  knownInput,
  type Reader,
  recordSourceEffect,
  type State,
  scalar,
  takeStep,
} from '../state/state.ts';
import { isFillLoop } from '../syntax/fill-loops.ts';
import { isForkLoop } from '../syntax/fork-bombs.ts';
import { parse } from '../syntax/parser.ts';
import type { Flow, Origin } from '../types.ts';
import { expandOne, expandWord } from './expand.ts';
import { defineFunction } from './functions.ts';
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
  const kind =
    outs.length > 0 && outs.every((o) => o.kind === 'heredoc' || o.text === '') ? 'heredoc' : 'pipe';
  return flow(text, joinOrigins(...outs.map((o) => o.origins)), kind);
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
  const emptyPipes = [...state.files].filter(([, { text, kind }]) => text === undefined && kind === 'pipe');
  const out = pipeOnce(node, state, reader);
  // `mkfifo p; cat p | sh | nc host 9 > p`: the end of the pipeline writes what its beginning reads.
  const isLoop = emptyPipes.some(
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
    case 'Redirected':
      return walkRedirected(node, state, reader);
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

/** `{ …; } > file`, `while …; done < file`: redirects that hold for a compound command. */
function walkRedirected(node: Redirected, state: State, reader: Reader): Flow {
  const redirects = readRedirects(node.redirects, state, reader);
  const inner = fork(state, { stdin: redirects.stdin ?? state.stdin });
  bindDescriptors(redirects.list, inner);
  const out = walkNode(node.command, inner, reader);
  if (node.command.type !== 'Subshell')
    Object.assign(state, inner, { stdin: state.stdin, descriptors: state.descriptors });
  return applyRedirects(redirects, out, state, reader);
}

/** The body of a function or of a coprocess. The parser gives a bare list of commands only after a syntax error. */
export function walkBody(body: FunctionNode['body'] | Coproc['body'], state: State, reader: Reader): Flow {
  return body.type === 'CompoundList'
    ? walkStatements(body.commands, state, reader)
    : walkNode(body, state, reader);
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
    state.vars.set(node.name.value, { ...scalar(item), fromGlob: item.glob });
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
  const out = walkBody(node.body, inner, reader);
  state.vars.set(node.name?.value ?? 'COPROC', {
    words: [unknownWord(out.origins), unknownWord()],
    array: true,
  });
  return flow('');
}
