// Commands that reach Pawl's home or the client's folder as a whole, without naming a file in it.
import type { Facts } from '../../../core/facts.ts';
import { resolve } from '../../../shell/base/paths.ts';
import { globToRegExp } from '../../../shell/base/words.ts';
import type { ShellCommand } from '../../../shell/types.ts';

/** Programs that unpack files and links under any name into a folder. */
const UNPACKERS = /^(g?tar|bsdtar|g?cpio|unzip|7z[arz]?|unar|restic|borg|stow)$/;

/** `~/.pawl/bin/* pause` */
export const isInBin = ({ words, cwd }: ShellCommand, { pawlHome }: Facts) => {
  const path = words[0]?.text.includes('/') ? resolve(words[0].text, cwd) : undefined;
  return path?.startsWith(`${pawlHome}/bin/`) === true;
};

/** Programs that read whole folders, and so also the key that lies in Pawl's home. */
export function readsHome({ name, words, cwd }: ShellCommand, { pawlHome }: Facts): string | undefined {
  const texts = words.slice(1).map((w) => w.text);
  const recurses =
    (/^([ef]?grep|cp|diff)$/.test(name) && texts.some((w) => /^-\w*[rRa]|^--(recursive|archive)/.test(w))) ||
    /^(rg|ag|ack|ugrep)$/.test(name) ||
    (/^find$/.test(name) && texts.some((w) => /^-(exec|execdir|ok)/.test(w)));
  const named =
    recurses && words.slice(1).find((w) => resolve(w.text, cwd)?.replace(/\/+$/, '') === pawlHome);
  const glob = words
    .slice(1)
    .find((w) => w.glob && globToRegExp(resolve(w.text, cwd) ?? '')?.test(`${pawlHome}/key`));
  const found = named || glob;
  return found ? `reads ${found.text}, in which Pawl’s key lies` : undefined;
}

const FETCHERS = /^(wget2?|curl|aria2c|scp|sftp|rsync|rclone|ln|ar|busybox|degit|tiged)$/;

const RENAMERS = /^(p|perl-|file-)?rename$|^(mmv|mcp|mln|zmv|rnm|rnr|brename|pax)$/;
/** An expression that makes names: `s/x/.claude/`, `--transform=s,^x,.claude,`. */
const EXPRESSION = /^(--(transform|xform)=|-s)?[sy]?([/,|#:;@!%]).*\.(claude|pawl)(?![\w-])/;
const FOLDER = /^(\.\/)?\.(claude|pawl)(\/|#|$)/;

/** Gives files of any name the name of the client's folder or of Pawl's home. */
export function renamesInto({ name, words }: ShellCommand): string | undefined {
  const renames = RENAMERS.test(name);
  if (!renames && !UNPACKERS.test(name)) return undefined;
  const made = words
    .slice(1)
    .find((w) => EXPRESSION.test(w.text) || (renames && FOLDER.test(w.text) && w !== words[1]));
  return made && `renames files by ${made.text}`;
}

/** Fills the project's `.claude` with files of any name, or puts another folder in its place. */
export function fillsClientFolder(
  { name, words, cwd }: ShellCommand,
  { project }: Facts,
): string | undefined {
  if (!FETCHERS.test(name) && !UNPACKERS.test(name)) return undefined;
  const into = words.slice(1).find((w) => {
    const path = resolve(w.text.replace(/^(-[CdDoPx]|--[\w-]+=)(?=[^-])/, ''), cwd);
    return path?.replace(/\/+$/, '') === `${project.root}/.claude`;
  });
  return into && `fills ${into.text} with files of any name`;
}

/** An archive can hold any name, so unpacking into the home may write the settings and Pawl's own files. */
export function unpacksInto(
  command: ShellCommand,
  words: readonly string[],
  facts: Facts,
): string | undefined {
  if (
    !UNPACKERS.test(command.name) ||
    (/tar$/.test(command.name) && !words.some((w) => /^-?\w*x|^--(extract|get)$/.test(w)))
  )
    return undefined;
  const into = words.find((w) => {
    const path = resolve(w.replace(/^(-[CdDotx]|--[\w-]+=)(?=[~/$])/, ''), command.cwd);
    return path === facts.home || path === facts.files.real(facts.home);
  });
  return into && 'unpacks files of any name into the home folder';
}
