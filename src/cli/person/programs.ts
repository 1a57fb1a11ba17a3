// Programs that stand on the other side of a terminal, by what they do. The names are those of their executables.

const names = (text: string) => text.trim().split(/\s+/);

/**
 * Terminal windows, logins and editors with terminals: a person sits in front of them. Their terminals take input from a
 * keyboard, a network login or a browser, not from a command line.
 */
export const terminalPrograms = new Set([
  // Logins
  ...names(`
    sshd sshd-session sshd-auth dropbear login agetty mosh-server telnetd in.telnetd tailscaled et
    etterminal eternalterminal teleport ttyd gotty wetty cockpit-bridge
  `),
  // Containers and virtual machines, seen from the host
  ...names(`
    containerd-shim containerd-shim-runc-v2 conmon dockerd docker-init podman lxc-start lxd incusd
    systemd-nspawn init wslhost qemu-system-x86_64 qemu-system-aarch64
  `),
  // Windows
  ...names(`
    xterm uxterm urxvt urxvtd rxvt st gnome-terminal-server kgx gnome-console ptyxis ptyxis-agent
    konsole yakuake xfce4-terminal mate-terminal lxterminal qterminal tilix terminator guake tilda
    terminology deepin-terminal io.elementary.terminal blackbox foot footclient kitty alacritty
    wezterm-gui wezterm-mux-server ghostty rio contour warp warp-terminal tabby hyper wave waveterm
    cool-retro-term sakura roxterm zutty fbterm kmscon crosh vshd sommelier gnome-boxes
  `),
  // Editors
  ...names(`
    code code-insiders code-oss codium vscodium code-server cursor windsurf zed zed-editor electron idea
    pycharm webstorm goland clion rider rustrover fleet java sublime_text jupyter-lab theia lapce
  `),
]);

/** Logins over the network whose other end can be on this machine. */
export const networkLogins = new Set(
  names('sshd sshd-session sshd-auth dropbear telnetd in.telnetd mosh-server et etterminal eternalterminal'),
);

/**
 * Terminals that are served to a browser, a socket or a command line. A person uses them too, so they count if they were
 * started before every client.
 */
export const servedTerminals = new Set(
  names('ttyd gotty wetty wezterm-mux-server jupyter-lab code-server theia vshd'),
);

/** Folders of editors whose terminals are made by a copy of Node that they bring along. */
export const editorFolders =
  /\/(\.vscode-server|\.vscode-server-insiders|\.cursor-server|\.windsurf-server|\.vscodium-server|vscode|code-server|\.vscode-remote)[^/]*\//;

/** Daemons that show one session in several terminals; they have none themselves. */
export const multiplexers = new Set(names('tmux screen zellij dtach abduco dvtm byobu tmate'));

/** Daemons that run commands later or on request, when no person is there. */
export const schedulers = new Set(
  names(`
    cron crond anacron atd fcron cronie busybox systemd-run supervisord runsvdir s6-supervise xinetd
    inetd incrond watchman pm2 git-daemon
  `),
);

/** Init programs, which adopt processes whose parent has ended. */
export const initPrograms = new Set(
  names('systemd init launchd tini dumb-init docker-init catatonit podman-init s6-svscan'),
);
