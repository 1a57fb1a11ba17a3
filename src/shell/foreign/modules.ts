// Gives modules and their exports one name, however the code imports them: `fs.rm` for `node:fs/promises.rm`. The
// tables of calls.ts and results/ use these names.

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
const MAX_REMEMBERED = 5_000;

/** The one name of a module or an export. Remembers names, because code asks for the same ones again and again. */
export function canonicalModuleName(name: string): string {
  const known = canonicalNames.get(name);
  if (known !== undefined) return known;
  const canonical = canonicalize(name);
  if (canonicalNames.size < MAX_REMEMBERED) canonicalNames.set(name, canonical);
  return canonical;
}

function canonicalize(name: string): string {
  const withoutPrefix = name
    .replace(/^node:/, '')
    .replace(/^(?:globalThis|global|window|self(?=\.process)|builtins|__builtins__|__builtin__)\./, '')
    .replace(/^process\.(?:mainModule|getBuiltinModule)\.?/, '')
    .replaceAll('::', '.');
  const alias = ALIASES[withoutPrefix];
  if (alias) return alias;
  const dot = withoutPrefix.indexOf('.');
  const aliasOfModule = dot > 0 ? ALIASES[withoutPrefix.slice(0, dot)] : undefined;
  const known = aliasOfModule ? aliasOfModule + withoutPrefix.slice(dot) : withoutPrefix;
  return known.replace(/^fs\.promises\b/, 'fs').replace(/^pathlib\./, '');
}
