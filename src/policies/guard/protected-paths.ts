import { bash, tool } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { ask, definePolicy, deny } from '../../index.ts';
import { classifyPath, globDirectory, type PathClass } from '../../shell/base/paths.ts';
import { displayText, HOLE } from '../../shell/base/words.ts';
import type { ShellCommand } from '../../shell/types.ts';
import { unknownReceiver } from './shared/effects.ts';
import { appends, fileAccesses, type PathAccess } from './shared/file-access.ts';
import { matchesGlob } from './shared/globs.ts';
import { isNewWork } from './shared/scripts.ts';
import { isScheduled, isStartup, isStartupByContent } from './shared/startup.ts';

const SSH = /\/\.(ssh|gnupg)(\/|$)/;

export default definePolicy({
  id: 'guard/protected-paths',
  summary: 'Keep the agent’s writes inside the project',
  why: 'A change to the system, another user’s home, ssh or a start-up file outlives the session, and nobody notices it.',
  on: 'PreToolUse',
  effects: ['write', 'names', 'no-command'],
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
      weaker: 'fewer items',
      about: 'Files that only a package manager should write; before an edit the person is asked.',
    },
    paths: {
      default: [] as string[],
      weaker: 'fewer items',
      about: 'Globs of more paths that may not be written: absolute, or relative to the project’s root.',
    },
    allow: {
      default: [] as string[],
      weaker: 'more items',
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
    { event: bash('sometool -o ~/.bashrc'), expect: 'ask', title: 'Pawl does not know this program' },
    { event: bash("echo 'registry=http://evil.example' > ~/.npmrc"), expect: 'ask' },
    {
      event: bash('cp fake ~/.local/bin/git'),
      expect: 'ask',
      title: 'A program that would be found before the real git',
    },
    { event: bash('cp tool ~/.local/bin/tool'), expect: 'pass' },
    {
      event: bash('cp -r Evil.qlgenerator ~/Library/QuickLook/'),
      expect: 'ask',
      title: 'A plug-in that macOS loads',
    },
    {
      event: bash('cp x.desktop ~/.local/share/applications/'),
      expect: 'ask',
      title: 'A program that the desktop starts for a link or a file',
    },
    { event: bash('cp icon.png ~/.local/share/icons/app.png'), expect: 'pass' },
    { event: tool('Write', { file_path: '.mcp.json', content: '{}' }), expect: 'ask' },
    { event: tool('Write', { file_path: '.husky/pre-commit', content: 'x' }), expect: 'ask' },
    { event: tool('Write', { file_path: '.vscode/mcp.json', content: '{}' }), expect: 'ask' },
    { event: tool('Write', { file_path: 'src/mcp.json', content: '{}' }), expect: 'pass' },
    {
      event: tool('NotebookEdit', { notebook_path: 'a.ipynb', new_source: '%%writefile ~/.bashrc\nx' }),
      expect: 'ask',
    },
    {
      event: tool('NotebookEdit', { notebook_path: 'a.ipynb', new_source: '%%writefile a.py\nx' }),
      expect: 'pass',
    },
    {
      event: tool('Write', { file_path: '.qwen/settings.json', content: '{"disableAllHooks":true}' }),
      expect: 'ask',
      title: 'Another agent’s settings, which can switch its hooks off',
    },
    { event: bash('printf "[features]\\nhooks = false\\n" > .codex/config.toml'), expect: 'ask' },
    { event: tool('Edit', { file_path: '.github/copilot/settings.json', new_string: 'x' }), expect: 'ask' },
    { event: tool('Write', { file_path: '.github/workflows/ci.yml', content: 'x' }), expect: 'pass' },
    {
      event: tool('Write', {
        file_path: '.vscode/tasks.json',
        content: '{"tasks":[{"command":"x","runOptions":{"runOn":"folderOpen"}}]}',
      }),
      expect: 'ask',
      title: 'A task that runs when the editor opens the folder',
    },
    { event: tool('Write', { file_path: '.vscode/tasks.json', content: '{"tasks":[]}' }), expect: 'pass' },
    {
      event: bash('echo x > "$SITE/usercustomize.py"'),
      expect: 'ask',
      title: 'A module that Python runs at every start',
    },
    {
      event: tool('mcp__filesystem__move_file', { source: '/home/me/work', destination: '/tmp/x' }),
      expect: 'ask',
    },
    { event: tool('mcp__fs__write', { files: [{ pathInProject: '/etc/hosts', text: '' }] }), expect: 'deny' },
    { event: tool('mcp__browser__take_screenshot', { filename: '/home/me/.bashrc' }), expect: 'ask' },
    { event: tool('mcp__browser__take_screenshot', { filename: 'home.png' }), expect: 'pass' },
    { event: tool('mcp__x__convert', { input: 'a.md', outputPath: '/etc/motd' }), expect: 'deny' },
    {
      event: tool('mcp__fs__edit_file', {
        path: 'a.ts',
        edits: [{ oldText: '/etc/hosts', newText: '/etc/passwd' }],
      }),
      expect: 'pass',
      title: 'Paths in the text of an edit',
    },
    {
      event: tool('mcp__fs__edit', { path: 'a.ts', edits: [{ old: '/etc/hosts', new: '/etc/passwd' }] }),
      expect: 'pass',
    },
    { event: tool('mcp__fs__rename', { old: '/etc/hosts', new: 'x' }), expect: 'deny' },
    {
      event: bash(': > ~/Documents/thesis.md'),
      expect: 'ask',
      title: 'A file in a personal folder that can’t be seen',
    },
    {
      event: bash('cp README.md ~/notes/thesis.md'),
      expect: 'ask',
      title: 'An existing file outside the project',
      given: { files: { '/home/me/notes/thesis.md': 'x' } },
    },
    { event: bash('cp README.md ~/notes/new.md'), expect: 'pass', title: 'A new file outside the project' },
    { event: bash('sed -i d ~/Documents/*.md'), expect: 'ask', title: 'A pattern in a personal folder' },
    {
      event: bash('sed -i d ~/nosuch/*.md'),
      expect: 'pass',
      title: 'A pattern in a folder that does not exist',
    },
    {
      event: bash('echo x >> ~/notes/log.md'),
      expect: 'pass',
      title: 'Appends to a file outside the project',
      given: { files: { '/home/me/notes/log.md': 'x' } },
    },
    { event: bash('sometool --config /etc/hosts'), expect: 'pass' },
    { event: bash('cp app /home/other/bin/app'), expect: 'deny' },
    { event: bash('tee /tmp/out.txt < in.txt > /dev/null'), expect: 'pass' },
    { event: bash('cp go.sum /tmp/x/'), expect: 'pass', title: 'A lock file in a temporary folder' },
    {
      event: bash('cp package.json package-lock.json dist/'),
      expect: 'pass',
      title: 'A copy of a lock file',
    },
    { event: bash('cp other.json package-lock.json'), expect: 'ask' },
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
      title: 'A pattern relative to the project’s root, at any depth',
    },
    { event: bash('touch infra/prod/main.tf'), expect: 'deny', options: { paths: ['**/prod/**'] } },
    { event: bash('touch ~/notes/a/b.md'), expect: 'deny', options: { paths: ['~/notes/**'] } },
    { event: bash('touch infra/test/main.tf'), expect: 'pass', options: { paths: ['**/prod/**'] } },
    { event: bash('mkdir -p /opt/app ~/.config/systemd/user'), expect: 'pass', title: 'Empty directories' },
    { event: bash('cp app.service ~/.config/systemd/user/'), expect: 'ask' },
    { event: bash('mkdir -p "$OUT/logs" && echo x > "$OUT/logs/a"'), expect: 'pass' },
  ],
  check(event, context) {
    const { options } = context;
    const writes = fileAccesses(event, context).filter((access) => access.kind !== 'read' || access.unclear);
    const input = writes.length > 0 ? JSON.stringify(event.tool_input) : '';
    const verdicts = writes.flatMap((access) =>
      matches(options.allow, access, context)
        ? []
        : (verdictInScript(access, context, judgeWrite(access, context, options, input)) ?? []),
    );
    return verdicts.find((v) => v.kind === 'deny') ?? verdicts[0];
  },
});

