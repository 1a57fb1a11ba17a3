// node:path as far as an event needs it: loading that costs as much as all the paths of an event together, many times.
// Windows has rules of its own, and there it is loaded.
import type * as Node from 'node:path';

const native = process.platform === 'win32' ? (require('node:path') as typeof Node) : undefined;

export const isAbsolute = (path: string): boolean => native?.isAbsolute(path) ?? path.startsWith('/');

export function join(...parts: string[]): string {
  if (native) return native.join(...parts);
  let path = '';
  for (const part of parts) if (part) path = path ? `${path}/${part}` : part;
  const plain = straight(path);
  return path.endsWith('/') && plain !== '/' ? `${plain || '.'}/` : plain || '.';
}

/** From the right, until one is absolute. */
export function resolve(...parts: string[]): string {
  if (native) return native.resolve(...parts);
  let path = '';
  for (let i = parts.length - 1; i >= 0 && !path.startsWith('/'); i--)
    if (parts[i]) path = path ? `${parts[i]}/${path}` : parts[i]!;
  return straight(path.startsWith('/') ? path : `${process.cwd()}/${path}`);
}

/** Without `.`, `..` and doubled slashes. */
function straight(path: string): string {
  const absolute = path.startsWith('/');
  if (!path.includes('//') && !path.includes('/.') && !path.startsWith('.'))
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!absolute) kept.push(part);
  }
  return (absolute ? '/' : '') + kept.join('/');
}

export function dirname(path: string): string {
  if (native) return native.dirname(path);
  const end = path.lastIndexOf('/', trimmed(path) - 1);
  if (end < 0) return '.';
  return path.slice(0, trimmed(path.slice(0, end + 1))) || '/';
}

export function basename(path: string): string {
  if (native) return native.basename(path);
  const end = trimmed(path);
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

/** How long it is without the slashes at its end. */
function trimmed(path: string): number {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return end;
}

export function relative(from: string, to: string): string {
  if (native) return native.relative(from, to);
  const start = resolve(from).split('/').filter(Boolean);
  const goal = resolve(to).split('/').filter(Boolean);
  let same = 0;
  while (same < start.length && start[same] === goal[same]) same++;
  return [...start.slice(same).map(() => '..'), ...goal.slice(same)].join('/');
}
