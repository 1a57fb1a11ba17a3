// Follows symbolic links that the same source has made: after `ln -s ~/Documents d`, `d/x` is a file in Documents.
import { resolve } from '../base/paths.ts';
import { ON_LINK } from '../programs/names.ts';
import { commandName } from '../state/names.ts';
import type { State } from '../state/state.ts';
import type { Word } from '../types.ts';

/** The words of a command, with paths that lead through a link replaced by the paths they lead to. */
export function throughLinks(words: Word[], { links, cwd }: State): Word[] {
  if (!links) return words;
  const onLink = ON_LINK.test(commandName(words[0]));
  return words.map((w, i) => (i === 0 || w.text.startsWith('-') ? w : throughLink(w, links, cwd, onLink)));
}

function throughLink(
  w: Word,
  links: ReadonlyMap<string, string>,
  cwd: string | undefined,
  onLink: boolean,
): Word {
  const path = resolve(w.text, cwd);
  if (path === undefined) return w;
  for (const [link, target] of links) {
    if (path.startsWith(`${link}/`))
      return { ...w, text: `${target === '/' ? '' : target}${path.slice(link.length)}` };
    if (path === link && (!onLink || w.text.endsWith('/'))) return { ...w, text: target };
  }
  return w;
}
