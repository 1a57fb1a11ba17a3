import { bash, tool } from '../../core/examples.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import { has, valuesOf } from '../../shell/programs/args.ts';
import { argsOf } from '../../shell/programs/registry.ts';
import type { Origin, ShellCommand } from '../../shell/types.ts';
import { isPrintedBy, isProjectCode, verdictFor } from './shared/effects.ts';
import { type FileAccess, fileAccesses } from './shared/file-access.ts';
import { SECRET_VARIABLE, sensitivity } from './shared/sensitive.ts';

export default definePolicy({
  id: 'guard/secrets',
  summary: 'Keep secrets out of the conversation',
  why: 'Everything the agent reads is sent to a model and kept in the transcript. A key that was read has to be replaced everywhere.',
  on: 'PreToolUse',
  effects: 'any',
  level: 'deny',
  onError: 'deny',
  options: {
    patterns: {
      default: [] as string[],
      about:
        'Globs of more files that hold secrets: a name, an absolute path, or a path relative to the project’s root.',
    },
    allow: { default: [] as string[], about: 'Globs of files that look like secrets but are not.' },
  },
  examples: () => [
    { event: tool('Read', { file_path: '/home/me/project/.env' }), expect: 'deny', says: '.env' },
    { event: tool('Read', { file_path: '/home/me/project/.env.example' }), expect: 'pass' },
    { event: tool('Grep', { pattern: 'KEY', path: '/home/me/project/.env' }), expect: 'deny' },
    { event: tool('Edit', { file_path: '.env.local', old_string: 'a', new_string: 'b' }), expect: 'deny' },
    { event: tool('mcp__filesystem__read_file', { path: '/home/me/.ssh/id_ed25519' }), expect: 'deny' },
    {
      event: tool('Read', { file_path: '/home/me/.ssh/id_ed25519.pub' }),
      expect: 'pass',
      title: 'A public key',
    },
    {
      event: tool('Read', { file_path: '/home/me/project/src/credentials.ts' }),
      expect: 'pass',
      title: 'Source code',
    },
    {
      event: tool('Read', { file_path: '/home/me/project/test/fixtures/server.key' }),
      expect: 'pass',
      title: 'A test fixture',
    },
    { event: bash('cat .env'), expect: 'deny' },
    { event: bash('cat .en?'), expect: 'deny' },
    { event: bash('cat "$DIR/.env"'), expect: 'deny', title: 'In an unknown folder' },
    { event: bash('grep KEY .env'), expect: 'deny' },
    { event: bash('grep -q KEY .env && echo set'), expect: 'pass', title: 'Shows only whether it matches' },
    { event: bash('git show HEAD:.env'), expect: 'deny' },
    { event: bash('while read -r line; do echo "$line"; done < .env'), expect: 'deny' },
    { event: bash('python3 -c "print(open(\'.env\').read())"'), expect: 'deny' },
    { event: bash('rm .env'), expect: 'deny' },
    { event: bash('cp .env.example .env'), expect: 'pass' },
    { event: bash('git check-ignore .env'), expect: 'pass' },
    { event: bash('docker run --env-file .env app'), expect: 'pass' },
    { event: bash('ls -la .env && test -f .env && chmod 600 .env'), expect: 'pass' },
    { event: bash('openssl x509 -in cert.pem -noout -text'), expect: 'pass' },
    { event: bash('echo .env >> .gitignore'), expect: 'pass' },
    {
      event: bash('bash dev.sh'),
      expect: 'pass',
      title: 'A committed script of the project may use its secrets',
      given: { files: { 'dev.sh': 'source .env\nnpm start' } },
    },
    {
      event: bash('bash dev.sh'),
      expect: 'deny',
      title: 'A new script that is not committed may not',
      given: { files: { 'dev.sh': 'cat .env' }, git: { changed: ['dev.sh'] } },
    },
    { event: bash('vault kv get secret/db'), expect: 'ask' },
    { event: bash('echo "$(vault kv get secret/db)"'), expect: 'ask' },
    { event: bash('echo "$AWS_SECRET_ACCESS_KEY"'), expect: 'ask' },
    { event: bash('printenv GITHUB_TOKEN'), expect: 'ask' },
    { event: bash('env | grep -i token'), expect: 'ask' },
    { event: bash('env | grep -i token | cut -d= -f1'), expect: 'pass', title: 'Shows names, not values' },
    {
      event: bash('echo "$NPM_TOKEN" | npm-login --stdin'),
      expect: 'pass',
      title: 'Passed to a program, not shown',
    },
    { event: bash('test -n "$DB_PASSWORD" && echo set'), expect: 'pass' },
    { event: bash('cat notes.private'), expect: 'deny', options: { patterns: ['*.private'] } },
    { event: bash('cat .env.ci'), expect: 'pass', options: { allow: ['.env.ci'] } },
    { event: bash('cat customers/eu/list.csv'), expect: 'deny', options: { patterns: ['customers/**'] } },
    { event: bash('cat ~/private/a.txt'), expect: 'deny', options: { patterns: ['~/private/**'] } },
  ],
  check(event, context) {
    const { options, project, shell } = context;
    const settings = { ...options, projectRoot: project.root, home: context.home };
    const hit = fileAccesses(event, context).find(
      (t) =>
        isSecret(t, settings) &&
        !isHarmlessUse(t, settings) &&
        !(t.command && isProjectCode(t.command, context)),
    );
    if (hit) {
      const verb = { read: 'Reads', write: 'Changes', delete: 'Deletes or moves' }[hit.how];
      return deny(`${verb} ${hit.text.replaceAll('\u0000', '…')}, which holds secrets`, {
        code: `secret-${hit.how}`,
        instead: 'use the example file, or ask the person for the one value you need',
      });
    }
    const printed = shell.commands.length > 0 ? printedVariable(shell.commands) : undefined;
    if (printed)
      return ask(`Prints ${printed} into the conversation`, {
        code: 'secret-printed',
        instead: `test -n "$${printed}" && echo set`,
      });
    if (shell.commands.length > 1 && searchesEnvironment(shell.commands))
      return ask('Prints secrets of the environment into the conversation', {
        code: 'secret-printed',
        instead: 'env | cut -d= -f1',
      });
    if (shell.effects.length === 0) return undefined;
    const stores = shell.effects.filter(
      (e) =>
        (e.code === 'secret-read' && (!e.command.captured || isPrinted(e.command, shell.commands))) ||
        e.code === 'secret-write',
    );
    return verdictFor(stores) ?? undefined;
  },
});

