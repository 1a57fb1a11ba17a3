// Expands parameters: `$name`, `$1`, `$@`, and `${…}` with all its operations.
import type { ParameterExpansionPart, ParameterOperation, Word as WordNode } from 'unbash';
import { globToRegExp, HOLE, joinOrigins, unknownWord, word } from '../base/words.ts';
import {
  fork,
  lookupVariable,
  type Reader,
  readSource,
  type State,
  scalar,
  type Value,
} from '../state/state.ts';
import type { Origin, Word } from '../types.ts';
import { fieldSeparators, type Piece, piece, splitFields } from './pieces.ts';

const expandOne = (node: WordNode, state: State, reader: Reader): Word =>
  reader.walk.word(node, state, reader);

/** `$name`, `$1`, `$@` … */
export function variablePieces(name: string, state: State, reader: Reader, quoted: boolean): Piece[] {
  const all = name === '@' || name === '*';
  return valuePieces(valueOfName(name, state, reader), name, quoted, all && name, state, reader);
}

function valueOfName(name: string, state: State, reader: Reader): Value | undefined {
  if (name === '@' || name === '*') return { words: state.positional, array: true };
  if (/^[1-9]\d*$/.test(name)) {
    const found = state.positional[Number(name) - 1];
    return found && scalar(found);
  }
  if (name === '#') return scalar(word(String(state.positional.length)));
  // The process id is unknown, but it is a number and can't change which directory a path is in.
  if (name === '$') return scalar(word('$$'));
  return lookupVariable(name, state, reader.world);
}

function valuePieces(
  value: Value | undefined,
  name: string,
  quoted: boolean,
  all: '@' | '*' | false,
  state: State,
  reader: Reader,
): Piece[] {
  if (!value) {
    const origins: Origin[] = /^\w*[A-Za-z_]\w*$/.test(name) ? [{ kind: 'variable', name: name }] : [];
    return [piece(HOLE, { quoted, split: false, origins })];
  }
  if (value.words.length === 0) return all ? [] : [piece('', { quoted })];
  const words = all ? value.words.map(withoutKey) : value.words.slice(0, 1);
  const origins = joinOrigins(...words.map((w) => w.origins));
  if (!all)
    return [piece(words[0]?.text ?? '', { quoted, split: !quoted, origins, glob: value.fromGlob === true })];
  const ifs = fieldSeparators(state, reader);
  // `"$*"` is one word.
  if (quoted && all === '*')
    return [piece(words.map((w) => w.text).join(ifs.slice(0, 1)), { quoted, origins })];
  const fields = quoted ? words.map((w) => w.text) : words.flatMap((w) => splitFields(w.text, ifs));
  return [piece('', { quoted, fields, origins, glob: words.some((w) => w.glob) })];
}

/** The elements of an associative array, `m=([a]=x [b]=y)`, are stored as `[a]=x`. */
const withoutKey = (w: Word): Word =>
  w.text.startsWith('[') ? { ...w, text: w.text.replace(/^\[[^\]]*\]=/, '') } : w;

/** `${…}` with all its operations. */
export function parameterPieces(
  part: ParameterExpansionPart,
  state: State,
  reader: Reader,
  quoted: boolean,
): Piece[] {
  const name = part.parameter;
  const index = part.index?.value;
  const all = name === '@' || name === '*' ? name : index === '@' || index === '*' ? index : false;
  if (part.prefix === '#') return [piece(lengthOf(name, state, reader), { quoted: true })];
  if (part.operation?.type === 'Names') return [piece(HOLE, { quoted, split: !quoted })];
  let value = indexed(valueOfName(name, state, reader), part.index, state, reader, all !== false);
  if (part.prefix === '!') value = indirect(value, state, reader);
  if (part.operation?.type === 'Slice' && all && value)
    value = sliceItems(value.words, part.operation, all === name, state, reader);
  else if (part.operation) value = operate(value, name, part.operation, state, reader);
  if (!value && isBeginning(name, part.operation)) return [piece(HOLE, { quoted, split: false })];
  return valuePieces(value, name, quoted, all, state, reader);
}

/** `${API_KEY:0:8}` shows which key it is, but not the key. A password may be no longer than that. */
const isBeginning = (name: string, op: ParameterOperation | undefined) =>
  op?.type === 'Slice' &&
  op.offset.value.trim() === '0' &&
  /^([1-9]|10)$/.test(op.length?.value.trim() ?? '') &&
  !/PASS|PIN|PHRASE/i.test(name);

function lengthOf(name: string, state: State, reader: Reader): string {
  const text = lookupVariable(name, state, reader.world)?.words[0]?.text;
  return text === undefined || text.includes(HOLE) ? HOLE : String(text.length);
}

function indexed(
  value: Value | undefined,
  index: WordNode | undefined,
  state: State,
  reader: Reader,
  all: boolean,
) {
  if (!value || !index || all) return value;
  const { text } = expandOne(index, state, reader);
  const keyed = value.words.find((w) => w.text.startsWith(`[${text}]=`));
  if (keyed) return scalar({ ...keyed, text: keyed.text.slice(text.length + 3) });
  const n = Number(text);
  if (!Number.isInteger(n)) return scalar(unknownWord());
  const found = value.words.at(n);
  return found ? scalar(found) : scalar(unknownWord());
}

