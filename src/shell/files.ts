import { firstValue, has, onlyAsks, readArgs } from './args.ts';
import { effect } from './effect.ts';
import { isDevice, isMade, type Place, placeOf, resolve, target, wholeOf } from './paths.ts';
import { permissionEffects } from './permissions.ts';
import type { Effect, ShellCommand, Surroundings, Word } from './types.ts';
import { HOLE, oneOf, show, unknownWord } from './words.ts';

/** What the loss of a place means, for a tree and for one file. */
interface Loss {
  tree: 'irreversible' | 'risky' | undefined;
  file: 'irreversible' | 'risky' | undefined;
  what: string;
}

export const LOSSES: Record<Place, Loss> = {
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

const DELETERS =
  'rm unlink rmdir srm wipe rimraf del-cli del erase rd remove-item ri fs-extra-remove deltree secure-delete scrub';
const TREE_FLAGS = '-r -R --recursive -recurse /s -fr -rf';

export function fileEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const name = command.name;
  if (oneOf(DELETERS, name)) return deleteEffects(command, world);
  if (name === 'shred') return shredEffects(command, world);
  if (/^(mv|move-item)$/.test(name)) return moveEffects(command, world);
  if (/^(chmod|chown|chgrp|setfacl|chattr|chflags|icacls|takeown)$/.test(name))
    return permissionEffects(command, world);
  if (/^(rsync|robocopy|unison|lftp)$/.test(name)) return syncEffects(command, world);
  if (/^mkfs(\.|$)|^newfs|^mk(e2|nt|dos|exfat|udf|reiser|ext2)fs$/.test(name))
    return formatEffects(command, world);
  if (/^(tar|bsdtar|zip|7z)$/.test(name)) return archiveEffects(command, world);
  if (/^(truncate|fallocate)$/.test(name)) return truncateEffects(command, world);
  if (name === 'dd') return blankEffects(command, world);
  if (name === 'format') return drives(command);
  if (name === 'diskpart') return scripted(command);
  return [];
}

function deleteEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const windows =
    /^(del|erase|rd|rmdir|remove-item|ri|deltree)$/.test(command.name) ||
    command.words.some((w) => /^-(rec|recurse|force)\b/i.test(w.text));
  const args = readArgs(windows ? command.words.slice(1).map(lower) : command.words.slice(1), {
    slash: windows,
    singleDash: windows,
  });
  // BSD takes what follows the first operand for a file: `rm -rf / --help` deletes.
  if ((onlyAsks(args) && args.operands.length === 0) || (has(args, '-whatif') && !has(args, '/s'))) return [];
  if (command.name === 'rmdir' && !has(args, '/s')) return [];
  const tree = has(args, TREE_FLAGS) || args.unclear || /^(rimraf|del-cli|deltree)$/.test(command.name);
  // `Get-ChildItem … | Remove-Item`: what goes is what comes.
  if (/^(remove-item|ri)$/.test(command.name) && args.operands.length === 0)
    return lossOf(command, unknownWord(), true, world, 'delete');
  return args.operands
    .filter((w) => !windows || !/^\/[a-z]$/i.test(w.text))
    .flatMap((w) => lossOf(command, windows ? withDrive(w) : w, tree || isFed(command, w), world, 'delete'));
}

/** `C:\\Users` loses its backslash in a Bash command line. */
const withDrive = (w: Word): Word => ({ ...w, text: w.text.replace(/^([A-Za-z]):(?![\\/])/, '$1:/') });

/** A list of files nobody has seen. */
const isFed = (command: ShellCommand, w: Word) =>
  w.text === HOLE && command.via.some((v) => /^(xargs|parallel|[gmn]?awk)$/.test(v));

const lower = (w: Word): Word => (/^-[a-z]/i.test(w.text) ? { ...w, text: w.text.toLowerCase() } : w);

