// Keeps the checkpoint file out of commits: `git add -A` would take it along. The list of excluded files in `.git/info`
// belongs to this clone only, so nothing is changed for other people.
import { attempt } from '../system/attempt.ts';
import { readText } from '../system/files.ts';
import { appendFileSync, mkdirSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import type { ProjectPlace } from './project.ts';

export function excludeFromGit({ gitDir }: ProjectPlace, file: string): void {
  if (!gitDir) return;
  const common = readText(join(gitDir, 'commondir'))?.trim();
  const folder = join(common ? (common.startsWith('/') ? common : join(gitDir, common)) : gitDir, 'info');
  const before = readText(join(folder, 'exclude')) ?? '';
  if (before.split('\n').includes(`/${file}`)) return;
  // A read-only repository is no reason to fail.
  attempt(() => {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const line = before === '' || before.endsWith('\n') ? '' : '\n';
    appendFileSync(join(folder, 'exclude'), `${line}/${file}\n`, { mode: 0o644 });
  });
}
