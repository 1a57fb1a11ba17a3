// Words of a command line: how they are made, joined, shown and matched.
import type { Origin, Word } from '../types.ts';

/**
 * The character that stands for a part of a word which can't be known before the command runs. For example `"$DIR/build"`
 * is read as `HOLE + '/build'` when nothing says what `DIR` is: the end of the path is known, its beginning is not. NUL
 * can't occur in a real argument, so it is never confused with text. People see it as the variable's name, or as `…`.
 */
export const HOLE = '\u0000';

const NOTHING: readonly Origin[] = [];

const MAX_ORIGINS = 256;

export function word(text: string, more: Partial<Word> = {}): Word {
  return { text, glob: false, quoted: false, origins: NOTHING, ...more };
}

export function unknownWord(origins: readonly Origin[] = NOTHING, quoted = false): Word {
  return { text: HOLE, glob: false, quoted, origins };
}

/** Whether a name is in a blank-separated list. Faster for one question than building a set or compiling a pattern. */
export function oneOf(list: string, name: string): boolean {
  for (let at = list.indexOf(name); at >= 0; at = list.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (name !== '' && (at === 0 || list[at - 1] === ' ') && (end === list.length || list[end] === ' '))
      return true;
    if (name === '') return false;
  }
  return false;
}

/** The text as one word of shell source. */
export const singleQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The text as people see it: unknown parts are shown as an ellipsis. */
export const displayText = (text: string) => text.replaceAll(HOLE, '…');

/**
 * A word as people see it: `$DIR/build` where only the variable is unknown. Other unknown parts are shown as an ellipsis,
 * and so is everything if it is not clear which part comes from where.
 */
export function displayWord({ text, origins }: Word): string {
  const holes = text.split(HOLE).length - 1;
  if (holes === 0) return text;
  if (origins.length !== holes) return displayText(text);
  let at = 0;
  return text.replaceAll(HOLE, () => displayOrigin(origins[at++]!));
}

export const displayWords = (words: readonly Word[]) => words.map(displayWord).join(' ');

function displayOrigin({ kind, name }: Origin): string {
  if (kind === 'variable' || kind === 'environment') return /^\w+$/.test(name) ? `$${name}` : '…';
  return kind === 'command' && name.length <= 40 ? `$(${name})` : '…';
}

/** All origins of several lists, each once and at most `MAX_ORIGINS`. */
export function joinOrigins(...lists: (readonly Origin[] | undefined)[]): readonly Origin[] {
  let all: readonly Origin[] = NOTHING;
  for (const list of lists) {
    if (!list || list.length === 0) continue;
    all =
      all.length === 0
        ? list
        : [...all, ...list.filter((o) => !all.some((a) => same(a, o)))].slice(0, MAX_ORIGINS);
  }
  return all;
}

const same = (a: Origin, b: Origin) => a.kind === b.kind && a.name === b.name;

/** A shell glob as a regular expression over one path segment or a whole path. */
export function globToRegExp(glob: string, flags = ''): RegExp | undefined {
  let out = '';
  for (let i = 0; i < glob.length && i < 512; i++) {
    const c = glob[i] as string;
    if (c === HOLE) out += '.*';
    else if (c === '*') out += out.endsWith('[^/]*') ? '' : '[^/]*';
    else if (c === '?') out += '[^/]';
    else if (c === '[') {
      const close = glob.indexOf(']', i + 2);
      if (close < 0) out += '\\[';
      else {
        out += `[${glob
          .slice(i + 1, close)
          .replace(/^!/, '^')
          .replace(/[\\[\]]/g, '\\$&')}]`;
        i = close;
      }
    } else out += c.replace(/[.+^${}()|\\\]]/g, '\\$&');
  }
  try {
    return new RegExp(`^${out}$`, flags);
  } catch {
    return undefined;
  }
}

/** The beginnings of options that name an output, whatever the program: `--output-file x`, `--log=x`. */
export const OUTPUT_WORDS = 'out save report log export dump';
