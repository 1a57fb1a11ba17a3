// Edits JSON text and keeps every other byte as it was. `jsonc-parser` only finds the positions: its own edits reformat
// the lines around a change, and those lines are the user's.
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

export class Malformed extends Error {
  line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Claude Code accepts neither comments nor trailing commas, some other clients accept comments. */
export function parseJson(
  text: string,
  { comments = 'refused' }: { comments?: 'refused' | 'kept' | undefined } = {},
): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: comments === 'refused' });
  const [error] = errors;
  if (error) throw new Malformed(lineOf(text, error.offset), readableError(error));
  if (!root) throw new Malformed(1, 'the file is empty');
  return root;
}

function readableError(error: ParseError): string {
  const name = printParseErrorCode(error.error);
  if (name === 'InvalidCommentToken') return 'comments are not allowed';
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Properties whose key occurred before; `among` limits the check to some keys. */
export function duplicateProperties({ children = [] }: Node, among?: readonly string[]): Node[] {
  const keys = children.map(({ children: [key] = [] }) => key?.value as string);
  return children.filter((_, at) => keys.indexOf(keys[at]!) < at && (among?.includes(keys[at]!) ?? true));
}

interface Style {
  eol: string;
  unit: string;
  /** The whole file is on one line, so additions are too. */
  oneLine: boolean;
}

function styleOf(text: string, root: Node): Style {
  const first = root.children?.[0];
  const unit = first && ownLine(text, first.offset) ? indentAt(text, first.offset) : '';
  const oneLine = (root.children?.length ?? 0) > 0 && !text.slice(root.offset, endOf(root)).includes('\n');
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: unit || '  ', oneLine };
}

const endOf = (node: Node) => node.offset + node.length;

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))![0];
}

function ownLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

function pretty(value: unknown, style: Style, indent: string): string {
  return JSON.stringify(value, null, style.unit).replaceAll('\n', style.eol + indent);
}

function splice(text: string, from: number, to: number, inserted: string): string {
  return text.slice(0, from) + inserted + text.slice(to);
}

/** Appends a property (with a key) or an element (without a key) to a container. */
export function insertLast(
  text: string,
  root: Node,
  container: Node,
  key: string | undefined,
  value: unknown,
): string {
  const style = styleOf(text, root);
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const last = container.children?.at(-1);
  if (last && ownLine(text, last.offset)) {
    const indent = indentAt(text, last.offset);
    return splice(
      text,
      endOf(last),
      endOf(last),
      `,${style.eol}${indent}${name}${pretty(value, style, indent)}`,
    );
  }
  const compact = `${name}${JSON.stringify(value)}`;
  if (last) return splice(text, endOf(last), endOf(last), `, ${compact}`);
  if (style.oneLine) return splice(text, container.offset + 1, endOf(container) - 1, compact);
  const outer = indentAt(text, container.offset);
  const indent = outer + style.unit;
  const inner = `${style.eol}${indent}${name}${pretty(value, style, indent)}`;
  const inside = text.slice(container.offset + 1, endOf(container) - 1);
  // A comment in the container stays.
  if (inside.trim() !== '') return splice(text, container.offset + 1, container.offset + 1, inner);
  return splice(text, container.offset + 1, endOf(container) - 1, `${inner}${style.eol}${outer}`);
}

/** Removes a property or an element, with its comma and line break. */
export function removeNode(text: string, node: Node): string {
  const siblings = node.parent!.children!;
  const at = siblings.indexOf(node);
  if (siblings.length === 1) {
    const [from, to] = [node.parent!.offset + 1, endOf(node.parent!) - 1];
    const around = text.slice(from, node.offset) + text.slice(endOf(node), to);
    return around.trim() === '' ? splice(text, from, to, '') : splice(text, node.offset, endOf(node), '');
  }
  if (at > 0) return splice(text, endOf(siblings[at - 1]!), endOf(node), '');
  return splice(text, node.offset, siblings[1]!.offset, '');
}

/** Replaces the value of a node; on one line if it was on one line. */
export function replaceNode(text: string, root: Node, node: Node, value: unknown): string {
  const oneLine = !text.slice(node.offset, endOf(node)).includes('\n');
  const replacement = oneLine
    ? JSON.stringify(value)
    : pretty(value, styleOf(text, root), indentAt(text, node.offset));
  return splice(text, node.offset, endOf(node), replacement);
}
