// Fixes mechanical mistakes in a settings file, one at a time, and nothing that would need a guess. Pure.

import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { isObject } from '../../core/json.ts';
import { parseJson, removeNode, replaceNode } from '../init/json.ts';
import { isRedundantCopy } from './check-duplicates.ts';
import { isAsyncRewake, matcherText } from './check-shape.ts';
import { commandKey, type HookPaths } from './command-line.ts';
import { type HookEntry, type HookGroup, readEntries } from './entries.ts';
import type { Source } from './sources.ts';

interface Step {
  change: string;
  text: string;
}

export function fixSettings(source: Source, paths: HookPaths): { text: string; changes: string[] } {
  const changes: string[] = [];
  let { text } = source;
  for (let step = nextStep({ ...source, text }, paths); step; step = nextStep({ ...source, text }, paths)) {
    changes.push(step.change);
    text = step.text;
  }
  return { text, changes };
}

/** The first mistake that can be fixed. The text is parsed again after each fix. */
function nextStep(source: Source, paths: HookPaths): Step | undefined {
  const { groups, findings } = readEntries(source);
  if (findings.some((finding) => finding.code === 'settings-unreadable')) return undefined;
  const entries = groups.flatMap((group) => group.handlers);
  return first(groups, fixGroup) ?? first(entries, fixTimeout) ?? removeCopy(entries, paths);
}

function first<T>(list: readonly T[], look: (item: T) => Step | undefined): Step | undefined {
  for (const item of list) {
    const step = look(item);
    if (step) return step;
  }
  return undefined;
}

function replace(source: Source, node: Node, value: unknown, change: string, line: number): Step {
  const { text } = source;
  return { change: `line ${line}: ${change}`, text: replaceNode(text, parseJson(text), node, value) };
}

function fixGroup({ source, event, node, value, line }: HookGroup): Step | undefined {
  if (typeof value === 'string') {
    const group = { hooks: [{ type: 'command', command: value }] };
    return replace(source, node, group, `${event}: wrapped "${value}" in a group`, line);
  }
  if (!isObject(value)) return undefined;
  if (!Array.isArray(value.hooks)) {
    if (typeof value.type !== 'string') return undefined;
    const { matcher, ...handler } = value;
    const group = { ...(matcher !== undefined && { matcher }), hooks: [handler] };
    return replace(source, node, group, `${event}: wrapped a ${value.type} handler in a group`, line);
  }
  const meant = isObject(value.matcher) ? matcherText(value.matcher) : undefined;
  if (meant === undefined) return undefined;
  const matcher = findNodeAtLocation(node, ['matcher'])!;
  const change = `${event}: matcher ${JSON.stringify(value.matcher)} → ${meant ? JSON.stringify(meant) : 'none, which matches everything'}`;
  if (meant !== '') return replace(source, matcher, meant, change, line);
  return { change: `line ${line}: ${change}`, text: removeNode(source.text, matcher.parent!) };
}

function fixTimeout({ source, event, node, value, line }: HookEntry): Step | undefined {
  const timeout = isObject(value) ? value.timeout : undefined;
  if (typeof timeout !== 'number' || timeout < 1000 || isAsyncRewake(value)) return undefined;
  const seconds = Math.ceil(timeout / 1000);
  const place = findNodeAtLocation(node, ['timeout'])!;
  return replace(source, place, seconds, `${event}: timeout ${timeout} → ${seconds} seconds`, line);
}

function removeCopy(entries: readonly HookEntry[], paths: HookPaths): Step | undefined {
  const key = (entry: HookEntry) =>
    isObject(entry.value) ? `${entry.event}\n${commandKey(entry.value, paths)}` : undefined;
  for (const [at, entry] of entries.entries()) {
    const original = entries
      .slice(0, at)
      .find(
        (other) => key(other) !== undefined && key(other) === key(entry) && isRedundantCopy(other, entry),
      );
    if (!original) continue;
    const alone = entry.node.parent!.children!.length === 1;
    const text = removeNode(entry.source.text, alone ? entry.node.parent!.parent!.parent! : entry.node);
    return { change: `line ${entry.line}: ${entry.event}: removed a copy of line ${original.line}`, text };
  }
  return undefined;
}
