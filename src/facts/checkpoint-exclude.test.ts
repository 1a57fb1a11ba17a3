import { expect, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { excludeProofsFromGit } from './checkpoint-exclude.ts';

function gitFolder() {
  const root = mkdtempSync(join(tmpdir(), 'exclude-'));
  const gitDir = join(root, '.git');
  mkdirSync(join(gitDir, 'info'), { recursive: true });
  const place = { root, repository: root, worktree: false, gitDir };
  return { root, gitDir, place, [Symbol.dispose]: () => rmSync(root, { recursive: true }) };
}

test('the checkpoint is excluded once, after the existing lines', () => {
  using sample = gitFolder();
  const file = join(sample.gitDir, 'info', 'exclude');
  writeFileSync(file, '*.log');
  excludeProofsFromGit(sample.place);
  excludeProofsFromGit(sample.place);
  expect(readFileSync(file, 'utf8')).toBe(
    '*.log\n/.claude/completion-checkpoint.json\n/.claude/web-smoke/\n',
  );
});

test('a link in place of the exclude file is not followed', () => {
  using sample = gitFolder();
  const mine = join(sample.root, 'mine');
  writeFileSync(mine, 'mine');
  symlinkSync(mine, join(sample.gitDir, 'info', 'exclude'));
  excludeProofsFromGit(sample.place);
  expect(readFileSync(mine, 'utf8')).toBe('mine');
});

test('a huge commondir is not read', () => {
  using sample = gitFolder();
  writeFileSync(join(sample.gitDir, 'commondir'), '');
  truncateSync(join(sample.gitDir, 'commondir'), 3_000_000_000);
  excludeProofsFromGit(sample.place);
  expect(readFileSync(join(sample.gitDir, 'info', 'exclude'), 'utf8')).toContain('/.claude/web-smoke/');
});
