// What it would mean to lose a path.
import type { Effect, ShellCommand, ShellWorld, Word } from '../types.ts';
import { effect } from './effect.ts';
import { isMade, type PathClass, placeOf, resolve, target, wholeOf } from './paths.ts';
import { HOLE, show } from './words.ts';

/** What the loss of a place means, for a tree and for one file. */
interface Loss {
  tree: 'irreversible' | 'risky' | undefined;
  file: 'irreversible' | 'risky' | undefined;
  what: string;
}

export const LOSSES: Record<PathClass, Loss> = {
  root: { tree: 'irreversible', file: 'irreversible', what: 'the root of the file system' },
  system: { tree: 'irreversible', file: 'irreversible', what: 'a system directory' },
  device: { tree: 'irreversible', file: 'irreversible', what: 'a device' },
  home: { tree: 'irreversible', file: 'risky', what: 'the home directory' },
  'other-home': { tree: 'irreversible', file: 'risky', what: 'somebody’s home directory' },
  'above-project': { tree: 'irreversible', file: 'risky', what: 'a directory that holds this project' },
  project: { tree: 'irreversible', file: 'risky', what: 'the whole project' },
  git: { tree: 'irreversible', file: 'irreversible', what: 'the history of the project' },
  temp: { tree: 'risky', file: 'risky', what: 'the whole temporary directory' },
  'in-home': { tree: 'risky', file: 'risky', what: 'files outside this project' },
  outside: { tree: 'risky', file: 'risky', what: 'files outside this project' },
  unknown: { tree: 'risky', file: undefined, what: 'a path that cannot be known before it runs' },
  relative: { tree: undefined, file: undefined, what: '' },
  made: { tree: undefined, file: undefined, what: '' },
  'in-project': { tree: undefined, file: undefined, what: '' },
  'in-temp': { tree: undefined, file: undefined, what: '' },
};

/** The effect of losing what one operand names, if it is a loss. */
export function lossOf(
  command: ShellCommand,
  w: Word,
  tree: boolean,
  world: ShellWorld,
  kind: 'delete' | 'overwrite',
): Effect[] {
  // `x='rm -rf ~'; $x`: the tilde was meant, though this shell would not expand it.
  const path = w.text === '~' && !w.quoted ? world.home : resolve(w.text, command.cwd);
  const place = path === undefined ? openPlace(w, command) : judgedPlace(path, w, command, world);
  const loss = LOSSES[place];
  const many = tree || w.glob;
  const weight = many ? loss.tree : loss.file;
  if (!weight) return [];
  return [
    effect(command, {
      kind,
      weight,
      code: `${kind}-${place}`,
      reason: `${kind === 'delete' ? 'Deletes' : 'Overwrites'} ${loss.what}: ${show(w.text)}`,
      safer: saferFor(place),
      targets: [target(w, command.cwd)],
    }),
  ];
}

export function judgedPlace(path: string, w: Word, command: ShellCommand, world: ShellWorld): PathClass {
  const whole = wholeOf(path, w.glob);
  const place = placeOf(whole.path, world);
  // What lies in a temporary directory may go; the directory itself is needed.
  if (place === 'temp' && whole.all) return 'in-temp';
  if (command.remote && (place === 'in-project' || place === 'project' || place === 'made')) return 'outside';
  return place;
}

/** A path whose beginning is unknown, or a relative one after an unknown `cd`. */
function openPlace(w: Word, command: ShellCommand): PathClass {
  const last = w.text.slice(w.text.lastIndexOf('/') + 1);
  if (!last.includes(HOLE) && isMade(last)) return 'made';
  if (w.text.startsWith(HOLE)) return 'unknown';
  if (/^(\.?\/?\*.*|\.|\.\/|\.\.(\/.*)?)$/.test(w.text)) return 'unknown';
  return command.remote ? 'outside' : 'relative';
}

function saferFor(place: PathClass): string | undefined {
  if (place === 'unknown') return 'write the path out in full, so that it can be seen';
  if (place === 'project') return 'delete the files you mean by name, or git stash push -u';
  if (place === 'git') return 'git status';
  return place === 'in-home' || place === 'outside' ? 'move it to /tmp instead of deleting it' : undefined;
}
