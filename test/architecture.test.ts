// Who may import whom. A line that has to be added here is a decision: say why in docs/decisions.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundles } from '../src/hook/bundles/load.ts';

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

/** Imports between our own files; loads on demand count as well, and so do bundles loaded with `loadBundle`. */
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
  return [...direct, ...bundlesOf(file, text)];
}

/** `main.ts` loads the other entry points by name; what each of them reaches is its own business. */
function bundlesOf(file: string, text: string): Import[] {
  if (file === 'main.ts') return [];
  const names = [...text.matchAll(/\bloadBundle\(['"]([^'"]+)['"]\)/g)].map((match) => match[1]!);
  return names.map((name) => ({
    from: file,
    to: `${bundles[name as keyof typeof bundles].file}.ts`,
    typeOnly: false,
  }));
}

const imports = files.flatMap(importsOf);

/** The rooms from which everything below the three entry points is made. */
const lower = ['core', 'domain', 'shell', 'policies', 'facts', 'store', 'config', 'system'];

/** Every room, and what it may import besides itself. `type:` allows types only. */
const walls: Record<string, string[]> = {
  'main.ts': ['hook', 'system'],
  'index.ts': ['core'],
  system: [],
  shell: [],
  // The contract of the facts (core/facts.ts) is made of types of the subject matter; at run time core is alone.
  core: ['type:domain', 'type:shell'],
  // Workflows are checked like any other part of a config; paths are words (docs/decisions/015).
  domain: ['core', 'config', 'type:shell', 'system'],
  policies: ['core', 'domain', 'shell', 'index.ts'],
  facts: ['core', 'domain', 'shell', 'store', 'system'],
  store: ['core', 'domain', 'system'],
  config: ['core', 'system'],
  'user-policies': ['core', 'config', 'facts', 'store', 'system', 'index.ts'],
  messages: ['core', 'domain', 'store', 'system'],
  hook: [...lower, 'user-policies'],
  cli: [...lower, 'user-policies', 'messages', 'hook'],
  mcp: [...lower, 'user-policies', 'messages', 'hook'],
  dashboard: [...lower, 'user-policies', 'messages', 'hook'],
};

/** Commands that start another entry point. */
const starters = ['cli/commands/mcp.ts', 'cli/commands/dashboard.ts', 'cli/commands/report.ts'];

/** Imports across a wall that wait for what they share to move below it. */
const owed = [
  'cli/commands/checkpoint.ts -> mcp/checkpoint.ts',
  'cli/commands/checkpoint.ts -> mcp/session-context.ts',
  'cli/commands/verify.ts -> mcp/session-context.ts',
  'cli/commands/verify.ts -> mcp/verify.ts',
  'dashboard/acts.ts -> cli/commands/pause.ts',
  'dashboard/acts.ts -> cli/support/open-policies.ts',
  'dashboard/acts.ts -> cli/support/record-override.ts',
  'dashboard/fleet.ts -> cli/support/fleet.ts',
  'dashboard/worktrees.ts -> cli/worktree/verdict.ts',
  'dashboard/worktrees.ts -> cli/worktree/worktree.ts',
  'mcp/server.ts -> cli/support/open-session.ts',
  'messages/send.ts -> cli/command.ts',
];

test('every room has its walls', () => {
  expect([...new Set(files.map(room))].sort()).toEqual(Object.keys(walls).sort());
});

for (const [name, allowed] of Object.entries(walls)) {
  test(`${name} imports only ${allowed.join(', ') || 'itself'}`, () => {
    const strangers = imports
      // Bundles are everybody's way to what is loaded on demand; what they hold is guarded file by file.
      .filter((one) => !isBundle(one.to) && one.to !== 'hook/bundles/load.ts')
      // What lies outside src (package.json) is data.
      .filter((one) => room(one.from) === name && room(one.to) !== name && !one.to.startsWith('../'))
      .filter((one) => !starters.includes(one.from) || !['mcp', 'dashboard'].includes(room(one.to)))
      .filter(
        (one) =>
          !allowed.includes(room(one.to)) && !(one.typeOnly && allowed.includes(`type:${room(one.to)}`)),
      )
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(strangers.filter((one) => !owed.includes(one))).toEqual([]);
  });
}

const isBundle = (file: string) => Object.values(bundles).some((bundle) => `${bundle.file}.ts` === file);

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

test('the hook never loads commands, the dashboard, messages or the agent’s tools', () => {
  const rooms = new Set([...reach('hook/hook.ts')].map(room));
  expect(rooms).toContain('policies');
  for (const far of ['cli', 'dashboard', 'mcp', 'messages', 'team']) expect(rooms).not.toContain(far);
});

test('what an event loads opens files by system/fs, not by node:fs', () => {
  // Not opened by an event, or only where a project has code of its own to run.
  const rarely = ['user-policies/', 'system/fs/', 'system/path.ts'];
  const heavy = [...reach('hook/hook.ts')].filter(
    (file) =>
      !rarely.some((start) => file.startsWith(start)) &&
      /^import (?!type).*from 'node:(fs|path|os)'|^} from 'node:fs'/m.test(textOf(file)),
  );
  expect(heavy).toEqual([]);
});

test('the hook path loads no package but the shell parser', () => {
  const packages = [...reach('hook/hook.ts')].flatMap((file) => {
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
    (file) => !['core/answer.ts', 'user-policies/external.ts'].includes(file) && words.test(textOf(file)),
  );
  expect(elsewhere).toEqual([]);
});

test('core, domain and shell touch no file, process or clock', () => {
  const world = /from 'node:|from 'bun|process\.|Date\.now|performance\.now|Bun\.(spawn|file|write)/;
  const impure = files.filter(
    (file) =>
      ['core', 'domain', 'shell'].includes(room(file)) &&
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
    'cli/commands/dashboard.ts',
    'cli/commands/report.ts',
  ]);
});
