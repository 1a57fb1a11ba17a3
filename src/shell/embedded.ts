import { effectsOf } from './effects.ts';
import { familiesOf } from './families/index.ts';
import type { Effect, ShellCommand, Surroundings, Word } from './types.ts';
import { oneOf, word } from './words.ts';
import { isWrapper, wrapper } from './wrappers.ts';

const RUNNABLE =
  /^(rm|dd|shred|mkfs(\.\w+)?|git|sudo|dropdb|chmod|chown|find|kill|pkill|shutdown|reboot|terraform|wipefs|truncate|mv|docker|kubectl|aws|bash|sh)$/;

/** Commands whose arguments are words, not commands. */
const WORDS =
  ': echo printf grep egrep fgrep rg ag ack man info tldr whatis apropos which whereis type hash help less more most cat bat head tail ls test [ expr let jq yq sed awk cut sort uniq tr wc diff basename dirname touch mkdir cd pushd alias export declare local set say notify-send logger figlet cowsay history fc complete compgen read return exit pwd true false npm yarn pnpm cargo go make brew pip pip3 gem tree stat file du df ps pgrep top date sleep seq yes code open claude llm aider fzf parallel sem tee cp ln rsync scp xclip pbcopy column look strings nl curl wget http gh glab xargs gxargs find gfind';

/** `tool rm -rf /`: a program we do not know, with a command in its arguments. Asked about only if that would be a disaster. */
export function embeddedEffects(command: ShellCommand, world: Surroundings): Effect[] {
  if (oneOf(WORDS, command.name) || familiesOf(command.name).length > 0 || command.via.length > 12) return [];
  // What these run is read on its own.
  const wraps = isWrapper(command.name) ? wrapper(command.name) : undefined;
  if (wraps && wraps.operands !== 'none') return [];
  for (let i = 1; i < command.words.length - 1; i++) {
    const name = command.words[i]?.text.toLowerCase().replace(/^.*\//, '') ?? '';
    if (!RUNNABLE.test(name)) continue;
    const inner = found(command, command.words.slice(i), name);
    const grave = effectsOf(inner, world).filter((e) => e.weight === 'irreversible');
    if (grave.length > 0) return grave.map((e) => ({ ...e, weight: 'risky' }));
  }
  return [];
}

/** A word that begins as a shell with its code. */
const LAUNCHER = /(?:^|[;&|]\s*)(?:\w+=\S*\s+|sudo\s+|env\s+)*(?:\S*\/)?(?:ba|z|da|k)?sh\s+-\w*c\s/;

/** `tool "bash -c '…'"`: source that a program we do not know may give to a shell. */
export function launchers({ name, words }: ShellCommand): string[] {
  // `$tool -c '…'`: whatever it is, that is code to it.
  if (name === '') {
    const at = words.findIndex((w, i) => i > 0 && /^-(\w?c|e|command)$/i.test(w.text));
    return at > 0 && words[at + 1] ? [(words[at + 1] as Word).text] : [];
  }
  const found = words.slice(1).filter((w) => LAUNCHER.test(w.text));
  const find = words.findIndex((w, i) => i > 0 && w.text === 'find');
  const runs = find > 0 && words.slice(find).some((w) => /^-exec(dir)?$/.test(w.text));
  // `tool sh -c '…'`
  const shell = words.findIndex(
    (w, i) => i > 0 && /^(\S*\/)?(ba|z|da|k)?sh$/.test(w.text) && /^-\w*c$/.test(words[i + 1]?.text ?? ''),
  );
  if (found.length === 0 && !runs && shell < 0) return [];
  if (oneOf(WORDS, name) || familiesOf(name).length > 0) return [];
  const later = [runs ? find : -1, shell].filter((at) => at > 0);
  return [...found.map((w) => w.text), ...later.map((at) => words.slice(at).map(quoted).join(' '))];
}

const quoted = (w: Word) => `'${w.text.replaceAll("'", "'\\''")}'`;

/** The command in the arguments; `find x -delete` is `rm -r x`. */
function found(command: ShellCommand, words: readonly Word[], name: string): ShellCommand {
  const via = [...command.via, command.name];
  const options = words.filter((w) => /^[-(!]/.test(w.text));
  if (name !== 'find' || options.length !== 1 || options[0]?.text !== '-delete')
    return { ...command, name, words, via };
  return { ...command, name: 'rm', words: [word('rm'), word('-r'), ...words.slice(1, -1)], via };
}
