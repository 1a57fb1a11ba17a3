// Runs substitutions: `$(…)`, `<(…)`, `>(…)`, also inside arithmetic and tests.
import type { ParsedScript, ProcessSubstitutionPart, SyntaxNode } from 'unbash';
import { flow, fork, isTooDeep, type Reader, type State, takeStep } from '../state/state.ts';
import { forEachChild } from '../syntax/parser.ts';
import type { Flow } from '../types.ts';

/** `$(…)`: runs in a subshell; what it prints becomes part of a word. */
export function substitute(script: ParsedScript | undefined, state: State, reader: Reader): Flow {
  if (!script || isTooDeep(state, reader) || !takeStep(reader, state)) return flow(undefined);
  return reader.walk.script(script, fork(state, { captured: true }), reader);
}

/** `<(…)`, `>(…)`: returns the path of the file that stands for the script's output or input. */
export function substituteProcess(part: ProcessSubstitutionPart, state: State, reader: Reader): string {
  const path = `/dev/fd/${63 + reader.substitutionCount++}`;
  const inner = fork(state, { stdin: part.operator === '>' ? flow(undefined) : state.stdin });
  const out =
    part.script && !isTooDeep(state, reader)
      ? reader.walk.script(part.script, inner, reader)
      : flow(undefined);
  state.files.set(path, out);
  const { script } = part;
  if (part.operator === '>' && script) {
    reader.outputSubstitutions ??= new Map();
    reader.outputSubstitutions.set(path, (stdin) => {
      if (!isTooDeep(state, reader) && takeStep(reader, state))
        reader.walk.script(script, fork(state, { stdin }), reader);
    });
  }
  return path;
}

/** Arithmetic and tests do nothing by themselves, but may hold substitutions. */
export function visitNested(node: SyntaxNode, state: State, reader: Reader): void {
  forEachChild(node, (child) => {
    if (child.type === 'CommandExpansion' || child.type === 'ArithmeticCommandExpansion')
      substitute(child.script, state, reader);
    else if (child.type === 'ProcessSubstitution') substituteProcess(child, state, reader);
    else visitNested(child, state, reader);
  });
}
