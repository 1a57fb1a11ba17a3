// `--fix` for settings files: the mechanical mistakes, one after the other, and nothing that would need a guess. Pure.

import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { isObject } from '../../core/json.ts';
import { parseJson, removeNode, replaceNode } from '../init/json.ts';
import { isTwin } from './check-duplicates.ts';
import { matcherText, waits } from './check-shape.ts';
import { type Around, sameKey } from './command-line.ts';
import { type Entry, type Group, readEntries } from './entries.ts';
import type { Source } from './sources.ts';

interface Step {
  did: string;
  text: string;
}

export function mend(source: Source, around: Around): { text: string; did: string[] } {
  const did: string[] = [];
  let { text } = source;
  for (let step = next({ ...source, text }, around); step; step = next({ ...source, text }, around)) {
    did.push(step.did);
    text = step.text;
  }
  return { text, did };
}

/** The first thing that can be mended; the text is read anew after each. */
function next(source: Source, around: Around): Step | undefined {
  const { groups, findings } = readEntries(source);
  if (findings.some((one) => one.code === 'settings-unreadable')) return undefined;
  const entries = groups.flatMap((group) => group.handlers);
  return first(groups, mendGroup) ?? first(entries, mendTimeout) ?? mendTwin(entries, around);
}

function first<T>(list: readonly T[], look: (one: T) => Step | undefined): Step | undefined {
  for (const one of list) {
    const step = look(one);
    if (step) return step;
  }
  return undefined;
}

function put(source: Source, node: Node, value: unknown, did: string, line: number): Step {
  const { text } = source;
  return { did: `line ${line}: ${did}`, text: replaceNode(text, parseJson(text), node, value) };
}

function mendGroup({ source, event, node, value, line }: Group): Step | undefined {
  if (typeof value === 'string') {
    const group = { hooks: [{ type: 'command', command: value }] };
    return put(source, node, group, `${event}: wrapped "${value}" in a group`, line);
  }
  if (!isObject(value)) return undefined;
  if (!Array.isArray(value.hooks)) {
    if (typeof value.type !== 'string') return undefined;
    const { matcher, ...handler } = value;
    const group = { ...(matcher !== undefined && { matcher }), hooks: [handler] };
    return put(source, node, group, `${event}: wrapped a ${value.type} handler in a group`, line);
  }
  const meant = isObject(value.matcher) ? matcherText(value.matcher) : undefined;
  if (meant === undefined) return undefined;
  const matcher = findNodeAtLocation(node, ['matcher'])!;
  const did = `${event}: matcher ${JSON.stringify(value.matcher)} → ${meant ? JSON.stringify(meant) : 'none, which matches all'}`;
  if (meant !== '') return put(source, matcher, meant, did, line);
  return { did: `line ${line}: ${did}`, text: removeNode(source.text, matcher.parent!) };
}

function mendTimeout({ source, event, node, value, line }: Entry): Step | undefined {
  const timeout = isObject(value) ? value.timeout : undefined;
  if (typeof timeout !== 'number' || timeout < 1000 || waits(value)) return undefined;
  const seconds = Math.ceil(timeout / 1000);
  const place = findNodeAtLocation(node, ['timeout'])!;
  return put(source, place, seconds, `${event}: timeout ${timeout} → ${seconds} seconds`, line);
}

function mendTwin(entries: readonly Entry[], around: Around): Step | undefined {
  const key = (entry: Entry) =>
    isObject(entry.value) ? `${entry.event}\n${sameKey(entry.value, around)}` : undefined;
  for (const [at, entry] of entries.entries()) {
    const twin = entries
      .slice(0, at)
      .find((one) => key(one) !== undefined && key(one) === key(entry) && isTwin(one, entry));
    if (!twin) continue;
    const alone = entry.node.parent!.children!.length === 1;
    const text = removeNode(entry.source.text, alone ? entry.node.parent!.parent!.parent! : entry.node);
    return { did: `line ${entry.line}: ${entry.event}: removed the second copy of line ${twin.line}`, text };
  }
  return undefined;
}
