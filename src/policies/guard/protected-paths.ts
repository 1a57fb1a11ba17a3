import { bash, tool } from '../../core/examples.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import { classifyPath, globDirectory } from '../../shell/base/paths.ts';
import { type FileAccess, fileAccesses } from './shared/file-access.ts';
import { matchesGlob } from './shared/globs.ts';

/** Files that determine what runs at the next login, commit or boot. */
const STARTUP =
  /\/\.claude\/hooks\/|\/\.(bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|tcshrc|inputrc|xinitrc|xprofile|gitconfig)$|\/\.(bashrc|zshrc|profile|bash_profile)\.d\/|\/\.aws\/config$|\/\.(config\/(fish\/|systemd\/|autostart\/|nushell\/)|local\/share\/systemd\/)|\/Library\/Launch(Agents|Daemons)(\/|$)|\/\.git($|\/(hooks(\/|$)|config$|HEAD$|refs\/|objects\/|index$))/;
/** Settings of coding agents, which name the programs and servers they start. */
const AGENTS =
  /^\/((home|Users)\/[^/]+|root)\/\.(claude\.json|codex\/(config\.toml|hooks\.json)|gemini\/settings\.json|cursor\/(mcp|hooks)\.json)$/;
const SSH = /\/\.(ssh|gnupg)(\/|$)/;

export default definePolicy({
  id: 'guard/protected-paths',
  summary: 'Keep the agent’s writes inside the project',
  why: 'A change to the system, another user’s home, ssh or a start-up file outlives the session, and nobody notices it.',
  on: 'PreToolUse',
  effects: ['write', 'no-command'],
  level: 'deny',
  onError: 'deny',
  options: {
    lock_files: {
      default: [
        'package-lock.json',
        'npm-shrinkwrap.json',
        'yarn.lock',
        'pnpm-lock.yaml',
        'bun.lock',
        'bun.lockb',
        'Gemfile.lock',
        'poetry.lock',
        'uv.lock',
        'Cargo.lock',
        'composer.lock',
        'Pipfile.lock',
        'go.sum',
      ],
      about: 'Files that only a package manager should write; before an edit the person is asked.',
    },
    paths: {
      default: [] as string[],
      about: 'Globs of more paths that may not be written: absolute, or relative to the project’s root.',
    },
    allow: {
      default: [] as string[],
      about: 'Globs of absolute paths outside the project that may be written.',
    },
  },
  examples: () => [
    { event: tool('Write', { file_path: '/etc/hosts', content: '' }), expect: 'deny', says: '/etc/hosts' },
    { event: tool('Write', { file_path: '/home/me/project/src/a.ts', content: '' }), expect: 'pass' },
    {
      event: tool('Edit', { file_path: '/home/me/.ssh/authorized_keys', old_string: '', new_string: 'x' }),
      expect: 'deny',
    },
    {
      event: tool('Edit', { file_path: 'package-lock.json', old_string: 'a', new_string: 'b' }),
      expect: 'ask',
    },
    { event: tool('mcp__filesystem__write_file', { path: '/usr/local/bin/x', content: '' }), expect: 'deny' },
    { event: bash('echo "127.0.0.1 x" >> /etc/hosts'), expect: 'deny' },
    { event: bash('echo "alias x=y" >> ~/.bashrc'), expect: 'ask' },
    { event: bash('cp app /home/other/bin/app'), expect: 'deny' },
    { event: bash('tee /tmp/out.txt < in.txt > /dev/null'), expect: 'pass' },
    { event: bash('npm install'), expect: 'pass', title: 'The package manager writes its own lock file' },
    { event: bash('cat /etc/hosts > hosts.txt'), expect: 'pass', title: 'Only reads the protected file' },
    { event: bash('echo x > /srv/app/x'), expect: 'deny', options: { paths: ['/srv/*/*'] } },
    {
      event: tool('Edit', {
        file_path: '/home/me/project/db/migrations/1/up.sql',
        old_string: 'a',
        new_string: 'b',
      }),
      expect: 'deny',
      options: { paths: ['db/migrations/**'] },
      title: 'Relative to the project’s root, at any depth',
    },
    { event: bash('touch infra/prod/main.tf'), expect: 'deny', options: { paths: ['**/prod/**'] } },
    { event: bash('touch ~/notes/a/b.md'), expect: 'deny', options: { paths: ['~/notes/**'] } },
    { event: bash('touch infra/test/main.tf'), expect: 'pass', options: { paths: ['**/prod/**'] } },
    { event: bash('mkdir -p "$OUT/logs" && echo x > "$OUT/logs/a"'), expect: 'pass' },
  ],
  check(event, context) {
    const { options } = context;
    const writes = fileAccesses(event, context).filter((t) => t.how !== 'read');
    const verdicts = writes.flatMap((t) =>
      matches(options.allow, t, context) ? [] : (judgeWrite(t, context, options) ?? []),
    );
    return verdicts.find((v) => v.kind === 'deny') ?? verdicts[0];
  },
});

