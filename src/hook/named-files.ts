// Hashes the content of the files that a refused call names. `pawl allow-once` permits what was judged, so the same
// command with a changed script is another call.
import { hashFiles, readUntrusted } from '../config/trust.ts';
import type { Event } from '../core/event.ts';
import { attempt } from '../system/attempt.ts';
import { statSync } from '../system/fs/index.ts';
import { userHome } from '../system/home.ts';
import { resolve } from '../system/path.ts';

const maxFiles = 50;
const maxFolders = 8;

/** Undefined if the call names no file. Only refused calls are hashed, so there is time to read the files. */
export function hashNamedFiles(event: Event): string | undefined {
  if (!('tool_input' in event)) return undefined;
  const words = wordsOf(event.tool_input);
  const folders = [event.cwd, ...foldersAmong(words, event.cwd)];
  const paths = new Set(folders.flatMap((folder) => words.map((word) => resolve(folder, word))));
  const files = [...paths].flatMap((name) => {
    const text = contentOf(name);
    return text === undefined ? [] : [{ name, text }];
  });
  return files.length > 0 ? hashFiles(files.slice(0, maxFiles)) : undefined;
}

/** Every text in the input, and its words, separated roughly as a shell would. */
function wordsOf(input: unknown): string[] {
  const texts: string[] = [];
  JSON.stringify(input, (_, value) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  const home = userHome();
  const words = texts.flatMap((text) => [text, ...text.split(/[\s'"`=;&|()<>{}]+/)]);
  const expanded = words.map((word) => word.replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, home));
  return [...new Set(expanded)].filter((word) => word !== '' && word.length < 1_000);
}

/** `cd scripts && ./run.sh` names a file in another folder. */
function foldersAmong(words: readonly string[], cwd: string): string[] {
  const paths = words.map((word) => resolve(cwd, word));
  return paths.filter((path) => attempt(() => statSync(path).isDirectory())).slice(0, maxFolders);
}

/** A file that is too large to read is identified by its change time, which no program can set. */
function contentOf(path: string): string | undefined {
  return attempt(() => {
    const stat = statSync(path);
    if (!stat.isFile()) return undefined;
    return readUntrusted(path) ?? `not read: ${stat.ino} ${stat.size} ${stat.ctimeMs}`;
  });
}
