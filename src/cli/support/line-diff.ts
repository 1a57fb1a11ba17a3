// Line diffs for `init --dry-run` and `pawl trust`, where a person decides by what the diff shows.
import { diffArrays } from 'diff';

export interface DiffLine {
  kind: ' ' | '+' | '-';
  text: string;
}

/** After this time (in milliseconds) all old lines are shown as removed and all new lines as added. */
const timeout = 2_000;

export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const parts = diffArrays([...before], [...after], { timeout }) ?? [
    { value: [...before], removed: true, added: false },
    { value: [...after], removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? '+' : removed ? '-' : ' ', text })),
  );
}

/** The changed lines with a few lines of context; `…` marks omissions. */
export function shortDiff(before: string, after: string, context = 2): DiffLine[] {
  const lines = diffLines(split(before), split(after));
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some((line) => line.kind !== ' '),
  );
  return lines.flatMap((line, at): DiffLine[] => {
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

/** The removed (-) and added (+) lines of each changed file, compared byte by byte. */
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