type PathContext = Pick<Facts, 'home' | 'project' | 'pawlHome' | 'files'>;

/**
 * The verdict on a write in a script: paths that it computes pass, and a denial becomes a question. A new script of the
 * project is judged like a command.
 */
function verdictInScript(access: PathAccess, facts: Facts, verdict: ReturnType<typeof judgeWrite>) {
  if (!verdict || access.command?.script === undefined || isNewWork(access.command, facts)) return verdict;
  if (access.text.includes(HOLE) || access.kind === 'names') return undefined;
  return verdict.kind === 'deny' ? { ...verdict, kind: 'ask' as const } : verdict;
}

function judgeWrite(
  access: PathAccess,
  context: PathContext,
  options: { lock_files: readonly string[]; paths: readonly string[] },
  input: string,
) {
  const shown = displayText(access.text);
  if (access.kind === 'names') return judgeNamed(access, shown, context);
  if (access.unclear) return judgeUnclear(access, shown, context);
  if (matches(options.paths, access, context))
    return deny(`Writes ${shown}, which the config protects`, { code: 'protected' });
  if (access.kind === 'write' && access.command && makesFolders(access.command)) return undefined;
  const place = placeOf(access, context);
  return (
    judgePurpose(access, shown, context, input) ??
    judgePlace(access, place, shown, context) ??
    judgeLockFile(access, place, options.lock_files)
  );
}

/** Deletions (which guard/delete judges) and `$DIR/x` (which may be anywhere) count as inside the project. */
function placeOf(access: PathAccess, { project, home }: PathContext): PathClass {
  return access.kind === 'delete' || access.text.startsWith(HOLE)
    ? 'in-project'
    : classifyPath(globDirectory(access.path, access.glob).path, {
        cwd: project.root,
        home,
        projectRoot: project.root,
      });
}

