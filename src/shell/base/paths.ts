// Resolves paths and classifies them: is it the home directory, a system directory, a file of the project …
import type { ShellWorld, Target, Word } from '../types.ts';
import { globToRegExp, HOLE } from './words.ts';

/**
 * The kind of place a path is, which decides what its loss would mean. `rebuildable` can be built again (`node_modules`),
 * `relative` is a relative path after a `cd` to an unknown directory, `unknown` is everything else that can't be known.
 */
export type PathClass =
  | 'root'
  | 'system'
  | 'device'
  | 'home'
  | 'other-home'
  | 'above-project'
  | 'project'
  | 'git'
  | 'in-project'
  | 'temp'
  | 'in-temp'
  | 'rebuildable'
  | 'in-home'
  | 'outside'
  | 'relative'
  | 'unknown';

const SYSTEM = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/libx32', '/proc', '/root', '/run'],
  ...['/sbin', '/snap', '/sys', '/usr', '/var', '/System', '/Library', '/Applications', '/private'],
  ...['/cores', '/lost+found', '/nix', '/efi'],
];

/** Directories that belong to the system, while the files in them belong to people. */
const DATA_DIRS = ['/opt', '/srv', '/mnt', '/media', '/Volumes', '/run/media'];

const HARMLESS_DEVICES =
  /^\/dev\/(null|zero|full|random|urandom|tty\w*|stdin|stdout|stderr|fd\/\d+|pts\/\d+|shm(\/.*)?)$/;

/** Names of files and directories that tools can build again: losing them costs minutes. */
const REBUILDABLE =
  /^(node_modules|dist|build|out|target|coverage|htmlcov|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.cache|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|\.parcel-cache|\.vite|\.angular|\.gradle|\.terraform|\.venv|venv|\.eggs|[\w.-]+\.egg-info|DerivedData|\.nyc_output|\.serverless|\.expo|storybook-static|bower_components|_build|deps|\.dart_tool|cmake-build-\w+|test-results|playwright-report|tmp|temp|logs?|[\w.-]*\.(log|tmp|pyc|o|class|bak|swp|orig))$/i;

/** Everything in a cache directory of the home is rebuilt when it is needed. */
const IN_CACHE =
  /^\/((\.cache|Library\/Caches|Library\/Developer\/Xcode\/DerivedData)\/[^/]|\.npm\/(_cacache|_npx|_logs)(\/|$)|\.(gradle\/caches|m2\/repository|cargo\/registry|nuget\/packages|ivy2\/cache|bun\/install\/cache|yarn\/(berry\/)?cache|pnpm-store|expo\/cache|android\/cache|pub-cache|hex\/packages|composer\/cache|conda\/pkgs|terraform\.d\/plugin-cache|nv\/ComputeCache|tox|ccache|sccache|eslintcache|parcel-cache)(\/|$))/;

/** Caches that package managers fill again; images delete them to become smaller. */
const SYSTEM_CACHE =
  /^\/(var\/(lib\/apt\/lists|cache\/(apt|yum|dnf|apk|pacman|zypp|man|fontconfig))|etc\/apk\/cache|root\/\.(cache|npm))(\/|$)/;

/** Rebuildable names that only mean that inside a project: `~/build` may be any folder. */
const AMBIGUOUS_NAME = /^(?!.*\/\.?caches?\/).*\/(dist|build|out|target|coverage|deps|tmp|temp|logs?|venv)$/i;

/** Resolves `.`, `..` and repeated slashes. A `..` after an unknown part stays, because its parent is unknown. */
export function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && !(parts.at(-1) ?? '').includes(HOLE)) parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The absolute path of a word in the directory `cwd`; `undefined` when its beginning is not known. */
export function resolve(text: string, cwd: string | undefined): string | undefined {
  if (text.startsWith(HOLE)) return undefined;
  if (text.startsWith('/')) return normalise(onWindows(cwd) ? driveOf(text) : text);
  if (/^[A-Za-z]:([\\/]|$)/.test(text)) return normalise(fromDrive(text));
  if (cwd === undefined) return undefined;
  if (!onWindows(cwd)) return normalise(`${cwd}/${text}`);
  return normalise(`${fromDrive(cwd)}/${text.replaceAll('\\', '/')}`);
}

