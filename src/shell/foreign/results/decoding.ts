// Results of calls that decode or reverse text: `b64decode(x)`, `Buffer.from(x, "hex")`. The text is decoded here if it
// is known and in base64 or hexadecimal; in any case its origin says that it was decoded.
import { HOLE, joinOrigins } from '../../base/words.ts';
import { type Call, deriveValue, firstText, methodName, originsIn, type Value } from '../value.ts';
import type { ResultRule } from './result.ts';

/** The result of a function whose name says how it decodes. */
export function decodeText({ callee, self, args }: Call): Value {
  const name = methodName(callee);
  const input = args[0] ?? self;
  const source = input?.texts?.[0];
  const encoding = /hex|16/.test(name) ? 'hex' : /64|atob/.test(name) ? 'base64' : undefined;
  const origins = joinOrigins([{ kind: 'decoded', name }], originsIn(input));
  if (!encoding || source === undefined || source.includes(HOLE)) return { origins };
  return { texts: [decode(source, encoding)], origins };
}

export const decode = (source: string, encoding: 'hex' | 'base64') =>
  Buffer.from(source.replace(/\s/g, ''), encoding).toString().replaceAll('\u0000', '');

export const reverseText: ResultRule = ({ self }) => {
  if (self?.items)
    return { items: [...self.items].reverse(), origins: [{ kind: 'decoded', name: 'reversed' }] };
  return {
    ...deriveValue(
      [self],
      self?.texts?.map((text) => [...text].reverse().join('')),
    ),
    origins: joinOrigins(originsIn(self), [{ kind: 'decoded', name: 'reversed' }]),
  };
};

/** `Buffer.from(x, 'base64')`, `codecs.decode(x, 'hex')`. */
export const decodeAs: ResultRule = (call) => {
  const encoding = firstText(call.args[1]);
  if (!/^(?:base64|base64url|hex|rot_?13|zlib|bz2)/.test(encoding)) return call.args[0];
  return decodeText({
    ...call,
    callee: /hex/.test(encoding) ? 'unhexlify' : /base64/.test(encoding) ? 'b64decode' : 'rot13',
  });
};
