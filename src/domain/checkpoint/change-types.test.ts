import { expect, test } from 'bun:test';
import { changeTypes, changeTypesOf, infrastructurePaths, nonCodePaths } from './change-types.ts';
import { pathMatcher } from './work.ts';

const typesOf = (path: string, text: string) => changeTypesOf([{ path, text }]).map(({ id }) => id);

test.each([
  ['a.ts', 'const url = process.env.API_URL', 'env_var'],
  ['a.ts', 'useAuth().signOut()', 'auth'],
  ['a.tsx', '<Link to="/home">', 'link'],
  ['a.py', '@router.get("/users")', 'api_route'],
  ['a.ts', "new WebSocket('wss://x')", 'websocket'],
  ['a.sql', 'select 1', 'database'],
  ['a.ts', 'ALTER TABLE users', 'database'],
  ['next.config.js', 'async rewrites() {}', 'proxy'],
  ['a.py', 'app.add_middleware(CORSMiddleware)', 'proxy'],
  ['alembic/versions/1_users.py', 'def upgrade():', 'database'],
  ['a.py', 'datetime.now(timezone.utc)', 'datetime_boundary'],
  ['a.py', 'return user.model_dump()', 'serialization_boundary'],
  ['a.py', 'users = db.query(User).filter(x)', 'orm_boundary'],
  ['a.py', 'wb = Workbook()', 'file_export'],
])('in %s, the line %s is a change of type %s', (path, text, expected) => {
  expect(typesOf(path, text)).toContain(expected);
});

test.each([
  ['a.ts', 'const first = list.filter((one) => one)'],
  ['a.ts', 'const latest = 1'],
  ['a.go', 'x.all()'],
  ['node_modules/x/a.ts', 'process.env.X'],
  ['a.ts', ''],
])('in %s, the line %s has no type', (path, text) => {
  expect(typesOf(path, text)).toEqual([]);
});

test('each of the eleven types has something to test', () => {
  expect(changeTypes).toHaveLength(11);
  expect(changeTypes.every(({ tests }) => tests.length > 0)).toBe(true);
});

test('some paths are not code, and some do not affect a web page', () => {
  const out = pathMatcher(nonCodePaths);
  for (const path of [
    '.claude/x.json',
    'README.md',
    'a/b/notes.md',
    'package-lock.json',
    'yarn.lock',
    '.env.local',
    'x/__pycache__/a.pyc',
  ])
    expect([path, out(path)]).toEqual([path, true]);
  for (const path of ['src/a.ts', 'claude/x.ts', 'docs/build.ts', 'lock.ts'])
    expect([path, out(path)]).toEqual([path, false]);
  const tools = pathMatcher(infrastructurePaths);
  expect(tools('scripts/build.ts')).toBe(true);
  expect(tools('src/scripts/app.ts')).toBe(false);
});
