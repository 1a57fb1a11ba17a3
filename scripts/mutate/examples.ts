// Finds the code that only writes examples. Examples are tests themselves, so the code that builds them is not mutated.
import { childrenOf, isNode, type Node, nameOf } from './syntax.ts';

/** The builders of events that examples and tests share. */
const BUILDERS = /(^|\/)core\/examples\.ts$/;

export const isForExamples = (file: string): boolean => BUILDERS.test(file);

const isExamples = (node: Node): boolean => node.type === 'Property' && nameOf(node) === 'examples';

/** The examples of a file, and the functions and values at its top that nothing but examples uses. */
export function exampleNodes(program: Node): ReadonlySet<Node> {
  const found = new Set<Node>(within(program, isExamples));
  const own = declarations(program);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [name, declaration] of own)
      if (!found.has(declaration) && isOnlyUsedIn(found, name, program, declaration)) found.add(declaration);
  }
  return found;
}

/** The functions and constants at the top of the file that it does not export. */
function declarations(program: Node): [name: string, node: Node][] {
  return (program.body as Node[]).flatMap((statement): [string, Node][] => {
    if (statement.type === 'FunctionDeclaration') return [[nameOf(statement.id), statement]];
    if (statement.type !== 'VariableDeclaration') return [];
    return (statement.declarations as Node[])
      .filter(({ id }) => isNode(id) && id.type === 'Identifier')
      .map((declarator) => [nameOf(declarator.id), declarator]);
  });
}

function isOnlyUsedIn(places: ReadonlySet<Node>, name: string, program: Node, declaration: Node): boolean {
  const isUse = (node: Node) => node.type === 'Identifier' && node.name === name;
  const uses = within(program, isUse).filter((use) => !isIn(declaration, use));
  return uses.length > 0 && uses.every((use) => [...places].some((place) => isIn(place, use)));
}

const isIn = (outer: Node, inner: Node) => outer.start <= inner.start && inner.end <= outer.end;

function within(node: Node, matches: (node: Node) => boolean): Node[] {
  return [...(matches(node) ? [node] : []), ...childrenOf(node).flatMap((child) => within(child, matches))];
}
