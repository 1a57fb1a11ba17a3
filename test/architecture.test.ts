// Checks which files may import which. If you have to add a line here, that is a decision: say why in docs/decisions.
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
  /** Loaded with `loadBundle`. */
  bundle: boolean;
}

/** Imports between our own files; loads on demand count as well, and so do bundles loaded with `loadBundle`. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), 'utf8').replace(/typeof import\([^)]*\)/g, '');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^;'"]*?from\s+)?['"](\.[^'"]+)['"]|(?:import|require)\(\s*['"](\.[^'"]+)['"]\s*\)/g,
  );
  const direct = [...found].map((match) => ({
    from: file,
    to: relative(src, join(src, dirname(file), (match[2] ?? match[3])!)),
    typeOnly: Boolean(match[1]),
    bundle: false,
  }));
  return [...direct, ...bundlesOf(file, text)];
}

/** `main.ts` loads the other entry points by name; what each of them reaches is its own business. */
function bundlesOf(file: string, text: string): Import[] {
  if (file === 'main.ts') return [];
  const names = [...text.matchAll(/\bloadBundle\(['"]([^'"]+)['"]\)/g)].map((match) => match[1]!);
  return names.map((name) => ({
    from: file,
    to: `${bundles[name as keyof typeof bundles]}.ts`,
    typeOnly: false,
    bundle: true,
  }));
}

const imports = files.flatMap(importsOf);

/** Rooms that all three entry points are made of. */
const shared = [
  'core',
  'domain',
  'shell',
  'policies',
  'facts',
  'store',
  'config',
  'system',
  'user-policies',
  'messages',
];

/** Every room, and what it may import besides itself: rooms, or single files. `type:` allows types only. */
const walls: Record<string, string[]> = {
  'main.ts': ['hook', 'system'],
  'index.ts': ['core'],
  system: [],
  shell: [],
  // The contract of the facts (core/facts.ts) is made of types of the subject matter; at run time core is alone.
  core: ['type:domain', 'type:shell'],
  // Workflows are checked like any other part of a config; joining paths needs no file system.
  domain: ['core', 'config', 'type:shell', 'system/path.ts'],
  policies: ['core', 'domain', 'shell', 'index.ts'],
  facts: ['core', 'domain', 'shell', 'store', 'system'],
  store: ['core', 'domain', 'system'],
  // Translates at the edge of the hook; nothing behind it knows a client.
  clients: ['core', 'system'],
  // The kinds of options and operands, which `programs` in a config may use, are data.
  config: ['core', 'system', 'type:shell', 'shell/programs/spec.ts'],
  'user-policies': ['core', 'config', 'facts', 'policies', 'store', 'system', 'index.ts'],
  messages: ['core', 'domain', 'store', 'system'],
  // Entry points: none imports another, but for the commands that start one (`starters`).
  hook: [...shared.filter((room) => room !== 'messages'), 'clients'],
  cli: [...shared, 'hook', 'clients', 'conform', 'team'],
  mcp: [...shared, 'team'],
  dashboard: [...shared, 'team'],
  // Checks other people's programs by tables of its own, so it shares nothing with the engine that it also checks.
  conform: ['core/json.ts'],
  // Runs in other people's programs, so it takes along only the table of events.
  sdk: ['core'],
  // Loaded only by the commands and pages that need it.
  team: shared,
};

/** Commands that start another entry point, and what they start. */
const starters: Record<string, string> = {
  'cli/commands/mcp.ts': 'mcp',
  'cli/commands/dashboard.ts': 'dashboard',
  'cli/commands/export.ts': 'team',
  'cli/commands/report.ts': 'dashboard',
};

test('every room is listed with what it may import', () => {
  expect([...new Set(files.map(room))].filter((name) => !(name in walls))).toEqual([]);
});

for (const [name, allowed] of Object.entries(walls)) {
  test(`${name} imports only ${allowed.join(', ') || 'itself'}`, () => {
    const strangers = imports.filter((one) => room(one.from) === name && !mayImport(one, allowed));
    expect(strangers.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });
}

function mayImport({ from, to, typeOnly, bundle }: Import, allowed: readonly string[]): boolean {
  const target = room(to);
  if (target === room(from) || starters[from] === target) return true;
  // Files outside src (package.json) are data.
  if (to.startsWith('../')) return true;
  // Bundles are everybody's way to what is loaded on demand; what they hold is guarded file by file.
  if (bundle || to === 'hook/bundles/load.ts') return true;
  return allowed.includes(target) || allowed.includes(to) || (typeOnly && allowed.includes(`type:${target}`));
}

test('the type of every bundle is that of the file it is built from', () => {
  const text = readFileSync(join(src, 'hook/bundles/load.ts'), 'utf8');
  const found = [...text.matchAll(/'([^']+)' as Bundle<\s*typeof import\('([^']+)'\)\s*>/g)];
  expect(found.length).toBe(Object.keys(bundles).length);
  for (const [, file, type] of found) expect(join('hook/bundles', type!)).toBe(`${file}.ts`);
});

