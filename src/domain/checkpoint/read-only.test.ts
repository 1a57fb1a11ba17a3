import { expect, test } from 'bun:test';
import { readShell } from '../../shell/index.ts';
import { isReadOnly, mayChangeFiles } from './read-only.ts';

const reads = (command: string, checks = true) =>
  isReadOnly(readShell(command, { cwd: '/p', home: '/h' }).commands, checks);

test.each([
  'ls -la src',
  'cat a.ts | grep x | head -3',
  'git status && git diff HEAD~1 -- src',
  'git -C /p log --oneline',
  'find . -name "*.ts" -not -path "./node_modules/*"',
  'rg --files | wc -l',
  'sed -n 1,20p a.ts',
  "awk '{print $1}' a.txt",
  'echo done > /dev/null',
  'curl -s localhost:3000/health',
  'node --version',
  'echo "$(git rev-parse HEAD)"',
  'npm test 2>&1 | tail -5',
  'pytest -q',
  'tsc --noEmit',
  'docker compose ps',
  'docker compose logs --tail 50 web',
  'git stash list',
  'git worktree list --porcelain',
  'terraform plan',
  'psql -c "select 1"',
  'uv pip list',
])('%s changes nothing', (command) => {
  expect(reads(command)).toBe(true);
});

test.each([
  'echo x > a.ts',
  'cat a >> b',
  'sed -i s/a/b/ a.ts',
  'find . -name x -delete',
  'find . -exec rm {} +',
  'npm run build',
  'npm install',
  'eslint --fix .',
  'vitest run -u',
  'npm run lint:fix',
  'rubocop -A',
  'bundle exec rubocop --autocorrect-all lib',
  'php-cs-fixer fix src',
  'vendor/bin/psalm --alter --issues=all',
  'biome check --apply .',
  'git checkout -- a.ts',
  'git stash pop',
  'git stash',
  'git worktree add ../x',
  'docker compose exec web npm install',
  'docker compose run web npm install',
  'uv pip install x',
  'terraform apply',
  'python3 gen.py',
  'mv a b',
  'tee a < b',
  'ls\nrm x',
])('%s may change something', (command) => {
  expect(reads(command)).toBe(false);
});

test('test runs count as read-only only if the caller says so', () => {
  expect(reads('npm test', false)).toBe(false);
  expect(reads('ls', false)).toBe(true);
});

test('tools that only read change nothing, others may', () => {
  const never = () => false;
  expect(mayChangeFiles('Bash', never)).toBe(true);
  expect(mayChangeFiles('Bash', () => true)).toBe(false);
  expect(mayChangeFiles('mcp__fs__write_file', never)).toBe(true);
  expect(mayChangeFiles('mcp__fs__read_file', never)).toBe(false);
  expect(mayChangeFiles('mcp__pawl__task_add', never)).toBe(false);
  for (const tool of ['Read', 'Agent', 'Skill', 'AskUserQuestion'])
    expect(mayChangeFiles(tool, never)).toBe(false);
});
