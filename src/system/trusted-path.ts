// Where Pawl looks for the programs that it starts itself. A repository's settings can set PATH for hooks, so folders of
// the system come first, and folders of the repository are left out.
import { isAbsolute } from './path.ts';

const delimiter = process.platform === 'win32' ? ';' : ':';

const systemFolders = [
  '/usr/bin',
  '/bin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/run/current-system/sw/bin',
];

export function trustedPath(project: string, path = process.env.PATH ?? ''): string {
  const isOutside = (folder: string) => folder !== project && !folder.startsWith(`${project}/`);
  const others = path.split(delimiter).filter((folder) => isAbsolute(folder) && isOutside(folder));
  const first = process.platform === 'win32' ? [] : systemFolders;
  return [...new Set([...first, ...others])].join(delimiter);
}
