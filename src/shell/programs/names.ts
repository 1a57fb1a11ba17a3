// Patterns for the names of programs inside other words, which belong to no single spec.
import { pattern } from '../base/pattern.ts';

/** The programs that a glob in place of a program name may mean: `/bin/r?` is `rm`. */
export const GLOBBED =
  'rm dd sh bash zsh cat curl wget nc shred mkfs chmod chown find git sudo python3 perl'.split(' ');

/** Programs that can do harm. They are looked for among the arguments of unknown programs, which may run them. */
export const EMBEDDED = pattern(String.raw`
  ^(
  rm|rmdir|unlink|dd|shred|srm|mkfs(\.\w+)?|git|sudo|doas|dropdb|chmod|chown|find|kill|pkill|
  shutdown|reboot|terraform|wipefs|truncate|mv|cp|tee|cat|docker|podman|kubectl|aws|curl|wget|nc|
  ncat|scp|rsync|bash|sh|zsh|dash
  )$
`);

/** A command in the middle of a text, up to the next quote, bracket or separator: `(term "rm -rf ~")`. */
export const TYPED_COMMAND =
  /(?<![\w./~$%-])(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?(?:sudo\s+)?(?:rm|shred|dd|mkfs(?:\.\w+)?|curl|wget|nc|ncat|cat|tee|chmod|chown|cp|mv|scp|rsync|truncate)\s+(?:-|[~/.$\w])[^"'`\n;|&()}\]<>]*/g;

/** A command in the middle of a text that is piped into a shell: `run "curl x | sh"`. */
export const PIPED_TO_SHELL =
  /(?<![\w./~$%-])(?:curl|wget|fetch|base64|base32|xxd|openssl|echo|printf|cat)\s[^"'`\n;]*\|\s*(?:sudo\s+)?(?:\/\S*\/)?(?:ba|z|da|k)?sh(?![\w./-])/g;

/** Words that tell a program to delete its other arguments: `tool purge ~`, `tool -rf /`. */
export const DELETING_WORD = pattern(
  `
  ^-(rf|fr|rvf|vrf|Rf|fR)$|
  ^-{0,2}(delete|delete-all|remove|remove-all|purge|wipe|destroy|erase|nuke|shred|unlink|obliterate|
  rmtree|rimraf)$
`,
  'i',
);

/** The prefixes of cloud nouns in PowerShell: Azure, Microsoft Graph, Exchange and AWS. */
const CLOUD_NOUN =
  '(az(?=[a-z])|mg(?=[a-z])|msol|mailbox|casmailbox|inboxrule|transportrule|adminauditlog|organizationconfig|management\\w*role|ec2|s3|iam|rds|kms|lm[a-z]|r53|gd[a-z]|ct[a-z]|sec(secret|value))';

/** A cmdlet that changes something in a cloud, by its verb: `Set-AzKeyVaultAccessPolicy`. */
const CLOUD_CHANGE = new RegExp(
  `^(remove|set|update|add|stop|disable|revoke|reset|restart|invoke|grant|clear|move|restore|suspend|unregister|enable|register|publish|approve|deny|edit|send)-${CLOUD_NOUN}`,
);

/** A cmdlet that creates access to a cloud: a role, a user, a key. Other things may be created without a question. */
const CLOUD_ACCESS = new RegExp(
  `^new-${CLOUD_NOUN}\\w*(role|user|group|member|policy|credential|password|key|token|sas|permission|grant|principal|application|rule|invitation|login)`,
);

/** The name of the spec that describes a cmdlet of a cloud, if its name says that it changes something. */
export const cloudCmdlet = (name: string): string | undefined =>
  CLOUD_CHANGE.test(name) || CLOUD_ACCESS.test(name) ? 'cloud-cmdlet' : undefined;

/** A word that is the name or the path of an interpreter which takes code as an argument. */
export const INTERPRETER = /^(\S*\/)?(python[\d.]*|perl|ruby|node|php|lua)$/;

/** A word that contains a call of a shell with code: `"bash -c '…'"`. */
export const SHELL_WITH_CODE =
  /(?:^|[;&|]\s*)(?:\w+=\S*\s+|sudo\s+|env\s+)*(?:\S*\/)?(?:ba|z|da|k)?sh\s+-\w*c\s/;

/** A word that is a whole command line for an interpreter or for git: `"python3 -c '…'"`, `"git push --force"`. */
export const WHOLE_COMMAND = pattern(String.raw`
  ^(?:\w+=\S*\s+|sudo\s+|env\s+)*(?:(?:\S*\/)?(?:python[\d.]*|perl|ruby|node|php|lua)\s+-[cer]\s|
  git\s+(?:push|reset|clean|checkout|restore|branch|stash)\s[^\n]*\s?-)
`);

/** A word that is the name or the path of a shell. */
export const SHELL_NAME = /^(\S*\/)?(ba|z|da|k)?sh$/;

/** Programs that mostly work on a link itself and not on its target, unless a slash follows: `rm d`, but `rm -r d/`. */
export const ON_LINK = /^(rm|unlink|mv|ln|readlink|ls|stat|test|\[|\[\[|file|basename|dirname|git)$/;

/** Parts that a download adds to the name of its program: a version, a system, a processor, the kind of build. */
const RELEASE = pattern(String.raw`
  (?:
  [-_.]+(?:v?\d[\w.]*|linux|darwin|macos|mac|osx|windows|win(?:32|64)?|freebsd|openbsd|amd64|intel64|x86[-_]64|x86|x64|i[36]86|arm64\w*|aarch64|armv?\d\w*|arm|armhf|universal|unknown|apple|musl|gnu|gnueabihf|glibc|static|stripped|latest|stable|nightly|release)|
  (?<=[a-z])(?:32|64)s?
  )$
`);

/** `chisel` for `chisel_1.7.6_linux_amd64`. */
export function withoutRelease(name: string): string {
  let short = name;
  for (let before = ''; before !== short; ) {
    before = short;
    short = short.replace(RELEASE, '');
  }
  return short;
}

/** The name of a script or program that deploys: `deploy`, `deploy.sh`, `deploy-prod.py`, `app_deploy`. */
export const DEPLOY_SCRIPT =
  /^(?:(?:re)?deploy(?:[-_.:]\w+)*|\w+(?:[-_]\w+)*[-_]deploy)(?:\.(?:sh|bash|zsh|fish|ps1|py|rb|pl|php|exs?|[cm]?[jt]s))?$/i;

/** Words in such a name that say it does something else: `deploy-preview`, `deploy.test.ts`, `check-deploy`. */
export const NO_DEPLOY =
  /(?:^|[-_.:])(?:pre|post|previews?|tests?|spec|mock|local|dry|plan|diff|check|lint|validate|verify|status|logs?|list|show|info|report|notes|help|docs?-preview|lib|utils?|helpers?|common|config|settings|env|types?|template|ya?ml|json|md|txt)(?=$|[-_.:])/i;

/** Values with which an option or a variable is off: `DRY_RUN=0`. */
export const OFF = /^(|0|no|none|false|off)$/i;

/** Arguments and variables with which a script that deploys only shows something. */
export const ONLY_SHOWS =
  /^(?:--?(?:h|help|version|dry-?run|what-?if|noop|plan|preview|check|diff|list|status)|help|plan|preview|check|diff|list|status|logs?|validate|version|dry-?run)$/i;
