// Finds hooks that are registered more than once.

import { isObject } from '../../core/json.ts';
import { isPawlHook, matchesEverything } from '../../domain/client-settings/handlers.ts';
import { commandKey, type HookPaths } from './command-line.ts';
import type { HookEntry } from './entries.ts';
import { type Finding, finding } from './finding.ts';

/** `paths` depends on the entry, because CLAUDE_PLUGIN_ROOT differs by plugin. */
export function checkDuplicates(
  entries: readonly HookEntry[],
  paths: (entry: HookEntry) => HookPaths,
): Finding[] {
  const seen: { entry: HookEntry; key: string }[] = [];
  return entries.flatMap((entry) => {
    // Pawl's own entries handle each event once, even if they are registered twice.
    if (!isObject(entry.value) || isPawlHook(entry.value)) return [];
    const key = `${entry.event}\n${commandKey(entry.value, paths(entry))}`;
    const earlier = seen.find((known) => known.key === key && overlap(known.entry, entry));
    seen.push({ entry, key });
    return earlier ? [duplicate(earlier.entry, entry)] : [];
  });
}

/** Whether both certainly run for the same event. */
function overlap(a: HookEntry, b: HookEntry): boolean {
  const [first, second] = [a.group.matcher, b.group.matcher];
  return (
    matchesEverything(first) || matchesEverything(second) || JSON.stringify(first) === JSON.stringify(second)
  );
}

function duplicate(first: HookEntry, second: HookEntry): Finding {
  const [a, b] = [first.value, second.value] as Record<string, unknown>[];
  const same = a!.command === b!.command && JSON.stringify(a!.args) === JSON.stringify(b!.args);
  const plugin = first.source.kind === 'plugin' || second.source.kind === 'plugin';
  const place =
    first.source.file === second.source.file ? `line ${first.line}` : `${first.source.file}:${first.line}`;
  const spelled = same ? '' : ` (spelled ${commandText(a!)})`;
  const problem = `${second.event}: ${commandText(b!)} is also registered in ${place}${spelled}`;
  const at = { file: second.source.file, line: second.line };
  return finding(same && !plugin ? 'duplicate' : 'duplicate-spelling', problem, {
    ...at,
    fixable:
      isRedundantCopy(first, second) && second.source.kind !== 'plugin' && second.source.kind !== 'managed',
  });
}

/** Whether the second can be removed safely: same file, same matcher, and only the command is spelled differently. */
export function isRedundantCopy(first: HookEntry, second: HookEntry): boolean {
  const rest = (entry: HookEntry) => ({ ...(entry.value as object), command: undefined, args: undefined });
  const matcher = (entry: HookEntry) => (matchesEverything(entry.group.matcher) ? '' : entry.group.matcher);
  return (
    first.source.file === second.source.file &&
    Bun.deepEquals(matcher(first), matcher(second)) &&
    Bun.deepEquals(rest(first), rest(second))
  );
}

function commandText(handler: Record<string, unknown>): string {
  const words = [
    handler.command ?? handler.url ?? handler.type,
    ...((handler.args as string[] | undefined) ?? []),
  ];
  return `\`${words.join(' ')}\``;
}
