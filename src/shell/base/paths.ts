import type { ShellWorld, Target, Word } from '../types.ts';
import { globToRegExp, HOLE } from './words.ts';

/** What kind of place a path is, for deciding what its loss would mean. */
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
  | 'made'
  | 'in-home'
  | 'outside'
  | 'relative'
  | 'unknown';

const SYSTEM = [
  ...[
    '/bin',
    '/boot',
    '/dev',
    '/etc',
    '/lib',
    '/lib32',
    '/lib64',
    '/libx32',
    '/opt',
    '/proc',
    '/root',
    '/run',
  ],
  ...['/sbin', '/snap', '/sys', '/usr', '/var', '/System', '/Library', '/Applications', '/private'],
  ...['/cores', '/lost+found', '/nix', '/efi'],
];

/** Places where people keep data: the directory itself is the machine's, what lies below may be anybody's. */
const SHELVES = ['/opt', '/srv', '/mnt', '/media', '/Volumes', '/run/media'];

const HARMLESS_DEVICES =
  /^\/dev\/(null|zero|full|random|urandom|tty\w*|stdin|stdout|stderr|fd\/\d+|pts\/\d+|shm(\/.*)?)$/;

/** What tools make and can make again: its loss costs minutes, wherever it lies. */
const MADE =
  /^(node_modules|dist|build|out|target|coverage|htmlcov|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.cache|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|\.parcel-cache|\.vite|\.angular|\.gradle|\.terraform|\.venv|venv|\.eggs|[\w.-]+\.egg-info|DerivedData|\.nyc_output|\.serverless|\.expo|storybook-static|bower_components|_build|deps|\.dart_tool|cmake-build-\w+|test-results|playwright-report|tmp|temp|logs?|[\w.-]*\.(log|tmp|pyc|o|class|bak|swp|orig))$/i;

/** What lies in somebody’s cache is made again when it is needed. */
const CACHED = /^\/(\.cache|Library\/Caches)\/[^/]/;

/** Names that say so only within a project: elsewhere they may be anybody’s folder. */
const PLAIN_WORD = /^(?!.*\/\.?caches?\/).*\/(dist|build|out|target|coverage|deps|tmp|temp|logs?|venv)$/i;

export function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && !(parts.at(-1) ?? '').includes(HOLE)) parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Absolute path of a word as seen from `cwd`; `undefined` when its beginning is not known. */
export function resolve(text: string, cwd: string | undefined): string | undefined {
  if (text.startsWith(HOLE)) return undefined;
  if (text.startsWith('/')) return normalise(text);
  if (/^[A-Za-z]:([\\/]|$)/.test(text)) return normalise(`/${text.replaceAll('\\', '/')}`);
  if (cwd === undefined) return undefined;
  return normalise(`${cwd}/${text}`);
}

export function target(w: Word, cwd: string | undefined): Target {
  return { text: w.text, path: resolve(w.text, cwd), glob: w.glob };
}

const inside = (path: string, dir: string) => path === dir || path.startsWith(dir === '/' ? '/' : `${dir}/`);

/** Everything of a directory (`dir/*`) is judged as the directory itself. */
export function wholeOf(path: string, glob: boolean): { path: string; all: boolean } {
  if (!glob) return { path, all: false };
  const m = /^(.*?)\/(\*+|\.\*|\.\[.*\]\*|\?+\*|\*\.\*|\*+\/\*+|\{.*\})(\/[*.]*)*$/.exec(path);
  return m ? { path: m[1] || '/', all: true } : { path: namedFirst(path), all: false };
}

const TOP = ['etc', 'usr', 'bin', 'sbin', 'lib', 'boot', 'root', 'var', 'home', 'Users'];

