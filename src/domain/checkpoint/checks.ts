// The checks a project has, found by its files. One row a way to know; a project can name its own in config.

export const checkKinds = ['lint', 'types', 'test', 'build'] as const;
export type CheckKind = (typeof checkKinds)[number];

export interface Check {
  name: string;
  kind: CheckKind;
  command: string;
}

/** What is found in a project's files. */
export interface ProjectFiles {
  read(name: string): string | undefined;
  exists(name: string): boolean;
}

/** Scripts of package.json by what they prove; the first one that is there counts. */
const scripts: readonly [CheckKind, readonly string[]][] = [
  ['lint', ['lint', 'lint:check', 'check:lint', 'eslint', 'biome']],
  ['types', ['typecheck', 'type-check', 'types', 'check:types', 'check-types', 'tsc']],
  ['test', ['test', 'test:unit', 'tests', 'unit']],
];

/** A script that npm writes by itself and that proves nothing. */
const placeholder = /no test specified/;

const runners: readonly [file: string, run: string][] = [
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
  ['pnpm-lock.yaml', 'pnpm run'],
  ['yarn.lock', 'yarn run'],
];

interface Way {
  kind: CheckKind;
  name: string;
  command: string;
  when(files: ProjectFiles): boolean;
}

const python = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'];
const has = (files: ProjectFiles, names: readonly string[]) => names.some((name) => files.exists(name));
const says = (files: ProjectFiles, names: readonly string[], word: RegExp) =>
  names.some((name) => word.test(files.read(name) ?? ''));

const ways: readonly Way[] = [
  {
    kind: 'types',
    name: 'tsc',
    command: 'npx tsc --noEmit',
    when: (files) => files.exists('tsconfig.json'),
  },
  {
    kind: 'lint',
    name: 'ruff',
    command: 'ruff check .',
    when: (files) =>
      has(files, ['ruff.toml', '.ruff.toml']) || says(files, [...python, 'requirements-dev.txt'], /\bruff\b/),
  },
  {
    kind: 'types',
    name: 'mypy',
    command: 'mypy .',
    when: (files) => files.exists('mypy.ini') || says(files, python, /\[tool\.mypy\]|\[mypy\]/),
  },
  {
    kind: 'test',
    name: 'pytest',
    command: 'pytest -q',
    when: (files) =>
      has(files, ['pytest.ini', 'conftest.py', 'tests/conftest.py']) ||
      says(files, [...python, 'tox.ini', 'requirements-dev.txt'], /\bpytest\b/),
  },
  {
    kind: 'types',
    name: 'cargo check',
    command: 'cargo check --quiet',
    when: (files) => files.exists('Cargo.toml'),
  },
  {
    kind: 'test',
    name: 'cargo test',
    command: 'cargo test --quiet',
    when: (files) => files.exists('Cargo.toml'),
  },
  { kind: 'lint', name: 'go vet', command: 'go vet ./...', when: (files) => files.exists('go.mod') },
  { kind: 'test', name: 'go test', command: 'go test ./...', when: (files) => files.exists('go.mod') },
];

/** Targets of a Makefile, asked only for what nothing else provides. */
const targets: readonly [CheckKind, readonly string[]][] = [
  ['lint', ['lint', 'check-lint']],
  ['types', ['typecheck', 'types']],
  ['test', ['test', 'tests', 'check']],
];

export function findChecks(files: ProjectFiles, configured: Readonly<Record<string, unknown>> = {}): Check[] {
  const own = ownChecks(configured);
  if (own.length > 0) return own;
  const found = scriptChecks(files);
  const has = (kind: CheckKind) => found.some((check) => check.kind === kind);
  const fromScripts = new Set(found.map((check) => check.kind));
  for (const { kind, name, command, when } of ways)
    if (!fromScripts.has(kind) && when(files)) found.push({ kind, name, command });
  for (const check of makeChecks(files)) if (!has(check.kind)) found.push(check);
  return found.sort((a, b) => checkKinds.indexOf(a.kind) - checkKinds.indexOf(b.kind));
}

/** `"lint": "npm run lint"`, or with a kind of its own: `"smoke": {"kind": "test", "command": "…"}`. */
export function ownChecks(configured: Readonly<Record<string, unknown>>): Check[] {
  return Object.entries(configured).flatMap(([name, value]) => {
    const { kind, command } = typeof value === 'string' ? { kind: name, command: value } : asObject(value);
    if (typeof command !== 'string' || command === '') return [];
    return [{ name, kind: checkKinds.find((one) => one === kind) ?? 'test', command }];
  });
}

function scriptChecks(files: ProjectFiles): Check[] {
  const text = files.read('package.json');
  if (!text) return [];
  const all = asObject(asObject(parse(text)).scripts);
  const run = runners.find(([file]) => files.exists(file))?.[1] ?? 'npm run';
  return scripts.flatMap(([kind, names]) => {
    const name = names.find((one) => typeof all[one] === 'string' && !placeholder.test(all[one] as string));
    return name ? [{ kind, name, command: `${run} ${name}` }] : [];
  });
}

function makeChecks(files: ProjectFiles): Check[] {
  const text = files.read('Makefile') ?? files.read('makefile') ?? '';
  return targets.flatMap(([kind, names]) => {
    const name = names.find((one) => new RegExp(`^${one}\\s*:(?!=)`, 'm').test(text));
    return name ? [{ kind, name: `make ${name}`, command: `make ${name}` }] : [];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
