// Recognises checks (tests, linters …) in commands the agent runs, and whether the exit code it saw is that of the
// check.
import { checkCommands, inShell, provesNothing, wrapper } from './check-commands.ts';
import type { CheckKind } from './checks.ts';

export interface SeenCheck {
  kind: CheckKind;
  command: string;
  /** False if a pipe, a `;` or an `||` hides the exit code of the check. */
  exitCodeReliable: boolean;
}

export function seenChecks(source: string): SeenCheck[] {
  const pieces = splitCommands(source);
  const pipefail = /\bset -[a-z]*o pipefail\b/.test(source);
  return pieces.flatMap(({ text, operator, keepsExitCode }) => {
    const command = withoutWrappers(text);
    const kind = checkKind(command);
    if (!kind) return [];
    const hidden = operator === '||' || operator === '&' || (operator === '|' && !pipefail);
    return [{ kind, command, exitCodeReliable: keepsExitCode && !hidden }];
  });
}

/** The kind of check a simple command runs; undefined if it is not a check. */
export function checkKind(text: string): CheckKind | undefined {
  const command = withoutWrappers(text);
  return provesNothing.test(` ${command} `)
    ? undefined
    : checkCommands.find(({ pattern }) => pattern.test(command))?.kind;
}

function withoutWrappers(text: string): string {
  const command = text.replace(/\s+/g, ' ').trim().replace(wrapper, '').replace(inShell, '$2');
  return command.replace(wrapper, '').trim();
}

const filterOption =
  /^(-t|-k|-e|-run|--tests?|--example|-Dtest|-Dit\.test|-R|--grep|-g|--testNamePattern|--test-name-pattern|--testPathPatterns?|--filter|--only|--lf|--last-failed|--changed|--onlyChanged|--related|--shard|--staged|--workspace|--package|--testsuite|--prefix|--dir|--cwd|-C|-pl|--projects)(=|$)/;
/** Options whose value is a config file rather than a file to check. */
const configOption =
  /^(-c|-p|-r|--config|--project|--require|--import|--loader|--setupFiles|--rcfile|--rootdir|--ignore-path)$/;
const namesFile =
  /::|\.(test|spec)\b|\.([cm]?[jt]sx?|py|rb|php|go|rs|java|kt|swift|vue|svelte|css|sh|exs?)(:\d+)*$/;
/** Runs of one folder, package or group of tests, which only the whole command shows. */
const partOfProject =
  /^cd | workspace \S+ |^go test(?!.*\.\.\.)|^go test.* --run\b|^cargo .* (-p|--lib|--bins?|--doc)( |$)|pytest.* -m |^nx affected\b/;
/** `nx run-many -t test`: the option names what runs and not a part of it. */
const targetOption = /^(nx run-many) (?:-t|--targets?)[ =]/;
/** Test runners whose operands choose tests: `jest login`, `cargo test parser`, `pytest tests/unit`. */
const choosesTests =
  /^(\S*\/)?(npm|pnpm|yarn|bun|deno|vitest|jest|mocha|ava|playwright|cypress|pytest|py\.test|python3?|cargo|gotestsum|rspec|rails|phpunit|pest|paratest|composer|mix|flutter|dart|busted|bats|prove|nx)$/;
/** Operands that mean all tests. */
const allTests = /^(\.|\.\/|(\.\/)?(tests?|specs?|t)\/?|\.\/\.\.\.|run|discover|--)$/;
/** Options without a value; what follows any other option is taken for its value. */
const flag = /^(--|-[qvx]+|--(verbose|silent|quiet|run|ci|coverage|watch=false|release|all|no-\S+)|\S+=\S*)$/;

/** True if the command names a file, a folder or a filter, so that it checks only a part of the project. */
export function isPartialRun(command: string): boolean {
  const text = withoutWrappers(command)
    .replace(/"[^"]*"|'[^']*'/g, 'quoted')
    .replace(targetOption, '$1 ');
  const words = text.split(' ');
  return (
    partOfProject.test(text) ||
    words.some(
      (word, at) =>
        filterOption.test(word) ||
        (!word.startsWith('-') && namesFile.test(word) && !configOption.test(words[at - 1] ?? '')),
    ) ||
    choosesSome(text)
  );
}

