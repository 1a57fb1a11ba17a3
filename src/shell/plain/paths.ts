// Recognises ordinary files of a project, which no guard policy objects to. Most tool calls use such files; in doubt the
// full guard is asked.

/** Relative paths without hidden parts, `..` and special characters. */
const ORDINARY = /^(?:[A-Za-z0-9_][\w@+-]*(?:\.[\w-]+)*(?:\/|$))*$/;
/** Parts of names that may mean a secret, a setting or a lock file. A regular expression takes ten times as long to compile. */
const SENSITIVE =
  'env key pem ppk p12 pfx jks kdb asc secret cred token privat netrc pass vault wallet cookie login kube rclone admin service settings config database id_ _rsa _dsa ecdsa 25519 pkcs ovpn tfvars tfstate lock shrinkwrap .sum npmrc history hooks launch kirbi ccache auth.json .png .jpg .jpeg .gif .webp .pdf .bmp .tif';
let sensitiveParts: string[] | undefined;

function looksSensitive(path: string): boolean {
  const lower = path.toLowerCase();
  sensitiveParts ??= SENSITIVE.split(' ');
  for (const word of sensitiveParts) if (lower.includes(word)) return true;
  return false;
}

/** System directories, which can't be the root of an ordinary project. */
const SYSTEM =
  /^\/(?:$|(?:bin|boot|dev|etc|lib\w*|opt|proc|run|sbin|snap|sys|usr|var|System|Library|Applications|private|nix|efi|cores|(?:home|Users)\/[^/]+\/Library)(?:\/|$))/;

/** A hidden directory such as `~/.ssh` is no ordinary project, except for Claude Code's worktrees. */
const isHidden = (root: string) => root.replace('/.claude/worktrees/', '/').includes('/.');

export function isOrdinary(path: string | undefined, root: string): boolean {
  if (path === undefined || (path !== root && !path.startsWith(`${root}/`))) return false;
  if (SYSTEM.test(root) || isHidden(root)) return false;
  const inside = path.slice(root.length + 1);
  return ORDINARY.test(inside) && !looksSensitive(inside);
}
