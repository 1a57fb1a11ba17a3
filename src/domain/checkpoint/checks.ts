// Finds a project's checks (lint, types, test) from its files. One row per kind of project; config can replace them
// all.

export const checkKinds = ['lint', 'types', 'test', 'build'] as const;
export type CheckKind = (typeof checkKinds)[number];

export interface Check {
  name: string;
  kind: CheckKind;
  command: string;
}

/** Access to the files of a project, by name relative to its root. */
export interface ProjectFiles {
  read(name: string): string | undefined;
  exists(name: string): boolean;
}

/** Scripts in package.json for each kind of check; the first existing one is used. */
const packageScripts: readonly [CheckKind, readonly string[]][] = [
  ['lint', ['lint', 'lint:check', 'check:lint', 'eslint', 'biome']],
  ['types', ['typecheck', 'type-check', 'types', 'check:types', 'check-types', 'tsc']],
  ['test', ['test', 'test:unit', 'tests', 'unit']],
];

/** The placeholder that `npm init` writes. It tests nothing. */
const placeholder = /no test specified/;

const scriptRunners: readonly [file: string, run: string][] = [
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
  ['pnpm-lock.yaml', 'pnpm run'],
  ['yarn.lock', 'yarn run'],
];

interface CheckDetector {
  kind: CheckKind;
  name: string;
  command: string;
  when(files: ProjectFiles): boolean;
}

const python = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'];
const hasAny = (files: ProjectFiles, names: readonly string[]) => names.some((name) => files.exists(name));
const mentions = (files: ProjectFiles, names: readonly string[], word: RegExp) =>
  names.some((name) => word.test(files.read(name) ?? ''));

const detectors: readonly CheckDetector[] = [
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
      hasAny(files, ['ruff.toml', '.ruff.toml']) ||
      mentions(files, [...python, 'requirements-dev.txt'], /\bruff\b/),
  },
  {
    kind: 'types',
    name: 'mypy',
    command: 'mypy .',
    when: (files) => files.exists('mypy.ini') || mentions(files, python, /\[tool\.mypy\]|\[mypy\]/),
  },
  {
    kind: 'test',
    name: 'pytest',
    command: 'pytest -q',
    when: (files) =>
      hasAny(files, ['pytest.ini', 'conftest.py', 'tests/conftest.py']) ||
      mentions(files, [...python, 'tox.ini', 'requirements-dev.txt'], /\bpytest\b/),
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
  {
    kind: 'test',
    name: 'pest',
    command: 'vendor/bin/pest',
    when: (files) => files.exists('tests/Pest.php'),
  },
  {
    kind: 'test',
    name: 'phpunit',
    command: 'vendor/bin/phpunit',
    when: (files) => hasAny(files, ['phpunit.xml', 'phpunit.xml.dist']) && !files.exists('tests/Pest.php'),
  },
  {
    kind: 'test',
    name: 'rspec',
    command: 'bundle exec rspec',
    when: (files) => files.exists('Gemfile') && hasAny(files, ['.rspec', 'spec/spec_helper.rb']),
  },
  {
    kind: 'test',
    name: 'gradle test',
    command: './gradlew test',
    when: (files) => files.exists('gradlew') && hasAny(files, ['build.gradle', 'build.gradle.kts']),
  },
  { kind: 'test', name: 'mvn test', command: './mvnw -q test', when: (files) => files.exists('mvnw') },
];

/** Targets of a Makefile or justfile, used only for kinds of checks that were not found otherwise. */
const targets: readonly [CheckKind, readonly string[]][] = [
  ['lint', ['lint', 'check-lint']],
  ['types', ['typecheck', 'types']],
  ['test', ['test', 'tests', 'check']],
];

export function findChecks(files: ProjectFiles, configured: Readonly<Record<string, unknown>> = {}): Check[] {
  const fromConfig = configuredChecks(configured);
  if (fromConfig.length > 0) return fromConfig;
  const found = scriptChecks(files);
  const isFound = (kind: CheckKind) => found.some((check) => check.kind === kind);
  const fromScripts = new Set(found.map((check) => check.kind));
  for (const { kind, name, command, when } of detectors)
    if (!fromScripts.has(kind) && when(files)) found.push({ kind, name, command });
  for (const check of targetChecks(files)) if (!isFound(check.kind)) found.push(check);
  return found.sort((a, b) => checkKinds.indexOf(a.kind) - checkKinds.indexOf(b.kind));
}

/**
 * Checks from config: `"lint": "npm run lint"`, or with an explicit kind `"smoke": {"kind": "test", "command": "…"}`.
 */
export function configuredChecks(configured: Readonly<Record<string, unknown>>): Check[] {
  return Object.entries(configured).flatMap(([name, value]) => {
    const { kind, command } = typeof value === 'string' ? { kind: name, command: value } : asObject(value);
    if (typeof command !== 'string' || command === '') return [];
    return [{ name, kind: checkKinds.find((known) => known === kind) ?? 'test', command }];
  });
}

function scriptChecks(files: ProjectFiles): Check[] {
  const text = files.read('package.json');
  if (!text) return [];
  const scripts = asObject(asObject(parseJson(text)).scripts);
  const run = scriptRunners.find(([file]) => files.exists(file))?.[1] ?? 'npm run';
  return packageScripts.flatMap(([kind, names]) => {
    const name = names.find(
      (script) => typeof scripts[script] === 'string' && !placeholder.test(scripts[script] as string),
    );
    return name ? [{ kind, name, command: `${run} ${name}` }] : [];
  });
}

function targetChecks(files: ProjectFiles): Check[] {
  return targetFiles.flatMap(({ program, names: fileNames, head }) => {
    const text = fileNames.map((name) => files.read(name)).find((content) => content !== undefined) ?? '';
    return targets.flatMap(([kind, names]) => {
      const name = names.find((target) => head(target).test(text));
      return name ? [{ kind, name: `${program} ${name}`, command: `${program} ${name}` }] : [];
    });
  });
}

interface TargetFile {
  program: string;
  names: readonly string[];
  /** Finds the line that begins a target; in a justfile it may have parameters, all with a default. */
  head(target: string): RegExp;
}

const targetFiles: readonly TargetFile[] = [
  {
    program: 'make',
    names: ['Makefile', 'makefile'],
    head: (name) => new RegExp(`^${name}\\s*:(?!=)`, 'm'),
  },
  {
    program: 'just',
    names: ['justfile', 'Justfile', '.justfile'],
    head: (name) => new RegExp(`^@?${name}(?: +[*+$]?[\\w-]+=\\S+| +\\*[\\w-]+)*\\s*:(?!=)`, 'm'),
  },
];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
