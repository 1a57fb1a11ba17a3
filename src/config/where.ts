// Where in a file a problem is. Off the hook path: the parser that knows positions is not needed there.
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Layer } from './load.ts';
import type { Problem } from './validate.ts';

export interface Located {
  file: string;
  line: number;
  column: number;
  key: string;
  message: string;
  severity: Problem['severity'];
}

export function locate({ file, text, problems }: Pick<Layer, 'file' | 'text' | 'problems'>): Located[] {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return problems.map(({ path, message, severity }) => {
    // No path: the text itself could not be read, and the parser says where.
    const syntax = path.length === 0 && text ? errors[0] : undefined;
    const offset = syntax?.offset ?? keyOffset(tree, path);
    const said = syntax ? `${words(printParseErrorCode(syntax.error))} (${message})` : message;
    return { file, ...position(text, offset), key: path.join('.'), message: said, severity };
  });
}

/** The key itself where there is one, else the value; what does not exist is shown at its parent. */
function keyOffset(tree: ReturnType<typeof parseTree>, path: readonly (string | number)[]): number {
  if (!tree) return 0;
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return (node.parent?.type === 'property' ? node.parent : node).offset;
  }
  return 0;
}

function position(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** `CommaExpected` as a person would say it. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
