import { effect } from './effect.ts';
import type { Effect, Origin, ShellCommand } from './types.ts';
import { HOLE, oneOf } from './words.ts';

/** Programs whose printed settings are meant to be evaluated. */
const SHELL_SETUP =
  /^(ssh-agent( -[sc])?|gpg-agent --daemon|(\S*\/)?brew shellenv( \w+)?|(pyenv|rbenv|nodenv|goenv|jenv|phpenv|plenv|tfenv|swiftenv|luaenv|anyenv) init( -\S*| - \w+)*|pyenv virtualenv-init -|(direnv|starship|zoxide|mise|atuin|rtx|fnm|mcfly|fzf|navi|thefuck|keychain|devbox|vfox|proto|zellij|carapace|oh-my-posh|pkgx|conda|mamba|micromamba)( [\w.=:/-]+)*|opam (config )?env( --[\w-]+)*|(\S*\/)?conda shell\.\w+ hook|dircolors( -b)?( \S+)?|lesspipe(\.sh)?|SHELL=\S+ lesspipe|(docker-machine|minikube|podman machine|colima) (-p \S+ )?(env|docker-env)( [\w-]+)*|(kubectl|helm|gh|npm|pip3?|rustup|poetry|deno|op|doctl|flux|kind|minikube|stern|k9s|argocd|register-python-argcomplete|docker|cargo|uv|uvx|pnpm|yarn|bun|just|task|glab) (generate-shell-completion|completion|completions|gen-completions|generate|--completion|completion-script)( -?-?[\w.]+)*|resize|tset -s|luarocks path( --\w+)?|rustc --print \w+|vault -autocomplete-install|register-python-argcomplete [\w-]+|heroku autocomplete:\w+|perl -I\S+ -Mlocal::lib\S*|nvm \w+|sdk \w+|assume-role \S+|ssh-agent bash|rbenv hook|op signin( \S+)?|dbus-launch( --\S+)*|aws configure export-credentials( --\S+| \w+)*)$/;

/** Where programs are installed, and the shell that the line runs in. */
const INSTALLED = /^((ba|z|k)?sh )*(\/(usr|opt|home|Users|root|nix)\/(\S*\/)?s?bin\/(?=\w))?/;

/** Libraries put into a program before it starts. */
const INJECTED = /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|PERL5OPT|BASH_ENV)$/;