/** The effect of losing what one operand names, if it is a loss. */
export function lossOf(
  command: ShellCommand,
  w: Word,
  tree: boolean,
  world: Surroundings,
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

function judgedPlace(path: string, w: Word, command: ShellCommand, world: Surroundings): Place {
  const whole = wholeOf(path, w.glob);
  const place = placeOf(whole.path, world);
  // What lies in a temporary directory may go; the directory itself is needed.
  if (place === 'temp' && whole.all) return 'in-temp';
  if (command.remote && (place === 'in-project' || place === 'project' || place === 'made')) return 'outside';
  return place;
}

/** A path whose beginning is unknown, or a relative one after an unknown `cd`. */
function openPlace(w: Word, command: ShellCommand): Place {
  const last = w.text.slice(w.text.lastIndexOf('/') + 1);
  if (!last.includes(HOLE) && isMade(last)) return 'made';
  if (w.text.startsWith(HOLE)) return 'unknown';
  if (/^(\.?\/?\*.*|\.|\.\/|\.\.(\/.*)?)$/.test(w.text)) return 'unknown';
  return command.remote ? 'outside' : 'relative';
}

function saferFor(place: Place): string | undefined {
  if (place === 'unknown') return 'write the path out in full, so that it can be seen';
  if (place === 'project') return 'delete the files you mean by name, or git stash push -u';
  if (place === 'git') return 'git status';
  return place === 'in-home' || place === 'outside' ? 'move it to /tmp instead of deleting it' : undefined;
}

function shredEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const args = readArgs(command.words.slice(1), { values: '-n -s --iterations --size --random-source' });
  if (onlyAsks(args)) return [];
  return args.operands.flatMap((w) => {
    const place = placeOf(resolve(w.text, command.cwd), world);
    if (place === 'in-temp') return [];
    return [
      effect(command, {
        kind: 'delete',
        weight: 'irreversible',
        code: 'shred',
        reason: `Shredded files cannot be brought back: ${show(w.text)}`,
        safer: 'rm',
        targets: [target(w, command.cwd)],
      }),
    ];
  });
}

/** Moving a precious place away is losing it; moving into `/dev/null` is deleting. */
function moveEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const args = readArgs(command.words.slice(1), { values: '-t --target-directory -S --suffix' });
  const named = firstValue(args, '-t --target-directory');
  const sources = named ? args.operands : args.operands.slice(0, -1);
  const into = named ?? args.operands.at(-1);
  if (onlyAsks(args) || !into) return [];
  if (into.text === '/dev/null')
    return sources.map((w) =>
      effect(command, {
        kind: 'delete',
        weight: 'irreversible',
        code: 'delete-to-null',
        reason: `Moving to /dev/null destroys ${show(w.text)}`,
        targets: [target(w, command.cwd)],
      }),
    );
  return sources.flatMap((w) => {
    const path = resolve(w.text, command.cwd);
    const place = path === undefined ? 'relative' : judgedPlace(path, w, command, world);
    // `ls | xargs -I% mv % %.bak`: each gets another name where it lies.
    if (w.glob && into.text !== w.text && into.text.includes(w.text) && !into.text.includes('/')) return [];
    if (place === 'in-home' && isFolderOfHome(path as string, world)) return [movedHome(command, w)];
    return /^(root|system|home|other-home|above-project|project|git)$/.test(place)
      ? lossOf(command, w, true, world, 'delete')
      : [];
  });
}

const isFolderOfHome = (path: string, { home }: Surroundings) =>
  /^\/(Desktop|Documents|Downloads|Pictures|Photos|Movies|Music|Videos|Library|Projects|\.config|\.local|\.claude)$/.test(
    path.slice(home.length),
  );

const movedHome = (command: ShellCommand, w: Word) =>
  effect(command, {
    kind: 'delete',
    weight: 'risky',
    code: 'delete-in-home',
    reason: `Moves away a whole folder of the home directory: ${show(w.text)}`,
    targets: [target(w, command.cwd)],
  });

function syncEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const args = readArgs(command.words.slice(1), {
    values: '-e --rsh --exclude --include --filter --files-from --backup-dir -T --log-file',
  });
  const deletes =
    args.flags.some((f) => /^--(delete|del$|remove-source-files|mirror|purge)/.test(f.name)) ||
    /mirror.*(--delete|-e\b)/.test(command.words.map((w) => w.text).join(' '));
  if (!deletes || has(args, '-n --dry-run --help --list-only')) return [];
  const into = args.operands.at(-1);
  const place =
    into && !/^[^/]+:/.test(into.text) ? placeOf(resolve(into.text, command.cwd), world) : 'outside';
  if (has(args, '--remove-source-files')) {
    const lost = args.operands.slice(0, -1).flatMap((w) => lossOf(command, w, true, world, 'delete'));
    if (lost.length > 0) return lost;
  }
  if (place === 'in-temp' || place === 'made' || (place === 'in-project' && isMadeTree(into))) return [];
  const weight = LOSSES[place].tree ?? 'risky';
  return [
    effect(command, {
      kind: 'delete',
      weight,
      code: 'sync-delete',
      reason: 'Deletes at one end what is not at the other.',
      safer: 'rsync --delete --dry-run …',
      targets: into ? [target(into, command.cwd)] : [],
    }),
  ];
}