const PRINTERS = /^(echo|printf|printenv)$/;

/** A secret variable whose value is printed to the screen, not to a file, a pipe or another command's argument. */
function printedVariable(commands: readonly ShellCommand[]): string | undefined {
  for (const command of commands) {
    if (!PRINTERS.test(command.name) || command.captured || command.redirects.length > 0) continue;
    const name = printedNames(command).find((text) => SECRET_VARIABLE.test(text));
    const piped = (c: ShellCommand) =>
      c.stdin?.by === 'pipe' && c.stdin.origins.some((o) => o.what.includes(name ?? ''));
    if (name && !commands.some(piped)) return name;
  }
  return undefined;
}

/** True for `env | grep -i token` if no later command removes the values. */
function searchesEnvironment(commands: readonly ShellCommand[]): boolean {
  const fed = commands.filter(
    (c) => c.stdin?.by === 'pipe' && c.stdin.origins.some((o) => o.kind === 'environment'),
  );
  const last = fed.at(-1);
  if (fed.some((c) => !/^([ef]?grep|rg|sort|uniq|cat|head|tail)$/.test(c.name))) return false;
  if (!last || !/^([ef]?grep|rg)$/.test(last.name) || last.captured || last.redirects.length > 0)
    return false;
  const args = argsOf(last);
  const patterns = [...args.operands, ...valuesOf(args, '-e --regexp')];
  return (
    !has(args, '-v -o --invert-match --only-matching') &&
    !showsNoContent(last, '') &&
    patterns.some((w) => /secret|token|passw|api_?key|credential/i.test(w.text))
  );
}

/** True if captured output is printed after all, as in `echo "$(vault read x)"`. */
function isPrinted(secret: ShellCommand, commands: readonly ShellCommand[]): boolean {
  const carries = (w: { origins: readonly Origin[] }) => w.origins.some((o) => isPrintedBy(o, secret));
  return (
    commands.some(
      (c) =>
        !c.captured &&
        c.redirects.length === 0 &&
        ((PRINTERS.test(c.name) && c.words.some(carries)) ||
          (c.name === 'cat' && c.stdin?.by === 'heredoc' && carries(c.stdin))),
    ) && !commands.some((c) => c.stdin?.by === 'pipe' && !PASSES_ON.test(c.name) && carries(c.stdin))
  );
}

/** Filters whose output still contains their input. */
const PASSES_ON = /^(base64|tr|cat|jq|cut|head|tail|sed|awk)$/;

function printedNames({ name, words }: ShellCommand): string[] {
  const given = words.slice(1);
  if (name === 'printenv') return given.map((w) => w.text);
  return given.flatMap((w) => w.origins.filter((o) => o.kind === 'variable').map((o) => o.what));
}

type Settings = Parameters<typeof sensitivity>[2];

const isSecret = (t: FileAccess, settings: Settings) => sensitivity(t.path, t.glob, settings) === 'secret';

/** True for `grep -l`, `grep -c` and `grep -q`, which show whether a file matches but not its content. */
function showsNoContent(command: ShellCommand, file: string): boolean {
  const { name } = command;
  if (!/^([ef]?grep|rg)$/.test(name)) return false;
  const args = argsOf(command);
  const listOptions = name === 'rg' ? '-l' : '-l -L';
  return (
    has(args, `${listOptions} -c -q --quiet --silent --count --files-with-matches --files-without-match`) &&
    !has(args, '--json --format') &&
    !valuesOf(args, '-f --file').some((w) => w.text === file)
  );
}

/** True for creating an empty file or copying the example file, which reveals and loses nothing. */
function isHarmlessUse(t: FileAccess, settings: Settings): boolean {
  const name = t.command?.name ?? '';
  if (/^(touch|mkdir|fd|wc|md5sum|sha256sum)$/.test(name)) return true;
  // `install -d` creates a folder.
  if (name === 'install' && t.command?.words.some((w) => /^-\w*d/.test(w.text))) return true;
  if (t.how === 'read' && t.command && showsNoContent(t.command, t.text)) return true;
  if (t.how !== 'write' || !/^(cp|mv|install|ln|envsubst|sops|op)$/.test(name)) return false;
  const sources = (t.command?.words ?? [])
    .slice(1, -1)
    .map((w) => w.text)
    .filter((text) => !text.startsWith('-'));
  return (
    sources.length > 0 &&
    sources.every(
      (text) =>
        sensitivity(`/${text}`, false, settings) === undefined &&
        /example|sample|template|dist|default/i.test(text),
    )
  );
}
