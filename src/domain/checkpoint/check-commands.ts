// The commands that lint, type-check, test or build a project, and the programs that such a command is run with.
import type { CheckKind } from './checks.ts';

interface CheckCommand {
  kind: CheckKind;
  /** Matches the start of a command, after wrappers such as `npx` are removed. */
  pattern: RegExp;
}

const scripts =
  '(?:npm|pnpm|yarn|bun|deno)(?: (?:-\\S+|--(?:prefix|dir|filter|cwd|workspace)[ =]\\S+|workspace \\S+|run|workspaces|foreach|recursive))*';
const testScripts = '(?:t|test|tests|unit|test[:-]\\S+)';

/** The beginnings of commands that run tests, one tool or family of tools each. */
const testCommands: readonly string[] = [
  `${scripts} ${testScripts}`,
  'vitest',
  'jest',
  'mocha',
  'ava',
  'node (?:\\S+ )*--test',
  'playwright test',
  'cypress run',
  '(?:ng|react-scripts|craco|hardhat|truffle|forge|anchor|molecule|terraform) test',
  'vue-cli-service test:\\S+',
  '(?:karma start|wdio run|testcafe|nightwatch|jasmine|cucumber(?:-js)?|behave|behat|robot)',
  'pytest',
  'py\\.test',
  '(?:python3? -m |(?:python3? -m )?coverage run (?:\\S+ )*-m )(?:pytest|unittest|nose2)',
  '(?:python3? )?(?:\\./)?manage\\.py test',
  'tox',
  'nox',
  '(?:hatch|rye|pixi) test',
  'cargo (?:nextest|test)',
  'go test',
  'gotestsum',
  'make(?: -C \\S+| -\\S+)* (?:test|tests|check)',
  'dotnet test',
  'mvnw? (?:\\S+ )*(?:test|verify)',
  'gradlew? (?:\\S+ )*(?:test|check)',
  'rspec',
  'rails test',
  'rake (?:test|spec)',
  '(?:phpunit|pest|paratest|codecept run|sail test|sail artisan test)',
  '(?:php )?(?:\\./)?artisan test',
  'composer (?:run(?:-script)? )?test',
  'ctest',
  'bazel(?:isk)? test',
  'mix test',
  'swift test',
  `(?:just|task|rake|invoke|nx|turbo|lerna|mise|moon|poe|devbox|pixi|pdm|hatch|rye|pipenv)(?: -\\S+| run| run-many| -t)* ${testScripts}`,
  'earthly \\+test\\S*',
  'sbt test',
  'lein test',
  'clo?j(?:ure)? (?:\\S+ )*-[MX]:(?:\\S+:)?test\\S*',
  'zig build test',
  'flutter test',
  'dart test',
  'busted',
  'bats',
  'prove',
  '(?:stack|cabal|gleam|raco|dub|rebar3|shards|ant|pants|buck2?) (?:\\S+ )*(?:test|eunit|ct)',
  'crystal spec',
  'meson test',
  'xcodebuild (?:\\S+ )*test',
  'R CMD check',
];

const lintCommands: readonly string[] = [
  '(?:npm|pnpm|yarn|bun) run (?:lint|eslint|biome|lint:\\S+|check:lint)',
  '(?:pnpm|yarn) lint',
  'eslint',
  'oxlint',
  'biome (?:check|lint|ci)',
  'ruff (?:check|format --check)',
  'flake8',
  'pylint',
  'stylelint',
  'prettier (?:\\S+ )*(?:--check|-c)',
  'rubocop',
  'shellcheck',
  'golangci-lint',
  'go vet',
  'cargo (?:clippy|fmt --check)',
  '(?:php-cs-fixer|phpcs|pint --test|phpstan|psalm)',
  '(?:make|just|task) lint',
];

const typeCommands: readonly string[] = [
  '(?:npm|pnpm|yarn|bun) run (?:typecheck|type-check|types|check:types|check-types|tsc)',
  '(?:pnpm|yarn) (?:typecheck|tsc)',
  'tsc',
  'vue-tsc',
  'mypy',
  'pyright',
  'basedpyright',
  'cargo check',
  '(?:make|just|task) (?:typecheck|types)',
];

