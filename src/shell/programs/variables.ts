// Environment variables that change what programs do.
import { pattern } from '../base/pattern.ts';

/** Variables whose value some program runs as a command. */
export const COMMAND_VARIABLES = pattern(String.raw`
  ^(
  # Git.
  GIT_(SSH|SSH_COMMAND|EXTERNAL_DIFF|PROXY_COMMAND|CONFIG_VALUE_\d+)|
  # Pagers, editors and browsers.
  \w*PAGER|\w*EDITOR|VISUAL|BROWSER|LESS(OPEN|CLOSE)|
  # The shell itself.
  PROMPT_COMMAND|PS[0-4]|BASH_ENV|ENV|
  # Programs that ask for a password, and remote shells.
  \w*ASKPASS|\w+_RSH|SVN_SSH|\w+_(PASSWORD_COMMAND|PASSCOMMAND|PASSWORD_CMD)|RSYNC_CONNECT_PROG|
  # Build tools.
  AUTO(CONF|HEADER|MAKE|M4TE|POINT)|ACLOCAL|LIBTOOLIZE|\w*RUSTC(_WORKSPACE)?_WRAPPER|
  CARGO_TARGET_\w+_(RUNNER|LINKER)|npm_config_(script_shell|shell|editor|git)|
  # Terminals, and tools that are named by a variable.
  TERMINAL|OPENER|SHELLCHECK_OPTS|MAKESHELL|CC|CXX|LD|AR|HOSTCC|MANPAGER|SUDO_ASKPASS
  )$
`);

/** Variables that load code into a program when it starts. */
export const CODE_VARIABLES = /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|PERL5OPT|BASH_ENV)$/;

/** Variables that change later commands, even when they are set on a line of their own. */
export const INHERITED_VARIABLES =
  'TAR_OPTIONS TAPE LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV GIT_SSH GIT_SSH_COMMAND HUSKY LEFTHOOK'.split(
    ' ',
  );

/** Variables that list the folders of programs. */
export const PATH_VARIABLES = /^(PATH|Path)$/;

/** Variables that name files or folders of code which a program loads. In a temporary folder anybody may have put it. */
export const CODE_PLACES = pattern(String.raw`
  ^(
  GCONV_PATH|R_PROFILE(_USER)?|R_ENVIRON(_USER)?|DOTNET_STARTUP_HOOKS|
  COR(ECLR)?_PROFILER_PATH(_\d+)?|PHPRC|PHP_INI_SCAN_DIR|JULIA_LOAD_PATH|
  OCTAVE_(SITE|VERSION)_INITFILE|PSModulePath|OPENSSL_(CONF|ENGINES|MODULES)|GTK_(MODULES|PATH)|
  GIO_EXTRA_MODULES|GDK_PIXBUF_MODULE_FILE|QT_PLUGIN_PATH|VK_LAYER_PATH|ZDOTDIR|
  LUA_(INIT\w*|C?PATH\w*)|TCLLIBPATH|PYTHONHOME|EMACSLOADPATH
  )$
`);

/** Variables whose value is code in the language of the program that reads them, or options with such code. */
export const CODE_TEXTS = pattern(String.raw`
  ^(LUA_INIT\w*|VIMINIT|GVIMINIT|EXINIT|ERL_[AZ]?FLAGS|ELIXIR_ERL_OPTIONS|PERL5DB|JAVA_TOOL_OPTIONS|
  _JAVA_OPTIONS|JDK_JAVA_OPTIONS|RUBYOPT)$
`);

