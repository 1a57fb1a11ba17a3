// Paths as people write them in a config.
import { userHome } from '../../system/home.ts';
import { join } from '../../system/path.ts';

export const expandHome = (path: string): string =>
  path.startsWith('~/') ? join(userHome(), path.slice(2)) : path;
