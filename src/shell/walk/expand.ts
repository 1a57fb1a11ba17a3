// Expands words as the shell does: braces, tilde, parameters, substitutions, field splitting.
import type { Word as WordNode, WordPart } from 'unbash';
import { HOLE, joinOrigins, word } from '../base/words.ts';
import type { Reader, State } from '../state/state.ts';
import { lookupVariable } from '../state/state.ts';
import { expandBraces } from '../syntax/braces.ts';
import { parse } from '../syntax/parser.ts';
import type { Word } from '../types.ts';
import { parameterPieces, variablePieces } from './parameters.ts';
import { fieldSeparators, type Piece, piece, splitFields } from './pieces.ts';
import { substitute, substituteProcess, visitNested } from './substitute.ts';

/** The words that one word of the source expands to. */
export function expandWord(node: WordNode, state: State, reader: Reader): Word[] {
  if (!node.parts) return [plainWord(node, state, reader)];
  if (node.parts.some((part) => part.type === 'BraceExpansion')) return expandBraced(node, state, reader);
  return assemble(pieces(node.parts, state, reader, false), fieldSeparators(state, reader));
}

/** Expands a word without field splitting, as in assignments, redirect targets and `case`. */
export function expandOne(node: WordNode, state: State, reader: Reader): Word {
  if (!node.parts) return plainWord(node, state, reader);
  const words = assemble(pieces(node.parts, state, reader, false), '');
  return words.length === 1 ? (words[0] as Word) : joinWords(words);
}

function joinWords(words: readonly Word[]): Word {
  return {
    text: words.map((w) => w.text).join(' '),
    glob: words.some((w) => w.glob),
    quoted: false,
    origins: joinOrigins(...words.map((w) => w.origins)),
  };
}

function plainWord(node: WordNode, state: State, reader: Reader): Word {
  const tilde = node.text.startsWith('~') ? expandTilde(node.value, state, reader) : node.value;
  return word(tilde, { quoted: node.text !== node.value });
}

function expandBraced(node: WordNode, state: State, reader: Reader): Word[] {
  const { words: options, isCut } = expandBraces(node.text);
  if (isCut) reader.notes.add('too-many');
  if (options.length === 1 && options[0] === node.text) return [word(node.value, { glob: true })];
  return options.flatMap((raw) => {
    if (raw === '') return [];
    const command = parse(`: ${raw}`).commands[0]?.command;
    if (command?.type !== 'Command') return [word(raw)];
    return command.args.flatMap((arg) => {
      if (arg.type !== 'Word') return [word(arg.text)];
      const again = arg.parts?.some((part) => part.type === 'BraceExpansion');
      return again ? [word(arg.value, { glob: true })] : expandWord(arg, state, reader);
    });
  });
}

export function expandTilde(text: string, state: State, reader: Reader): string {
  const m = /^~([^/]*)/.exec(text);
  if (!m) return text;
  const rest = text.slice(m[0].length);
  const home = reader.world.home;
  if (m[1] === '') return (lookupVariable('HOME', state, reader.world)?.words[0]?.text ?? home) + rest;
  if (m[1] === '+') return (state.cwd ?? HOLE) + rest;
  if (m[1] === '-') return HOLE + rest;
  return homeOf(m[1] as string, home) + rest;
}

/** The home of another user, taken to be next to the known home; root's is `/root`. */
function homeOf(user: string, home: string): string {
  if (user === 'root') return '/root';
  return (home === '/root' ? '/home/' : home.slice(0, home.lastIndexOf('/') + 1)) + user;
}

function pieces(parts: readonly WordPart[], state: State, reader: Reader, quoted: boolean): Piece[] {
  return parts.flatMap((part, i) => piecesOf(part, i === 0, state, reader, quoted));
}

function piecesOf(part: WordPart, first: boolean, state: State, reader: Reader, quoted: boolean): Piece[] {
  switch (part.type) {
    case 'Literal': {
      const tilde = first && !quoted && part.text.startsWith('~');
      return [
        piece(tilde ? expandTilde(part.value, state, reader) : part.value, {
          quoted: part.text !== part.value,
        }),
      ];
    }
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [piece(part.value, { quoted: true })];
    case 'DoubleQuoted':
    case 'LocaleString':
      return quotedPieces(part.parts, state, reader);
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return [piece(part.text, { glob: true })];
    case 'SimpleExpansion':
      return variablePieces(part.text.slice(1), state, reader, quoted);
    case 'ParameterExpansion':
      return parameterPieces(part, state, reader, quoted);
    case 'CommandExpansion': {
      const out = substitute(part.script, state, reader);
      return [piece(out.text?.replace(/\n+$/, '') ?? HOLE, { quoted, split: !quoted, origins: out.origins })];
    }
    case 'ProcessSubstitution':
      return [piece(substituteProcess(part, state, reader))];
    case 'ArithmeticExpansion':
      visitNested(part, state, reader);
      return [piece(HOLE, { quoted: true })];
  }
}

/** `""` is an empty word; `"$@"` without parameters is none. */
function quotedPieces(parts: readonly WordPart[], state: State, reader: Reader): Piece[] {
  const inner = pieces(parts, state, reader, true);
  return inner.length === 0 && parts.length > 0 ? [] : [piece('', { quoted: true }), ...inner];
}

/** Joins pieces into words, and splits what was expanded without quotes at the field separators. */
function assemble(all: readonly Piece[], ifs: string): Word[] {
  const words: Word[] = [];
  let open: Word | undefined;
  const close = () => {
    if (open && (open.text !== '' || open.quoted)) words.push(open);
    open = undefined;
  };
  for (const p of all) {
    const fields = p.fields ?? (p.split && ifs ? splitFields(p.text, ifs) : [p.text]);
    fields.forEach((field, i) => {
      if (i > 0) close();
      open = extend(open, field, p);
    });
  }
  close();
  return words;
}

const MAX_WORD = 100_000;

function extend(open: Word | undefined, text: string, p: Piece): Word {
  const glob = p.glob || (p.split && /[*?[]/.test(text));
  if (!open) return { text, glob, quoted: p.quoted, origins: p.origins };
  // A word that grows in a loop becomes unknown, so that it can't take all memory.
  const joined = open.text.length + text.length > MAX_WORD ? HOLE : open.text + text;
  return {
    text: joined,
    glob: open.glob || glob,
    quoted: open.quoted || p.quoted,
    origins: joinOrigins(open.origins, p.origins),
  };
}

/** The text of an unquoted heredoc. */
export function expandParts(parts: readonly WordPart[], state: State, reader: Reader): Word {
  const all = pieces(parts, state, reader, true);
  return word(all.map((p) => p.text + (p.fields ?? []).join(' ')).join(''), {
    quoted: true,
    origins: joinOrigins(...all.map((p) => p.origins)),
  });
}
