// The status line in the text of a settings file. One that was there keeps its place and its other keys: only its
// command becomes ours, and ours starts it. Pure, but for the note of what it was.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { insertLast, parseJson, removeNode, replaceNode } from './json.ts';

interface StatusLine {
  type?: unknown;
  command?: unknown;
}

/** Run by a shell: a path that a shell would take apart is quoted. */
export function statusCommand(home: Home): string {
  const path = home.launcher;
  return `${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`} statusline`;
}

const isPawlHook = (command: unknown) => typeof command === 'string' && /\/pawl'? statusline$/.test(command);

function lineOf(root: Node): { node: Node; value: StatusLine } | undefined {
  const node = findNodeAtLocation(root, ['statusLine']);
  return node?.type === 'object' ? { node, value: getNodeValue(node) as StatusLine } : undefined;
}

/** Undefined leaves out, or takes out, ours. */
export function setStatusLine(text: string, command: string | undefined, original?: string): string {
  if (command === undefined) return dropStatusLine(text, original);
  const root = parseJson(text);
  const found = lineOf(root);
  if (!found)
    return findNodeAtLocation(root, ['statusLine'])
      ? text // Not a shape we know: whoever wrote it keeps it.
      : insertLast(text, root, root, 'statusLine', { type: 'command', command });
  if (found.value.type !== 'command' || typeof found.value.command !== 'string') return text;
  const node = findNodeAtLocation(found.node, ['command'])!;
  return found.value.command === command ? text : replaceNode(text, root, node, command);
}

/** Back to the command it had, or out again. */
export function dropStatusLine(text: string, original?: string): string {
  if (text.trim() === '') return text;
  const root = parseJson(text);
  const found = lineOf(root);
  if (!found || !isPawlHook(found.value.command)) return text;
  const before = original?.trim() ? lineOf(parseJson(original))?.value.command : undefined;
  const node = findNodeAtLocation(found.node, ['command'])!;
  if (typeof before === 'string') return replaceNode(text, root, node, before);
  return removeNode(text, found.node.parent!);
}

/** Who speaks in the status line of this text; `before` tells whether somebody else did. */
export function statusSpeakers(after: string, before: string): 'pawl' | 'yours and pawl' | undefined {
  const command = (text: string) => (text.trim() === '' ? undefined : lineOf(parseJson(text))?.value.command);
  if (!isPawlHook(command(after))) return undefined;
  return typeof command(before) === 'string' ? 'yours and pawl' : 'pawl';
}

const note = (home: Home) => join(home.dir, 'statusline.json');

/** Remembers the person's own status line for `pawl statusline`, which starts it. */
export function keepStatusLine(home: Home, text: string): void {
  const found = text.trim() === '' ? undefined : lineOf(parseJson(text));
  if (found && isPawlHook(found.value.command)) return;
  if (typeof found?.value.command === 'string')
    writeFileAtomic(note(home), `${JSON.stringify(found.value)}\n`);
  else rmSync(note(home), { force: true });
}

export function forgetStatusLine(home: Home, text: string): void {
  if (text.trim() !== '' && isPawlHook(lineOf(parseJson(text))?.value.command))
    rmSync(note(home), { force: true });
}
