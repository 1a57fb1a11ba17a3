// Finds git commands that write settings, Pawl's files or the client's folder (by restoring, applying, exporting,
// cloning), or that read Pawl's key.

import type { Facts } from '../../../../core/facts.ts';
import { resolve } from '../../../../shell/base/paths.ts';
import { pattern } from '../../../../shell/base/pattern.ts';
import { argsOf } from '../../../../shell/programs/registry.ts';
import type { ShellCommand } from '../../../../shell/types.ts';
import { isKey, isProtected } from './paths.ts';

/**
 * Subcommands of git that do not write a path which they are given: they show it, record it as it is, or take no path. In
 * `git bisect start -- .claude` it only selects commits. Options that write a file, such as `--output`, are effects of the
 * spec of git and judged with those.
 */
const KEEPS_NAMED_PATHS = pattern(`
  ^(status|log|diff|show|ls-(files|tree|remote)|grep|blame|annotate|check-(ignore|attr)|
  rev-(parse|list)|cat-file|add|commit|shortlog|describe|diff-(tree|index|files)|whatchanged|name-rev|
  fetch|push|branch|tag|remote|merge-base|reflog|count-objects|fsck|bisect|cherry|range-diff|help|
  version)$
`);

/**
 * What the command does to files of Pawl or the client, as the rest of a sentence that begins with “This”; undefined if
 * it does nothing to them.
 */
export function objectionToGit(command: ShellCommand, facts: Facts): string | undefined {
  if (command.name !== 'git') return undefined;
  const paths = namedPaths(command);
  const key = paths.find(({ path }) => path !== undefined && isKey(path, facts));
  if (key) return `reads ${key.text}, a secret of Pawl`;
  const subcommand = argsOf(command).operands[0]?.text ?? '';
  const words = command.words.map(({ text }) => text);
  if (
    KEEPS_NAMED_PATHS.test(subcommand) ||
    (subcommand === 'config' && words.some((w) => /^(--get|-l$|--list)/.test(w)))
  )
    return undefined;
  const removesFromIndex = subcommand === 'rm' && words.includes('--cached');
  const changed = paths.find(({ text, path = '' }) => {
    if (isProtected(path, facts)) return true;
    const folder = path.replace(/\/(\*+)?$/, '');
    return !removesFromIndex && text !== subcommand && folder === `${facts.project.root}/.claude`;
  });
  return changed && `changes ${changed.text}`;
}

/** The paths in the words, without an option or git's marks before them: `--output=x`, `-o./x`, `:(top).claude`, `:/.claude`. */
const namedPaths = ({ words, cwd }: ShellCommand) =>
  words.slice(1).map((w) => {
    const text = w.text.replace(/^(--[\w-]+=|-[A-Za-z](?=[~./])|:\([\w,]+\)|[:/!^]*(?=\.claude\b))/, '');
    return { text, path: resolve(text, cwd) };
  });
