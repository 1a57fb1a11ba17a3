// Finds loops and functions that start processes without end.
import type { ArithmeticFor, Function as FunctionNode, Statement, SyntaxNode, While } from 'unbash';
import { forEachChild } from './parser.ts';

/** An endless loop whose commands all run in the background. */
export function isForkLoop(loop: While | ArithmeticFor): boolean {
  const { commands } = loop.body;
  return commands.length > 0 && commands.every((c) => c.background === true) && isEndless(loop);
}

/** `while true`, `until false`, `for ((;;))`. */
export function isEndless(loop: While | ArithmeticFor): boolean {
  if (loop.type === 'ArithmeticFor') return loop.test === undefined;
  const { commands } = loop.clause;
  const only = commands.length === 1 ? (commands[0] as Statement).command : undefined;
  const always = only && constant(only);
  return always !== undefined && always === (loop.kind === 'while');
}

/** The value of a condition that is always true or always false; undefined for any other. */
function constant(node: SyntaxNode): boolean | undefined {
  if (node.type === 'ArithmeticCommand')
    return /^\s*\d+\s*$/.test(node.body) ? Number(node.body) > 0 : undefined;
  if (node.type === 'TestCommand') {
    const { expression } = node;
    const operand = expression.type === 'TestUnary' && expression.operator === '-n' && expression.operand;
    return operand && operand.type === 'Word' && !operand.parts ? operand.value !== '' : undefined;
  }
  if (node.type !== 'Command') return undefined;
  const words = [node.name, ...node.args].map((w) => (w?.type === 'Word' ? w.text : '$'));
  const text = words.join(' ').replace(/^(\/usr)?\/bin\//, '');
  if (/^(true|:|\[ \w+ \]|test \w+)$/.test(text)) return true;
  return /^(false|\[ \])$/.test(text) ? false : undefined;
}

interface Call {
  name: string;
  /** It runs in the background or in a pipe, so that its caller goes on at the same time. */
  concurrent: boolean;
}

/**
 * Whether a function starts itself in the background or on both ends of a pipe, directly or through other functions, so
 * that its processes multiply without end.
 */
export function isForkBomb(name: string, functions: ReadonlyMap<string, FunctionNode>): boolean {
  const seen = new Map<string, boolean>();
  const follow = (at: string, concurrent: boolean): boolean => {
    if (seen.size > 32 || seen.get(at) === true || seen.get(at) === concurrent) return false;
    seen.set(at, concurrent);
    const node = functions.get(at);
    return (
      node !== undefined &&
      callsOf(node).some((call) => {
        const spread = concurrent || call.concurrent;
        return call.name === name ? spread : follow(call.name, spread);
      })
    );
  };
  return follow(name, false);
}

function callsOf(node: FunctionNode): Call[] {
  const calls: Call[] = [];
  const visit = (child: SyntaxNode, concurrent: boolean): void => {
    if (child.type === 'Command' && child.name) calls.push({ name: child.name.value, concurrent });
    const starts =
      (child.type === 'Statement' && child.background === true) ||
      child.type === 'Coproc' ||
      (child.type === 'Pipeline' && child.commands.length > 1);
    // `ls | while read x; do walk "$x"; done` ends: the loop bounds the recursion.
    const bounded = /^(While|For|If|Case)$/.test(child.type);
    forEachChild(child, (next) => visit(next, starts || (concurrent && !bounded)));
  };
  forEachChild(node, (child) => visit(child, false));
  return calls;
}
