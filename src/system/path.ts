// The part of node:path that the hook needs, because loading node:path takes many times longer than all the path
// operations of an event. On Windows, where paths have other rules, node:path is used.
import type * as Node from 'node:path';

const native = process.platform === 'win32' ? (require('node:path') as typeof Node) : undefined;

export const isAbsolute = (path: string): boolean => native?.isAbsolute(path) ?? path.startsWith('/');

export function join(...parts: string[]): string {
  if (native) return native.join(...parts);
  let path = '';
  for (const part of parts) if (part) path = path ? `${path}/${part}` : part;
  const normal = normalize(path);
  return path.endsWith('/') && normal !== '/' ? `${normal || '.'}/` : normal || '.';
}

/**
 * Policies and the shell reader know one form of paths, with slashes and a slash in front: `C:\Users\me` is
 * `/C:/Users/me` there. Facts translate both ways.
 */
export function fromWindows(path: string): string {
  const plain = path.replace(/^\\\\[?.]\\/, '').replaceAll('\\', '/');
  return /^[A-Za-z]:/.test(plain) ? `/${plain[0]!.toUpperCase()}${plain.slice(1)}` : plain;
}

/** `/C:/Users/me`, or `/c/Users/me` as Git Bash writes it, as `C:/Users/me`, which every function of Windows takes. */
export function toWindows(path: string): string {
  const [, drive, rest] = /^\/([A-Za-z])(?::|(?=\/|$))(.*)$/s.exec(path) ?? [];
  return drive ? `${drive.toUpperCase()}:${rest || '/'}` : path;
}

export const toPolicyPath = (path: string): string => (native ? fromWindows(path) : path);
export const fromPolicyPath = (path: string): string => (native ? toWindows(path) : path);

/** Joins from the right until the path is absolute. */
export function resolve(...parts: string[]): string {
  if (native) return native.resolve(...parts);
  let path = '';
  for (let i = parts.length - 1; i >= 0 && !path.startsWith('/'); i--)
    if (parts[i]) path = path ? `${parts[i]}/${path}` : parts[i]!;
  return normalize(path.startsWith('/') ? path : `${process.cwd()}/${path}`);
}

/** Removes `.`, `..` and doubled slashes. */
function normalize(path: string): string {
  const absolute = path.startsWith('/');
  if (!path.includes('//') && !path.includes('/.') && !path.startsWith('.'))
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (!absolute) segments.push(segment);
  }
  return (absolute ? '/' : '') + segments.join('/');
}

export function dirname(path: string): string {
  if (native) return native.dirname(path);
  const end = path.lastIndexOf('/', lengthWithoutSlashes(path) - 1);
  if (end < 0) return '.';
  return path.slice(0, lengthWithoutSlashes(path.slice(0, end + 1))) || '/';
}

export function basename(path: string): string {
  if (native) return native.basename(path);
  const end = lengthWithoutSlashes(path);
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

/** Whether a path is the folder or lies below it. Both must be absolute and normalised. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** The length of the path without trailing slashes. */
function lengthWithoutSlashes(path: string): number {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return end;
}

export function relative(from: string, to: string): string {
  if (native) return native.relative(from, to);
  const fromParts = resolve(from).split('/').filter(Boolean);
  const toParts = resolve(to).split('/').filter(Boolean);
  let shared = 0;
  while (shared < fromParts.length && fromParts[shared] === toParts[shared]) shared++;
  return [...fromParts.slice(shared).map(() => '..'), ...toParts.slice(shared)].join('/');
}
