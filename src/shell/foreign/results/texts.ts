// Results of calls that make texts from others: joined, formatted, replaced, split. tables.ts refers to these rules;
// where a text is not known, the result keeps the origins of what it was made from.
import { deriveValue, firstText, joinTexts, textValue, UNKNOWN } from '../value.ts';
import { IS_ENVIRONMENT } from './members.ts';
import type { ResultRule } from './result.ts';

/** `data.decode('utf-8')` is the data; `posixpath.normalize(x)`, a function of a module, is its argument. */
export const returnObject: ResultRule = ({ self, args }) =>
  self && (self.texts || self.path || self.origins.length > 0) ? self : (args[0] ?? self);

/** `str(x)`, `path.normalize(x)`: the argument as it is, except for the environment. */
export const returnFirstArgument: ResultRule = ({ callee, args }) => {
  if (args[0]?.fullName === undefined || !IS_ENVIRONMENT.test(args[0].fullName)) return args[0];
  // `sorted(os.environ)` has the names; `JSON.stringify(process.env)` is a text, which has no variables as members.
  return MAKES_LIST.test(callee) ? UNKNOWN : { origins: args[0].origins };
};

const MAKES_LIST = /^(?:sorted|list|tuple|set|Array|reversed|Object\.keys)$/;

/** `x.rstrip('/')`: the argument says what is taken away. `str.strip(x)` is called on the type. */
export const returnUnstripped: ResultRule = ({ self, args }) =>
  self && !/^(?:str|bytes|unicode|String)$/.test(self.fullName ?? '') ? self : args[0];

/** `'x'.join(list)` in Python, `join('x', @list)` in Perl, `list.join('x')` or `implode('x', list)` elsewhere. */
export const joinList: ResultRule = ({ self, args }, language) => {
  if (language === 'perl') {
    const items = args.slice(1).flatMap((arg) => arg.items ?? [arg]);
    return joinTexts(items, args[0]?.texts?.[0] ?? '');
  }
  const isMethodOfList = language !== 'python' && self?.items !== undefined;
  const isFunction = language !== 'python' && !isMethodOfList;
  const list = isMethodOfList ? self : isFunction ? args.find(({ items }) => items) : args[0];
  const separator = isMethodOfList ? args[0] : isFunction ? args.find(({ texts }) => texts) : self;
  return list?.items ? joinTexts(list.items, separator?.texts?.[0]) : deriveValue([self, ...args]);
};

/** `'rm {} {name}'.format(x, name=y)`. */
export const fillBraces: ResultRule = ({ self, args, named }) => {
  let nextArgument = 0;
  const parts = firstText(self).split(/(\{\w*(?::[^{}]*)?\})/);
  const values = parts.map((part) => {
    const name = /^\{(\w*)/.exec(part)?.[1];
    if (name === undefined) return textValue(part);
    if (!/^\d*$/.test(name)) return named.get(name) ?? UNKNOWN;
    return args[name === '' ? nextArgument++ : Number(name)] ?? UNKNOWN;
  });
  return self?.texts ? joinTexts(values) : deriveValue([self, ...args]);
};

/** `sprintf('rm %s', x)`. */
export const fillPercents: ResultRule = ({ args }) => {
  let nextArgument = 1;
  const parts = firstText(args[0]).split(/(%[-\d.]*[sdif])/);
  const values = parts.map((part) =>
    /^%[-\d.]*[sdif]$/.test(part) ? (args[nextArgument++] ?? UNKNOWN) : textValue(part),
  );
  return joinTexts(values);
};

/** A replacement can make a text much longer. */
const MAX_REPLACED_LENGTH = 20_000;

/** `text.replace('a', 'b')`. */
export const replaceText: ResultRule = ({ self, args }) => {
  const [from, to] = [args[0]?.texts?.[0], args[1]?.texts?.[0]];
  if (!self?.texts || from === undefined || to === undefined || from === '')
    return deriveValue([self, ...args]);
  return deriveValue(
    [self],
    self.texts.map((original) => original.replaceAll(from, to).slice(0, MAX_REPLACED_LENGTH)),
  );
};

/** Longer texts are data, not the words of a command. */
const MAX_SPLIT_LENGTH = 2_000;
const MAX_SPLIT_PARTS = 256;

/** `text.split(',')`, `shlex.split(text)`. */
export const splitText: ResultRule = ({ self, args, callee }) => {
  const isShlex = callee.startsWith('shlex');
  const whole = isShlex ? args[0] : self;
  const separator = isShlex ? undefined : args[0]?.texts?.[0];
  const source = whole?.texts?.[0];
  if (source === undefined || source.length > MAX_SPLIT_LENGTH) return deriveValue([self, ...args]);
  const parts =
    separator === undefined || separator === ' '
      ? source.trim().split(/\s+/)
      : separator === ''
        ? [...source]
        : source.split(separator);
  return {
    items: parts.slice(0, MAX_SPLIT_PARTS).map((part) => ({ texts: [part], origins: whole?.origins ?? [] })),
    origins: [],
  };
};
