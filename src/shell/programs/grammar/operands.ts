// The words of a command line that are neither options nor subcommands.
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

/** An operand that may be repeated stands for all further ones. */
function operandAt(operands: readonly Value[], position: number): Value | undefined {
  const variadic = operands.findIndex((one) => one.variadic);
  return operands[variadic >= 0 && position > variadic ? variadic : position];
}

/** Operands can't be told from further values of an option that takes several (`--files a b`), so they may be those. */
function kindOf(state: State, value: Value | undefined): OperandKind {
  if (value && value.kind !== 'text') return value.kind;
  const { operands, subcommands } = currentCommand(state);
  if (operands.length === 0 && subcommands.size > 0 && state.operands.length === 0)
    return 'unknown-subcommand';
  return kindOfPending(state) ?? 'text';
}

/** What is listed after an operand that may be repeated (`SOURCE… TARGET`) are the last words. */
export function withLastKinds(
  operands: readonly ReadOperand[],
  { operands: listed }: CommandGrammar,
): readonly ReadOperand[] {
  const variadic = listed.findIndex((one) => one.variadic);
  const last = variadic < 0 ? [] : listed.slice(variadic + 1);
  const start = operands.length - last.length;
  if (last.length === 0 || start <= variadic) return operands;
  return operands.map((operand, i) =>
    i < start || operand.kind === 'argument' ? operand : { ...operand, kind: last[i - start]!.kind },
  );
}
