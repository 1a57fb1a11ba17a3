// Which files a starting session is given, and how much of them. Pure: the files come from facts.

import type { Files } from '../../core/facts.ts';
import { isAbsolute, join, relative } from '../../system/path.ts';

export interface ContextFile {
  /** As a person writes it. */
  name: string;
  path: string;
  text: string;
}

export interface FittedFiles {
  /** In the order in which they were listed. */
  whole: ContextFile[];
  /** The beginning of one that did not fit. */
  cut?: { file: ContextFile; text: string };
  leftOut: ContextFile[];
}

const frame = 40;
const cost = ({ name, text }: ContextFile) => name.length + text.length + frame;

/** Below this, the beginning of a file says nothing. */
const leastCut = 800;

/** As many whole files as fit, small ones first; only what room is left goes to the beginning of a large one. */
export function fitFiles(files: readonly ContextFile[], room: number): FittedFiles {
  const taken = new Set<ContextFile>();
  let left = room;
  for (const file of [...files].sort((a, b) => cost(a) - cost(b))) {
    if (cost(file) > left) continue;
    taken.add(file);
    left -= cost(file);
  }
  const whole = files.filter((file) => taken.has(file));
  const rest = files.filter((file) => !taken.has(file));
  const [first, ...others] = rest;
  if (!first || left < leastCut) return { whole, leftOut: rest };
  return { whole, cut: { file: first, text: beginning(first.text, left - 2 * frame) }, leftOut: others };
}

/** Ends at a line's end where there is one. */
function beginning(text: string, room: number): string {
  const part = text.slice(0, room);
  const end = part.lastIndexOf('\n');
  return end > room / 2 ? part.slice(0, end) : part;
}

export type Variables = Record<string, string | undefined>;

/** Undefined when a variable of it has no value: then the entry is for another kind of session. */
export function fill(entry: string, variables: Variables): string | undefined {
  let known = true;
  const filled = entry.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    known &&= Boolean(variables[name]);
    return variables[name] ?? '';
  });
  return known ? filled : undefined;
}

export const isGlob = (path: string) => /[*?[{]/.test(path);

/** The folder before the first star, and the glob below it. */
export function splitGlob(path: string): { folder: string; glob: string } {
  const parts = path.split('/');
  const at = parts.findIndex(isGlob);
  return { folder: parts.slice(0, at).join('/') || '/', glob: parts.slice(at).join('/') };
}

/** Entries of a front matter list; anything else in it is skipped. */
export function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
}

export interface FileSearch {
  files: Files;
  /** Paths that are not absolute begin here. */
  root: string;
  home: string;
  variables: Variables;
  /** How many files of one glob are taken. */
  matches: number;
  /** Folders the list may not leave; absent: a person wrote it, and it may name anything. */
  within?: readonly string[];
}

/** The files of a list, each once; what is missing, empty or out of bounds is left out. */
export function findFiles(entries: readonly string[], search: FileSearch): ContextFile[] {
  const paths = entries.flatMap((entry) => pathsOf(entry, search));
  return [...new Set(paths)].filter((path) => allowed(path, search)).flatMap((path) => read(path, search));
}

function pathsOf(entry: string, { files, root, home, variables, matches }: FileSearch): string[] {
  const filled = fill(entry.trim(), variables);
  if (filled === undefined) return [];
  const path = filled.startsWith('~/') ? join(home, filled.slice(2)) : filled;
  const whole = isAbsolute(path) ? path : join(root, path);
  if (!isGlob(whole)) return [whole];
  const { folder, glob } = splitGlob(whole);
  return files.find(folder, glob).slice(0, matches);
}

/** Names that hold secrets, whoever lists them. */
const secret =
  /(^|\/)(\.env(\.(?!example|sample|template).*)?|.*\.(pem|key|p12|pfx)|id_(rsa|ed25519|ecdsa)|\.netrc|\.npmrc)$/;

function allowed(path: string, { files, within }: FileSearch): boolean {
  if (!within) return true;
  // A link inside must not lead outside.
  const real = files.real(path);
  const inside = within.some((folder) => !relative(files.real(folder), real).startsWith('..'));
  return inside && !secret.test(real);
}

const longest = 200_000;

function read(path: string, { files, root }: FileSearch): ContextFile[] {
  const text = files.read(path, longest)?.trim();
  const short = relative(root, path);
  const isText = text && !text.includes('\0');
  return isText ? [{ name: short.startsWith('..') ? path : short, path, text }] : [];
}