/** `C:\Users\me` and `/C:/Users/me` are the same place; the latter is the form in which paths are compared. */
export function fromDrive(path: string): string {
  const [, drive, rest = ''] = /^\/?([A-Za-z]):(.*)$/s.exec(path) ?? [];
  return drive ? `/${drive.toUpperCase()}:${rest.replaceAll('\\', '/')}` : path;
}

/** Git Bash writes `/c/Users/me` for `C:\Users\me`. */
const driveOf = (path: string) =>
  path.replace(/^\/([A-Za-z]):?(?=\/|$)/, (_, drive: string) => `/${drive.toUpperCase()}:`);

/** Whether a directory is one of Windows, so that `\` separates names and `/c` is a drive. */
const onWindows = (directory: string | undefined) =>
  directory !== undefined && /^\/?[A-Za-z]:/.test(directory);

export function target(w: Word, cwd: string | undefined): Target {
  return { text: w.text, path: resolve(w.text, cwd), glob: w.glob };
}

const isInside = (path: string, dir: string) =>
  path === dir || path.startsWith(dir === '/' ? '/' : `${dir}/`);

/** A glob for all files of a directory (`dir/*`) is replaced by the directory, because losing either is the same. */
export function globDirectory(path: string, glob: boolean): { path: string; all: boolean } {
  if (!glob) return { path, all: false };
  const m = /^(.*?)\/(\*+|\.\*|\.\[.*\]\*|\?+\*|\*\.\*|\*+\/\*+|\{.*\})(\/[*.]*)*$/.exec(path);
  return m ? { path: m[1] || '/', all: true } : { path: resolveTopGlob(path), all: false };
}

const TOP = ['etc', 'usr', 'bin', 'sbin', 'lib', 'boot', 'root', 'var', 'home', 'Users'];

