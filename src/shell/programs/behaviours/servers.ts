// Behaviours of web servers that serve a folder: which one, and whether it holds more than a project.
import { effect } from '../../base/effect.ts';
import { classifyPath, type PathClass, resolve } from '../../base/paths.ts';
import { displayText, word } from '../../base/words.ts';
import { runAsCommand } from '../../state/run-as-command.ts';
import { fileFlow } from '../../state/state.ts';
import type { Effect, ShellCommand, ShellWorld, Word } from '../../types.ts';
import { type Args, has, valuesOf } from '../args.ts';
import type { Behaviour } from '../behaviour.ts';
import { isLoopback } from './http.ts';

const FOLDER = '-d --directory --dir -r --root -t --docroot -h --path --home --prefix --public --static';

const BIND =
  '-b --bind -a --address -l --listen -i --interfaces --interface --host -H --addr -S --server --bind-address';

/** Places whose content concerns more than a project. */
const PRIVATE: readonly PathClass[] = ['root', 'system', 'home', 'other-home', 'above-project'];

/** `python3 -m http.server -d ~`: serves a folder, or the current one, to whoever reaches this machine. */
export const servesFolder: Behaviour = {
  effects: (command, args, world) => servedFrom(command, args, world, FOLDER),
};

/** `php -S 0.0.0.0:80`, `ruby -run -e httpd`: an interpreter that is also a web server. */
export const mayServeFolder: Behaviour = {
  effects: (command, args, world) =>
    has(args, '-S --server') || command.words.some((w) => /^httpd$|^-ehttpd$/.test(w.text))
      ? servedFrom(command, args, world, '-t --docroot')
      : [],
};

/** `busybox httpd -h DIR`: the Apache of the same name takes no folder there. */
export const servesBusyboxFolder: Behaviour = {
  effects: (command, args, world) => (has(args, '-h') ? servedFrom(command, args, world, '-h') : []),
};

function servedFrom(command: ShellCommand, args: Args, world: ShellWorld, options: string): Effect[] {
  if (command.remote || valuesOf(args, BIND).some((w) => isLoopback(w.text) && !/0\.0\.0\.0/.test(w.text)))
    return [];
  const folder = valuesOf(args, options)[0] ?? args.operands.slice(args.depth).find(isFolder) ?? word('.');
  const path = resolve(folder.text, command.cwd);
  const place = classifyPath(path, world);
  const hidden = place === 'in-home' && /\/\.\w/.test(path?.slice(world.home.length) ?? '');
  if (path === undefined || (!PRIVATE.includes(place) && !hidden)) return [];
  return [
    effect(command, {
      kind: 'publish',
      weight: 'risky',
      code: 'serve-private',
      reason: `Serves everything in ${displayText(path)} to whoever can reach this machine.`,
      safer: 'serve one folder of the project, and only to this machine',
    }),
  ];
}

const isFolder = ({ text }: Word) => /^[/~.]/.test(text) && !/^\.\w+$/.test(text);

/** `root /;` of nginx, `root * /` of Caddy, `DocumentRoot "/"` of Apache, `server.document-root = "/"` of lighttpd. */
const ROOTS =
  /(?:^|[\s;{])(?:root|alias|DocumentRoot|server\.document-root)\s+(?:\*\s+|=\s*)?"?([^\s;"{}]+)/gi;

/** `nginx -c FILE`: the folders that its configuration serves. */
export const servesByConfig: Behaviour = {
  runs(command, state, reader) {
    const at = command.words.findIndex((w) => /^(-c|-f|--config)$/.test(w.text));
    const file = at > 0 ? resolve(command.words[at + 1]?.text ?? '', command.cwd) : undefined;
    const text = file ? (fileFlow(file, state, reader).text ?? '') : '';
    for (const [, folder = ''] of text.matchAll(ROOTS)) runAsCommand(['darkhttpd', folder], state, reader);
    return undefined;
  },
};
