// Reads the hooks of one settings file, each with its line.

import { getNodeValue, type Node } from 'jsonc-parser';
import { duplicateProperties, lineOf, type Malformed, parseJson } from '../init/json.ts';
import { type Finding, finding } from './finding.ts';
import type { Source } from './sources.ts';

/** One element of an event's list, whatever its type. */
export interface HookGroup {
  source: Source;
  event: string;
  node: Node;
  value: unknown;
  line: number;
  handlers: HookEntry[];
}

export interface HookEntry {
  source: Source;
  event: string;
  group: Record<string, unknown>;
  node: Node;
  value: unknown;
  line: number;
}

export interface SettingsHooks {
  source: Source;
  groups: HookGroup[];
  findings: Finding[];
}

export function readEntries(source: Source): SettingsHooks {
  const { file, text } = source;
  const failed = (
    code: 'settings-unreadable' | 'hooks-shape',
    problem: string,
    line: number,
  ): SettingsHooks => ({
    source,
    groups: [],
    findings: [finding(code, problem, { file, line })],
  });
  if (text.trim() === '') return { source, groups: [], findings: [] };
  let root: Node;
  try {
    root = parseJson(text);
  } catch (error) {
    return failed('settings-unreadable', (error as Error).message, (error as Malformed).line);
  }
  if (root.type !== 'object') return failed('settings-unreadable', 'expected an object at the top level', 1);
  // If the key occurs twice, the client uses the last one.
  const hooks = propertiesOf(root).findLast(({ key }) => key === 'hooks')?.value;
  if (!hooks) return { source, groups: [], findings: [] };
  if (hooks.type !== 'object')
    return failed('hooks-shape', '"hooks" is not an object', lineOf(text, hooks.offset));
  const read = propertiesOf(hooks).map(({ key, value }) => readEvent(source, key, value));
  const twice = [...duplicateProperties(root, ['hooks']), ...duplicateProperties(hooks)].map((node) => {
    const problem = `"${node.children![0]!.value}" occurs twice; the client uses only the last one`;
    return finding('hooks-shape', problem, { file, line: lineOf(text, node.offset) });
  });
  return {
    source,
    groups: read.flatMap((event) => event.groups),
    findings: [...twice, ...read.flatMap((event) => event.findings)],
  };
}

function propertiesOf(node: Node): { key: string; value: Node }[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).map(({ children }) => ({
    key: String(children![0]!.value),
    value: children![1]!,
  }));
}

function readEvent(source: Source, event: string, list: Node): Pick<SettingsHooks, 'groups' | 'findings'> {
  const line = lineOf(source.text, list.offset);
  if (list.type !== 'array') {
    const problem = `"hooks.${event}" is not a list`;
    return { groups: [], findings: [finding('hooks-shape', problem, { file: source.file, line, event })] };
  }
  return { groups: (list.children ?? []).map((node) => readGroup(source, event, node)), findings: [] };
}

function readGroup(source: Source, event: string, node: Node): HookGroup {
  const value: unknown = getNodeValue(node);
  const line = lineOf(source.text, node.offset);
  const list = propertiesOf(node).find(({ key }) => key === 'hooks')?.value;
  const nodes = list?.type === 'array' ? (list.children ?? []) : [];
  const handlers = nodes.map((handler) => ({
    source,
    event,
    group: value as Record<string, unknown>,
    node: handler,
    value: getNodeValue(handler) as unknown,
    line: lineOf(source.text, handler.offset),
  }));
  return { source, event, node, value, line, handlers };
}
