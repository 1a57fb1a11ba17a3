// Behaviours of programs that contain shell source in a form of their own.

import type { ShellCommand } from '../../types.ts';
import { valuesOf } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';

/** `socat TCP:… EXEC:'cmd'`: an address that is a command. */
export const addresses: Behaviour = {
  sources: ({ words }) =>
    words
      .slice(1)
      .flatMap(
        (w) =>
          /^(?:EXEC|SYSTEM|SHELL):([^,]+)/i.exec(w.text.replaceAll('\\t', ' ').replaceAll('\\', ''))?.[1] ??
          [],
      ),
};

/** `fzf --bind 'enter:execute(vim {})'`: commands bound to keys. */
export const keyBindings: Behaviour = {
  sources: (_command, args) =>
    valuesOf(args, '--bind').flatMap((w) =>
      [
        ...w.text.matchAll(
          /\b(?:execute(?:-silent)?|become|reload)(?:\(([^)]*(?:\([^)]*\)[^)]*)*)\)|:(.*))/g,
        ),
      ].map((m) => (m[1] ?? m[2]) as string),
    ),
};

/** `make -f -`: the recipes are on the input. */
export const recipes: Behaviour = {
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
export const clientShell: Behaviour = {
  sources(command) {
    const texts = [...command.words.slice(1).map((w) => w.text), command.stdin?.text ?? ''];
    return texts.flatMap((text) => [
      ...[...text.matchAll(/(?:^|\n)\s*(?:\\!|\.shell|\.system|system|!)\s+([^\n]+)/g)].map(
        (m) => m[1] as string,
      ),
      // `\g | cmd`: the result of the query is the input of the command.
      ...[...text.matchAll(/(?:^|\n|;)\s*\\[gow]\s*\|([^\n]+)/g)].map((m) => `psql | ${m[1]}`),
    ]);
  },
};
