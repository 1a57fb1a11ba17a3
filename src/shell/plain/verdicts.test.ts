// Checks the verdict of the whole guard on lines that look like everyday work. The fast path and the full reader could
// miss the same thing, so it is not enough that they agree.
import { describe, expect, test } from 'bun:test';
import { decisionOn } from '../../../test/support/objections.ts';
import { readPlain } from './read.ts';

const root = '/home/me/project';
const goesFast = (source: string) => readPlain(source, root, root) !== undefined;

/** Lines with an option that runs another command or writes outside the project. */
const REFUSED: Record<string, 'ask' | 'deny'> = {
  "go test -exec 'rm -rf ~' ./...": 'deny',
  "go test -exec='rm -rf ~' ./...": 'deny',
  "go build -toolexec 'rm -rf ~' ./...": 'deny',
  "go vet -vettool='rm -rf ~' ./...": 'deny',
  'go build -o ~/.bashrc .': 'ask',
  'go test -o /etc/cron.d/x ./...': 'deny',
  'go test -coverprofile /etc/passwd ./...': 'deny',
  'npm test --outputFile /etc/x': 'deny',
  'npm test -- --outputFile=/etc/passwd': 'deny',
  "npm exec -c 'rm -rf ~'": 'deny',
  "git -c core.pager='rm -rf ~' log": 'deny',
  "git -c alias.x='!rm -rf ~' x": 'deny',
  "git rebase --exec 'rm -rf ~' main": 'deny',
  'git log --output=/etc/passwd': 'deny',
  'git diff --output=/etc/passwd': 'deny',
  'git diff .env': 'deny',
  'git log -p -- .env': 'deny',
  'git commit --no-verify -m x': 'ask',
  'git commit -nm x': 'ask',
  'git branch -D main': 'ask',
  "git fetch --upload-pack='rm -rf ~' origin": 'deny',
  'find . -fprint /etc/passwd': 'deny',
  "find . -fprintf /etc/passwd '%p'": 'deny',
  'find . -fls /etc/passwd': 'deny',
  'find ~ -delete': 'deny',
  "find . -exec sh -c 'rm -rf ~' ';'": 'deny',
  'sort -o /etc/passwd a.txt': 'deny',
  "sort --compress-program='rm -rf ~' a.txt": 'deny',
  'cat .env': 'deny',
  'head -5 .env': 'deny',
  'grep -r TOKEN .env': 'deny',
  'grep -f .env README.md': 'deny',
  'rg KEY .env': 'deny',
  "rg --pre 'rm -rf ~' x": 'deny',
  "sed -n '1e rm -rf ~' x": 'deny',
  "sed -i 's/a/b/' /etc/passwd": 'deny',
  'tsc --outDir /etc': 'deny',
  'eslint -o /etc/passwd src': 'deny',
  'pytest --junitxml=/etc/passwd': 'deny',
  'cargo build --target-dir /etc': 'deny',
  'tree -o /etc/passwd': 'deny',
  'jq --rawfile x .env .x a.json': 'deny',
  'diff .env a.txt': 'deny',
  'touch ~/.bashrc': 'ask',
  'touch /etc/cron.d/x': 'deny',
  "make --eval='x:;rm -rf ~' x": 'deny',
  'timeout 5 rm -rf ~': 'deny',
  'npx rimraf ~': 'deny',
  'uv run rm -rf ~': 'deny',
  'python3 -c \'import shutil; shutil.rmtree("/")\'': 'deny',
  'gh pr merge 12 --admin': 'ask',
  'gh repo delete x': 'ask',
};

describe('does not take the fast path and does not pass', () => {
  for (const [source, expected] of Object.entries(REFUSED))
    test(source, () => {
      expect(goesFast(source)).toBe(false);
      expect(decisionOn(source)).toBe(expected);
    });
});

/** Lines with an option that changes the directory: the full reader reads them, and the guard lets them pass. */
const LEFT_TO_FULL_READER = [
  'npm test --prefix packages/a',
  'npm --prefix packages/a test',
  'make -f other.mk test',
  'make -C sub test',
  'git -C sub status',
  'bun run build x.ts',
  'bun --cwd sub test',
  'cargo test --config x.toml',
  'pnpm --dir sub test',
  'tsc -p other/tsconfig.json --extendedDiagnostics',
  'git log --author=me --frobnicate',
];

test.each(LEFT_TO_FULL_READER)('is left to the full reader: %s', (source) => {
  expect(goesFast(source)).toBe(false);
  expect(decisionOn(source)).toBe('pass');
});

/** Everyday commands of agents, which take the fast path. */
const FAST = [
  'git status',
  'git status --short && git log --oneline -5',
  'git diff --stat',
  'git diff --cached --name-only',
  'git add -A && git commit -m "Say why"',
  'git log -n 3 --format=%H',
  'npm test',
  'npm run build 2>&1 | tail -20',
  'npm test -- --watch',
  'go test ./... -run TestX -count=1',
  'go build ./...',
  'cargo test --workspace -- --nocapture',
  'cargo clippy --all-targets',
  'npx tsc --noEmit',
  'uv run pytest -q tests',
  'python3 -m pytest tests -x',
  'ls -la src',
  'cat src/a.ts | head -20',
  'grep -rn --include "*.ts" foo src',
  'rg -n foo src -g "*.ts"',
  "find src -name '*.ts' -not -path './node_modules/*'",
  'wc -l src/a.ts',
  'gh pr view 12 --json title',
  'timeout 60 npm test',
  'make test',
];

test.each(FAST)('takes the fast path: %s', (source) => {
  expect(goesFast(source)).toBe(true);
  expect(decisionOn(source)).toBe('pass');
});
