// Our entries in the text of a settings file: added one by one, changed in place, taken out again. Pure.
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { isPawlHook } from '../../hook/duplicate-registration.ts';
import { doubled, insertLast, lineOf, Malformed, parseJson, removeNode, replaceNode } from './json.ts';
import type { Handler } from './register.ts';

/** By event; an event can have a second entry of ours, named after its option: `Stop --rewake`. */
export type Wanted = Record<string, Handler>;

interface Found {
  event: string;
  /** Which of our entries it is: its key in `Wanted`. */
  slot: string;
  /** Path of the handler: hooks, event, group, hooks, handler. */
  path: (string | number)[];
  node: Node;
}

/** Refuses what it could only change by guessing. */
export function readHooks(text: string): Node {
  const root = parseJson(text);
  const wrong = (node: Node, what: string) => new Malformed(lineOf(text, node.offset), what);
  if (root.type !== 'object') throw wrong(root, 'expected an object at the top');
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (hooks && hooks.type !== 'object') throw wrong(hooks, '"hooks" must be an object');
  // The client takes the last of two, an editor finds the first: what we add would not count.
  const [again] = [...doubled(root, ['hooks', 'statusLine']), ...(hooks ? doubled(hooks) : [])];
  if (again)
    throw wrong(again, `"${again.children![0]!.value}" is there twice, and only the last one counts`);
  for (const property of hooks?.children ?? []) {
    const [key, value] = property.children!;
    if (value?.type !== 'array') throw wrong(property, `"hooks.${key!.value}" must be a list`);
  }
  return root;
}

/** Our handlers, in the order of the file. */
export function findOurs(root: Node): Found[] {
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

/** `original` is the text before the first installation: containers that were there stay, even when empty. */
export function register(before: string, wanted: Wanted, original?: string): string {
  let text = removeWhere(before, original, (found, all) => {
    const first = all.find((one) => one.slot === found.slot);
    return !wanted[found.slot] || first !== found || isNarrowed(found);
  });
  for (const [slot, handler] of Object.entries(wanted)) text = put(text, slot, handler);
  return text;
}

/** Under a matcher we would see only a part of what the policies are about. */
function isNarrowed({ node }: Found): boolean {
  const { matcher } = getNodeValue(node.parent!.parent!.parent!) as { matcher?: unknown };
  return !isEverything(matcher);
}

export function isEverything(matcher: unknown): boolean {
  return matcher === undefined || matcher === '' || matcher === '*';
}

function put(text: string, slot: string, handler: Handler): string {
  const root = readHooks(text);
  const event = slot.split(' ')[0]!;
  const mine = findOurs(root).find((one) => one.slot === slot);
  if (mine) {
    const same = Bun.deepEquals(getNodeValue(mine.node), handler);
    return same ? text : replaceNode(text, root, mine.node, handler);
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
  goes: (found: Found, all: Found[]) => boolean,
): string {
  const had = original?.trim() ? parseJson(original) : undefined;
  for (let text = before; ; ) {
    const all = findOurs(readHooks(text));
    const found = all.findLast((one) => goes(one, all));
    if (!found) return text;
    text = removeNode(text, outermost(found.node, found.path, had));
  }
}

/** What may go with the handler: its group, event and `hooks`, as far as they hold nothing else and are ours. */
function outermost(handler: Node, path: readonly (string | number)[], had: Node | undefined): Node {
  if (handler.parent!.children!.length > 1) return handler;
  const group = handler.parent!.parent!.parent!;
  const [, event] = path as [string, string];
  if (group.parent!.children!.length > 1 || has(had, ['hooks', event])) return group;
  const property = group.parent!.parent!;
  if (property.parent!.children!.length > 1 || has(had, ['hooks'])) return property;
  return property.parent!.parent!;
}

function has(root: Node | undefined, path: string[]): boolean {
  return root !== undefined && findNodeAtLocation(root, path) !== undefined;
}

/** The events for which this text registers us. */
export function registeredEvents(text: string): string[] {
  return text.trim() === '' ? [] : [...new Set(findOurs(readHooks(text)).map(({ event }) => event))];
}
