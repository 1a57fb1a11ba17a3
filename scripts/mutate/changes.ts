// The changes that can be made to a syntax node: small mistakes that a person could make and that a test should notice.
import { weakened } from './regex.ts';
import { isSql, mistakesIn } from './sql.ts';
import { isNode, type Node, nameOf } from './syntax.ts';

export interface Change {
  kind: string;
  start: number;
  end: number;
  text: string;
}

type Rule = (node: Node, source: string, parents: readonly Node[]) => Change[];

const whole = (kind: string, node: Node, text: string): Change => ({
  kind,
  start: node.start,
  end: node.end,
  text,
});
const textOf = (source: string, node: Node) => source.slice(node.start, node.end);

/** Replaces an operator by its opposite, or moves a bound by one. */
const OPERATORS: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};

const METHODS: Record<string, string> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
};

const isText = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === 'TemplateLiteral' ||
    typeof node.value === 'string' ||
    (node.type === 'BinaryExpression' && (isText(node.left) || isText(node.right))));

/** `a < b` becomes `a <= b`: replaces the operator between the two sides. */
const swapOperator: Rule = (node, source) => {
  const operator = String(node.operator);
  const other = OPERATORS[operator];
  if (!other || (operator === '+' && isText(node))) return [];
  const from = source.indexOf(operator, (node.left as Node).end);
  return [{ kind: 'another operator', start: from, end: from + operator.length, text: other }];
};

const swapUpdate: Rule = (node, source) => {
  const argument = node.argument as Node;
  const other = OPERATORS[String(node.operator)]!;
  const inner = textOf(source, argument);
  return [whole('another operator', node, node.prefix ? `${other}${inner}` : `${inner}${other}`)];
};

/** `a ?? b` becomes `b`. */
const logical: Rule = (node, source, parents) =>
  node.operator === '??'
    ? [whole('only the fallback', node, `(${textOf(source, node.right as Node)})`)]
    : swapOperator(node, source, parents);

/** Negates a condition: a comparison by its operator, `!a` by dropping the sign, anything else by adding one. */
const negate: Rule = (node, source) => {
  const test = node.test as Node | null;
  if (!test || (test.type === 'BinaryExpression' && /^[!=]==?$/.test(String(test.operator)))) return [];
  return test.type === 'UnaryExpression'
    ? []
    : [whole('condition negated', test, `!(${textOf(source, test)})`)];
};

const conditional: Rule = (node, source, parents) => [
  ...negate(node, source, parents),
  {
    kind: 'arms swapped',
    start: (node.consequent as Node).start,
    end: (node.alternate as Node).end,
    text: `${textOf(source, node.alternate as Node)} : ${textOf(source, node.consequent as Node)}`,
  },
];

/** Removes each member of the list in turn, with its comma. */
function without(kind: string, members: readonly Node[], keep: (node: Node) => boolean): Change[] {
  if (members.length < 2) return [];
  return members.flatMap((member, at) => {
    if (keep(member)) return [];
    const next = members[at + 1];
    return next
      ? [{ kind, start: member.start, end: next.start, text: '' }]
      : [{ kind, start: members[at - 1]!.end, end: member.end, text: '' }];
  });
}

const list: Rule = (node) => {
  const members = node.elements as (Node | null)[];
  if (members.length === 0 || members.includes(null)) return [];
  return [whole('list emptied', node, '[]'), ...without('element removed', members as Node[], () => false)];
};

/** Texts for people and models are not mutated, because few tests compare them word for word. */
const WORDING =
  /^(about|description|examples|fix|help|instead|message|note|reason|says|summary|text|title|usage|what|why)$/i;

const record: Rule = (node) =>
  without('property removed', node.properties as Node[], (member) => WORDING.test(nameOf(member)));

const isSentence = (text: string) => /[\p{L}’']{2,},? [\p{L}’']+/u.test(text);

const inSql = (node: Node, source: string): Change[] =>
  mistakesIn(textOf(source, node)).map(({ at, before, after }) => {
    const start = node.start + at;
    return { kind: 'another condition', start, end: start + before.length, text: after };
  });

/** A statement with placeholders, such as `WHERE id IN (${ids}) AND …`; only its texts are changed. */
const sqlTemplate: Rule = (node, source) =>
  isSql(textOf(source, node)) ? (node.quasis as Node[]).flatMap((text) => inSql(text, source)) : [];

const literal: Rule = (node, source, parents) => {
  const parent = parents.at(-1);
  if (typeof node.value === 'boolean') return [whole('the other truth value', node, String(!node.value))];
  if (typeof node.value === 'number') return [anotherNumber(node, node.value)];
  const { pattern, flags } = (node.regex ?? {}) as { pattern?: string; flags?: string };
  if (pattern !== undefined)
    return weakened(pattern).map((weaker) => whole('weaker pattern', node, `/${weaker}/${flags}`));
  if (typeof node.value !== 'string' || node.value === '') return [];
  if (parent?.type === 'MemberExpression' && nameOf(parent) === 'split') return fewerWords(node, node.value);
  const isWording = parent?.type === 'Property' && WORDING.test(nameOf(parent));
  if (isWording || nameOf(parent) === 'require') return [];
  if (isSql(node.value)) return inSql(node, source);
  if (isSentence(node.value)) return [];
  return [whole('string emptied', node, "''")];
};

/** One more; a long time or a large size is doubled, because one more millisecond makes no difference to anybody. */
const anotherNumber = (node: Node, value: number): Change =>
  value < 1_000 ? whole('one more', node, `${value + 1}`) : whole('doubled', node, `${2 * value}`);

/** A list of words written as one string, as in `'a b c'.split(' ')`. */
function fewerWords(node: Node, text: string): Change[] {
  const words = text.split(' ');
  return words.map((_, at) =>
    whole('element removed', node, JSON.stringify(words.toSpliced(at, 1).join(' '))),
  );
}

const dropped: Rule = (node) => (node.directive ? [] : [whole('statement removed', node, ';')]);
const isUndefined = (node: unknown) => nameOf(node) === 'undefined';

const rules: Record<string, Rule> = {
  IfStatement: negate,
  WhileStatement: negate,
  ConditionalExpression: conditional,
  BinaryExpression: swapOperator,
  LogicalExpression: logical,
  AssignmentExpression: swapOperator,
  UpdateExpression: swapUpdate,
  UnaryExpression: (node, source) =>
    node.operator === '!' ? [whole('negation removed', node, textOf(source, node.argument as Node))] : [],
  ArrayExpression: list,
  ObjectExpression: record,
  Literal: literal,
  TemplateLiteral: sqlTemplate,
  CallExpression: (node) => {
    const callee = node.callee as Node;
    const other = METHODS[nameOf(callee)];
    if (callee.type !== 'MemberExpression' || callee.computed || !other) return [];
    return [whole('another method', callee.property as Node, other)];
  },
  ArrowFunctionExpression: (node) =>
    node.expression && !isUndefined(node.body)
      ? [whole('returns nothing', node.body as Node, 'undefined')]
      : [],
  ReturnStatement: (node) =>
    node.argument && !isUndefined(node.argument) ? [whole('returns nothing', node, 'return;')] : [],
  ExpressionStatement: dropped,
  ThrowStatement: dropped,
  ContinueStatement: dropped,
};

export const changesOf: Rule = (node, source, parents) => rules[node.type]?.(node, source, parents) ?? [];
