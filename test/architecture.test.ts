// Who may import whom. A line that has to be added here is a decision: say why in docs/decisions.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const src = join(import.meta.dir, '..', 'src');
const files = [...new Bun.Glob('**/*.ts').scanSync({ cwd: src })].filter(
  (file) => !file.endsWith('.test.ts'),
);

/** The room a file is in: its folder, or the file itself at the top. */
const room = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Imports between our own files; loads on demand count as well, and so do parts opened with `door`. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), 'utf8').replace(/typeof import\([^)]*\)/g, '');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"](\.[^'"]+)['"]|(?:import|require)\(\s*['"](\.[^'"]+)['"]\s*\)/g,
  );
  const direct = [...found].map((match) => ({
    from: file,
    to: relative(src, join(src, dirname(file), (match[2] ?? match[3])!)),
    typeOnly: Boolean(match[1]),
  }));
  return [...direct, ...doorsOf(file, text)];
}

/** `main.ts` opens the others by name; what each of them reaches is its own business. */
function doorsOf(file: string, text: string): Import[] {
  if (file === 'main.ts') return [];
  const names = [...text.matchAll(/\bdoor<>\(['"]([^'"]+)['"]\)/g)].map((match) => match[1]!);
  return names.map((name) => ({ from: file, to: `${name}.ts`, typeOnly: false }));
}

const imports = files.flatMap(importsOf);

/** Rooms whose walls are guarded, and what they may import besides themselves. `type:` allows types only. */
const walls: Record<string, string[]> = {
  // Paths are words; `path.ts` is node:path without its weight (docs/decisions/015).
  core: ['type:shell', 'path.ts'],
  shell: [],
  // The engine of workflows; policies reach it through their facts, so that nobody loads it who does not use it.
  workflow: ['core', 'config', 'type:shell'],
  policies: ['core', 'shell', 'index.ts'],
  'index.ts': ['core'],
  facts: ['core', 'shell', 'store', 'workflow', 'home.ts', 'fs.ts', 'path.ts'],
  store: ['core', 'home.ts', 'fs.ts', 'path.ts'],
  config: ['core', 'home.ts', 'fs.ts', 'path.ts'],
  own: ['core', 'config', 'facts', 'store', 'home.ts', 'index.ts', 'fs.ts', 'path.ts'],
};

for (const [name, allowed] of Object.entries(walls)) {
  test(`${name} imports only ${allowed.join(', ') || 'itself'}`, () => {
    const strangers = imports
      // These bundles are everybody's way to what is loaded on demand; what they hold is guarded file by file.
      .filter((one) => !['far.ts', 'guard.ts', 'door.ts'].includes(one.to))
      // What lies outside src (package.json) is data.
      .filter((one) => room(one.from) === name && room(one.to) !== name && !one.to.startsWith('../'))
      .filter(
        (one) =>
          !allowed.includes(room(one.to)) && !(one.typeOnly && allowed.includes(`type:${room(one.to)}`)),
      );
    expect(strangers.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });
}

/** What is loaded, in the end, by the hook. */
function reach(start: string): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const one of imports.filter(({ from, typeOnly }) => from === file && !typeOnly)) visit(one.to);
  };
  visit(start);
  return seen;
}

test('the hook never loads commands, the dashboard or sync', () => {
  const rooms = new Set([...reach('hook.ts')].map(room));
  for (const far of ['commands', 'dashboard', 'sync', 'install', 'doctor', 'cli.ts'])
    expect(rooms).not.toContain(far);
});

test('what an event loads opens files by fs.ts, not by node:fs', () => {
  // Not opened by an event, or only where a project has code of its own to run.
  const rarely = ['own', 'fs.ts', 'path.ts'];
  const heavy = [...reach('hook.ts')].filter(
    (file) =>
      !rarely.includes(room(file)) &&
      /^import (?!type).*from 'node:(fs|path|os)'|^} from 'node:fs'/m.test(textOf(file)),
  );
  expect(heavy).toEqual([]);
});

test('the hook path loads no package but the shell parser', () => {
  const packages = [...reach('hook.ts')].flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    return [...text.matchAll(/from\s+['"]([^.'"][^'"]*)['"]/g)]
      .filter(([line]) => !line.startsWith('type'))
      .map((match) => match[1]!);
  });
  const foreign = [...new Set(packages)].filter(
    (name) => !name.startsWith('node:') && !name.startsWith('bun'),
  );
  expect(foreign).toEqual(['unbash']);
});

const textOf = (file: string) =>
  readFileSync(join(src, file), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '');

test('only the store has SQL', () => {
  const sql =
    /\b(SELECT\s+.+\s+FROM|INSERT\s+(OR \w+ )?INTO|DELETE\s+FROM\s+\w+|CREATE\s+TABLE|UPDATE\s+\w+\s+SET|PRAGMA\s)\b/;
  const elsewhere = files.filter(
    (file) => !['store', 'shell', 'policies'].includes(room(file)) && sql.test(textOf(file)),
  );
  expect(elsewhere).toEqual([]);
});

test('only answer.ts spells the client’s protocol', () => {
  const words = /hookSpecificOutput\s*:|hookSpecificOutput\s*=|permissionDecision\s*:/;
  // external.ts reads what other people's scripts answer; it declares the shape but never writes it.
  const elsewhere = files.filter(
    (file) => !['core/answer.ts', 'own/external.ts'].includes(file) && words.test(textOf(file)),
  );
  expect(elsewhere).toEqual([]);
});

test('core and shell touch no file, process or clock', () => {
  const world = /from 'node:|from 'bun|process\.|Date\.now|performance\.now|Bun\.(spawn|file|write)/;
  const impure = files.filter(
    (file) =>
      ['core', 'shell'].includes(room(file)) &&
      world.test(textOf(file).replace(/from 'node:path(\/posix)?'/g, '')),
  );
  expect(impure).toEqual([]);
});

test('policies ask for facts; they do not go and look', () => {
  const world =
    /from 'node:(fs|child_process|os|process)|from 'bun|process\.|Bun\.(spawn|file|write)|Date\.now/;
  expect(files.filter((file) => room(file) === 'policies' && world.test(textOf(file)))).toEqual([]);
});

test('the page knows the server’s shapes and nothing else of ours', () => {
  const web = [...new Bun.Glob('dashboard/web/**/*.{ts,tsx}').scanSync({ cwd: src })];
  expect(web.length).toBeGreaterThan(10);
  const strangers = web
    .flatMap(importsOf)
    .filter(
      ({ to, typeOnly }) => !to.startsWith('dashboard/web/') && !(typeOnly && to === 'dashboard/shapes.ts'),
    );
  expect(strangers).toEqual([]);
});

test('only its commands load the dashboard', () => {
  const loaders = imports.filter(({ from, to }) => room(to) === 'dashboard' && room(from) !== 'dashboard');
  expect([...new Set(loaders.map(({ from }) => from))].sort()).toEqual([
    'commands/dashboard.ts',
    'commands/report.ts',
  ]);
});
