// Commands that show which variables an `.env` file sets, but not their values: `cut -d= -f1 .env`. It is what a careful
// agent does to learn what is configured, so the guard lets it pass.
import { has, valuesOf } from '../../../shell/programs/args.ts';
import { argsOf } from '../../../shell/programs/registry.ts';
import type { ShellCommand } from '../../../shell/types.ts';
import type { PathAccess } from './file-access.ts';

const ENV_FILE = /(^|[/.])\.?env(\.[\w.-]+)?$/;

/** True if only the names in an `.env` file are shown, by the command itself or by the pipe that it feeds. */
export function showsVariableNames(
  { kind, path, command }: PathAccess,
  all: readonly ShellCommand[],
): boolean {
  if (kind !== 'read' || !command || !ENV_FILE.test(path)) return false;
  if (keepsNames(command)) return true;
  let at = all.indexOf(command);
  if (at < 0 || !PASSES_LINES.test(command.name) || command.redirects.length > 0) return false;
  for (;;) {
    const next = all[++at];
    if (!next || !isFedWith(path, next)) return false;
    if (keepsNames(next)) return true;
    if (!PASSES_LINES.test(next.name) || next.redirects.length > 0) return false;
  }
}

/** Programs that write nothing but lines of their input, perhaps with a mark before them. */
const PASSES_LINES = /^(cat|[ef]?grep|sort|uniq|head|tail|diff)$/;

const isFedWith = (path: string, { stdin }: ShellCommand) =>
  stdin?.kind === 'pipe' &&
  stdin.origins.some((o) => o.kind === 'file' && path.endsWith(o.name.replace(/^\.\//, '')));

function keepsNames(command: ShellCommand): boolean {
  const args = argsOf(command);
  const first = args.operands[0]?.text ?? '';
  const only = (options: string) =>
    valuesOf(args, options)
      .map((w) => w.text)
      .join();
  // In `-d=`, the reader takes the equals sign for a part of the option.
  const splitsAtEquals = (options: string) =>
    only(options) === '=' || (only(options) === '' && command.words.some((w) => /^-[dF]=$/.test(w.text)));
  switch (command.name) {
    case 'cut':
      return splitsAtEquals('-d --delimiter') && only('-f --fields') === '1' && !has(args, '--complement');
    case 'awk':
    case 'gawk':
    case 'mawk':
      return splitsAtEquals('-F --field-separator') && PRINTS_FIRST.test(first);
    case 'sed':
      return !has(args, '-i --in-place') && DROPS_VALUES.test(only('-e --expression') || first);
    case 'grep':
    case 'egrep':
      return has(args, '-o --only-matching') && NAME_PATTERN.test(only('-e --regexp') || first);
    default:
      return false;
  }
}

/** `{print $1}`, with a condition or without. */
const PRINTS_FIRST = /^\s*(!?\/[^/]*\/|NF)?\s*\{\s*print\s+\$1\s*;?\s*\}\s*$/;
// `s/=.*/=…/`, without a reference to the matched text.
const DROPS_VALUES = /^s([/|#,])=\.[*+]\$?\1[^&\\]*\1g?$/;
/** `^[A-Z_]+`: from the beginning of a line, with characters of names only. */
const NAME_PATTERN = /^\^(export )?(\[\^=( |#|\\s)*\]|\[[A-Za-z0-9_-]+\]|\\w)([+*]|\\\+)=?$/;
