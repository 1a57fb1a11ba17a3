// Decides how bad it is to delete or overwrite a path, by the kind of place it is.
import type { Effect, Origin, ShellCommand, ShellWorld, Word } from '../types.ts';
import { effect } from './effect.ts';
import { classifyPath, globDirectory, isRebuildable, type PathClass, resolve, target } from './paths.ts';
import { displayWord, HOLE } from './words.ts';

/** How bad it is to lose a whole directory or a single file in some place; undefined where that does no harm. */
interface Loss {
  tree: 'irreversible' | 'risky' | undefined;
  file: 'irreversible' | 'risky' | undefined;
  /** What a person calls the place. */
  name: string;
}

export const LOSSES: Record<PathClass, Loss> = {
  root: { tree: 'irreversible', file: 'irreversible', name: 'the root of the file system' },
  system: { tree: 'irreversible', file: 'irreversible', name: 'a system directory' },
  device: { tree: 'irreversible', file: 'irreversible', name: 'a device' },
  home: { tree: 'irreversible', file: 'risky', name: 'the home directory' },
  'other-home': { tree: 'irreversible', file: 'risky', name: 'somebody’s home directory' },
  'above-project': { tree: 'irreversible', file: 'risky', name: 'a directory that holds this project' },
  project: { tree: 'irreversible', file: 'risky', name: 'the whole project' },
  git: { tree: 'irreversible', file: 'irreversible', name: 'the history of the project' },
  temp: { tree: 'risky', file: 'risky', name: 'the whole temporary directory' },
  'in-home': { tree: 'risky', file: 'risky', name: 'files outside this project' },
  outside: { tree: 'risky', file: 'risky', name: 'files outside this project' },
  unknown: { tree: 'risky', file: undefined, name: 'a path that can’t be known before the command runs' },
  relative: { tree: undefined, file: undefined, name: '' },
  rebuildable: { tree: undefined, file: undefined, name: '' },
  'in-project': { tree: undefined, file: undefined, name: '' },
  'in-temp': { tree: undefined, file: undefined, name: '' },
};

/** The effect of deleting or overwriting the path that a word names. Empty if that does no harm. */
export function lossEffects(
  command: ShellCommand,
  w: Word,
  tree: boolean,
  world: ShellWorld,
  kind: 'delete' | 'overwrite',
): Effect[] {
  // `x='rm -rf ~'; $x`: the shell does not expand this tilde, but whoever wrote it meant the home directory.
  const path = w.text === '~' && !w.quoted ? world.home : resolve(w.text, command.cwd);
  const place = path === undefined ? classifyUnknown(w, command) : classifyForLoss(path, w, command, world);
  const loss = LOSSES[place];
  const many = tree || w.glob;
  const weight = many ? loss.tree : loss.file;
  if (!weight) return [];
  return [
    effect(command, {
      kind,
      weight,
      code: `${kind}-${place}`,
      reason: `${kind === 'delete' ? 'Deletes' : 'Overwrites'} ${loss.name}: ${displayPath(w, path)}`,
      safer: saferFor(place),
      targets: [target(w, command.cwd)],
    }),
  ];
}

/** The path as it was written. `.` and `..` are resolved, because they would vanish in the punctuation of a message. */
const displayPath = (w: Word, path: string | undefined) =>
  path !== undefined && /^[./]+$/.test(w.text) ? path : displayWord(w);

/** Classifies a path like `classifyPath`, but by the directory for `dir/*`, and with regard to other machines. */
export function classifyForLoss(path: string, w: Word, command: ShellCommand, world: ShellWorld): PathClass {
  const whole = globDirectory(path, w.glob);
  const place = classifyPath(whole.path, world);
  // `rm -rf /tmp/*` deletes only temporary files; `/tmp` itself is needed.
  if (place === 'temp' && whole.all) return 'in-temp';
  if (command.remote && (place === 'in-project' || place === 'project' || place === 'rebuildable'))
    return 'outside';
  return place;
}

/** Classifies a path that has no known absolute form: `$x/y`, or a relative path after `cd "$x"`. */
function classifyUnknown(w: Word, command: ShellCommand): PathClass {
  const last = w.text.slice(w.text.lastIndexOf('/') + 1);
  if (!last.includes(HOLE) && isRebuildable(last)) return 'rebuildable';
  if (w.text === HOLE && w.origins.length === 1 && w.origins.every(isTempVariable)) return 'in-temp';
  if (w.text.startsWith(HOLE)) return 'unknown';
  if (/^(\.?\/?\*.*|\.|\.\/|\.\.(\/.*)?)$/.test(w.text)) return 'unknown';
  return command.remote ? 'outside' : 'relative';
}

/** `rm -rf "$TMP_DIR"`: a variable that says what it is. Unset, it is an empty word, and nothing is deleted. */
const isTempVariable = ({ kind, name }: Origin) =>
  kind === 'variable' && /^(\w+_)?(te?mp)_?(dir|folder|path|file)$/i.test(name);

function saferFor(place: PathClass): string | undefined {
  if (place === 'unknown') return 'write the path out in full, so that it can be seen';
  if (place === 'project') return 'delete the files you mean by name, or git stash push -u';
  if (place === 'git') return 'git gc, if the history takes too much room';
  return place === 'in-home' || place === 'outside'
    ? 'put it into the trash, from where it can be restored: `gio trash PATH`, on macOS `trash PATH`'
    : undefined;
}