function choosesSome(text: string): boolean {
  if (!choosesTests.test(text.split(' ')[0]!)) return false;
  const { kind, pattern } = checkCommands.find((check) => check.pattern.test(text)) ?? {};
  if (kind !== 'test') return false;
  const words = text.slice(pattern!.exec(text)![0].length).split(' ');
  return words.some((word, at) => {
    const before = words[at - 1] ?? '--';
    const isOperand = word !== '' && !/^-|=/.test(word) && (!before.startsWith('-') || flag.test(before));
    return isOperand && !allTests.test(word);
  });
}

/** Commands that leave the working tree unchanged. */
const readOnlyCommand =
  /^(echo|printf|true|:|cd|pwd|ls|cat|head|tail|grep|wc|date|test|\[|sleep|git (-C \S+ )?(status|diff|log|show|rev-parse|branch|add))( |$)/;

export function leavesTreeUnchanged(text: string): boolean {
  return readOnlyCommand.test(withoutWrappers(text)) || checkKind(text) !== undefined;
}

/** `npm test` is `npm run test`. */
export function sameCommand(a: string, b: string): boolean {
  const whole = (text: string) =>
    text.trim().replace(/^(npm|pnpm|yarn|bun) (test|lint|typecheck)\b/, '$1 run $2');
  return whole(a) === whole(b);
}

interface SimpleCommand {
  text: string;
  /** The operator that follows. */
  operator: string;
  /** True if no later command can replace its exit code. */
  keepsExitCode: boolean;
}

/**
 * Splits at operators outside quotes. A rough reading is enough: a command it misreads is not recognised, and proves
 * nothing.
 */
function splitCommands(source: string): SimpleCommand[] {
  const clean = source
    .trim()
    .replace(/^\(([\s\S]*)\)$/, '$1')
    .replace(/\d?>&\d|&>\S*|\d?>>?\s*\S+/g, ' ');
  const parts =
    clean.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^"'\\&|;\n]|(?<!&)&(?=\d))+|&&|\|\||[&|;\n]/g) ?? [];
  const operators = ['&&', '||', '&', '|', ';', '\n'];
  const pieces: SimpleCommand[] = [];
  for (const part of parts) {
    if (!operators.includes(part)) pieces.push({ text: part.trim(), operator: '', keepsExitCode: true });
    else if (pieces.length > 0) pieces.at(-1)!.operator ||= part;
  }
  const real = pieces.filter(({ text }) => text !== '');
  // The exit code of a command before `;`, a new line, `||` or `&` is lost when the whole command ends.
  return real.map((piece, index) => ({
    ...piece,
    keepsExitCode: !real.slice(index, -1).some(({ operator }) => [';', '\n', '||', '&'].includes(operator)),
  }));
}

/** Git subcommands that make earlier evidence stale. */
const gitChanges: Record<string, string> = {
  commit: 'a commit',
  'cherry-pick': 'a cherry-pick',
  revert: 'a revert',
  merge: 'a merge',
  rebase: 'a rebase',
  pull: 'a pull',
  am: 'a commit',
  reset: 'a reset',
};
const deployCommands: readonly [RegExp, string][] = [
  [/^az (containerapp|webapp|functionapp|keyvault|storage)\b/, 'a change in the cloud'],
  [/^gh workflow run\b/, 'a deploy'],
  [
    /^(vercel|netlify|fly|flyctl|wrangler|eas|heroku|serverless|sls|cdk|pulumi)\b.*\b(deploy|up|submit|build|publish|release|promote)\b/,
    'a deploy',
  ],
  [/^vercel( --prod\b|$)/, 'a deploy'],
  [/^(kubectl|helm) (apply|rollout|set|upgrade|install|delete)\b/, 'a deploy'],
  [/^(terraform|tofu) (apply|destroy|import)\b/, 'a change to the infrastructure'],
  [/^gcloud .*\b(deploy|update)\b/, 'a deploy'],
  [/^aws .*\b(deploy|update-[\w-]+|put-[\w-]+|sync)\b/, 'a change in the cloud'],
];

const takesValue = ['-C', '-c', '--git-dir', '--work-tree', '--namespace'];

/** The change that makes earlier evidence stale, if this command causes one: `git commit` is "a commit". */
export function invalidatingChange(words: readonly string[]): string | undefined {
  const [name, ...rest] = words;
  if (name === 'git') {
    const verb = rest.find((word, at) => !word.startsWith('-') && !takesValue.includes(rest[at - 1] ?? ''));
    return verb && Object.hasOwn(gitChanges, verb) ? gitChanges[verb] : undefined;
  }
  const text = words.join(' ');
  return deployCommands.find(([pattern]) => pattern.test(text))?.[1];
}
