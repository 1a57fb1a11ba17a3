// Finds the line and column of each problem in a config file. The hook does not need them, so it does not load this.
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Layer } from './load.ts';
import type { Problem } from './validate.ts';

export interface LocatedProblem {
  file: string;
  line: number;
  column: number;
  key: string;
  message: string;
  severity: Problem['severity'];
}

export function locateProblems({
  file,
  text,
  problems,
}: Pick<Layer, 'file' | 'text' | 'problems'>): LocatedProblem[] {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return problems.map(({ path, message, severity }) => {
    // A problem without a path is a syntax error, and the parser knows where it is.
    const syntax = path.length === 0 && text ? errors[0] : undefined;
    const offset = syntax?.offset ?? keyOffset(tree, path);
    const full = syntax ? `${readableCode(printParseErrorCode(syntax.error))} (${message})` : message;
    return { file, ...position(text, offset), key: path.join('.'), message: full, severity };
  });
}

/** The position of the key if there is one, else of the value. A key that is missing is located at its parent. */
function keyOffset(tree: ReturnType<typeof parseTree>, path: readonly (string | number)[]): number {
  if (!tree) return 0;
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return (node.parent?.type === 'property' ? node.parent : node).offset;
  }
  return tree.offset;
}

function position(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** `CommaExpected` becomes `comma expected`. */
function readableCode(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
