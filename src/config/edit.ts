// Changes one value in a config file and leaves everything else as it is: comments, order, formatting.
import { realpathSync } from 'node:fs';
import { applyEdits, modify } from 'jsonc-parser';
import { attempt } from '../system/attempt.ts';
import { readText, writeFileAtomic } from '../system/files.ts';

export function withValue(text: string, path: readonly (string | number)[], value: unknown): string {
  const tab = /^\t/m.test(text);
  const indent = /^( +)\S/m.exec(text)?.[1]?.length ?? 2;
  // Line ends stay as they are in the text: jsonc-parser looks at the first one.
  const formattingOptions = { insertSpaces: !tab, tabSize: indent };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

export function readOrEmpty(file: string): string {
  return readText(file) ?? '{}\n';
}

/** Writes through a symbolic link, because a config is often a link into a person's dotfiles. */
export function writeConfig(file: string, text: string): void {
  writeFileAtomic(attempt(() => realpathSync(file)) ?? file, text);
}
