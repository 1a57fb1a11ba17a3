// What a change does to a text, line by line: for `init --dry-run`, and for `pawl trust`, where a person decides by it.
import { diffArrays } from 'diff';

export interface Line {
  kind: ' ' | '+' | '-';
  text: string;
}

/** After this long (in milliseconds) everything is shown as taken away and written anew. */
const timeout = 2_000;

export function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  const parts = diffArrays([...before], [...after], { timeout }) ?? [
    { value: [...before], removed: true, added: false },
    { value: [...after], removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) =>
    value.map((text): Line => ({ kind: added ? '+' : removed ? '-' : ' ', text })),
  );
}

/** The changed lines with a little of what is around them; `…` where something is left out. */
export function shortDiff(before: string, after: string, around = 2): Line[] {
  const lines = diffLines(split(before), split(after));
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((line) => line.kind !== ' '),
  );
  return lines.flatMap((line, at): Line[] => {
    if (near[at]) return [line];
    return near[at - 1] ? [{ kind: ' ', text: '…' }] : [];
  });
}

function split(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

export interface TextFile {
  name: string;
  text: string;
}

export interface FileChange {
  file: string;
  lines: string[];
}

/** Per file what was taken away (-) and what is new (+), to the last byte of a line. Unchanged files are left out. */
export function changedLines(before: readonly TextFile[], after: readonly TextFile[]): FileChange[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort();
  return names.flatMap((file) => {
    const linesOf = (files: readonly TextFile[]) => {
      const text = files.find(({ name }) => name === file)?.text ?? '';
      return text === '' ? [] : text.split('\n');
    };
    const changed = diffLines(linesOf(before), linesOf(after)).filter(({ kind }) => kind !== ' ');
    return changed.length > 0 ? [{ file, lines: changed.map(({ kind, text }) => kind + text) }] : [];
  });
}
