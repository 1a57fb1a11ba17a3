// Lists of names that no single spec can hold.

/** Programs that a wildcard in the place of a name is taken for: `/bin/r?`. */
export const GLOBBED =
  'rm dd sh bash zsh cat curl wget nc shred mkfs chmod chown find git sudo python3 perl'.split(' ');

/** Programs that can do harm which nothing undoes: they are looked for in the words of a program nobody knows. */
export const DESTRUCTIVE =
  /^(rm|dd|shred|mkfs(\.\w+)?|git|sudo|dropdb|chmod|chown|find|kill|pkill|shutdown|reboot|terraform|wipefs|truncate|mv|docker|kubectl|aws|bash|sh)$/;

/** A word that begins as a shell with its code. */
export const SHELL_WITH_CODE =
  /(?:^|[;&|]\s*)(?:\w+=\S*\s+|sudo\s+|env\s+)*(?:\S*\/)?(?:ba|z|da|k)?sh\s+-\w*c\s/;

/** A word that names a shell. */
export const SHELL_NAME = /^(\S*\/)?(ba|z|da|k)?sh$/;