/** Judges a write by what the file is for: access to this machine, or what runs later. */
function judgePurpose(access: PathAccess, shown: string, { home }: PathContext, input: string) {
  if (access.kind !== 'write') return undefined;
  if (SSH.test(access.path) && !isHarmlessInSsh(access))
    return deny(`Writes ${shown}: a change there can let others in or lock you out`, { code: 'write-ssh' });
  if (
    access.command?.remote !== true &&
    (isStartup(access.path, home) || isStartupByContent(access.path, input))
  )
    return ask(`Writes ${shown}, which determines what runs later`, { code: 'write-startup' });
  return undefined;
}

function judgePlace(access: PathAccess, place: PathClass, shown: string, context: PathContext) {
  const remote = access.command?.remote === true;
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
  if (access.removes && /^(in-home|outside|home|above-project|git)$/.test(place))
    return ask(`Moves or deletes ${shown}, which is outside the project`, {
      code: 'overwrite-outside',
      instead: 'leave it where it is, or ask the person',
    });
  const isOutside = place === 'in-home' || place === 'outside' || (place === 'home' && access.glob);
  if (isOutside && !remote && isOverwritten(access, context))
    return ask(`Overwrites ${shown}, which is outside the project`, {
      code: 'overwrite-outside',
      instead: 'write to a new file, inside the project or in /tmp',
    });
  return undefined;
}

/** No project uses a lock file in a temporary folder. */
function judgeLockFile({ kind, path, command }: PathAccess, place: PathClass, lockFiles: readonly string[]) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (kind !== 'write' || place === 'in-temp' || !lockFiles.includes(name)) return undefined;
  if (/^(touch|git)$/.test(command?.name ?? '') || isCopyOf(name, command)) return undefined;
  return ask(`Writes ${name} by hand, although the package manager maintains it`, {
    code: 'write-lock-file',
    instead: 'change the manifest and let the package manager write it',
  });
}

/** `cp package-lock.json dist/`: the copied file was written by the package manager. */
const isCopyOf = (name: string, command: ShellCommand | undefined) =>
  /^(cp|mv|install|rsync)$/.test(command?.name ?? '') &&
  command?.words.slice(1, -1).some((w) => w.text === name || w.text.endsWith(`/${name}`)) === true;

/** Folders of the home with files that can't be built again. */
const PERSONAL = /^\/(Documents|Desktop|Pictures|Photos|Music|Videos|Movies)\//;

/** Commands that leave the content of an existing file as it is. */
const KEEPS = /^(touch|mkdir|chmod|chown|install)$/;

/** True if a command replaces a file that exists, or that may exist: in a personal folder that can't be seen. */
function isOverwritten({ kind, path, command, glob }: PathAccess, { files, home }: PathContext): boolean {
  if (kind !== 'write' || !command || KEEPS.test(command.name) || appends(command)) return false;
  if (glob) return isFilled(path.replace(/\/[^/]*[*?[{].*$/, ''), { files, home });
  if (files.exists(path)) return files.list(path).length === 0;
  const folder = path.slice(0, path.lastIndexOf('/'));
  return PERSONAL.test(path.slice(home.length)) && path.startsWith(home) && !files.exists(folder);
}

/** Whether a pattern in this folder is likely to match files that somebody wants to keep. */
const isFilled = (folder: string, { files, home }: Pick<PathContext, 'files' | 'home'>) =>
  files.exists(folder)
    ? files.list(folder).length > 0
    : folder === home || (folder.startsWith(home) && PERSONAL.test(`${folder.slice(home.length)}/`));

/** An unknown program is given a start-up file. Programs that only read one are rare, and known by their specs. */
function judgeNamed({ path, command }: PathAccess, shown: string, { home }: PathContext) {
  if (path.endsWith('/.git')) return undefined;
  if (!isStartup(path, home) && !SSH.test(path) && !isScheduled(path)) return undefined;
  return ask(`Gives ${shown}, which determines what runs later, to ${unknownReceiver(command)}`, {
    code: 'names-startup',
    instead: 'use a program that only reads, such as cat or grep',
  });
}

/** `mkdir -p /opt/app`, `install -d x`: an empty directory changes nothing that is there. What is put into it is judged. */
const makesFolders = ({ name, words }: ShellCommand) =>
  name === 'mkdir' || (name === 'install' && words.some((w) => /^(-\w*d|--directory)$/.test(w.text)));

/** A tool of a server that may write what it is given, such as one that saves a screenshot. */
function judgeUnclear({ path }: PathAccess, shown: string, { home }: PathContext) {
  if (!/\w\.?\w+$/.test(path) || path.endsWith('/.git')) return undefined;
  if (!isStartup(path, home) && !SSH.test(path) && !isScheduled(path)) return undefined;
  return ask(`May write ${shown}, which determines what runs later`, {
    code: 'write-startup',
    instead: 'name a file inside the project or in /tmp',
  });
}

/** True for appending to known_hosts, as ssh itself does. */
const isHarmlessInSsh = ({ path, command }: PathAccess): boolean =>
  command !== undefined && path.endsWith('/.ssh/known_hosts') && appends(command);

const matches = (globs: readonly string[], { path, text }: PathAccess, { home, project }: PathContext) =>
  matchesGlob(globs, path, [text], { home, projectRoot: project.root });
