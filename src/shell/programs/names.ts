// Names of programs that are looked for inside other words, so no single spec can hold them.

/** Programs that a glob in place of a program name is compared with: `/bin/r?` is `rm`. */
export const GLOBBED =
  'rm dd sh bash zsh cat curl wget nc shred mkfs chmod chown find git sudo python3 perl'.split(' ');

/** Programs that can do harm. They are looked for among the arguments of unknown programs, which may run them. */
export const EMBEDDED =
  /^(rm|rmdir|unlink|dd|shred|srm|mkfs(\.\w+)?|git|sudo|doas|dropdb|chmod|chown|find|kill|pkill|shutdown|reboot|terraform|wipefs|truncate|mv|cp|tee|cat|docker|podman|kubectl|aws|curl|wget|nc|ncat|scp|rsync|bash|sh|zsh|dash)$/;

/** A command in the middle of a text, up to the next quote, bracket or separator: `(term "rm -rf ~")`. */
export const TYPED_COMMAND =
  /(?<![\w./~$%-])(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?(?:sudo\s+)?(?:rm|shred|dd|mkfs(?:\.\w+)?|curl|wget|nc|ncat|cat|tee|chmod|chown|cp|mv|scp|rsync|truncate)\s+(?:-|[~/.$\w])[^"'`\n;|&()}\]<>]*/g;

/** Text in the middle of a longer one that is piped into a shell: `run "curl x | sh"`. */
export const PIPED_TO_SHELL =
  /(?<![\w./~$%-])(?:curl|wget|fetch|base64|base32|xxd|openssl|echo|printf|cat)\s[^"'`\n;]*\|\s*(?:sudo\s+)?(?:\/\S*\/)?(?:ba|z|da|k)?sh(?![\w./-])/g;

/** Words with which a program is told to delete what else it is given: `tool purge ~`, `tool -rf /`. */
export const DELETING_WORD =
  /^-(rf|fr|rvf|vrf|Rf|fR)$|^-{0,2}(delete|delete-all|remove|remove-all|purge|wipe|destroy|erase|nuke|shred|unlink|obliterate|rmtree|rimraf)$/i;

/** A word that is the name or the path of an interpreter which takes code as an argument. */
export const INTERPRETER = /^(\S*\/)?(python[\d.]*|perl|ruby|node|php|lua)$/;

/** A word that contains a call of a shell with code: `"bash -c '…'"`. */
export const SHELL_WITH_CODE =
  /(?:^|[;&|]\s*)(?:\w+=\S*\s+|sudo\s+|env\s+)*(?:\S*\/)?(?:ba|z|da|k)?sh\s+-\w*c\s/;

/** A word that is the name or the path of a shell. */
export const SHELL_NAME = /^(\S*\/)?(ba|z|da|k)?sh$/;

/** Programs that work on a link itself and not on its target, if its name stands alone. */
export const ON_LINK = /^(rm|unlink|mv|ln|readlink|ls|stat|test|\[|\[\[|file|basename|dirname|git)$/;