type PathContext = { home: string; project: { root: string }; pawlHome: string };

function judgeWrite(
  t: FileAccess,
  world: PathContext,
  options: { lock_files: readonly string[]; paths: readonly string[] },
) {
  const shown = t.text.replaceAll('\u0000', '…');
  const remote = t.command?.remote === true;
  // guard/delete judges deletions, with more knowledge of what they lose. `$DIR/x` may be anywhere.
  const place =
    t.how === 'delete' || t.text.startsWith('\u0000')
      ? 'in-project'
      : classifyPath(globDirectory(t.path, t.glob).path, {
          cwd: world.project.root,
          home: world.home,
          projectRoot: world.project.root,
        });
  if (matches(options.paths, t, world))
    return deny(`Writes ${shown}, which the config protects`, { code: 'protected' });
  if (SSH.test(t.path) && t.how === 'write' && !isHarmlessInSsh(t))
    return deny(`Writes ${shown}: a change there can let others in or lock you out`, { code: 'write-ssh' });
  if ((STARTUP.test(t.path) || AGENTS.test(t.path)) && t.how === 'write')
    return ask(`Writes ${shown}, which determines what runs later`, { code: 'write-startup' });
  if (place === 'system' || place === 'root')
    return deny(`Writes ${shown}, which is part of the system`, {
      code: 'write-system',
      instead: 'write inside the project or in /tmp',
    });
  if (place === 'other-home' && !remote)
    return deny(`Writes ${shown}, which is in another user’s home`, {
      code: 'write-other-home',
      instead: 'write inside the project or in /tmp',
    });
  const name = t.path.slice(t.path.lastIndexOf('/') + 1);
  if (t.how === 'write' && options.lock_files.includes(name) && !/^(touch|git)$/.test(t.command?.name ?? ''))
    return ask(`Writes ${name} by hand, although the package manager maintains it`, {
      code: 'write-lock-file',
      instead: 'change the manifest and let the package manager write it',
    });
  return undefined;
}

/** True for creating the directory and for appending to known_hosts, as ssh itself does. */
function isHarmlessInSsh({ path, command }: FileAccess): boolean {
  if (!command) return false;
  const { name, words, redirects } = command;
  if (path.endsWith('/.ssh'))
    return (
      name === 'mkdir' || (name === 'install' && words.some((w) => /^(-\w*d|--directory)$/.test(w.text)))
    );
  if (!path.endsWith('/.ssh/known_hosts')) return false;
  if (name === 'tee') return words.some((w) => /^(-\w*a|--append)$/.test(w.text));
  return name === '' && redirects.every((r) => r.operator === '>>');
}

const matches = (globs: readonly string[], { path, text }: FileAccess, { home, project }: PathContext) =>
  matchesGlob(globs, path, [text], { home, projectRoot: project.root });
