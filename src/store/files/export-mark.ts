// Whether this machine exports to a collector: all that a hook and `pawl gc` need to know about it.
import { attempt } from '../../system/attempt.ts';
import { writeFileAtomic } from '../../system/files.ts';
import { existsSync, unlinkSync } from '../../system/fs/index.ts';
import type { Home } from '../../system/home.ts';
import { join } from '../../system/path.ts';

const markFile = (home: Home): string => join(home.run, 'export.on');

export const isExporting = (home: Home): boolean => existsSync(markFile(home));

export function markExporting(home: Home, on: boolean): void {
  if (on && !isExporting(home)) writeFileAtomic(markFile(home), '');
  if (!on) attempt(() => unlinkSync(markFile(home)));
}
