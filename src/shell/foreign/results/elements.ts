// The values that a loop or a callback gets: for `for x in list` and `list.forEach((x) => …)` the elements of the list.
// Called by loops.ts with the value that is looped over, and by invocations.ts with the function that is called.
import { joinOrigins } from '../../base/words.ts';
import type { Origin } from '../../types.ts';
import { elementOf, methodName, originsIn, UNKNOWN, type Value } from '../value.ts';
import { IS_ENVIRONMENT } from './members.ts';

/** The values that a function passes to a callback among its arguments. */
export function callbackValues(callee: Value): readonly Value[] {
  const name = methodName(callee.fullName ?? '');
  const object = callee.self ?? UNKNOWN;
  if (
    /^(?:forEach|map|each|filter|flatMap|some|every|each_child|each_line|select|collect|each_entry|find)$/.test(
      name,
    )
  )
    return [elementsOf(object, 1)[0] ?? UNKNOWN];
  if (/^(?:then|tap|finally|and_then)$/.test(name)) return [object];
  // `https.get(url, (response) => …)`
  if (/^https?\.(?:get|request)$/.test(callee.fullName ?? ''))
    return [{ fullName: 'response', origins: NETWORK }];
  if (/^(?:on|once)$/.test(name))
    return [
      { origins: joinOrigins(originsIn(object), IS_CONNECTION.test(object.fullName ?? '') ? NETWORK : []) },
    ];
  return [];
}

const IS_CONNECTION = /socket|response|^res$/i;

export const NETWORK: readonly Origin[] = [{ kind: 'network', name: 'network' }];

/** The values that a loop with this many names gets from a value. */
export function elementsOf(value: Value, count: number): readonly Value[] {
  const element = elementOf(value);
  // `for name, value in os.environ.items()`, `for name in os.environ`: a name is no secret.
  if (IS_ENVIRONMENT.test(value.fullName ?? '')) return Array.from({ length: count }, () => UNKNOWN);
  if (count === 2 && element.origins.some(({ kind }) => kind === 'environment')) return [UNKNOWN, element];
  // `for folder, folders, files in os.walk(x)`, `for key, value in …`.
  return Array.from({ length: count }, () => element);
}