/** Code that cannot be seen before it runs, or that came from the network. */
export function codeEffects(command: ShellCommand): Effect[] {
  const code = command.code;
  if (command.assignments.some((a) => INJECTED.test(a.name) && a.value.text !== '')) return [unseen(command)];
  // PowerShell's `iex` runs text; that of Elixir has options and files.
  if (
    command.name === 'iex' &&
    (command.stdin || command.words.slice(1).some((w) => /[\s(]|^https?:/.test(w.text)))
  )
    return [unseen(command)];
  if (isFedShell(command))
    return [command.stdin?.origins.some((o) => o.kind === 'network') ? fetched(command) : unseen(command)];
  if (runsAddress(command) || makesBlock(command)) return [fetched(command)];
  if (!code) return unknownName(command);
  const origins = code.origins;
  const text = code.text?.trim();
  // A hole in the first word: which command runs is not known.
  const open =
    text === undefined || (text.split(/\s/, 1)[0] ?? '').includes(HOLE) || isVariable(text, command);
  if (origins.some((o) => o.kind === 'network') && (open || code.by !== 'heredoc')) return [fetched(command)];
  if (code.by === 'file') return fromFile(command, origins);
  if (open && isShellSetup(command, origins)) return [];
  if (open || (code.by === 'pipe' && command.name !== 'eval')) return [unseen(command)];
  return [];
}

/** `bash -c '$x'`: all of the code is what a variable holds; a parameter is known unless its word is not. */
const isVariable = (text: string, { words }: ShellCommand) => {
  const name = /^"?\$\{?(\w+)\}?"?$/.exec(text)?.[1];
  return name !== undefined && (!/^\d+$/.test(name) || words.some((w) => w.text.includes(HOLE)));
};

/** `… | powershell -`: a shell whose language we do not read runs what comes. */
const isFedShell = ({ name, stdin, words }: ShellCommand) =>
  /^(powershell|pwsh)$/.test(name) &&
  stdin?.by === 'pipe' &&
  words.slice(1).every((w) => /^(-|-c|-command|-no\w+)$/i.test(w.text));

const RUNNERS = 'deno npx bunx pnpx uvx uv pipx npm pnpm yarn bun';
const ADDRESS = /^((git\+)?https?:\/\/|(github|gitlab|bitbucket|gist):)/;

/** `deno run https://…`, `npx https://…`: the program is an address. */
function runsAddress(command: ShellCommand): boolean {
  if (ADDRESS.test(command.words[0]?.text ?? '') && oneOf(RUNNERS, command.via.at(-1) ?? '')) return true;
  if (!oneOf(RUNNERS, command.name)) return false;
  const words = command.words.slice(1).map((w) => w.text);
  const fetches = /^(npm|pnpm|yarn)$/.test(command.name);
  if (words.some((text) => /^--package=/.test(text) && ADDRESS.test(text.slice(10)))) return true;
  return !fetches && ADDRESS.test(words.find((text) => !/^(-.*|run|dlx|install)$/.test(text)) ?? '');
}

/** `pwsh -c '& ([scriptblock]::Create((irm URL)))'` */
const makesBlock = ({ name, words }: ShellCommand) =>
  /^(powershell|pwsh)$/.test(name) &&
  words.some((w) =>
    /\[scriptblock\]::create\([^;]*\b(irm|iwr|curl|wget|invoke-(webrequest|restmethod)|downloadstring)\b/i.test(
      w.text,
    ),
  );

const fetched = (command: ShellCommand): Effect =>
  effect(command, {
    kind: 'fetch-and-run',
    weight: 'irreversible',
    code: 'fetch-and-run',
    reason: 'Runs code from the network that nobody has read.',
    safer: 'curl -fsSL URL -o /tmp/script.sh, read it, then ask for permission to run it',
  });

const unseen = (command: ShellCommand): Effect =>
  effect(command, {
    kind: 'unknown-code',
    weight: 'risky',
    code: 'unseen-code',
    reason: 'Runs code that is put together by other commands, so it cannot be seen beforehand.',
    safer: 'run the command itself, written out',
  });

const SOURCED = /^(source|\.|\w*sh)$/;

/** `source $x`, `bash "$script"`: a file whose name is not known. */
function fromFile(command: ShellCommand, origins: readonly Origin[]): Effect[] {
  const shell = SOURCED.test(command.name) || command.via.some((v) => /^(xargs|parallel)$/.test(v));
  return shell &&
    origins.some((o) => o.kind === 'file' && o.what.slice(o.what.lastIndexOf('/') + 1).includes(HOLE))
    ? [unseen(command)]
    : [];
}

function isShellSetup(command: ShellCommand, origins: readonly Origin[]): boolean {
  const plain =
    /^(eval|source|\.)$/.test(command.words[0]?.text ?? '') &&
    command.words.length === 2 &&
    // Nothing added to what the program prints.
    (command.name !== 'eval' || command.words[1]?.text === HOLE) &&
    command.assignments.length === 0 &&
    command.redirects.length === 0 &&
    command.via.every((name) => /^(ba|z|k)?sh$/.test(name));
  return (
    plain &&
    origins.length > 0 &&
    origins.every((o) => o.kind === 'command' && SHELL_SETUP.test(o.what.replace(INSTALLED, '')))
  );
}

/** `$x -rf /`: the name is not known, but what it is given could only mean harm. */
function unknownName(command: ShellCommand): Effect[] {
  if (command.name !== '') return [];
  // `$(curl …)`, `curl … | while read l; do $l; done`: what comes is the command.
  const from = command.words[0]?.origins ?? [];
  if (from.some((o) => o.kind === 'network')) return [fetched(command)];
  if (from.some((o) => o.kind === 'decoded')) return [unseen(command)];
  // `xargs sh -c 'exec "$1"' _`: what comes is the command.
  if (command.words[0]?.text === HOLE && command.via.some((v) => /^(xargs|parallel|sem)$/.test(v)))
    return [unseen(command)];
  if (command.words.length < 2) return [];
  const args = command.words.slice(1).map((w) => w.text);
  const forced =
    args.some((a) => /^-[a-z]*(rf|fr|Rf|fR)[a-z]*$/.test(a)) || (args.includes('-r') && args.includes('-f'));
  const precious = args.some((a) => /^(\/|\/\*|~|\/etc.*|\/usr.*|\/dev\/[sn].*|of=.*)$/.test(a));
  return forced || precious || args.some((a) => /^--?hard$|^--force$/.test(a)) ? [unseen(command)] : [];
}
