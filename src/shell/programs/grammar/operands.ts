// Reads the operands of a command line (words that are neither options nor subcommands) by a grammar.
import {
  currentCommand,
  forgetPending,
  kindOfPending,
  type OperandKind,
  type ReadOperand,
  type State,
} from './state.ts';
import type { CommandGrammar, Value } from './types.ts';

export function addOperand(state: State, word: string): void {
  const command = currentCommand(state);
  const value = state.rest === 'arguments' ? undefined : operandAt(command.operands, state.operands.length);
  const kind = state.rest === 'arguments' ? 'argument' : kindOf(state, value);
  state.operands.push({ word, kind, index: state.index });
  if (value?.dangerous) state.dangerous.push(word);
  if (kind === 'command' || kind === 'script' || kind === 'module') state.rest = 'arguments';
  else if (command.optionsFirst) state.rest ??= 'operands';
  state.isOpen = false;
  forgetPending(state);
}

/** The listed operand for a position; a repeatable operand covers all further positions. */
function operandAt(operands: readonly Value[], position: number): Value | undefined {
  const variadic = operands.findIndex((operand) => operand.variadic);
  return operands[variadic >= 0 && position > variadic ? variadic : position];
}

/** The kind of an operand. After an option with several values (`--files a b`) it may be one of those values. */
function kindOf(state: State, value: Value | undefined): OperandKind {
  if (value && value.kind !== 'text') return value.kind;
  const { operands, subcommands } = currentCommand(state);
  if (operands.length === 0 && subcommands.size > 0 && state.operands.length === 0)
    return 'unknown-subcommand';
  return kindOfPending(state) ?? 'text';
}

/** Corrects the kinds of the last operands when the grammar lists some after a repeatable one: `SOURCE… TARGET`. */
export function withLastKinds(
  operands: readonly ReadOperand[],
  { operands: listed }: CommandGrammar,
): readonly ReadOperand[] {
  const variadic = listed.findIndex((operand) => operand.variadic);
  const last = variadic < 0 ? [] : listed.slice(variadic + 1);
  const start = operands.length - last.length;
  if (last.length === 0 || start <= variadic) return operands;
  return operands.map((operand, i) =>
    i < start || operand.kind === 'argument' ? operand : { ...operand, kind: last[i - start]!.kind },
  );
}
