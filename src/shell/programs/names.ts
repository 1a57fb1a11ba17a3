// Names of programs that are looked for inside other words, so no single spec can hold them.

/** Programs that a glob in place of a program name is compared with: `/bin/r?` is `rm`. */
export const GLOBBED =
  'rm dd sh bash zsh cat curl wget nc shred mkfs chmod chown find git sudo python3 perl'.split(' ');

/** Programs that can do irreversible harm. They are looked for among the arguments of unknown programs. */
export const DESTRUCTIVE =
  /^(rm|dd|shred|mkfs(\.\w+)?|git|sudo|dropdb|chmod|chown|find|kill|pkill|shutdown|reboot|terraform|wipefs|truncate|mv|docker|kubectl|aws|bash|sh)$/;

/** A word that contains a call of a shell with code: `"bash -c '…'"`. */
export const SHELL_WITH_CODE =
  /(?:^|[;&|]\s*)(?:\w+=\S*\s+|sudo\s+|env\s+)*(?:\S*\/)?(?:ba|z|da|k)?sh\s+-\w*c\s/;

/** A word that is the name or the path of a shell. */
export const SHELL_NAME = /^(\S*\/)?(ba|z|da|k)?sh$/;
