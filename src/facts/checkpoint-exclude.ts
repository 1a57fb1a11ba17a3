// Keeps the checkpoint and the screenshots of web tests out of commits: `git add -A` would take them along. The list of
// excluded files in `.git/info` belongs to this clone only, so nothing is changed for other people.
import { attempt } from '../system/attempt.ts';
import { readText } from '../system/files.ts';
import { appendFileSync, lstatSync, mkdirSync } from '../system/fs/index.ts';
import { join } from '../system/path.ts';
import { commonDir, type ProjectPlace } from './project.ts';

const proofs = ['.claude/completion-checkpoint.json', '.claude/web-smoke/'];

export function excludeProofsFromGit({ gitDir }: ProjectPlace): void {
  if (!gitDir) return;
  const folder = join(commonDir(gitDir), 'info');
  // In a hostile repository this could be a link to any of the person's files.
  if (isLink(folder) || isLink(join(folder, 'exclude'))) return;
  const before = readText(join(folder, 'exclude')) ?? '';
  const existing = before.split('\n');
  const lines = proofs.map((file) => `/${file}`).filter((line) => !existing.includes(line));
  if (lines.length === 0) return;
  // In a read-only repository the files stay visible to git, which is not worth an error.
  attempt(() => {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const start = before === '' || before.endsWith('\n') ? '' : '\n';
    appendFileSync(join(folder, 'exclude'), `${start}${lines.join('\n')}\n`, { mode: 0o644 });
  });
}

const isLink = (path: string) => attempt(() => lstatSync(path).isSymbolicLink()) === true;
