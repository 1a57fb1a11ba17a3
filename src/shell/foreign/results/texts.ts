// Results of calls that make texts from others: joined, formatted, replaced, split. tables.ts refers to these rules; where a text
// is not known, the result keeps the origins of what it was made from.
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

/** `'x'.join(list)` in Python, `list.join('x')` elsewhere. */
export const joinList: ResultRule = ({ self, args }, language) => {
  if (language === 'perl')
    return joinTexts(
      args.slice(1).flatMap((arg) => arg.items ?? [arg]),
      args[0]?.texts?.[0] ?? '',
    );
  const [list, between] =
    language === 'python'
      ? [args[0], self]
      : [
          self?.items ? self : args.find((arg) => arg.items),
          self?.items ? args[0] : args.find((arg) => arg.texts),
        ];
  const items = list?.items;
  return items ? joinTexts(items, between?.texts?.[0]) : deriveValue([self, ...args]);
};

/** `'rm {} {name}'.format(x, name=y)`. */
export const fillBraces: ResultRule = ({ self, args, named }) => {
  let i = 0;
  const pieces = firstText(self).split(/(\{\w*(?::[^{}]*)?\})/);
  const values = pieces.map((piece) => {
    const name = /^\{(\w*)/.exec(piece)?.[1];
    if (name === undefined) return textValue(piece);
    return (/^\d*$/.test(name) ? args[name === '' ? i++ : Number(name)] : named.get(name)) ?? UNKNOWN;
  });
  return self?.texts ? joinTexts(values) : deriveValue([self, ...args]);
};

/** `sprintf('rm %s', x)`. */
export const fillPercents: ResultRule = ({ args }) => {
  let i = 1;
  const pieces = firstText(args[0]).split(/(%[-\d.]*[sdif])/);
  return joinTexts(
    pieces.map((piece) => (/^%[-\d.]*[sdif]$/.test(piece) ? (args[i++] ?? UNKNOWN) : textValue(piece))),
  );
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