test('there is no import cycle', () => {
  // Types are gone at run time, and a bundle is loaded when all of the others are there.
  const edges = imports.filter(({ typeOnly, bundle }) => !typeOnly && !bundle);
  expect(findCircles(edges)).toEqual([]);
});

/** Tarjan: sets of files in which each reaches each other. */
function findCircles(edges: readonly Import[]): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const { to } of edges.filter(({ from }) => from === file)) {
      const reached = order.has(to) ? (open.includes(to) ? order.get(to)! : Infinity) : visit(to);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest.get(file)!;
  };
  for (const { from } of edges) if (!order.has(from)) visit(from);
  return circles;
}

/** All files that the hook loads, directly or through other files. */
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
  for (const name of ['cli', 'dashboard', 'mcp', 'messages', 'team']) expect(rooms).not.toContain(name);
});

test('code that an event loads opens files through system/fs, not node:fs', () => {
  // Not opened by an event, or only where a project has code of its own to run. The bridge runs inside OpenCode.
  const rarely = ['user-policies/', 'system/fs/', 'system/path.ts', 'clients/opencode-bridge.txt'];
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

/** SQL for the local database, and for the team store. */
const hasSql = (file: string) => file.startsWith('store/db/') || file.startsWith('team/postgres/');

test('only store/db and team/postgres have SQL', () => {
  const sql =
    /\b(SELECT\s+.+\s+FROM|INSERT\s+(OR \w+ )?INTO|DELETE\s+FROM\s+\w+|CREATE\s+TABLE|UPDATE\s+\w+\s+SET|PRAGMA\s)\b/;
  const elsewhere = files.filter(
    (file) => !hasSql(file) && !['shell', 'policies'].includes(room(file)) && sql.test(textOf(file)),
  );
  expect(elsewhere).toEqual([]);
  const queries = files.filter(
    (file) => !file.startsWith('store/db/') && /\bdb\s*\.\s*(query|prepare|run|exec)\(/.test(textOf(file)),
  );
  expect(queries).toEqual([]);
});

/** The parts of the store, and what each may import of the store. Files directly in store/ may import both parts. */
const storeParts: Record<string, string[]> = {
  // A small file must be readable without SQLite, so not even a type of the database is known here.
  'store/files/': ['store/files/'],
  // Spooled lines are read into the database; the shape of an event is common to both.
  'store/db/': ['store/db/', 'store/files/spool.ts', 'store/record.ts'],
};

for (const [part, allowed] of Object.entries(storeParts)) {
  test(`${part} imports only ${allowed.join(', ')} of the store`, () => {
    const own = imports.filter(({ from }) => from.startsWith(part));
    expect(own.length).toBeGreaterThan(10);
    const strangers = own.filter(
      ({ to }) => to.startsWith('store/') && !allowed.some((start) => to.startsWith(start)),
    );
    expect(strangers.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });
}

/** The parts of the shell reader, from the bottom up, and what each may import of the reader besides its types. */
const shellParts: Record<string, string[]> = {
  'shell/base/': [],
  'shell/syntax/': ['shell/base/'],
  // Two lists of names, which import nothing themselves but `base/`.
  'shell/state/': ['shell/base/', 'shell/programs/names.ts', 'shell/programs/variables.ts'],
  'shell/foreign/': ['shell/base/', 'shell/state/'],
  'shell/tasks/': ['shell/base/'],
  'shell/programs/': ['shell/base/', 'shell/state/', 'shell/foreign/index.ts'],
  'shell/effects/': ['shell/base/', 'shell/state/', 'shell/foreign/index.ts', 'shell/programs/'],
  'shell/walk/': [
    'shell/base/',
    'shell/syntax/',
    'shell/state/',
    'shell/foreign/index.ts',
    'shell/tasks/',
    'shell/programs/',
    'shell/effects/',
  ],
  'shell/plain/': ['shell/base/', 'shell/syntax/', 'shell/tasks/'],
};

test('every part of the shell reader is listed with what it may import', () => {
  const parts = files.filter((file) => /^shell\/[^/]+\//.test(file));
  expect(parts.filter((file) => !Object.keys(shellParts).some((part) => file.startsWith(part)))).toEqual([]);
});

for (const [part, allowed] of Object.entries(shellParts)) {
  test(`${part} imports only ${allowed.join(', ') || 'itself'} of the shell reader`, () => {
    const strangers = imports.filter(
      ({ from, to, bundle }) =>
        from.startsWith(part) &&
        to.startsWith('shell/') &&
        !bundle &&
        ![part, 'shell/types.ts', ...allowed].some((start) => to.startsWith(start)),
    );
    expect(strangers.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });
}

test('only store/db opens SQLite, and store/files does not even know its types', () => {
  const opens = (file: string) =>
    /import (?!type)[^;]*'bun:sqlite'|require\('bun:sqlite'\)/.test(textOf(file));
  expect(files.filter((file) => opens(file) && !file.startsWith('store/db/'))).toEqual([]);
  expect(files.filter(opens).sort()).toEqual(['store/db/health.ts', 'store/db/open.ts']);
  const named = files.filter(
    (file) => file.startsWith('store/files/') && textOf(file).includes('bun:sqlite'),
  );
  expect(named).toEqual([]);
});

test('the files directly in store/ are the ones other rooms may import, and each is listed here', () => {
  const direct = files.filter((file) => /^store\/[^/]+$/.test(file));
  expect(direct.sort()).toEqual([
    'store/allow-once-requests.ts',
    'store/gc.ts',
    'store/record-override.ts',
    'store/record.ts',
    'store/session-documents.ts',
    'store/slot.ts',
    'store/store.ts',
  ]);
});

test('only core/answer.ts and clients/ write a client’s protocol', () => {
  const words = /hookSpecificOutput\s*:|hookSpecificOutput\s*=|permissionDecision\s*:/;
  // external.ts reads what other people's scripts answer; it declares the shape but never writes it.
  const elsewhere = files.filter(
    (file) =>
      !['core/answer.ts', 'user-policies/external.ts', 'sdk/output.ts'].includes(file) &&
      // Each client has a protocol of its own.
      !file.startsWith('clients/') &&
      // Reads the answers of any hook program, by tables of its own.
      !file.startsWith('conform/') &&
      words.test(textOf(file)),
  );
  expect(elsewhere).toEqual([]);
});

test('core, domain and shell touch no file, process or clock', () => {
  const world = /from 'node:|from 'bun|process\.|Date\.now|performance\.now|Bun\.(spawn|file|write)/;
  // These tables name the functions that other people's code calls.
  const tables = [
    'shell/foreign/calls.ts',
    'shell/foreign/results/members.ts',
    'shell/foreign/results/tables.ts',
  ];
  const impure = files.filter(
    (file) =>
      !tables.includes(file) &&
      ['core', 'domain', 'shell'].includes(room(file)) &&
      world.test(textOf(file).replace(/from 'node:path(\/posix)?'/g, '')),
  );
  expect(impure).toEqual([]);
});

test('policies use facts and never look at the machine themselves', () => {
  const world =
    /from 'node:(fs|child_process|os|process)|from 'bun|process\.|Bun\.(spawn|file|write)|Date\.now/;
  expect(files.filter((file) => room(file) === 'policies' && world.test(textOf(file)))).toEqual([]);
});

test('the dashboard page imports only the types of the server', () => {
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

/**
 * Knowledge about programs belongs into their specs. The words of the shell language itself (`cd`, `export`, `read` …) are
 * no programs here, nor are words that happen to be names of programs too (`file`, `kind`). The remaining
 * exceptions are listed with their reasons.
 */
const SHELL_LANGUAGE =
  '. : [ alias builtin cd command declare echo eval exec export false let local printf read readonly set shift source test trap true typeset unset time noglob nocorrect sh bash';
const ENGLISH = 'code console file fetch help history host kill kind k link look now open script stop type';
const NAMED: Record<string, { names: string; why: string }> = {
  'shell/base/loss.ts': { names: 'git', why: 'a place: the folder .git' },
  'shell/base/paths.ts': { names: 'git coverage venv', why: 'places: folders of these names' },
  'shell/plain/paths.ts': {
    names: 'env pass vault rclone service',
    why: 'parts of file names that may hold a secret',
  },
  'shell/plain/read.ts': {
    names: 'claude pawl',
    why: 'what concerns the client or Pawl itself is never plain',
  },
  'shell/effects/code.ts': { names: 'sed', why: 'a language' },
  'shell/effects/unknown-program.ts': { names: 'find rm', why: '`tool find x -delete` is read as `rm -r x`' },
  'shell/effects/network.ts': { names: 'http https', why: 'a trait, and the scheme of an address' },
  'shell/types.ts': { names: 'agent', why: 'a kind of effect' },
  'shell/effects/outgoing.ts': { names: 'http', why: 'a trait' },
  'shell/tasks/package-json.ts': { names: 'test install', why: 'names of scripts' },
  'shell/tasks/composer-json.ts': {
    names: 'install php',
    why: 'names of scripts, and what `@php` stands for',
  },
  'shell/walk/interpreters.ts': {
    names: 'cat tee perl ruby vim node',
    why: 'languages, and commands that stand for what their code does',
  },
  'shell/foreign/calls.ts': {
    names: 'rm cat chmod mv cp tee ln unlink php printf say rmdir touch rename sendmail join split return',
    why: 'functions of other languages, and commands that stand for what they do',
  },
  'shell/foreign/dialects.ts': {
    names: 'awk tee cat rm shutdown',
    why: 'commands that stand for what code does',
  },
  'shell/foreign/perform.ts': {
    names: 'cmd psql',
    why: 'commands that stand for what code does',
  },
  'shell/foreign/results/tables.ts': { names: 'env format', why: 'names of functions' },
  'shell/foreign/results/result.ts': {
    names: 'env ps curl wget',
    why: 'where a value comes from; this part is below the specs',
  },
  'shell/foreign/results/members.ts': {
    names: 'env python3',
    why: 'where a value comes from, and `sys.executable`',
  },
  'shell/foreign/results/decoding.ts': { names: 'base64', why: 'an encoding' },
  'shell/foreign/imports.ts': { names: 'as import', why: 'words of other languages' },
  'shell/foreign/services.ts': { names: 'aws', why: 'a client library' },
  'shell/foreign/quote-words.ts': { names: 'tr', why: 'an operator of Perl' },
  'shell/foreign/postfix.ts': { names: 'rm truncate', why: 'methods' },
  'shell/foreign/results/elements.ts': { names: 'find', why: 'a method' },
  'shell/foreign/places.ts': { names: 'cypher-shell psql', why: 'commands that stand for what code does' },
  'shell/foreign/searches.ts': {
    names: 'cat perl',
    why: 'a command that stands for what code does, and a language',
  },
  'shell/foreign/tokenize.ts': { names: 'return split grep join', why: 'words of other languages' },
  'shell/foreign/signs.ts': { names: 'return', why: 'a word of other languages' },
  'shell/foreign/expressions.ts': { names: 'return go', why: 'words of other languages' },
  'shell/foreign/brackets.ts': { names: 'as', why: 'a word of Python and PHP' },
  'shell/foreign/lexical-rules.ts': { names: 'cmp lt', why: 'words of other languages' },
  'shell/foreign/statements.ts': {
    names: 'as return pass del import',
    why: 'words of other languages',
  },
};

/** The specs, and the files that say which program does the same as a function or a client library. */
const MAY_NAME_PROGRAMS = /^shell\/(programs|foreign\/(actions|services))\//;

/** The languages that are read by their tokens; each file of that reader may tell them apart. */
const LANGUAGES = 'python node ruby perl php lua r';

test('no file of shell/ outside programs/ names a program', async () => {
  const { readGroups } = await import('../scripts/generate/programs.ts');
  const groups = await readGroups();
  const programs = new Set(
    groups.flatMap((group) => group.programs.flatMap((spec) => spec.names.split(' '))),
  );
  const allowed = (file: string) =>
    new Set(
      [SHELL_LANGUAGE, ENGLISH, file.startsWith('shell/foreign/') ? LANGUAGES : '', NAMED[file]?.names ?? '']
        .join(' ')
        .split(' '),
    );
  const named = files
    .filter(
      (file) => file.startsWith('shell/') && !MAY_NAME_PROGRAMS.test(file) && !file.includes('.generated.'),
    )
    .flatMap((file) => {
      const known = allowed(file);
      return [...namesIn(textOf(file))]
        .filter((name) => programs.has(name) && !known.has(name))
        .map((name) => `${file}: ${name}`);
    });
  expect(programs.size).toBeGreaterThan(900);
  expect(named).toEqual([]);
  const unneeded = Object.entries(NAMED).flatMap(([file, { names }]) => {
    const found = namesIn(textOf(file));
    return names
      .split(' ')
      .flatMap((name) => (programs.has(name) && found.has(name) ? [] : `${file}: ${name}`));
  });
  expect(unneeded).toEqual([]);
});

/** Texts that are one word, and the words of patterns and lists that are compared with a name. */
function namesIn(text: string): Set<string> {
  const code = text.replace(/^import [\s\S]*?;$/gm, '');
  const literals = [...code.matchAll(/'([^'\n\\ ]+)'/g)].map((m) => m[1]!);
  const patterns = [...code.matchAll(/\/\^(?:\(\??:?)?([\w|.?+\\[\]()-]+)/g)].flatMap((m) =>
    m[1]!.split(/[|()]|\\b|\\s/),
  );
  const lists = [...code.matchAll(/'([a-z0-9_.-]+(?: [a-z0-9_.-]+)+)'(?:\.split|,|;)/g)].flatMap((m) =>
    m[1]!.split(' '),
  );
  return new Set([...literals, ...patterns, ...lists]);
}
