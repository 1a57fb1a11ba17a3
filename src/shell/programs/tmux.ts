// The subcommands of tmux that both its behaviours and the guard look for.

/** Commands of tmux that type into a terminal, with their short names. */
export const TMUX_TYPES = /^(send-keys|send|send-prefix|paste-buffer|pasteb)$/;
