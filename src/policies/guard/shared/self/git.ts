// Finds git commands that write settings, Pawl's files or the client's folder: by restoring, applying, exporting, cloning.

import type { Facts } from '../../../../core/facts.ts';
import { resolve } from '../../../../shell/base/paths.ts';
import { pattern } from '../../../../shell/base/pattern.ts';
import { argsOf } from '../../../../shell/programs/registry.ts';
import type { ShellCommand } from '../../../../shell/types.ts';
import { isKey, isProtected } from './paths.ts';

/** Subcommands of git that only look, or only record the files as they are. */
const LOOKS = pattern(`
  ^(status|log|diff|show|ls-(files|tree|remote)|grep|blame|annotate|check-(ignore|attr)|
  rev-(parse|list)|cat-file|add|commit|shortlog|describe|diff-(tree|index|files)|whatchanged|name-rev|
  fetch|push|branch|tag|remote|merge-base|reflog|count-objects|fsck|bisect|cherry|range-diff|help|
  version)$
`);

export function changesByGit(command: ShellCommand, facts: Facts): string | undefined {
  if (command.name !== 'git') return undefined;
  const paths = namedPaths(command);
  const key = paths.find(({ path }) => path !== undefined && isKey(path, facts));
  if (key) return `reads ${key.text}, a secret of Pawl`;
  const sub = argsOf(command).operands[0]?.text ?? '';
  const words = command.words.map(({ text }) => text);
  if (LOOKS.test(sub) || (sub === 'config' && words.some((w) => /^(--get|-l$|--list)/.test(w))))
    return undefined;
  const removesFromIndex = sub === 'rm' && words.includes('--cached');
  const own = paths.find(({ text, path = '' }) => {
    if (isProtected(path, facts)) return true;
    const folder = path.replace(/\/(\*+)?$/, '');
    return !removesFromIndex && text !== sub && folder === `${facts.project.root}/.claude`;
  });
  return own && `changes ${own.text}`;
}

/** The words as paths, also behind an option and with git's marks: `--output=x`, `-ox`, `:(top).claude`, `:/.claude`. */
const namedPaths = ({ words, cwd }: ShellCommand) =>
  words.slice(1).map(({ text }) => ({
    text,
    path: resolve(text.replace(/^(--[\w-]+=|-[A-Za-z](?=[~./])|:\([\w,]+\)|[:/!^]*(?=\.claude\b))/, ''), cwd),
  }));
