// Tells which tool calls may have changed files, so that a change is attributed only to a call that may have made it. The
// commands in these tables are known to change nothing; any other may.
import type { ShellCommand } from '../../shell/types.ts';
import { checkKind } from './evidence.ts';

/** Programs that change no files of the project, whatever their arguments are. */
const readers = new Set(
  `cat bat less more head tail ls ll tree stat file wc grep egrep fgrep rg ag ack zgrep du df diff cmp comm uniq cut tr
   column jq nl tac rev seq expr bc cal echo printf true false : test [ [[ pwd cd pushd popd dirs which whereis type
   command whoami id groups uname date hostname printenv ps pgrep lsof top free uptime sleep wait read basename dirname
   realpath readlink md5sum sha1sum sha256sum cksum xxd od hexdump strings man help history jobs kill exit return set
   export unset local declare shift tput clear fold fmt paste join expand look tty ping dig host nslookup ss netstat
   cloc tokei scc pawl xargs env nohup time timeout nice eza exa delta htop systemctl journalctl open xdg-open psql mysql
   redis-cli nvidia-smi`.split(/\s+/),
);

/** Programs that only read unless one of their words matches. */
const readersUnless: Record<string, RegExp> = {
  find: /^-(delete|exec|execdir|ok|okdir|fprint\w*|fls)$/,
  fd: /^(-x|-X|--exec\S*)$/,
  sed: /^(-[a-z]*i.*|--in-place.*)$/,
  awk: /inplace|>/,
  gawk: /inplace|>/,
  sort: /^(-o.*|--output.*)$/,
  yq: /^(-i|--inplace)$/,
  curl: /^(-[a-zA-Z]*[oO].*|--output.*|--remote-name.*)$/,
};

/** Subcommands that only read; of those that have subcommands of their own, both words. */
const readingSubcommands: Record<string, RegExp> = {
  git: /^(status|diff|log|show|blame|rev-parse|rev-list|ls-files|ls-tree|ls-remote|cat-file|describe|shortlog|reflog|grep|remote|config|branch|tag|add|push|fetch|whatchanged|name-rev|merge-base|diff-tree|check-ignore|var|version|help|cherry|stash (list|show)|worktree list|submodule status|notes (list|show)|bisect log)$/,
  gh: /^(pr|issue|run|repo|release|workflow|auth|api|search|status)$/,
  docker:
    /^(ps|logs|images|inspect|stats|top|version|info|port|diff|compose (ps|logs|images|top|port|config|version|ls))$/,
  kubectl: /^(get|describe|logs|top|explain|version|config)$/,
  npm: /^(ls|list|view|info|outdated|explain|why|config|whoami|ping|search)$/,
  pnpm: /^(ls|list|why|outdated)$/,
  yarn: /^(info|list|why|outdated)$/,
  pip: /^(list|show|freeze|check)$/,
  cargo: /^(tree|metadata|search|check|clippy)$/,
  go: /^(list|version|env|vet|doc)$/,
  brew: /^(list|info|search|deps)$/,
  poetry: /^(show|check)$/,
  uv: /^(tree|pip (list|show|tree|check))$/,
  conda: /^(list|info|search)$/,
  terraform: /^(plan|show|validate|output|version|providers|graph)$/,
  tofu: /^(plan|show|validate|output|version|providers|graph)$/,
  rails: /^(routes|stats|about|notes)$/,
  flutter: /^(doctor|devices)$/,
  dotnet: /^list$/,
  apt: /^(list|show|search)$/,
  tmux: /^(ls|list-\S+|capture-pane|display-message)$/,
  adb: /^(devices|logcat)$/,
};

/** Words with which a check writes: `eslint --fix`, `npm run lint:fix`, `php-cs-fixer fix`, `jest -u`. */
const writesAnyway =
  /^(--fix\S*|--write|-w|-u|--(snapshot-)?update\S*|--updateSnapshot|--(unsafe-)?apply|fix|\S*[:-](fix|write|format))$/;
/** Options that mean this only to one program. */
const writesByProgram: Record<string, RegExp> = {
  rubocop: /^(-[aAx]|--auto-?correct\S*)$/,
  psalm: /^--alter$/,
};

/** True if the command can't have changed a file of the project. Tests and linters count as such if `checks` is set. */
export function isReadOnly(commands: readonly ShellCommand[], checks: boolean): boolean {
  return (
    commands.length > 0 && commands.every((command) => readsOnly(command) || (checks && onlyChecks(command)))
  );
}

function readsOnly({ name, words, redirects }: ShellCommand): boolean {
  const args = words.slice(1).map(({ text }) => text);
  if (redirects.some(writesFile)) return false;
  if (readers.has(name) || args.some((arg) => arg === '--version' || arg === '--help')) return true;
  const unless = readersUnless[name];
  if (unless) return !args.some((arg) => unless.test(arg));
  const [first = '', second = ''] = args.filter((arg) => !arg.startsWith('-') && !arg.startsWith('/'));
  const reads = readingSubcommands[name];
  return reads !== undefined && (reads.test(first) || reads.test(`${first} ${second}`));
}

function onlyChecks({ name, words, redirects }: ShellCommand): boolean {
  const args = words.slice(1).map(({ text }) => text);
  const writes = (arg: string) => writesAnyway.test(arg) || writesByProgram[name]?.test(arg) === true;
  if (redirects.some(writesFile) || args.some(writes)) return false;
  const kind = checkKind([name, ...args].join(' '));
  return kind !== undefined && kind !== 'build';
}

function writesFile({ operator, target }: ShellCommand['redirects'][number]): boolean {
  return /^(>|>>|>\||&>|&>>|<>)$/.test(operator) && !/^(\/dev\/|&?\d)/.test(target.text);
}

/** Tools whose calls are matched with changes by the time they ran. */
const commandTools = ['Bash', 'PowerShell', 'Monitor'];
const readingTool = /^mcp__.*__(get|list|read|search|find|fetch|query|show|describe|view|status)/i;
const ownTool = /^mcp__(plugin_pawl_)?pawl__/;

/** `readOnly` reads the shell command of a call; it is asked only if the tool runs one. */
export function mayChangeFiles(tool: string, readOnly: () => boolean): boolean {
  if (commandTools.includes(tool)) return !readOnly();
  return tool.startsWith('mcp__') && !readingTool.test(tool) && !ownTool.test(tool);
}
