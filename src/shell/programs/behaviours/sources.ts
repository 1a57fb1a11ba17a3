// Behaviours of programs whose arguments or input contain shell source in a form of their own.

import type { ShellCommand } from '../../types.ts';
import { access } from '../access.ts';
import { valuesOf } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

/** `socat TCP:… EXEC:'cmd'`: an address that is a command. */
export const socatCommands: Behaviour = {
  sources: ({ words }) =>
    words
      .slice(1)
      .flatMap(
        (w) =>
          /^(?:EXEC|SYSTEM|SHELL|CMD|SH-C):([^,]+)/i.exec(
            w.text.replaceAll('\\t', ' ').replaceAll('\\', ''),
          )?.[1] ?? [],
      ),
};

/** `socat - OPEN:file,creat`: an address that is a file. */
export const socatFiles: Behaviour = {
  moreFiles: (command, args) =>
    args.operands.flatMap((w) => {
      const m = /^(OPEN|FILE|GOPEN|CREATE):"?([^,"]+)/i.exec(w.text);
      if (!m) return [];
      const writes = /^create$/i.test(m[1] as string) || /,(creat|append|trunc|wronly|rdwr)/i.test(w.text);
      return [access(writes ? 'write' : 'read', { ...w, text: m[2] as string }, command)];
    }),
};

/** `fzf --bind 'enter:execute(vim {})'`: commands bound to keys. */
export const keyBindingCommands: Behaviour = {
  sources: (_command, args) =>
    valuesOf(args, '--bind').flatMap((w) =>
      [
        ...w.text.matchAll(
          /\b(?:execute(?:-silent)?|become|reload)(?:\(([^)]*(?:\([^)]*\)[^)]*)*)\)|:(.*))/g,
        ),
      ].map((m) => (m[1] ?? m[2]) as string),
    ),
};

/** `mvn exec:exec -Dexec.executable=sh -Dexec.args=…`: a command in two properties. */
export const mavenCommand: Behaviour = {
  sources(_command, args) {
    const property = (name: string) =>
      valuesOf(args, '-D --define')
        .find((w) => w.text.startsWith(name))
        ?.text.slice(name.length);
    const program = property('exec.executable=');
    return program ? [`${program} ${property('exec.args=') ?? ''}`] : [];
  },
};

/** `make -f -`: the recipes are on the input. */
export const makeRecipes: Behaviour = {
  sources: (command) => (readsRecipes(command) ? recipeLines(command.stdin?.text ?? '') : []),
};

const readsRecipes = ({ words }: ShellCommand) =>
  / (-\w*f ?|--(make)?file[ =])(-|\/dev\/(stdin|fd\/0))( |$)/.test(words.map((w) => w.text).join(' '));

const recipeLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^[\w.%/ -]+:[^;]*;?/, '').replace(/^\t?[@-]*/, ''))
    .filter(Boolean);

/** `psql -c '\! cmd'`, `sqlite3 db '.shell cmd'`: a database client that runs shell commands. */
export const clientShellEscapes: Behaviour = {
  sources(command) {
    const texts = [...command.words.slice(1).map((w) => w.text), command.stdin?.text ?? ''];
    return texts.flatMap((text) => [
      ...[...text.matchAll(ESCAPE)].map((m) => m[1] as string),
      // `\g | cmd`: the result of the query is the input of the command.
      ...[...text.matchAll(PIPED)].map((m) => `psql | ${m[1]}`),
    ]);
  },
};

/** `\! cmd` (psql, mysql), `.shell cmd` (sqlite3), `!cmd` (ftp, gdb), `!!cmd` (sqlcmd), `host cmd` (sqlplus), `!sh cmd` (beeline). */
const ESCAPE =
  /(?:^|\n|;)\s*:?(?:\\!\s*|!(?:sh\s+|!)?\s*(?=[^\s=])|\.(?:shell|system)\s+|(?:system|sh(?:ell)?|host|ho)\s+|@exec\s+"?)([^\n]+)/g;

/** `\o |cmd`, `.output |cmd`, `.read '|cmd'`. */
const PIPED = /(?:^|\n|;)\s*(?:\\[gow]|\.(?:output|once|read|import))\s*["']?\|([^\n"']+)/g;

/** `npm pkg set scripts.test='cmd'`: a script that later runs. */
export const setsScripts: Behaviour = {
  sources: ({ words }) => words.flatMap((w) => /^scripts\.[\w:-]+=([\s\S]+)$/.exec(w.text)?.[1] ?? []),
};
