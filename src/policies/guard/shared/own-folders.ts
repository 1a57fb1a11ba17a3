// Commands that reach Pawl's home or the client's folder as a whole, without naming a file in it.
import type { Facts } from '../../../core/facts.ts';
import { resolve } from '../../../shell/base/paths.ts';
import { globToRegExp } from '../../../shell/base/words.ts';
import type { ShellCommand } from '../../../shell/types.ts';

/** Programs that unpack files and links under any name into a folder, and the words with which they do. */
const UNPACKERS: readonly (readonly [name: RegExp, unpacks: RegExp])[] = [
  [/^(g?tar|bsdtar|star|tarsnap)$/, /^(-?[a-z]*x|-\w*x\w*$|--(extract|get)$)/],
  [/^((g|bsd)?cpio|pax)$/, /^(-\w*[ir]|--extract$)/],
  [/^(jar|7z[arz]?|unrar|rar|lha|arj|ar)$/, /^(-?[xe]|--extract$)/],
  [/^(dpkg|dpkg-deb)$/, /^(-[xXR]|--(v?extract|raw-extract)$)/],
  [/^(restic|borg|bup|duplicity|rdiff-backup)$/, /^(restore|extract)$/],
  [/^(unzip|unar|stow|unsquashfs|cabextract|unace|lsar)$/, /^/],
  // `python3 -m zipfile -e a.zip folder`, `cmake -E tar x a.tar`
  [/^python[\d.]*$/, /^(zipfile|tarfile)$/],
  [/^cmake$/, /^tar$/],
];
const isUnpacker = (name: string) => UNPACKERS.some(([one]) => one.test(name));

const unpacks = (name: string, words: readonly string[]) =>
  UNPACKERS.some(([one, how]) => one.test(name) && words.some((w) => how.test(w)));

/** With these, names that begin with a slash or `..` are kept. */
const ABSOLUTE = /^(-[A-Za-z]*P[A-Za-z]*|--absolute-(names|filenames|paths)|-:|--insecure)$/;

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

const FETCHERS =
  /^(wget2?|curl|aria2c|scp|sftp|rsync|rclone|ln|ar|busybox|degit|tiged|giget|copier|cookiecutter|yo|create-\w+)$/;

const RENAMERS = /^(p|perl-|file-)?rename$|^(mmv|mcp|mln|zmv|rnm|rnr|brename|pax)$/;
/** An expression that makes names: `s/x/.claude/`, `--transform=s,^x,.claude,`, `-s/x/.claude/`. A path is none. */
const EXPRESSION = /^((--(transform|xform)=|-s)?[sy]|-s)[/,|#:;@!%].*\.(claude|pawl)(?![\w-])/;
/** The same behind an option of its own: `-s /x/.claude/`. */
const REPLACEMENT = /^[/,|#:;@!%].*\.(claude|pawl)(?![\w-])/;
const FOLDER = /^(\.\/)?\.(claude|pawl)(\/|#|$)/;

/** Gives files of any name the name of the client's folder or of Pawl's home. */
export function renamesInto({ name, words }: ShellCommand): string | undefined {
  const renames = RENAMERS.test(name);
  if (!renames && !isUnpacker(name)) return undefined;
  const made = words
    .slice(1)
    .find(
      (w, i) =>
        EXPRESSION.test(w.text) ||
        (words[i]?.text === '-s' && REPLACEMENT.test(w.text)) ||
        (renames && FOLDER.test(w.text) && w !== words[1]),
    );
  return made && `renames files with the pattern ${made.text}`;
}

/** Fills the project's `.claude` with files of any name, or puts another folder in its place. */
export function fillsClientFolder(
  { name, words, cwd }: ShellCommand,
  { project }: Facts,
): string | undefined {
  const texts = words.slice(1).map((w) => w.text);
  if (!FETCHERS.test(name) && !unpacks(name, texts)) return undefined;
  const folder = `${project.root}/.claude`;
  const into = words.slice(1).find((w) => folderIn(w.text, cwd) === folder);
  return into && `fills ${into.text} with files of any name`;
}

/** The folder that a word names, alone or behind an option: `-C ~`, `-o../..`, `--directory=x`, `xw=x`. */
const folderIn = (word: string, cwd: string | undefined) =>
  resolve(word.replace(/^(-[CdDoPtx]|--[\w-]+=|\w+=)(?=[^-])/, ''), cwd)?.replace(/(?<=.)\/+$/, '');

/** An archive can hold any name, so unpacking into the home may write the settings and Pawl's own files. */
export function unpacksInto(
  { name, cwd }: ShellCommand,
  words: readonly string[],
  { home, pawlHome, project, files }: Facts,
): string | undefined {
  if (!unpacks(name, words)) return undefined;
  if (words.some((w) => ABSOLUTE.test(w))) return 'unpacks files of any name into any folder';
  const own = [home, files.real(home), `${home}/.claude`, `${project.root}/.claude`, pawlHome];
  const into = [cwd, ...words.map((w) => folderIn(w, cwd))].find(
    (path) => path !== undefined && (own.includes(path) || path.startsWith(`${pawlHome}/`)),
  );
  return into && `unpacks files of any name into ${into === home ? 'the home folder' : into}`;
}