const buildCommands: readonly string[] = [
  '(?:npm|pnpm|yarn|bun)(?: run)? build(?::\\S+)?',
  '(?:vite|next|nuxt|astro|ng|webpack|rollup) build',
  'cargo build',
  'go build',
  'dotnet build',
  'swift build',
  'mvnw? (?:\\S+ )*(?:package|compile|install)',
  'gradlew? (?:\\S+ )*(?:build|assemble)',
  'make(?: all| build)?',
];

/** A tool may be called by its path in the project: `./gradlew`, `vendor/bin/phpunit`, `node_modules/.bin/jest`. */
const folder = '(?:\\./)?(?:(?:vendor/|node_modules/\\.|\\.?venv/)?bin/)?';
const startsWith = (commands: readonly string[]) => new RegExp(`^${folder}(?:${commands.join('|')})(?: |$)`);

/** The kind of a command is that of the first pattern that matches its start, after wrappers such as `npx` are removed. */
export const checkCommands: readonly CheckCommand[] = [
  { kind: 'test', pattern: startsWith(testCommands) },
  { kind: 'lint', pattern: startsWith(lintCommands) },
  { kind: 'types', pattern: startsWith(typeCommands) },
  { kind: 'build', pattern: startsWith(buildCommands) },
];

/** Options with which a command checks nothing, or never ends. */
export const provesNothing = / (--help|-h|--version|-V|--watch|-w|--listTests|--collect-only|--list)( |$)/;
/** An option of a program that runs something in a container, with its value if it takes one. */
const containerOption =
  '(?:(?:-e|--env|--env-file|-v|--volume|--mount|-u|--user|-w|--workdir|-p|--publish|--name|-f|--file|--profile|--entrypoint|--index|-l|--label|--network|-n|--namespace|-c|--container|--context)[ =]\\S+|-\\S+)';
const options = `(?: ${containerOption})*`;
/** `pdm run test` runs the project's own script of that name. */
const notTheScript = `(?! ${testScripts}(?: |$))`;
/** Programs and options before the command that they run. */
const wrappers: readonly string[] = [
  '[A-Z_][A-Z0-9_]*=\\S*',
  // These run a program of the project if no script has its name.
  '(?:pnpm|yarn)(?: -s| --silent)?(?= (?:vitest|jest|mocha|ava|playwright|cypress|eslint|oxlint|biome|stylelint|prettier|vue-tsc)(?: |$))',
  'npx|bunx|uvx|pipx run|pnpm exec|pnpm dlx|yarn exec|yarn dlx|fvm|elixir -S',
  `(?:uv|poetry|pipenv|hatch|rye|pdm|pixi) run${notTheScript}`,
  'bundle exec|mise exec --|dotenv|direnv exec \\S+|nix develop -c',
  `devbox run(?: --)?${notTheScript}`,
  '(?:nyc|c8)(?: -\\S+)*',
  'time|env|command|xvfb-run(?: -\\S+)*|timeout(?: -\\S+)* \\S+',
  `(?:(?:docker|podman|nerdctl) compose|docker-compose|podman-compose)${options} (?:run|exec)${options} [\\w.-]+`,
  `(?:docker|podman|nerdctl) exec${options} [\\w.-]+`,
  `(?:docker|podman|nerdctl) run${options} [\\w.:/@-]+`,
  `(?:kubectl|oc)${options} exec${options} [\\w./-]+${options} --`,
  `devcontainer exec(?: --[\\w-]+[ =]\\S+)*|ddev exec|lando|(?:\\./)?vendor/bin/sail(?= (?:npm|php|bin) )`,
];
export const wrapper = new RegExp(`^(?:(?:${wrappers.join('|')}) )+`);
/** `sh -c "pytest -q"`: the command inside, if it is a single one. */
export const inShell = /^(?:(?:ba|z)?sh|ash) -[a-z]*c (["'])([^"'&|;]*)\1$/;
