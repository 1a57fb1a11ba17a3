// Environment variables that change what programs do.

/** Variables whose value some program runs as a command. */
export const COMMAND_VARIABLES =
  /^(GIT_(SSH_COMMAND|EDITOR|PAGER|EXTERNAL_DIFF|SEQUENCE_EDITOR|ASKPASS|PROXY_COMMAND)|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|PROMPT_COMMAND|PS[0-4]|BASH_ENV|ENV|SUDO_ASKPASS|RSYNC_RSH|CVS_RSH)$/;

/** Variables that load code into a program when it starts. */
export const CODE_VARIABLES = /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|PERL5OPT|BASH_ENV)$/;

/** Variables that change later commands, even when they are set on a line of their own. */
export const INHERITED_VARIABLES =
  'TAR_OPTIONS TAPE LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV GIT_SSH GIT_SSH_COMMAND HUSKY LEFTHOOK'.split(
    ' ',
  );