function indirect(value: Value | undefined, state: State, reader: Reader): Value | undefined {
  const name = value?.words[0]?.text;
  return name && !name.includes(HOLE) ? valueOfName(name, state, reader) : undefined;
}

type Operation = ParameterOperation;

function operate(value: Value | undefined, name: string, op: Operation, state: State, reader: Reader) {
  if (op.type === 'Default') return withDefault(value, name, op, state, reader);
  if (!value) return undefined;
  return { ...value, words: value.words.map((w) => change(w, op, state, reader)) };
}

/** `${x:-default}`: a variable that the reader can't see counts as unset, so the default is used. */
function withDefault(
  value: Value | undefined,
  name: string,
  op: Extract<Operation, { type: 'Default' }>,
  state: State,
  reader: Reader,
): Value | undefined {
  const set = value !== undefined && (!op.operator.startsWith(':') || value.words.some((w) => w.text !== ''));
  const kind = op.operator.at(-1);
  if (kind === '+')
    return value === undefined || set ? scalar(expandOne(op.operand, state, reader)) : scalar(word(''));
  if (set) return value;
  const fallback = scalar(expandOne(op.operand, state, reader));
  if (kind === '=') state.vars.set(name, fallback);
  // `${x:?text}`: the text is only an error message, but its substitutions run.
  return kind === '?' ? value : fallback;
}

function change(w: Word, op: Operation, state: State, reader: Reader): Word {
  if (w.text.includes(HOLE)) return { ...w, text: HOLE };
  const text = changeText(w.text, op, state, reader);
  return { ...w, text: text ?? HOLE };
}

function changeText(text: string, op: Operation, state: State, reader: Reader): string | undefined {
  switch (op.type) {
    case 'Remove':
      return remove(text, op.operator, expandOne(op.operand, state, reader).text);
    case 'Replace':
      return replace(
        text,
        op.operator,
        expandOne(op.pattern, state, reader),
        expandOne(op.replacement, state, reader),
      );
    case 'Slice':
      return slice(
        text,
        expandOne(op.offset, state, reader).text,
        op.length && expandOne(op.length, state, reader).text,
      );
    case 'CaseModification':
      return changeCase(text, op.operator);
    case 'Transform':
      if (op.operand.value === 'P') return asPrompt(text, state, reader);
      return op.operand.value === 'U'
        ? text.toUpperCase()
        : op.operand.value === 'L'
          ? text.toLowerCase()
          : text;
    default:
      return undefined;
  }
}

/** `${x@P}` expands the value as a prompt: its substitutions run. */
function asPrompt(text: string, state: State, reader: Reader): string | undefined {
  if (!/[$`\\]/.test(text)) return text;
  readSource(`: "${text.replaceAll('"', '\\"')}"`, fork(state), reader);
  return undefined;
}

function remove(text: string, operator: string, pattern: string): string | undefined {
  const re = globToRegExp(pattern.replaceAll('/', '\u0001'));
  if (!re || text.length > 4096) return undefined;
  const plain = text.replaceAll('/', '\u0001');
  const longest = operator.length === 2;
  for (let n = 0; n <= plain.length; n++) {
    const size = longest ? plain.length - n : n;
    const part = operator[0] === '#' ? plain.slice(0, size) : plain.slice(plain.length - size);
    if (re.test(part)) return operator[0] === '#' ? text.slice(size) : text.slice(0, text.length - size);
  }
  return text;
}

function replace(text: string, operator: string, pattern: Word, replacement: Word): string | undefined {
  const re = globToRegExp(pattern.text);
  if (!re || pattern.text.includes(HOLE) || text.length > 4096) return undefined;
  const body = re.source.slice(1, -1);
  const anchored = operator === '/#' ? `^${body}` : operator === '/%' ? `${body}$` : body;
  return text.replace(new RegExp(anchored, operator === '//' ? 'g' : ''), () => replacement.text);
}

function slice(text: string, offset: string, length: string | undefined): string | undefined {
  const from = Number(offset);
  const size = length === undefined ? text.length : Number(length);
  if (!Number.isInteger(from) || !Number.isInteger(size)) return undefined;
  const start = from < 0 ? text.length + from : from;
  return size < 0 ? text.slice(start, size) : text.slice(start, start + size);
}

/** `${@:2}`, `${a[@]:1:2}`: some of the items. `$@` counts from 1. */
function sliceItems(
  items: readonly Word[],
  op: Extract<Operation, { type: 'Slice' }>,
  fromOne: boolean,
  state: State,
  reader: Reader,
): Value {
  const from = Number(expandOne(op.offset, state, reader).text);
  const size = op.length ? Number(expandOne(op.length, state, reader).text) : items.length;
  if (!Number.isInteger(from) || !Number.isInteger(size)) return { words: [unknownWord()], array: true };
  const start = from < 0 ? items.length + from : fromOne ? Math.max(0, from - 1) : from;
  return { words: items.slice(start, start + size), array: true };
}

function changeCase(text: string, operator: string): string {
  if (operator === '^^') return text.toUpperCase();
  if (operator === ',,') return text.toLowerCase();
  const first = text.slice(0, 1);
  return (operator === '^' ? first.toUpperCase() : first.toLowerCase()) + text.slice(1);
}
