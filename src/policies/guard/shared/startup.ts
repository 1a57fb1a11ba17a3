// Recognises files that determine what runs later: at the next login, commit or boot, or when some tool starts.
import { pattern } from '../../../shell/base/pattern.ts';

/** Files that determine what runs at the next login, commit or boot, wherever they are. */
const STARTUP = [
  /\/\.claude\/hooks\//,
  /\/\.(bashrc|bash_aliases|zsh_aliases|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|inputrc|shrc|ashrc|xinitrc|xprofile|xsession|xsessionrc|gitconfig|pam_environment)$/,
  /\/\.(bashrc|zshrc|profile|bash_profile)\.d\//,
  /\/\.aws\/config$/,
  /\/\.(config\/(fish\/|systemd\/|autostart\/|nushell\/|environment\.d\/|plasma-workspace\/|git\/config$)|local\/share\/systemd\/)/,
  /\/Library\/Launch(Agents|Daemons)(\/|$)/,
  // Plug-ins that macOS loads into its own programs.
  pattern(String.raw`
    \/Library\/(
    QuickLook|Audio\/Plug-Ins|Screen Savers|Services|Scripts\/Folder Action Scripts|Workflows|
    PreferencePanes|Input Methods|Spotlight|ColorPickers|Internet Plug-Ins|Address Book Plug-Ins|
    Mail\/Bundles|StartupItems|Application Scripts|ScriptingAdditions|
    Security\/SecurityAgentPlugins|DirectoryServices\/PlugIns
    )(\/|$)
  `),
  /\/\.git($|\/(hooks(\/|$)|config$|HEAD$|refs\/|objects\/|index$))/,
  /\/\.git\/(modules|worktrees)\/.+\/(hooks\/|config$)/,
  /\/\.(husky|githooks|git-hooks)\/[\w-]+$|\/\.mcp\.json$/,
  // The kernel runs the program that is named there when the last process of a group ends.
  /\/(release_agent|notify_on_release)$/,
  // Programs of a package manager, which are found before the system's own.
  /^\/opt\/(homebrew|local)\/s?bin\//,
  // Python runs these whenever it starts.
  /\/(user|site)customize\.py$|\/(site|dist)-packages\/[^/]+\.pth$/,
  /\/\.ipython\/profile_[^/]+\/startup\//,
];

/**
 * Settings of coding agents, in the home or in a project: they name the programs and servers that are started, and can
 * switch all hooks off.
 */
const AGENTS = [
  /\/\.(codex\/(config\.toml|hooks\.json)|(gemini|qwen)\/settings\.json|cursor\/(mcp|hooks)\.json|opencode\/plugins?\/[^/]+)$/,
  // The servers that another client starts.
  /\/\.[\w-]+\/([^/]+\/)*(mcp|mcp[-_](config|settings|servers))\.json$|\/(claude_desktop_config|cline_mcp_settings)\.json$/,
  /\/\.github\/(copilot\/settings(\.local)?\.json|hooks\/[^/]+\.json)$/,
];

const AGENTS_IN_HOME =
  /^\/\.(claude\.json|copilot\/((settings|config)\.json|hooks\/[^/]+)|config\/opencode\/(opencode\.jsonc?|plugins?\/[^/]+))$/;

