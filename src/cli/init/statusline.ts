// The status line in the text of a settings file. An existing one keeps its position and its other keys; only its
// command is replaced by Pawl's, which runs the old command first. Pure, except for the file that saves the old
// command.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { shellQuote } from '../../core/text.ts';
import { attempt } from '../../system/attempt.ts';
import { readText, writeFileAtomic } from '../../system/files.ts';
import type { Home } from '../../system/home.ts';
import { insertLast, parseJson, removeNode, replaceNode } from './json.ts';

interface StatusLine {
  type?: unknown;
  command?: unknown;
}

/** The client runs it in a shell, so the path is quoted if necessary. */
export function statusCommand(home: Home): string {
  const path = home.launcher;
  return `${/^[\w./-]+$/.test(path) ? path : shellQuote(path)} statusline`;
}

const isPawlStatusLine = (command: unknown) =>
  typeof command === 'string' && /\/pawl'? statusline$/.test(command);

function statusLineIn(root: Node): { node: Node; value: StatusLine } | undefined {
  const node = findNodeAtLocation(root, ['statusLine']);
  return node?.type === 'object' ? { node, value: getNodeValue(node) as StatusLine } : undefined;
}

/** Without a command, Pawl's status line is removed. */
export function setStatusLine(text: string, command: string | undefined, original?: string): string {
  if (command === undefined) return dropStatusLine(text, original);
  const root = parseJson(text, { comments: 'kept' });
  const found = statusLineIn(root);
  if (!found)
    return findNodeAtLocation(root, ['statusLine'])
      ? text // An unknown format is left as it is.
      : insertLast(text, root, root, 'statusLine', { type: 'command', command });
  if (found.value.type !== 'command' || typeof found.value.command !== 'string') return text;
  const node = findNodeAtLocation(found.node, ['command'])!;
  return found.value.command === command ? text : replaceNode(text, root, node, command);
}

/** Restores the previous command, or removes the status line if there was none. */
export function dropStatusLine(text: string, original?: string): string {
  if (text.trim() === '') return text;
  const root = parseJson(text, { comments: 'kept' });
  const found = statusLineIn(root);
  if (!found || !isPawlStatusLine(found.value.command)) return text;
  const before = original?.trim()
    ? statusLineIn(parseJson(original, { comments: 'kept' }))?.value.command
    : undefined;
  const node = findNodeAtLocation(found.node, ['command'])!;
  if (typeof before === 'string') return replaceNode(text, root, node, before);
  return removeNode(text, found.node.parent!);
}

/** The command of a status line that is not Pawl's. */
export function foreignStatusLine(text: string): string | undefined {
  const command =
    text.trim() === '' ? undefined : statusLineIn(parseJson(text, { comments: 'kept' }))?.value.command;
  return typeof command === 'string' && !isPawlStatusLine(command) ? command : undefined;
}

/** The text of the client's status line: the person's own line with Pawl's below it, or only one of them. */
export const statusLineChoices = ['both', 'yours', 'pawl'] as const;
export type StatusLineChoice = (typeof statusLineChoices)[number];

/** Returns the person's choice at an earlier `pawl init`. */
export function readStatusLineChoice(home: Home): StatusLineChoice {
  const saved = attempt(() => JSON.parse(readText(savedFile(home)) ?? '').choice as StatusLineChoice);
  return saved && statusLineChoices.includes(saved) ? saved : 'both';
}

/**
 * Saves the person's choice. For `yours` and `pawl` it replaces the saved command; back at `both`, the command is saved
 * again from `settingsWithoutPawl`, the text of the settings file without Pawl's entries.
 */
export function saveStatusLineChoice(
  home: Home,
  choice: StatusLineChoice,
  settingsWithoutPawl: string,
): void {
  if (choice !== 'both') writeFileAtomic(savedFile(home), `${JSON.stringify({ choice })}\n`);
  else if (readStatusLineChoice(home) !== 'both') saveStatusLine(home, settingsWithoutPawl);
}

/** Whether the status line shows only Pawl's line, or the user's own line too. */
export function statusLineContent(after: string, before: string): 'pawl' | 'yours and pawl' | undefined {
  const command = (text: string) =>
    text.trim() === '' ? undefined : statusLineIn(parseJson(text, { comments: 'kept' }))?.value.command;
  if (!isPawlStatusLine(command(after))) return undefined;
  return typeof command(before) === 'string' ? 'yours and pawl' : 'pawl';
}

const savedFile = (home: Home) => join(home.dir, 'statusline.json');

/** Saves the user's own status line for `pawl statusline`, which runs it. If there is none, a saved one is removed. */
export function saveStatusLine(home: Home, text: string): void {
  const found = text.trim() === '' ? undefined : statusLineIn(parseJson(text, { comments: 'kept' }));
  if (found && isPawlStatusLine(found.value.command)) return;
  if (typeof found?.value.command === 'string')
    writeFileAtomic(savedFile(home), `${JSON.stringify(found.value)}\n`);
  else rmSync(savedFile(home), { force: true });
}

/** Removes the saved status line if the settings have Pawl's, which is being uninstalled. */
export function forgetStatusLine(home: Home, text: string): void {
  if (
    text.trimStart().startsWith('{') &&
    isPawlStatusLine(statusLineIn(parseJson(text, { comments: 'kept' }))?.value.command)
  )
    rmSync(savedFile(home), { force: true });
}
