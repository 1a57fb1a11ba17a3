// The same hook, registered more than once.

import { isObject } from '../../core/json.ts';
import { isPawlHook } from '../../hook/duplicate-registration.ts';
import { isEverything } from '../init/merge.ts';
import { type Around, sameKey } from './command-line.ts';
import type { Entry } from './entries.ts';
import { type Finding, finding } from './finding.ts';

/** `around` by entry: a plugin's hooks call another folder home. */
export function checkDuplicates(entries: readonly Entry[], around: (entry: Entry) => Around): Finding[] {
  const seen: { entry: Entry; key: string }[] = [];
  return entries.flatMap((entry) => {
    // Ours make sure themselves that an event is handled once.
    if (!isObject(entry.value) || isPawlHook(entry.value)) return [];
    const key = `${entry.event}\n${sameKey(entry.value, around(entry))}`;
    const twin = seen.find((one) => one.key === key && overlap(one.entry, entry));
    seen.push({ entry, key });
    return twin ? [duplicate(twin.entry, entry)] : [];
  });
}

/** Could both run for the same event? Only what is certain counts. */
function overlap(a: Entry, b: Entry): boolean {
  const [one, other] = [a.group.matcher, b.group.matcher];
  return isEverything(one) || isEverything(other) || JSON.stringify(one) === JSON.stringify(other);
}

function duplicate(first: Entry, second: Entry): Finding {
  const [a, b] = [first.value, second.value] as Record<string, unknown>[];
  const same = a!.command === b!.command && JSON.stringify(a!.args) === JSON.stringify(b!.args);
  const plugin = first.source.kind === 'plugin' || second.source.kind === 'plugin';
  const where =
    first.source.file === second.source.file ? `line ${first.line}` : `${first.source.file}:${first.line}`;
  const spelled = same ? '' : ` (there it is spelled ${show(a!)})`;
  const what = `${second.event}: ${show(b!)} is registered in ${where} as well${spelled}`;
  const at = { file: second.source.file, line: second.line };
  return finding(same && !plugin ? 'duplicate' : 'duplicate-spelling', what, {
    ...at,
    fixable: isTwin(first, second) && second.source.kind !== 'plugin' && second.source.kind !== 'managed',
  });
}

/** Nothing is lost when the second goes: same file, same matcher, and alike but for the spelling. */
export function isTwin(first: Entry, second: Entry): boolean {
  const rest = (entry: Entry) => ({ ...(entry.value as object), command: undefined, args: undefined });
  const matcher = (entry: Entry) => (isEverything(entry.group.matcher) ? '' : entry.group.matcher);
  return (
    first.source.file === second.source.file &&
    Bun.deepEquals(matcher(first), matcher(second)) &&
    Bun.deepEquals(rest(first), rest(second))
  );
}

function show(handler: Record<string, unknown>): string {
  const words = [
    handler.command ?? handler.url ?? handler.type,
    ...((handler.args as string[] | undefined) ?? []),
  ];
  return `\`${words.join(' ')}\``;
}
