// Commands that reach Pawl's home or the client's folder as a whole, without naming a file in it.
import type { Facts } from '../../../../core/facts.ts';
import { resolve } from '../../../../shell/base/paths.ts';
import { globToRegExp } from '../../../../shell/base/words.ts';
import { hasTrait, specOf } from '../../../../shell/programs/registry.ts';
import type { ShellCommand } from '../../../../shell/types.ts';

const unpacks = (command: ShellCommand, { shell }: Facts): boolean =>
  shell.effects.some((e) => e.kind === 'unpack' && e.command === command);

/** True for both commands of `tar c .claude | tar x`: the name of the folder is only in the first. */
const takesPartInUnpacking = (command: ShellCommand, { shell }: Facts): boolean =>
  specOf(command)?.effects?.some(({ kind }) => kind === 'unpack') === true &&
  shell.effects.some((e) => e.kind === 'unpack');

/** Options that keep names which begin with a slash or `..`. */
const ABSOLUTE = /^(-[A-Za-z]*P[A-Za-z]*|--absolute-(names|filenames|paths)|-:|--insecure)$/;

/** A program that reads all of Pawl's home, and so also the key in it. */
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

/** An expression that makes names: `s/x/.claude/`, `--transform=s,^x,.claude,`, `-s/x/.claude/`. A plain path does not match. */
const EXPRESSION = /^((--(transform|xform)=|-s)?[sy]|-s)[/,|#:;@!%].*\.(claude|pawl)(?![\w-])/;
/** The same behind an option of its own: `-s /x/.claude/`. */
const REPLACEMENT = /^[/,|#:;@!%].*\.(claude|pawl)(?![\w-])/;
const FOLDER = /^(\.\/)?\.(claude|pawl)(\/|#|$)/;

/** Gives files of any name the name of the client's folder or of Pawl's home. */
export function renamesInto(command: ShellCommand, facts: Facts): string | undefined {
  const { words } = command;
  const renames = hasTrait(command, 'renames');
  if (!renames && !unpacks(command, facts)) return undefined;
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
export function fillsClientFolder(command: ShellCommand, facts: Facts): string | undefined {
  const { words, cwd } = command;
  if (!hasTrait(command, 'fills-folder') && !takesPartInUnpacking(command, facts)) return undefined;
  const folder = `${facts.project.root}/.claude`;
  const into = words.slice(1).find((w) => folderIn(w.text, cwd) === folder);
  return into && `fills ${into.text} with files of any name`;
}

/** The folder that a word names, alone or behind an option: `-C ~`, `-o../..`, `--directory=x`, `xw=x`. */
const folderIn = (word: string, cwd: string | undefined) =>
  resolve(word.replace(/^(-[CdDoPtx]|--[\w-]+=|\w+=)(?=[^-])/, ''), cwd)?.replace(/(?<=.)\/+$/, '');

/** An archive can hold any name, so unpacking into the home may write the settings and Pawl's own files. */
export function unpacksInto(command: ShellCommand, facts: Facts): string | undefined {
  if (!unpacks(command, facts)) return undefined;
  const { cwd } = command;
  const { home, pawlHome, project, files } = facts;
  const words = command.words.slice(1).map(({ text }) => text);
  if (words.some((w) => ABSOLUTE.test(w))) return 'unpacks files of any name into any folder';
  const own = [home, files.real(home), `${home}/.claude`, `${project.root}/.claude`, pawlHome];
  const into = [cwd, ...words.map((w) => folderIn(w, cwd))].find(
    (path) => path !== undefined && (own.includes(path) || path.startsWith(`${pawlHome}/`)),
  );
  return into && `unpacks files of any name into ${into === home ? 'the home folder' : into}`;
}
