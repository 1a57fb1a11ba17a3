// The values that a loop or a callback gets from a value.
import { joinOrigins } from '../../base/words.ts';
import type { Origin } from '../../types.ts';
import { elementOf, methodName, originsIn, UNKNOWN, type Value } from '../value.ts';
import { IS_ENVIRONMENT } from './members.ts';

/** Values for the parameters of a function that is passed to this one. */
export function callbackValues(callee: Value): readonly Value[] {
  const name = methodName(callee.fullName ?? '');
  const self = callee.self ?? UNKNOWN;
  if (
    /^(?:forEach|map|each|filter|flatMap|some|every|each_child|each_line|select|collect|each_entry|find)$/.test(
      name,
    )
  )
    return [elementsOf(self, 1)[0] ?? UNKNOWN];
  if (/^(?:then|tap|finally|and_then)$/.test(name)) return [self];
  // `https.get(url, (response) => …)`
  if (/^https?\.(?:get|request)$/.test(callee.fullName ?? ''))
    return [{ fullName: 'response', origins: NETWORK }];
  if (/^(?:on|once)$/.test(name))
    return [
      { origins: joinOrigins(originsIn(self), NETWORK_OBJECT.test(self.fullName ?? '') ? NETWORK : []) },
    ];
  return [];
}

const NETWORK_OBJECT = /socket|response|^res$/i;

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
