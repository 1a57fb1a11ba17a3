import type { Word } from './types.ts';
import { HOLE } from './words.ts';

/** The arguments of a command: options apart from operands. */
export interface Args {
  flags: readonly { name: string; value: Word | undefined }[];
  operands: readonly Word[];
  /** An option that cannot be read: it may be any. */
  unclear: boolean;
}

export interface ArgStyle {
  /** Options that take the next word as their value, separated by blanks. */
  values?: string;
  /** Options of one letter whose value, if any, is written to them: `-i.bak`. */
  attached?: string;
  /** `-name` is one option, not a cluster of letters (find, terraform, java …). */
  singleDash?: boolean;
  /** Everything from the first operand on belongs to another command. */
  stopAtOperand?: boolean;
  /** Options may be written like `/s` (cmd.exe). */
  slash?: boolean;
}

type Flag = { name: string; value: Word | undefined };

export function readArgs(words: readonly Word[], style: ArgStyle = {}): Args {
  const values = new Set(style.values ? style.values.split(' ') : []);
  const attached = style.attached ?? '';
  const flags: Flag[] = [];
  const operands: Word[] = [];
  let unclear = false;
  for (let i = 0; i < words.length; i++) {
    const w = words[i] as Word;
    if (w.text === '--') {
      operands.push(...words.slice(i + 1));
      break;
    }
    if (style.slash && /^\/[a-z]$/i.test(w.text))
      flags.push({ name: w.text.toLowerCase(), value: undefined });
    else if (w.text.length < 2 || !w.text.startsWith('-')) {
      operands.push(w);
      if (style.stopAtOperand) {
        operands.push(...words.slice(i + 1));
        break;
      }
    } else {
      if (w.text.includes(HOLE) && !w.text.includes('=')) unclear = true;
      if (readFlag(w, flags, values, attached, style.singleDash === true, words[i + 1])) i++;
    }
  }
  return { flags, operands, unclear };
}

/** Adds what one option word says; true when it took the next word as its value. */
function readFlag(
  w: Word,
  flags: Flag[],
  values: Set<string>,
  attached: string,
  single: boolean,
  next: Word | undefined,
): boolean {
  const equals = w.text.indexOf('=');
  if (w.text.startsWith('--') || single) {
    const name = equals > 0 ? w.text.slice(0, equals) : w.text;
    if (equals > 0) flags.push({ name, value: { ...w, text: w.text.slice(equals + 1) } });
    else if (name.startsWith('--no-')) takeBack(name, flags);
    else flags.push({ name, value: values.has(name) ? next : undefined });
    return equals < 0 && values.has(name);
  }
  return readCluster(w, flags, values, attached, next);
}

/** `--force --no-force`: the last one counts. */
function takeBack(name: string, flags: Flag[]): void {
  const taken = `--${name.slice(5)}`;
  for (let i = flags.length - 1; i >= 0; i--) if (flags[i]?.name === taken) flags.splice(i, 1);
  flags.push({ name, value: undefined });
}

function readCluster(
  w: Word,
  flags: Flag[],
  values: Set<string>,
  attached: string,
  next: Word | undefined,
): boolean {
  for (let i = 1; i < w.text.length; i++) {
    const name = `-${w.text[i]}`;
    if (!values.has(name)) {
      // `-i=false`: what follows belongs to it.
      if (w.text[i + 1] === '=') {
        flags.push({ name, value: { ...w, text: w.text.slice(i + 2) } });
        return false;
      }
      flags.push({ name, value: undefined });
      // `-0777pe`, `-i.bak`: digits and a suffix are no options.
      if (attached.includes(name)) i += /^(\d+|\.[\s\S]*)?/.exec(w.text.slice(i + 1))?.[0].length ?? 0;
      continue;
    }
    const rest = w.text.slice(i + 1);
    flags.push({ name, value: rest ? { ...w, text: rest.replace(/^=/, '') } : next });
    return rest === '';
  }
  return false;
}

/** Whether one of `names` (blank-separated) was given and not as `=false`; long options also by an unambiguous beginning. */
export function has(args: Args, names: string): boolean {
  return names.split(' ').some((name) => {
    // `--x --x=false`: the last one counts.
    const last = args.flags.findLast((flag) => isFlag(flag.name, name));
    return last !== undefined && last.value?.text !== 'false';
  });
}

function isFlag(given: string, name: string): boolean {
  if (given === name) return true;
  return name.startsWith('--') && given.length > 2 && given.startsWith('--') && name.startsWith(given);
}

export function firstValue(args: Args, names: string): Word | undefined {
  return valuesOf(args, names)[0];
}

export function valuesOf(args: Args, names: string): Word[] {
  const wanted = names.split(' ');
  return args.flags
    .filter((f) => f.value && wanted.some((n) => isFlag(f.name, n)))
    .map((f) => f.value as Word);
}

/** `--help` and `--version` make any command harmless, unless they stand as another option's value. */
export function onlyAsks(args: Args): boolean {
  const asked = (name: string) => {
    const last = args.flags.findLast((f) => f.name === name);
    return last !== undefined && last.value === undefined;
  };
  return asked('--help') || asked('-help') || (asked('--version') && args.operands.length === 0);
}