/** Settings in the home with which a tool runs other programs or talks to other servers. */
const TOOL_SETTINGS = [
  pattern(
    String.raw`
    ^\/\.(
    vimrc|gvimrc|exrc|emacs|nanorc|screenrc|tmux\.conf|npmrc|yarnrc(\.yml)?|curlrc|wgetrc|gemrc|
    irbrc|pryrc|rprofile|pythonrc(\.py)?|condarc|psqlrc|sqliterc|my\.cnf|gdbinit|lldbinit|hgrc|
    mailcap|lessfilter|rtorrent\.rc|muttrc|procmailrc|forward|rhosts|shosts|direnvrc|ghci|ocamlinit
    )$
  `,
    'i',
  ),
  /^\/\.(vim\/(plugin|autoload|after|vimrc)|emacs\.d\/|oh-my-zsh\/|subversion\/config$|gradle\/init|m2\/settings\.xml$|bundle\/config$|cargo\/config(\.toml)?$|pip\/pip\.conf$|docker\/config\.json$|kube\/config$)/,
  /^\/\.config\/(pip\/|nvim\/|procps\/|direnv\/|tmux\/|uv\/|containers\/|hypr\/|sway\/|i3\/)/,
  /^\/(\.config|Library\/Application Support)\/(Code( - Insiders)?|VSCodium|Cursor|Windsurf)\/User\/(settings|tasks|keybindings)\.json$/,
  // Programs that the desktop starts for a link, a file or a key.
  /^\/\.(config\/(mimeapps\.list$|openbox\/|awesome\/|bspwm\/|lxsession\/|xfce4\/xinitrc$|kwinrc$|karabiner\/)|local\/share\/(applications|dbus-1\/services|kservices5)\/|xbindkeysrc$|hammerspoon\/)/,
  // Settings of other shells, consoles and pagers.
  /^\/\.((mksh|yash|xonsh|ash|dash|ack|lftp|mail|dput|quilt|pdb|lessc?|top|elvish|vifm|nnn)rc|login|logout|selected_editor|xserverrc|lesskey|pinerc|perldb|fbtermrc)$/,
  /^\/\.config\/(elvish|xonsh|ion|powershell|ranger|lf|vifm|lftp|mpv\/scripts|git\/hooks|gh\/config\.yml)(\/|$)/,
  /^\/\.(julia\/config\/|jupyter\/[^/]+_config\.py$|git-templates?\/|dstat\/|gdbinit\.d\/)/,
  // A program here is found before the system's own.
  /^\/(\.local\/bin|bin|\.bin)\/(git|ssh|scp|sudo|su|node|npm|npx|python\d?|pip\d?|bash|sh|zsh|ls|cat|docker|kubectl|aws|gpg|make|gcc|curl|wget|grep|claude|codex|go|cargo|ruby|java)$/,
];

/** Files of the system that determine what runs at some time, at boot or as root. */
const SCHEDULED = pattern(String.raw`
  ^\/etc\/(cron|at\.|init|rc\d?\b|systemd\/|profile|bash\.bashrc|zsh|environment|sudoers|pam\.d|ld\.so|passwd$|shadow|group$|ssh\/|udev\/|xdg\/autostart|X11\/xinit|apt\/apt\.conf)|
  ^\/var\/spool\/(cron|at)(\/|$)
`);

/** Whether a file of the user determines what runs later. */
export function isStartup(path: string, home: string): boolean {
  if ([...AGENTS, ...STARTUP].some((re) => re.test(path))) return true;
  if (!path.startsWith(`${home}/`)) return false;
  const inHome = path.slice(home.length);
  return [AGENTS_IN_HOME, ...TOOL_SETTINGS].some((re) => re.test(inHome));
}

/** Settings of a project that run something by themselves only with certain content. */
const BY_CONTENT: readonly { path: RegExp; content: RegExp }[] = [
  // Python runs the lines that begin with `import`.
  { path: /\.pth$/, content: /import\s+\w+/ },
  { path: /\/\.vscode\/tasks\.json$/, content: /folderOpen/ },
  {
    path: /\/\.vscode\/settings\.json$/,
    content: /terminal\.integrated\.(profiles|automationProfile|env|shell)|git\.path/,
  },
  { path: /\/\.?devcontainer(\/devcontainer)?\.json$/, content: /initializeCommand/ },
  {
    path: /\/\.idea\/(workspace|startup)\.xml$/,
    content: /StartupManager|isRunOnStartup|startup-configuration/i,
  },
];

/** Whether a write makes a file determine what runs later, by what is written. */
export const isStartupByContent = (path: string, written: string): boolean =>
  BY_CONTENT.some((file) => file.path.test(path) && file.content.test(written));

export const isScheduled = (path: string): boolean => SCHEDULED.test(path);
