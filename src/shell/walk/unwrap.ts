// Runs wrappers such as `sudo`, `timeout` and `ssh`: records the wrapper, then runs the command inside it.
import { HOLE, oneOf } from '../base/words.ts';
import { type Args, hasKind } from '../programs/args.ts';
import { behavioursOf } from '../programs/behaviours-of.ts';
import { kindOf } from '../programs/read-args.ts';
import { argsOf } from '../programs/registry.ts';
import type { Runs } from '../programs/spec.ts';
import { runInner, runInShell, stateInside, takeAssignments, withAssignments } from '../state/inner.ts';
import { flow, fork, type Reader, readSource, recordCommand, type State } from '../state/state.ts';
import type { Flow, ShellCommand, Word } from '../types.ts';
import { optionSources } from './embedded-sources.ts';
import { readEmbeddedSources, runLeaf } from './leaf.ts';

/** Runs the command inside a wrapper; undefined for other commands. */
export function unwrap(command: ShellCommand, state: State, reader: Reader): Flow | undefined {
  for (const behaviour of behavioursOf(command)) {
    const out = behaviour.runs?.(command, state, reader);
    if (out) return out;
  }
  const args = argsOf(command);
  if (!args.spec.runs) return undefined;
  // `command -v git` only prints the path of git.
  if (hasKind(args, 'asks')) return runLeaf(command, state, reader);
  return runWrapped(command, args, args.spec.runs, state, reader);
}

function runWrapped(command: ShellCommand, args: Args, runs: Runs, state: State, reader: Reader): Flow {
  recordCommand(command, reader);
  readEmbeddedSources(command, state, reader);
  const inner = innerState(command, runs, state);
  const given = args.operands.slice(args.depth);
  const outs = optionSources(command)
    .filter((code) => code !== '-')
    .map((code) => readSource(code, inner, reader));
  const operands = commandIn(given, runs);
  // `flock file -c 'cmd'`: the option comes after the operand of the wrapper itself.
  if (operands[1] && kindOf(args.spec, operands[0]?.text ?? '') === 'runs')
    return readSource(operands[1].text, inner, reader);
  const out = hasKind(args, 'shell')
    ? runOperands(command, { ...runs, operands: 'source' }, operands, inner, reader)
    : runOperands(command, runs, operands, inner, reader);
  return out ?? outs[0] ?? runInputInShell(command, runs, given, inner, reader);
}

/** The words of the inner command: the operands without those of the wrapper itself. */
function commandIn(operands: readonly Word[], { after, skip = 0 }: Runs): readonly Word[] {
  const at = after ? operands.findIndex((o) => oneOf(after, o.text)) : -1;
  if (at >= 0) return operands.slice(at + 1);
  return dropDashes((skip > 0 ? operands : dropDashes(operands)).slice(skip));
}

const dropDashes = (words: readonly Word[]) => (/^--?$/.test(words[0]?.text ?? '') ? words.slice(1) : words);

function innerState(command: ShellCommand, runs: Runs, state: State): State {
  const inner = stateInside(command, state);
  return runs.remote ? fork(inner, { remote: true, cwd: undefined }) : inner;
}

function runOperands(
  command: ShellCommand,
  runs: Runs,
  operands: readonly Word[],
  inner: State,
  reader: Reader,
): Flow | undefined {
  if (operands.length === 0 || runs.operands === 'none') return undefined;
  if (runs.operands === 'source') return runJoinedSource(command, operands, inner, reader);
  if (runs.operands === 'each') {
    for (const operand of operands) readSource(operand.text, inner, reader);
    return undefined;
  }
  const words = runs.assignments ? takeAssignments(operands, inner) : operands;
  if (words.length === 0) return undefined;
  // `pnpm -c dlx 'a b'`: a single word with blanks is shell source.
  if (runs.versioned && words.length === 1 && /\s/.test(words[0]?.text ?? ''))
    return readSource(words[0]?.text ?? '', inner, reader);
  const next = runs.versioned ? withoutVersion(words) : words;
  return runInner(withAssignments(command, operands, words), next, inner, reader);
}

function runJoinedSource(
  command: ShellCommand,
  operands: readonly Word[],
  inner: State,
  reader: Reader,
): Flow {
  const first = operands[0] as Word;
  // `ssh host "$(base64 -d x)"`
  if (first.text === HOLE && first.origins.some((o) => o.kind === 'decoded' || o.kind === 'network'))
    recordCommand({ ...command, code: flow(undefined, first.origins) }, reader);
  return readSource(joinSource(operands), inner, reader);
}

/** `npx tool@3 …`, `npm exec tool -- …` */
const withoutVersion = ([first, ...rest]: readonly Word[]): readonly Word[] =>
  first ? [{ ...first, text: first.text.replace(/(?<=[^/])@[\w.^~*-]+$/, '') }, ...dropDashes(rest)] : rest;

/** Joins words with blanks to source for a shell, as `ssh` and `watch` do with their arguments. */
const joinSource = (words: readonly Word[]) => words.map((w) => w.text.replace(/^\/[ck]$/i, '')).join(' ');

/** `ssh host`, `su` or `sudo -s` with an input: a shell that runs it. */
function runInputInShell(
  command: ShellCommand,
  runs: Runs,
  operands: readonly Word[],
  inner: State,
  reader: Reader,
): Flow {
  if (!runs.feeds || !command.stdin || operands.length < (runs.skip ?? 0)) return flow(undefined);
  return runInShell(command, inner, reader);
}
