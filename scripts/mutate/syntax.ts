// The part of the syntax tree that mutations need: nodes with positions and children, without types, imports and names.
import { parseSync } from 'oxc-parser';

export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export function parse(name: string, source: string): Node | undefined {
  const { program, errors } = parseSync(name, source);
  return errors.length === 0 ? (program as unknown as Node) : undefined;
}

/** Keys of a node that have no effect on what the program does. */
const SILENT_KEYS = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'superTypeArguments',
  'returnType',
  'implements',
  'decorators',
]);

/** TypeScript's own nodes are types, except for these, which hold an expression. */
const TYPED_EXPRESSIONS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** The children that can be mutated. */
export function childrenOf(node: Node): Node[] {
  if (node.type.startsWith('TS')) return TYPED_EXPRESSIONS.has(node.type) ? [node.expression as Node] : [];
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression' || node.source) return [];
  return Object.entries(node)
    .filter(([key]) => !SILENT_KEYS.has(key) && !isName(node, key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

/** The `a` of `{ a: 1 }` and of `x.a`. */
function isName(node: Node, key: string): boolean {
  const named =
    node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition';
  return (
    !node.computed && ((named && key === 'key') || (node.type === 'MemberExpression' && key === 'property'))
  );
}

/** The name of a property, variable or called function: `a` in `{ a: 1 }`, `x.a`, `a = 1` and `a()`. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'Literal') return String(node.value);
  return nameOf(node.property ?? node.key ?? node.callee ?? node.id);
}
