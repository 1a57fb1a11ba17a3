// Selects the files that a new session is given as context, and fits them to the budget. Pure: the files come from
// facts.

import type { Files } from '../../core/facts.ts';
import { isAbsolute, join, relative, toPolicyPath } from '../../system/path.ts';

export interface ContextFile {
  /** The path relative to the project, or absolute outside of it. */
  name: string;
  path: string;
  text: string;
}

export interface FittedFiles {
  /** Files that fit in full, in the order of the list. */
  whole: ContextFile[];
  /** The beginning of one file that did not fit. */
  cut?: { file: ContextFile; text: string };
  leftOut: ContextFile[];
}

const frameLength = 40;
const cost = ({ name, text }: ContextFile) => name.length + text.length + frameLength;

/** An excerpt shorter than this is not worth giving. */
const minExcerpt = 800;

/** Takes as many complete files as fit, small ones first, and fills the rest with the beginning of a large one. */
export function fitFiles(files: readonly ContextFile[], available: number): FittedFiles {
  const taken = new Set<ContextFile>();
  let remaining = available;
  for (const file of [...files].sort((a, b) => cost(a) - cost(b))) {
    if (cost(file) > remaining) continue;
    taken.add(file);
    remaining -= cost(file);
  }
  const whole = files.filter((file) => taken.has(file));
  const rest = files.filter((file) => !taken.has(file));
  const [first, ...others] = rest;
  if (!first || remaining < minExcerpt) return { whole, leftOut: rest };
  return {
    whole,
    cut: { file: first, text: excerpt(first.text, remaining - 2 * frameLength) },
    leftOut: others,
  };
}

/** Cuts at the end of a line if there is one in the second half. */
function excerpt(text: string, limit: number): string {
  const part = text.slice(0, limit);
  const end = part.lastIndexOf('\n');
  return end > limit / 2 ? part.slice(0, end) : part;
}

export type Variables = Record<string, string | undefined>;

/** Undefined if one of its variables has no value: then the entry is meant for another kind of session. */
export function fillVariables(entry: string, variables: Variables): string | undefined {
  let complete = true;
  const filled = entry.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    complete &&= Boolean(variables[name]);
    return variables[name] ?? '';
  });
  return complete ? filled : undefined;
}

export const isGlob = (path: string) => /[*?[{]/.test(path);

/** Splits a path into the folder before the first wildcard and the glob below it. */
export function splitGlob(path: string): { folder: string; glob: string } {
  const parts = path.split('/');
  const at = parts.findIndex(isGlob);
  return { folder: parts.slice(0, at).join('/') || '/', glob: parts.slice(at).join('/') };
}

/** The strings of a front matter list; other values are ignored. */
export function textEntries(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '');
}

export interface FileSearch {
  files: Files;
  /** Relative paths start here. */
  root: string;
  home: string;
  variables: Variables;
  /** The most files taken per glob. */
  matches: number;
  /** Folders that the list may not leave. Absent if a person wrote the list; then it may name any file. */
  within?: readonly string[];
}

/** The files of a list without duplicates. Missing, empty and disallowed files are left out. */
export function findFiles(entries: readonly string[], search: FileSearch): ContextFile[] {
  const paths = entries.flatMap((entry) => pathsOf(entry, search));
  return [...new Set(paths)]
    .filter((path) => isAllowed(path, search))
    .flatMap((path) => readContextFile(path, search));
}

function pathsOf(entry: string, { files, root, home, variables, matches }: FileSearch): string[] {
  const filled = fillVariables(entry.trim(), variables);
  if (filled === undefined) return [];
  const path = filled.startsWith('~/') ? join(home, filled.slice(2)) : filled;
  const whole = toPolicyPath(isAbsolute(path) ? path : join(root, path));
  if (!isGlob(whole)) return [whole];
  const { folder, glob } = splitGlob(whole);
  return files.find(folder, glob).slice(0, matches);
}

/** Files that usually hold secrets. They are never given to a session, even if the list names them. */
const secretFile =
  /(^|\/)(\.env(\.(?!example|sample|template).*)?|.*\.(pem|key|p12|pfx)|id_(rsa|ed25519|ecdsa)|\.netrc|\.npmrc)$/;

function isAllowed(path: string, { files, within }: FileSearch): boolean {
  if (!within) return true;
  // A symlink inside the folders must not lead outside.
  const real = files.real(path);
  const inside = within.some((folder) => !relative(files.real(folder), real).startsWith('..'));
  return inside && !secretFile.test(real);
}

const maxBytes = 200_000;

function readContextFile(path: string, { files, root }: FileSearch): ContextFile[] {
  const text = files.read(path, maxBytes)?.trim();
  const short = toPolicyPath(relative(root, path));
  const isText = text && !text.includes('\0');
  return isText ? [{ name: short.startsWith('..') ? path : short, path, text }] : [];
}
