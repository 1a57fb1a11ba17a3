// Adds, updates and removes Pawl's entries in the text of a settings file. Pure.
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { isPawlHook, matchesEverything } from '../../domain/client-settings/handlers.ts';
import {
  duplicateProperties,
  insertLast,
  lineOf,
  Malformed,
  parseJson,
  removeNode,
  replaceNode,
} from './json.ts';
import type { Handler } from './register.ts';

/** Pawl's entries by event. Stop has a second one, with the key `Stop --rewake`. */
export type Wanted = Record<string, Handler>;

interface PawlEntry {
  event: string;
  /** Its key in `Wanted`. */
  slot: string;
  /** Path of the handler: hooks, event, group, hooks, handler. */
  path: (string | number)[];
  node: Node;
}

/** Throws on anything that could only be changed by guessing. */
export function readHooks(text: string): Node {
  const root = parseJson(text, { comments: 'kept' });
  const wrong = (node: Node, message: string) => new Malformed(lineOf(text, node.offset), message);
  if (root.type !== 'object') throw wrong(root, 'expected an object at the top level');
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (hooks && hooks.type !== 'object') throw wrong(hooks, '"hooks" must be an object');
  // With a duplicate key the client uses the last one but the parser finds the first, so an addition would be ignored.
  const [duplicate] = [
    ...duplicateProperties(root, ['hooks', 'statusLine']),
    ...(hooks ? duplicateProperties(hooks) : []),
  ];
  if (duplicate)
    throw wrong(
      duplicate,
      `"${duplicate.children![0]!.value}" occurs twice; the client uses only the last one`,
    );
  for (const property of hooks?.children ?? []) {
    const [key, value] = property.children!;
    if (value?.type !== 'array') throw wrong(property, `"hooks.${key!.value}" must be a list`);
  }
  return root;
}

/** Pawl's handlers, in the order of the file. */
export function findPawlEntries(root: Node): PawlEntry[] {
  const hooks = (getNodeValue(root) as { hooks?: Record<string, unknown[]> }).hooks ?? {};
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, at) =>
      handlersOf(group).flatMap((handler, index) => {
        const path = ['hooks', event, at, 'hooks', index];
        return isHandler(handler) && isPawlHook(handler)
          ? [{ event, slot: slotOf(event, handler), path, node: findNodeAtLocation(root, path)! }]
          : [];
      }),
    ),
  );
}

export function slotOf(event: string, { args }: { args?: string[] }): string {
  return args?.includes('--rewake') ? `${event} --rewake` : event;
}

function handlersOf(group: unknown): unknown[] {
  const handlers = (group as { hooks?: unknown } | null)?.hooks;
  return Array.isArray(handlers) ? handlers : [];
}

function isHandler(value: unknown): value is { command?: string; args?: string[] } {
  return typeof value === 'object' && value !== null;
}

/** `original` is the text before the first installation: containers that it has are kept, even if they are empty. */
export function register(before: string, wanted: Wanted, original?: string): string {
  let text = removeWhere(before, original, (found, all) => {
    const first = all.find((entry) => entry.slot === found.slot);
    return !wanted[found.slot] || first !== found || hasMatcher(found);
  });
  for (const [slot, handler] of Object.entries(wanted)) text = addOrUpdate(text, slot, handler);
  return text;
}

/** With a matcher Pawl would get only some of the calls that its policies check. */
function hasMatcher({ node }: PawlEntry): boolean {
  const { matcher } = getNodeValue(node.parent!.parent!.parent!) as { matcher?: unknown };
  return !matchesEverything(matcher);
}

function addOrUpdate(text: string, slot: string, handler: Handler): string {
  const root = readHooks(text);
  const event = slot.split(' ')[0]!;
  const existing = findPawlEntries(root).find((entry) => entry.slot === slot);
  if (existing) {
    const same = Bun.deepEquals(getNodeValue(existing.node), handler);
    return same ? text : replaceNode(text, root, existing.node, handler);
  }
  const group = { hooks: [handler] };
  const list = findNodeAtLocation(root, ['hooks', event]);
  if (list) return insertLast(text, root, list, undefined, group);
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (hooks) return insertLast(text, root, hooks, event, [group]);
  return insertLast(text, root, root, 'hooks', { [event]: [group] });
}

export function unregister(text: string, original?: string): string {
  return removeWhere(text, original, () => true);
}

function removeWhere(
  before: string,
  original: string | undefined,
  shouldRemove: (found: PawlEntry, all: PawlEntry[]) => boolean,
): string {
  const originalRoot = original?.trim() ? parseJson(original, { comments: 'kept' }) : undefined;
  for (let text = before; ; ) {
    const all = findPawlEntries(readHooks(text));
    const found = all.findLast((entry) => shouldRemove(entry, all));
    if (!found) return text;
    text = removeNode(text, outermost(found.node, found.path, originalRoot));
  }
}

/** The node to remove: the handler with its group, event and `hooks`, as far as Pawl added them and nothing is left. */
function outermost(handler: Node, path: readonly (string | number)[], original: Node | undefined): Node {
  if (handler.parent!.children!.length > 1) return handler;
  const group = handler.parent!.parent!.parent!;
  const [, event] = path as [string, string];
  if (group.parent!.children!.length > 1 || has(original, ['hooks', event])) return group;
  const property = group.parent!.parent!;
  if (property.parent!.children!.length > 1 || has(original, ['hooks'])) return property;
  return property.parent!.parent!;
}

function has(root: Node | undefined, path: string[]): boolean {
  return root !== undefined && findNodeAtLocation(root, path) !== undefined;
}

/** The events for which this text registers Pawl. A plugin of another client is code and registers none by name. */
export function registeredEvents(text: string): string[] {
  return !text.trimStart().startsWith('{')
    ? []
    : [...new Set(findPawlEntries(readHooks(text)).map(({ event }) => event))];
}