/** `dist/`, `public/docs/`: what a build fills anew. */
const isMadeTree = (w: Word | undefined) =>
  (w?.text ?? '').split('/').some((part) => isMade(part) || /^(public|_?site|www|static)$/.test(part));

function formatEffects(command: ShellCommand, world: Surroundings): Effect[] {
  // `-F 32` is the size of a FAT; elsewhere `-F` forces.
  const values = `-t -L -b -m -U -O -E -N -i -I${/fat|dos/.test(command.name) ? ' -F' : ''}`;
  const args = readArgs(command.words.slice(1), { values });
  if (onlyAsks(args) || has(args, '-n -V')) return [];
  // A size may follow the device.
  const last =
    args.operands.findLast((w) => !/^\d+[kmgt]?$/i.test(w.text)) ??
    args.flags.findLast((f) => f.value?.text.startsWith('/'))?.value;
  const place = last ? placeOf(resolve(last.text, command.cwd), world) : 'unknown';
  if (place === 'in-project' || place === 'in-temp') return [];
  return [
    effect(command, {
      kind: 'disk',
      weight: 'irreversible',
      code: 'disk-format',
      reason: `Formatting destroys everything on ${show(last?.text ?? 'the disk')}.`,
      safer: 'lsblk -f',
      targets: last ? [target(last, command.cwd)] : [],
    }),
  ];
}

function archiveEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const args = readArgs(command.words.slice(1), { values: '-f --file -C -x' });
  const removes =
    has(args, '--remove-files') ||
    (command.name === 'zip' && has(args, '-m --move')) ||
    command.words.some((w) => w.text === '-sdel');
  return removes ? args.operands.flatMap((w) => lossOf(command, w, true, world, 'delete')) : [];
}

function truncateEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const args = readArgs(command.words.slice(1), {
    values: '-s --size -r --reference -o --offset -l --length',
  });
  if (onlyAsks(args)) return [];
  if (command.name === 'fallocate' && !has(args, '-p --punch-hole -c --collapse-range -z --zero-range'))
    return [];
  // `-s +1G`: growing loses nothing.
  if (/^[+>]/.test(firstValue(args, '-s --size')?.text ?? '')) return [];
  return args.operands.flatMap((w) => lossOf(command, w, isFed(command, w), world, 'overwrite'));
}

/** `dd if=/dev/zero of=file`: writes over it with nothing. */
function blankEffects(command: ShellCommand, world: Surroundings): Effect[] {
  const given = (name: string) => command.words.find((w) => w.text.startsWith(name));
  const into = given('of=');
  if (!into || !/^if=\/dev\/(zero|u?random)$/.test(given('if=')?.text ?? '')) return [];
  const w = { ...into, text: into.text.slice(3).replace(/^~(?=\/|$)/, world.home) };
  return isDevice(resolve(w.text, command.cwd) ?? '') ? [] : lossOf(command, w, false, world, 'overwrite');
}

function drives(command: ShellCommand): Effect[] {
  const drive = command.words.find((w) => /^[a-z]:\\?$/i.test(w.text));
  return drive
    ? [
        effect(command, {
          kind: 'disk',
          weight: 'irreversible',
          code: 'disk-format',
          reason: `Formatting destroys everything on ${drive.text}.`,
        }),
      ]
    : [];
}

/** `diskpart /s file`, or with its commands on the input. */
function scripted(command: ShellCommand): Effect[] {
  const given = command.stdin && (command.stdin.text ?? 'clean');
  const wipes = /\b(clean|format|delete|create|convert|remove|shrink)\b/i.test(given ?? '');
  if (!wipes && !command.words.some((w) => /^\/s$/i.test(w.text))) return [];
  return [
    effect(command, {
      kind: 'disk',
      weight: 'irreversible',
      code: 'disk-wipe',
      reason: 'Partitions or wipes a disk.',
    }),
  ];
}

/** Writing straight to a disk or to memory. */
export function deviceEffects(command: ShellCommand, written: readonly Word[]): Effect[] {
  return written.flatMap((w) => {
    const path = resolve(w.text, command.cwd);
    if (
      !path ||
      !isDevice(path) ||
      path.startsWith('/dev/tcp') ||
      path.startsWith('/dev/udp') ||
      path.startsWith('/dev/fd')
    )
      return [];
    return [
      effect(command, {
        kind: 'disk',
        weight: 'irreversible',
        code: 'device-write',
        reason: `Writes over the raw device ${path}.`,
        safer: 'lsblk -f',
        targets: [target(w, command.cwd)],
      }),
    ];
  });
}