/** Replaces a glob in the first part of a path by the system directory it matches: `/et?/x` is `/etc/x`. */
function resolveTopGlob(path: string): string {
  const [, first, rest] = /^\/([^/]*[?*[][^/]*)(\/.*)$/.exec(path) ?? [];
  const found = first && TOP.find((name) => globToRegExp(first)?.test(name));
  return found ? `/${found}${rest}` : path;
}

export function isDevice(path: string): boolean {
  return path.startsWith('/dev/') && !HARMLESS_DEVICES.test(path);
}

export function isHarmlessDevice(path: string): boolean {
  return HARMLESS_DEVICES.test(path) || path === '/dev/stdout';
}

export function tempDirs(world: ShellWorld): readonly string[] {
  return ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp', '/dev/shm', ...(world.tmp ?? [])];
}

/** Returns the kind of place a path is. */
export function classifyPath(given: string | undefined, world: ShellWorld): PathClass {
  if (given === undefined) return 'unknown';
  if (!onWindows(world.home)) return classify(given, world);
  return classify(driveOf(given).toLowerCase(), lowerCase(world));
}

/** Windows does not tell letters of different case apart. */
const lowerCase = (world: ShellWorld): ShellWorld => ({
  ...world,
  cwd: world.cwd.toLowerCase(),
  home: world.home.toLowerCase(),
  ...(world.projectRoot && { projectRoot: world.projectRoot.toLowerCase() }),
  ...(world.tmp && { tmp: world.tmp.map((dir) => dir.toLowerCase()) }),
});

function classify(path: string, world: ShellWorld): PathClass {
  const hole = path.indexOf(HOLE);
  if (hole >= 0) return classifyPartlyKnown(path, hole, world);
  if (/^\/+$/.test(path) || /^\/[A-Za-z]:$/.test(path)) return 'root';
  return classifyInProject(path, world) ?? classifyOnMachine(path, world);
}

function classifyInProject(path: string, world: ShellWorld): PathClass | undefined {
  const root = world.projectRoot ?? world.cwd;
  if (root === '/' || root === world.home) return undefined;
  // A project root above the home directory (`/home`) does not make the home part of the project.
  if (isInside(world.home, root) && (path === world.home || isInside(path, world.home))) return undefined;
  if (path === root) return 'project';
  // Lock files, message drafts and the state of an aborted rebase hold nothing that git could not make again.
  if (isInside(path, `${root === '/' ? '' : root}/.git`))
    return /(\.lock|_(EDIT)?MSG)$|\.git\/rebase-(merge|apply)$/.test(path) ? 'in-project' : 'git';
  if (/\/[^/]+\.git\/(objects|refs|logs|packed-refs)(\/|$)/.test(path)) return 'git';
  if (isInside(path, root)) return 'in-project';
  return isInside(root, path) && path !== '/' && !isTempRoot(path, world)
    ? aboveProject(path, world)
    : undefined;
}

function aboveProject(path: string, world: ShellWorld): PathClass {
  if (path === world.home) return 'home';
  return SYSTEM.includes(path) || path === '/home' || path === '/Users' ? 'system' : 'above-project';
}

const isTempRoot = (path: string, world: ShellWorld) => tempDirs(world).includes(path);

function classifyOnMachine(path: string, world: ShellWorld): PathClass {
  // The home directory comes first: it may be in a temporary directory, as in tests.
  if (path === world.home) return 'home';
  if (WINDOWS_TEMP.test(path)) return 'in-temp';
  if (world.home !== '/' && isInside(path, world.home))
    return IN_CACHE.test(path.slice(world.home.length)) || (isRebuildable(path) && !AMBIGUOUS_NAME.test(path))
      ? 'rebuildable'
      : 'in-home';
  if (isTempRoot(path, world)) return 'temp';
  if (tempDirs(world).some((dir) => isInside(path, dir)) || /^\/(private\/)?var\/folders\/./.test(path))
    return 'in-temp';
  if (isDevice(path)) return 'device';
  if (SYSTEM_CACHE.test(path)) return 'rebuildable';
  // No user’s name begins with a dot, so `/home/.cache` is nobody’s home.
  if (/^\/(home|Users)\/\./.test(path)) return 'outside';
  if (/^\/(home|Users)(\/|$)/.test(path)) return path.split('/').length <= 2 ? 'system' : 'other-home';
  if (/^\/[A-Za-z]:\//.test(path)) return classifyWindows(path);
  if (DATA_DIRS.includes(path)) return 'system';
  return isSystem(path) ? 'system' : 'outside';
}

export const isRebuildable = (path: string) => REBUILDABLE.test(path.slice(path.lastIndexOf('/') + 1));

const isSystem = (path: string) =>
  SYSTEM.some((dir) => isInside(path, dir)) && !path.startsWith('/run/media/');

/** On Windows the temporary folder is in the home. */
const WINDOWS_TEMP = /^\/[a-z]:\/(users\/[^/]+\/appdata\/local\/temp|temp|tmp)\/./i;

function classifyWindows(path: string): PathClass {
  const rest = path
    .slice(4)
    .replace(/\/?\*.*$/, '')
    .toLowerCase();
  if (rest === '') return 'root';
  if (/^(windows|program files( \(x86\))?|programdata|users)\/?$/.test(rest)) return 'system';
  if (/^(windows|program files)/.test(rest)) return 'system';
  return rest.startsWith('users/') && !rest.startsWith('users/public/') ? 'other-home' : 'outside';
}

/** Classifies a path with an unknown part, such as `dist/$x`, by the directory before that part. */
function classifyPartlyKnown(path: string, hole: number, world: ShellWorld): PathClass {
  const dir = path.slice(0, path.lastIndexOf('/', hole)) || '/';
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (!last.includes(HOLE) && REBUILDABLE.test(last)) return 'rebuildable';
  const place = classifyPath(dir, world);
  if (last === '.git' && (place === 'project' || place === 'in-project')) return 'git';
  if (place === 'temp') return 'in-temp';
  if (place === 'project') return 'in-project';
  if (place === 'rebuildable' || place === 'in-project' || place === 'in-temp') return place;
  return place === 'git'
    ? 'git'
    : place === 'root' || place === 'system' || place === 'home'
      ? place
      : 'unknown';
}
