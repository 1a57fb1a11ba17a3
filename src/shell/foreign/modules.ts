// The full names of modules and what they export, whatever way they are imported.

/** Modules that offer the same functions under another name. */
const SAME: Record<string, string> = {
  'fs/promises': 'fs',
  'fs-extra': 'fs',
  'graceful-fs': 'fs',
  fse: 'fs',
  fsp: 'fs',
  fsPromises: 'fs',
  'path/posix': 'path',
  posixpath: 'os.path',
  ntpath: 'os.path',
  posix: 'os',
  shelljs: 'shell',
  commands: 'subprocess',
  'pathlib.Path': 'Path',
  'pathlib.PosixPath': 'Path',
  'pathlib.PurePath': 'Path',
  urllib2: 'urllib.request',
  undici: 'undici',
  sh: 'sh',
};

const known = new Map<string, string>();

/** The one name under which a module or an export is known in the tables. */
export function moduleOf(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = findModule(name);
  if (known.size < 5_000) known.set(name, found);
  return found;
}

function findModule(name: string): string {
  const plain = name
    .replace(/^node:/, '')
    .replace(/^(?:globalThis|global|window|self(?=\.process)|builtins|__builtins__|__builtin__)\./, '')
    .replace(/^process\.(?:mainModule|getBuiltinModule)\.?/, '')
    .replaceAll('::', '.');
  const other = SAME[plain];
  if (other) return other;
  const dot = plain.indexOf('.');
  const head = dot > 0 ? plain.slice(0, dot) : '';
  const same = head && SAME[head];
  return (same ? same + plain.slice(dot) : plain).replace(/^fs\.promises\b/, 'fs').replace(/^pathlib\./, '');
}