/** `/et?/x` is `/etc/x`. */
function namedFirst(path: string): string {
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

/** Where a path with known beginning lies. `known` is the text before the first hole. */
export function placeOf(path: string | undefined, world: ShellWorld): PathClass {
  if (path === undefined) return 'unknown';
  const hole = path.indexOf(HOLE);
  if (hole >= 0) return placeOfOpen(path, hole, world);
  if (/^\/+$/.test(path) || /^\/[A-Za-z]:$/.test(path)) return 'root';
  return placeInProject(path, world) ?? placeInWorld(path, world);
}

function placeInProject(path: string, world: ShellWorld): PathClass | undefined {
  const root = world.projectRoot ?? world.cwd;
  if (root === '/' || root === world.home) return undefined;
  // Whoever works in a folder above a home does not work on that home.
  if (inside(world.home, root) && (path === world.home || inside(path, world.home))) return undefined;
  if (path === root) return 'project';
  // A lock, a draft or the list of a broken-off rebase holds nothing that is not elsewhere.
  if (inside(path, `${root === '/' ? '' : root}/.git`))
    return /(\.lock|_(EDIT)?MSG)$|\.git\/rebase-(merge|apply)$/.test(path) ? 'in-project' : 'git';
  if (/\/[^/]+\.git\/(objects|refs|logs|packed-refs)(\/|$)/.test(path)) return 'git';
  if (inside(path, root)) return 'in-project';
  return inside(root, path) && path !== '/' && !isTopTemp(path, world)
    ? aboveProject(path, world)
    : undefined;
}

function aboveProject(path: string, world: ShellWorld): PathClass {
  if (path === world.home) return 'home';
  return SYSTEM.includes(path) || path === '/home' || path === '/Users' ? 'system' : 'above-project';
}

const isTopTemp = (path: string, world: ShellWorld) => tempDirs(world).includes(path);

function placeInWorld(path: string, world: ShellWorld): PathClass {
  // A home may itself lie in a temporary directory; it is still somebody's home.
  if (path === world.home) return 'home';
  if (world.home !== '/' && inside(path, world.home))
    return CACHED.test(path.slice(world.home.length)) || (isMade(path) && !PLAIN_WORD.test(path))
      ? 'made'
      : 'in-home';
  if (isTopTemp(path, world)) return 'temp';
  if (tempDirs(world).some((dir) => inside(path, dir)) || /^\/(private\/)?var\/folders\/./.test(path))
    return 'in-temp';
  if (isDevice(path)) return 'device';
  if (/^\/(home|Users)(\/|$)/.test(path)) return path.split('/').length <= 2 ? 'system' : 'other-home';
  if (/^\/[A-Za-z]:\//.test(path)) return windowsPlace(path);
  if (SHELVES.includes(path)) return 'system';
  return isSystem(path) ? 'system' : 'outside';
}

export const isMade = (path: string) => MADE.test(path.slice(path.lastIndexOf('/') + 1));

const isSystem = (path: string) => SYSTEM.some((dir) => inside(path, dir)) && !path.startsWith('/run/media/');

function windowsPlace(path: string): PathClass {
  const rest = path
    .slice(4)
    .replace(/\/?\*.*$/, '')
    .toLowerCase();
  if (rest === '') return 'root';
  if (/^(windows|program files( \(x86\))?|programdata|users)\/?$/.test(rest)) return 'system';
  if (/^(windows|program files)/.test(rest)) return 'system';
  if (/^(users\/[^/]+\/appdata\/local\/temp|temp|tmp)\//.test(rest)) return 'in-temp';
  return 'outside';
}

/** `known/${x}`: judged by the directory that is certain, unless that directory is precious itself. */
function placeOfOpen(path: string, hole: number, world: ShellWorld): PathClass {
  const dir = path.slice(0, path.lastIndexOf('/', hole)) || '/';
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (!last.includes(HOLE) && MADE.test(last)) return 'made';
  const place = placeOf(dir, world);
  if (last === '.git' && (place === 'project' || place === 'in-project')) return 'git';
  if (place === 'temp') return 'in-temp';
  if (place === 'project') return 'in-project';
  if (place === 'made' || place === 'in-project' || place === 'in-temp') return place;
  return place === 'git'
    ? 'git'
    : place === 'root' || place === 'system' || place === 'home'
      ? place
      : 'unknown';
}
