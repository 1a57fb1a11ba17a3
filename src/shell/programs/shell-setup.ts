// Commands that print shell settings and are meant to be evaluated: `eval "$(brew shellenv)"`.
import { pattern } from '../base/pattern.ts';

const KNOWN = pattern(String.raw`
  ^(
  # Agents that hold keys.
  ssh-agent( -[sc])?|gpg-agent --daemon|
  # Package managers, and managers of versions of a language.
  (\S*\/)?brew shellenv( \w+)?|
  (pyenv|rbenv|nodenv|goenv|jenv|phpenv|plenv|tfenv|swiftenv|luaenv|anyenv) init( -\S*| - \w+)*|
  pyenv virtualenv-init -|
  # Prompts, histories and other helpers of the shell.
  (direnv|starship|zoxide|mise|atuin|rtx|fnm|mcfly|fzf|navi|thefuck|keychain|devbox|vfox|proto|zellij|carapace|oh-my-posh|pkgx|conda|mamba|micromamba)( [\w.=:/-]+)*|
  opam (config )?env( --[\w-]+)*|(\S*\/)?conda shell\.\w+ hook|
  # Colours and pagers.
  dircolors( -b)?( \S+)?|lesspipe(\.sh)?|SHELL=\S+ lesspipe|
  # Which container engine or cluster the clients talk to.
  (docker-machine|minikube|podman machine|colima) (-p \S+ )?(env|docker-env)( [\w-]+)*|
  # Completions: kubectl completion bash.
  (kubectl|helm|gh|npm|pip3?|rustup|poetry|deno|op|doctl|flux|kind|minikube|stern|k9s|argocd|register-python-argcomplete|docker|cargo|uv|uvx|pnpm|yarn|bun|just|task|glab) (generate-shell-completion|completion|completions|gen-completions|generate|--completion|completion-script)( -?-?[\w.]+)*|
  # The terminal.
  resize|tset -s|
  # Paths of libraries, and single programs.
  luarocks path( --\w+)?|rustc --print \w+|vault -autocomplete-install|
  register-python-argcomplete [\w-]+|heroku autocomplete:\w+|perl -I\S+ -Mlocal::lib\S*|nvm \w+|
  sdk \w+|assume-role \S+|ssh-agent bash|rbenv hook|op signin( \S+)?|dbus-launch( --\S+)*|
  aws configure export-credentials( --\S+| \w+)*
  )$
`);

/** `ng completion script`: any program may print completions for the shell. Text tools and clients would print a file. */
const COMPLETIONS = pattern(String.raw`
  ^(?!(curl|wget\d?|https?|xh|ssh|nc|ncat|socat|cat|bat|head|tail|tac|less|more|sed|g?awk|grep|rg|cut|tr|sort|jq|yq|tee|find|xargs|strings|base\d+|xxd|openssl|gpg|git|python[\d.]*|node|deno|bun|perl|ruby|php|\w*sh)\s)[\w./-]*[\w-]( [\w-]+)? (completions?|completion-script|shell-completion|generate-shell-completion|gen-completions?|autocomplete:script|--(show|print|generate|shell)-completions?)( (-?-?(shell[= ])?(bash|zsh|fish|powershell|script|generate|show|print)))*$
`);

export const printsShellSetup = (commandLine: string): boolean =>
  KNOWN.test(commandLine) || COMPLETIONS.test(commandLine);
