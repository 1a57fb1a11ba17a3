// Commands that print shell settings and are meant to be evaluated: `eval "$(brew shellenv)"`.

const KNOWN =
  /^(ssh-agent( -[sc])?|gpg-agent --daemon|(\S*\/)?brew shellenv( \w+)?|(pyenv|rbenv|nodenv|goenv|jenv|phpenv|plenv|tfenv|swiftenv|luaenv|anyenv) init( -\S*| - \w+)*|pyenv virtualenv-init -|(direnv|starship|zoxide|mise|atuin|rtx|fnm|mcfly|fzf|navi|thefuck|keychain|devbox|vfox|proto|zellij|carapace|oh-my-posh|pkgx|conda|mamba|micromamba)( [\w.=:/-]+)*|opam (config )?env( --[\w-]+)*|(\S*\/)?conda shell\.\w+ hook|dircolors( -b)?( \S+)?|lesspipe(\.sh)?|SHELL=\S+ lesspipe|(docker-machine|minikube|podman machine|colima) (-p \S+ )?(env|docker-env)( [\w-]+)*|(kubectl|helm|gh|npm|pip3?|rustup|poetry|deno|op|doctl|flux|kind|minikube|stern|k9s|argocd|register-python-argcomplete|docker|cargo|uv|uvx|pnpm|yarn|bun|just|task|glab) (generate-shell-completion|completion|completions|gen-completions|generate|--completion|completion-script)( -?-?[\w.]+)*|resize|tset -s|luarocks path( --\w+)?|rustc --print \w+|vault -autocomplete-install|register-python-argcomplete [\w-]+|heroku autocomplete:\w+|perl -I\S+ -Mlocal::lib\S*|nvm \w+|sdk \w+|assume-role \S+|ssh-agent bash|rbenv hook|op signin( \S+)?|dbus-launch( --\S+)*|aws configure export-credentials( --\S+| \w+)*)$/;

/** `ng completion script`: any program may print completions for the shell. Text tools and clients would print a file. */
const COMPLETIONS =
  /^(?!(curl|wget\d?|https?|xh|ssh|nc|ncat|socat|cat|bat|head|tail|tac|less|more|sed|g?awk|grep|rg|cut|tr|sort|jq|yq|tee|find|xargs|strings|base\d+|xxd|openssl|gpg|git|python[\d.]*|node|deno|bun|perl|ruby|php|\w*sh)\s)[\w./-]*[\w-]( [\w-]+)? (completions?|completion-script|shell-completion|generate-shell-completion|gen-completions?|autocomplete:script|--(show|print|generate|shell)-completions?)( (-?-?(shell[= ])?(bash|zsh|fish|powershell|script|generate|show|print)))*$/;

export const printsShellSetup = (commandLine: string): boolean =>
  KNOWN.test(commandLine) || COMPLETIONS.test(commandLine);