/** Variables with options that load code; the first group is the path of that code. */
const LOADING: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [
    /^NODE_OPTIONS$/,
    /(?:--(?:require|import|loader|experimental-loader)|(?<![\w-])-r)[\s=]*["']?([~/][^\s"']*)/,
  ],
  [/^(RUBYOPT|RUBYLIB)$/, /-[rI]\s*([~/]\S*)/],
  [/^PERL5OPT$/, /-[MmI]\S*?([~/]\S*)/],
  [
    /^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|SBT_OPTS)$/,
    /-(?:javaagent|agentpath|agentlib):([^\s=]+)/,
  ],
  [/^GOFLAGS$/, /-(?:toolexec|exec)=(\S+)/],
  [/^(RUSTFLAGS|CARGO_ENCODED_RUSTFLAGS)$/, /-C\s*linker=([~/]\S+)/],
  [/^(PYTHONSTARTUP|PYTHONINSPECT_FILE)$/, /^([~/]\S+)/],
  [/^(GNU)?MAKEFLAGS$/, /--eval=?\s*(\S+)/],
  // Another daemon or server gets everything that is sent to it.
  [/^DOCKER_HOST$/, /^(tcp:\/\/(?!localhost|127\.|0\.0\.0\.0|docker\b|dind\b|host\.docker)\S+)/],
  [
    /^AWS_ENDPOINT_URL(_\w+)?$/,
    /^(https?:\/\/(?!localhost|127\.|localstack|minio|[\w.-]*\.amazonaws\.com|[\w-]+[:/]|[\w-]+$)\S+)/,
  ],
  // Certificates that anybody could have put there.
  [
    /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_CAINFO|AWS_CA_BUNDLE)$/,
    /^(\/(?:var\/)?tmp\/\S+|\/dev\/shm\/\S+)/,
  ],
  // A proxy on a foreign address reads what is sent; those of a company have names or private addresses.
  [
    /^(https?|ftp|all)_proxy$/i,
    pattern(String.raw`
      ^(\w+:\/\/(?:[^@/]*@)?
      # Not a private or a local address.
      (?!0\.|10\.|127\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|
      100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)\d+\.\d+\.\d+\.\d+\S*)
    `),
  ],
  // An SSH agent of another session, with the keys in it.
  [/^SSH_AUTH_SOCK$/, /^(\/(?:private\/)?tmp\/(?:ssh-|com\.apple\.launchd)[^/]+\/\S+)/],
  [/^GIT_ALLOW_PROTOCOL$/, /(?:^|:)(ext)(?:$|:)/],
  [/^GIT_(EXEC_PATH|TEMPLATE_DIR|CONFIG_GLOBAL|CONFIG_SYSTEM)$/, /^([~./](?!dev\/null$)\S+)/],
];

/** Variables that say from which server packages come. Values that name a usual server do no harm (`USUAL_REGISTRY`). */
export const REGISTRY_VARIABLES = pattern(
  String.raw`
  ^(
  # JavaScript.
  npm_config_registry|yarn_registry|yarn_npm_registry_server|bun_config_registry|
  # Python.
  pip_(extra_)?index_url|pip_trusted_host|uv_((extra_|default_)?index(_url)?)|
  poetry_repositories_\w+_url|
  # Other languages and systems.
  goproxy|cargo_registries_\w+_index|bundle_mirror\w*|gem_source|composer_repo_packagist|
  homebrew_(bottle_domain|brew_git_remote)
  )$
`,
  'i',
);

/** Where packages usually come from, or the project's own machine. */
export const USUAL_REGISTRY = pattern(
  String.raw`
  ^(
  # Where packages usually come from.
  https:\/\/(registry\.(npmjs\.org|yarnpkg\.com)|pypi\.org|(test-)?files\.pythonhosted\.org|test\.pypi\.org|download\.pytorch\.org|proxy\.golang\.org|goproxy\.(io|cn)|rubygems\.org|index\.crates\.io|[\w-]+\.tuna\.tsinghua\.edu\.cn|mirrors?\.[\w.-]+)|
  # This machine, and no server at all.
  https?:\/\/(localhost|127\.)|direct|off|\$|$
  )
`,
  'i',
);

/** Finds in the value of a variable the file that programs load because of it. */
export const loadPatternOf = (name: string): RegExp | undefined =>
  LOADING.find(([variable]) => variable.test(name))?.[1];

/** Programs that set the variables which their words name. */
export const SETTERS = /^(export|declare|typeset|readonly|env|setx|set|launchctl)$/;
