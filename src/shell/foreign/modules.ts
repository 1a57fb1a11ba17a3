// Finds the one name under which the tables know a module or an export, however the code imports it.

/** Modules that offer the same functions under another name. */
const ALIASES: Record<string, string> = {
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
};

const canonicalNames = new Map<string, string>();

/** The name in the tables: `fs.rm` for `node:fs/promises.rm`. */
export function canonicalModuleName(name: string): string {
  const before = canonicalNames.get(name);
  if (before !== undefined) return before;
  const found = canonicalize(name);
  if (canonicalNames.size < 5_000) canonicalNames.set(name, found);
  return found;
}

function canonicalize(name: string): string {
  const plain = name
    .replace(/^node:/, '')
    .replace(/^(?:globalThis|global|window|self(?=\.process)|builtins|__builtins__|__builtin__)\./, '')
    .replace(/^process\.(?:mainModule|getBuiltinModule)\.?/, '')
    .replaceAll('::', '.');
  const alias = ALIASES[plain];
  if (alias) return alias;
  const dot = plain.indexOf('.');
  const head = dot > 0 ? plain.slice(0, dot) : '';
  const same = head && ALIASES[head];
  return (same ? same + plain.slice(dot) : plain).replace(/^fs\.promises\b/, 'fs').replace(/^pathlib\./, '');
}
